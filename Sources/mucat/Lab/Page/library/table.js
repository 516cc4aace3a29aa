// The table: only the rows in sight are in the document, and they are used again while scrolling.

class Table {
  constructor(tracks, onSort) {
    Object.assign(this, { tracks });
    this.body = byId("body");
    this.spacer = byId("spacer");
    this.rows = [];
    this.entries = [];
    this.chosen = 0;
    this.#makeHead(onSort);
    this.body.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.#measure()).observe(this.body);
    this.body.addEventListener("keydown", (event) => this.#onKey(event));
    this.spacer.addEventListener("click", (event) => this.#onClick(event));
  }

  #makeHead(onSort) {
    this.heads = new Map(COLUMNS.map((column) => {
      const head = make("div", { className: `${column.name}${column.isNumber ? " number" : ""}` });
      head.setAttribute("role", "columnheader");
      const button = make("button", { type: "button", text: column.title });
      button.addEventListener("click", () => onSort(column.name));
      head.append(button);
      byId("head").append(head);
      return [column.name, head];
    }));
    byId("table").setAttribute("aria-colcount", COLUMNS.length);
  }

  #measure() {
    this.rowHeight = parseFloat(getComputedStyle(document.documentElement).fontSize)
      * parseFloat(getComputedStyle(this.body).getPropertyValue("--row"));
    this.show(this.rows, false);
  }

  /** Takes other rows; from the top unless told to stay. */
  show(rows, fromTop = true) {
    this.rows = rows;
    this.chosen = Math.min(this.chosen, Math.max(rows.length - 1, 0));
    this.spacer.style.height = `${rows.length * this.rowHeight}px`;
    byId("table").setAttribute("aria-rowcount", rows.length + 1);
    byId("nothing").hidden = rows.length > 0;
    if (fromTop) {
      this.chosen = 0;
      this.body.scrollTop = 0;
    }
    this.draw(true);
  }

  markSort({ name, direction }) {
    for (const [column, head] of this.heads) {
      head.setAttribute("aria-sort", column !== name ? "none" : direction > 0 ? "ascending" : "descending");
    }
  }

  /** Fills the rows in sight and a few around them. */
  draw(isNew = false) {
    const { scrollTop, clientHeight } = this.body;
    const margin = 6;
    const first = Math.max(Math.floor(scrollTop / this.rowHeight) - margin, 0);
    const last = Math.min(Math.ceil((scrollTop + clientHeight) / this.rowHeight) + margin, this.rows.length);
    const needed = Math.ceil(clientHeight / this.rowHeight) + 2 * margin + 1;
    while (this.entries.length < needed) this.#addEntry();
    // Row n always uses the same entry, so that scrolling by a row fills one.
    for (const [slot, entry] of this.entries.entries()) {
      const offset = (slot - first) % this.entries.length;
      const index = first + (offset < 0 ? offset + this.entries.length : offset);
      const isShown = index < last;
      entry.element.hidden = !isShown;
      if (isShown && (isNew || entry.index !== index)) this.#fill(entry, index);
      if (isShown) entry.element.classList.toggle("chosen", index === this.chosen);
    }
  }

  #addEntry() {
    const element = make("div", { className: "entry" });
    element.setAttribute("role", "row");
    const cells = COLUMNS.map((column) => {
      const soft = ["album", "genre", "year", "duration", "energy"].includes(column.name) ? " soft" : "";
      const cell = make("div", { className: `${column.name}${column.isNumber ? " number" : ""}${soft}` });
      cell.setAttribute("role", "gridcell");
      return cell;
    });
    element.append(...cells);
    this.spacer.append(element);
    this.entries.push({ element, cells, index: -1 });
  }

  #fill(entry, index) {
    const row = this.rows[index];
    const { columns } = this.tracks;
    entry.index = index;
    entry.element.style.transform = `translateY(${index * this.rowHeight}px)`;
    entry.element.setAttribute("aria-rowindex", index + 2);
    COLUMNS.forEach((column, place) => {
      const cell = entry.cells[place];
      const value = columns[column.name][row];
      const text = column.show ? column.show(value) : value ?? "";
      if (column.name === "key" && value !== null) {
        const tag = make("span", { className: "tag", text });
        tag.style.setProperty("--hue", hueOf((value >> 1) + 1));
        cell.replaceChildren(tag);
      } else if (column.name === "title" && columns.page[row]) {
        cell.replaceChildren(make("a", { href: columns.page[row], text, tabIndex: -1 }));
      } else {
        cell.textContent = text;
      }
      if (column.isText) cell.title = text;
    });
  }

  #onClick(event) {
    const entry = this.entries.find(({ element }) => element.contains(event.target));
    if (entry) this.choose(entry.index);
  }

  #onKey(event) {
    const page = Math.max(Math.floor(this.body.clientHeight / this.rowHeight) - 1, 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (event.key === "Enter") {
      const place = this.tracks.columns.page[this.rows[this.chosen]];
      if (place) location.href = place;
    } else if (step !== undefined) {
      event.preventDefault();
      this.choose(Math.min(Math.max(this.chosen + step, 0), this.rows.length - 1));
    }
  }

  /** Marks a row and brings it into sight. */
  choose(index) {
    if (index < 0) return;
    this.chosen = index;
    const top = index * this.rowHeight;
    const { scrollTop, clientHeight } = this.body;
    if (top < scrollTop) this.body.scrollTop = top;
    else if (top + this.rowHeight > scrollTop + clientHeight) this.body.scrollTop = top + this.rowHeight - clientHeight;
    this.draw();
  }
}
