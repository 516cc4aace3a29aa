// Pace: a bar for each stretch, the taller the more happens in it.

class PaceTile {
  constructor(page, score) {
    this.ranges = (page.result.pace?.ranges ?? []).map(({ range, value }) => ({ ...range, value }));
    this.current = -1;
    if (!this.ranges.length) {
      const { pace } = page.result;
      Score.leaveOut("pace", pace
        ? `No pace was found${pace.details?.reason ? `: ${words(pace.details.reason)}` : ""}.`
        : "Pace was not analysed.");
      return;
    }
    const { field, output } = Score.lane("pace");
    this.output = output;
    const most = Math.max(...this.ranges.map((range) => range.value), 1);
    this.bars = this.ranges.map(({ start, duration, value }) => {
      const bar = make("div", { className: "bar" });
      bar.title = `${clock(start)}  ${decimal(value, 1)} events a minute`;
      bar.style.height = `${(value / most) * 100}%`;
      return score.lay(bar, start, duration);
    });
    field.replaceChildren(...this.bars);
  }

  update(seconds) {
    if (!this.bars) return;
    const current = rangeAt(this.ranges, seconds);
    if (current === this.current) return;
    this.bars[this.current]?.classList.remove("current");
    this.bars[current]?.classList.add("current");
    this.current = current;
    this.output.textContent = current < 0 ? "–" : `${decimal(this.ranges[current].value, 0)} a minute`;
  }
}
