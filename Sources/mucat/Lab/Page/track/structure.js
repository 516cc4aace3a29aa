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
    const descriptions = structure.details?.sections ?? [];
    this.names = structure.sections.map((_, index) => sectionName(descriptions[index], index));
    const groups = [...new Set(descriptions.map(({ group }) => group))];
    const frame = make("div", { className: "rows" });
    for (const kind of ["sections", "segments", "phrases"]) {
      const ranges = structure[kind] ?? [];
      const row = make("div", { className: `row ${kind}` });
      const blocks = ranges.map((range, index) => {
        const name = kind === "sections" ? this.names[index] : "";
        const block = make("div", { className: "range", text: name });
        block.title = `${name || kind.slice(0, -1)} ${clock(range.start, 1)}, ${decimal(range.duration, 1)} s`;
        if (kind === "sections" && descriptions[index]) {
          // The same music has the same colour.
          block.classList.add("grouped");
          block.style.setProperty("--hue", 40 + 137.5 * groups.indexOf(descriptions[index].group));
        }
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

/** "Chorus B": its role and which music it is; the letter alone when the role is not known. */
function sectionName(description, index) {
  if (!description) return `Section ${index + 1}`;
  const { label, group } = description;
  return label === group ? group : `${words(label).replace(/^./, (first) => first.toUpperCase())} ${group}`;
}

/** `tooFewBars` as "too few bars". */
function words(name) {
  return name.replace(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`);
}
