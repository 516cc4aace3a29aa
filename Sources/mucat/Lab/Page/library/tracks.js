// The catalogue as mucat wrote it into the page: a column each, and orders of its rows.

/** What a column is called, how it is sorted and how a value of it reads. */
const COLUMNS = [
  { name: "bpm", title: "BPM", isNumber: true, show: (value) => fixed(value, 1) },
  { name: "key", title: "Key", show: (value) => (value === null ? "–" : camelotOf(value)) },
  { name: "integrated", title: "LUFS", isNumber: true, show: (value) => fixed(value, 1) },
  { name: "energy", title: "Energy", isNumber: true, show: (value) => fixed(value, 0) },
  { name: "duration", title: "Time", isNumber: true, show: (value) => clock(value) },
  { name: "title", title: "Title", isText: true },
  { name: "artist", title: "Artist", isText: true },
  { name: "album", title: "Album", isText: true },
  { name: "genre", title: "Genre", isText: true },
  { name: "year", title: "Year", isNumber: true, show: (value) => value ?? "" },
];

/** The Camelot name of a key's number: 0 is 1A, 1 is 1B. */
function camelotOf(key) {
  return `${(key >> 1) + 1}${key & 1 ? "B" : "A"}`;
}

/** Text without capitals and accents, so that "beyonce" finds "Beyoncé". */
function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

class Tracks {
  constructor(columns) {
    this.columns = columns;
    this.count = columns.title.length;
    const { title, artist, album, genre } = columns;
    this.texts = title.map((name, row) =>
      folded([name, artist[row], album[row], genre[row]].filter(Boolean).join("\n")));
    this.orders = new Map();
  }

  /** All rows in ascending order of a column, made once; rows without a value are last. */
  order(name) {
    if (!this.orders.has(name)) this.orders.set(name, this.#sorted(name));
    return this.orders.get(name);
  }

  #sorted(name) {
    const values = this.columns[name];
    const ranks = COLUMNS.find((column) => column.name === name).isText ? textRanks(values) : values;
    const known = [];
    const unknown = [];
    for (let row = 0; row < this.count; row += 1) (ranks[row] === null ? unknown : known).push(row);
    // Rows of one value keep the order of the catalogue.
    known.sort((left, right) => ranks[left] - ranks[right] || left - right);
    return { known, unknown };
  }
}

/** For each text its place among all: letters are compared once for each text, not for each row. */
function textRanks(texts) {
  const collator = new Intl.Collator(undefined, { sensitivity: "base", numeric: true });
  const distinct = [...new Set(texts)].filter((text) => text !== null).sort(collator.compare);
  const ranks = new Map(distinct.map((text, rank) => [text, rank]));
  return texts.map((text) => (text === null ? null : ranks.get(text)));
}
