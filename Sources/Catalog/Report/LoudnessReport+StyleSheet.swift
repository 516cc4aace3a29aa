extension LoudnessReport {
  /// The look of the HTML page, by day and by night.
  static let styleSheet = """
    :root {
      color-scheme: light dark;
      --paper: #fbfaf7; --ink: #1d2229; --quiet: #667080; --line: #dfe2e6; --card: #ffffff;
      --bar: #2f6f9f; --target: #b3541e; --alarm: #a8321f;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #14171c; --ink: #e6e8eb; --quiet: #97a1ae; --line: #2b313a; --card: #1b2027;
        --bar: #6aaede; --target: #f0a36c; --alarm: #ff8f7a;
      }
    }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--paper); color: var(--ink);
      font: 15px/1.45 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
    main { max-width: 74rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
    h1 { font-size: 1.7rem; margin: 0 0 .4rem; letter-spacing: -.01em; }
    h2 { font-size: 1.15rem; margin: 2.4rem 0 .6rem; }
    .lead { color: var(--quiet); margin: 0 0 1.6rem; max-width: 52rem; }
    .tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: .75rem;
      margin: 0 0 1.6rem; }
    @media (max-width: 44rem) { .tiles { grid-template-columns: repeat(2, 1fr); } }
    .tiles div { background: var(--card); border: 1px solid var(--line); border-radius: 8px;
      padding: .7rem .9rem; display: flex; flex-direction: column-reverse;
      justify-content: flex-end; }
    .tiles dt { color: var(--quiet); font-size: .82rem; line-height: 1.3; }
    .tiles dd { margin: 0; font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums; }
    figure { margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: 8px;
      padding: 1rem; }
    .chart { display: block; width: 100%; height: auto; }
    .bar { fill: var(--bar); }
    .axis { stroke: var(--line); }
    .tick, .count { fill: var(--quiet); font-size: 11px; text-anchor: middle; }
    .target { stroke: var(--target); stroke-width: 1.5; stroke-dasharray: 4 3; }
    .target-label { fill: var(--target); font-size: 12px; font-weight: 600; }
    .scroll { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; font-size: .92rem; }
    th { text-align: left; font-weight: 600; color: var(--quiet); font-size: .8rem;
      white-space: nowrap; position: sticky; top: 0; background: var(--paper); }
    th, td { padding: .38rem .6rem; border-bottom: 1px solid var(--line); vertical-align: baseline; }
    td { overflow-wrap: anywhere; min-width: 3.6rem; }
    .number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
    tbody tr:hover { background: var(--card); }
    .alarm { color: var(--alarm); font-weight: 600; }
    .note { color: var(--target); font-size: .78rem; border: 1px solid currentColor;
      border-radius: 4px; padding: 0 .3rem; white-space: nowrap; }
    .reason { color: var(--quiet); font-style: italic; text-align: left; }
    @media print { th { position: static; } figure, .tiles div { break-inside: avoid; } }
    """
}
