// Sections, made of segments, made of phrases: three rows, the current of each highlighted.

class StructureTile {
  constructor(page, score) {
    const { structure } = page.result;
    this.rows = [];
    if (!structure?.sections?.length) {
      const details = structure?.details;
      Score.leaveOut("structure", structure
        ? `No sections were found${details?.reason ? `: ${words(details.reason)}` : ""}.`
        : "Structure was not analysed.");
      return;
    }
    const { field, output } = Score.lane("structure");
    this.output = output;
    const labels = structure.details?.labels ?? structure.details?.sectionLabels ?? [];
    this.names = structure.sections.map((_, index) => labelOf(labels[index]) ?? `Section ${index + 1}`);
    const frame = make("div", { className: "rows" });
    for (const kind of ["sections", "segments", "phrases"]) {
      const ranges = structure[kind] ?? [];
      const row = make("div", { className: `row ${kind}` });
      const blocks = ranges.map((range, index) => {
        const name = kind === "sections" ? this.names[index] : "";
        const block = make("div", { className: "range", text: name });
        block.title = `${name || kind.slice(0, -1)} ${clock(range.start, 1)}, ${decimal(range.duration, 1)} s`;
        return score.lay(block, range.start, range.duration);
      });
      row.append(...blocks);
      frame.append(row);
      this.rows.push({ ranges, blocks, current: -1 });
    }
    field.replaceChildren(frame);
  }

  update(seconds) {
    for (const row of this.rows) {
      const current = rangeAt(row.ranges, seconds);
      if (current === row.current) continue;
      row.blocks[row.current]?.classList.remove("current");
      row.blocks[current]?.classList.add("current");
      row.current = current;
      if (row === this.rows[0]) this.output.textContent = this.names[current] ?? "–";
    }
  }
}

/** A label of a section: a word, or an object that holds one. */
function labelOf(label) {
  const text = typeof label === "string" ? label : label?.name ?? label?.label ?? label?.value;
  return text ? words(text).replace(/^./, (first) => first.toUpperCase()) : null;
}

/** `tooFewBars` as "too few bars". */
function words(name) {
  return name.replace(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`);
}
