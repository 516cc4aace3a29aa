// Which tracks are wanted, and the same as a query for the command line.

class Filter {
  constructor(tracks) {
    this.tracks = tracks;
    this.words = [];
    this.keys = new Set();
    this.takesMixing = false;
    this.ranges = new Map();
    this.sort = { name: "artist", direction: 1 };
  }

  /** The keys chosen and, if wanted, those that mix with them: neighbours and relatives. */
  get wantedKeys() {
    if (!this.takesMixing) return this.keys;
    const wanted = new Set(this.keys);
    for (const key of this.keys) for (const other of [key + 2, key + 22, key ^ 1]) wanted.add(other % 24);
    return wanted;
  }

  get isOpen() {
    return !this.words.length && !this.keys.size
      && [...this.ranges.values()].every((range) => range.isWhole);
  }

  /** The rows that fit, in order. */
  rows() {
    const { name, direction } = this.sort;
    const { known, unknown } = this.tracks.order(name);
    const fits = this.#test();
    const rows = [];
    if (direction > 0) {
      for (const row of known) if (fits(row)) rows.push(row);
    } else {
      for (let index = known.length - 1; index >= 0; index -= 1) if (fits(known[index])) rows.push(known[index]);
    }
    for (const row of unknown) if (fits(row)) rows.push(row);
    return rows;
  }

  #test() {
    const { texts, columns } = this.tracks;
    const { words } = this;
    const keys = this.wantedKeys;
    const ranges = [...this.ranges.entries()]
      .filter(([, range]) => !range.isWhole)
      .map(([name, { from, to, takesUnknown }]) => ({ values: columns[name], from, to, takesUnknown }));
    return (row) => {
      if (keys.size && !keys.has(columns.key[row])) return false;
      for (const { values, from, to, takesUnknown } of ranges) {
        const value = values[row];
        if (value === null ? !takesUnknown : value < from || value > to) return false;
      }
      return words.every((word) => texts[row].includes(word));
    };
  }

  /** What `mucat query` would be asked for the same tracks, as near as its language comes. */
  get query() {
    const terms = [...this.words].map(quoted);
    if (this.keys.size) terms.push(`key:${[...this.wantedKeys].sort((a, b) => a - b).map(camelotOf).join(",")}`);
    for (const [name, { from, to, isWhole }] of this.ranges) {
      if (!isWhole) terms.push(`${name === "integrated" ? "lufs" : name}:${from}..${to}`);
    }
    const { name, direction } = this.sort;
    const field = name === "integrated" ? "lufs" : name;
    return `mucat query ${[...terms, `${field}${direction > 0 ? "+" : "-"}`].join(" ")}`;
  }
}

/** A word as the shell leaves it alone. */
function quoted(word) {
  return /^[\w.,:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
