extension LoudnessReport {
  /// The look of the HTML page, by day and by night, on a desk and on a phone.
  static let styleSheet = """
    :root {
      color-scheme: light dark;
      --paper: #fbfaf7; --ink: #1d2229; --quiet: #5d6775; --line: #dfe2e6; --card: #ffffff;
      --bar: #2f6f9f; --target: #a54a17; --alarm: #a8321f;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #14171c; --ink: #e6e8eb; --quiet: #9aa4b1; --line: #2b313a; --card: #1b2027;
        --bar: #6aaede; --target: #f0a36c; --alarm: #ff8f7a;
      }
    }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--paper); color: var(--ink);
      font: 15px/1.45 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
    main { max-width: 74rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
    h1 { font-size: 1.7rem; margin: 0 0 .3rem; letter-spacing: -.01em; }
    h2 { font-size: 1.15rem; margin: 0; display: inline-block; }
    h3 { font-size: .95rem; margin: 0 0 .4rem; color: var(--quiet); }
    section, details { margin-top: 2.4rem; }
    summary { cursor: pointer; padding: .2rem 0; }
    :focus-visible { outline: 2px solid var(--bar); outline-offset: 2px; border-radius: 4px; }
    .lead { color: var(--quiet); margin: 0 0 1.4rem; }
    .hint { color: var(--quiet); max-width: 52rem; }
    p.hint { margin: .3rem 0 .7rem; }
    h2 .count { color: var(--quiet); font-weight: 400; margin-left: .25rem; }
    .tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: .75rem; margin: 0 0 1.2rem; }
    .tiles div { background: var(--card); border: 1px solid var(--line); border-radius: 8px;
      padding: .7rem .9rem; display: flex; flex-direction: column-reverse;
      justify-content: flex-end; }
    .tiles dt { color: var(--quiet); font-size: .82rem; line-height: 1.3; }
    .tiles dd { margin: 0; font-size: 1.5rem; font-weight: 600;
      font-variant-numeric: tabular-nums; }
    figure { margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: 8px;
      padding: 1rem; }
    figcaption { color: var(--quiet); font-size: .82rem; text-align: center; }
    .chart { display: block; width: 100%; height: auto; }
    .bar { fill: var(--bar); }
    .axis { stroke: var(--line); }
    .tick, svg .count { fill: var(--quiet); font-size: 11px; text-anchor: middle; }
    .target { stroke: var(--target); stroke-width: 1.5; stroke-dasharray: 4 3; }
    .target-label { fill: var(--target); font-size: 12px; font-weight: 600; }
    .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 2rem; }
    .pair ol { list-style: none; margin: 0; padding: 0; }
    .pair li { display: grid; grid-template-columns: 3.4rem 1fr; gap: 0 .6rem;
      padding: .3rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
    .pair li small { grid-column: 2; }
    .figure { text-align: right; font-weight: 600; font-variant-numeric: tabular-nums; }
    .scroll { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; font-size: .92rem; }
    thead th { text-align: left; font-weight: 600; color: var(--quiet); font-size: .8rem;
      vertical-align: bottom; white-space: nowrap; }
    th, td { padding: .38rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
    th:first-child { padding-left: 0; }
    tbody th { text-align: left; font-weight: 400; min-width: 11rem; overflow-wrap: anywhere; }
    small { display: block; color: var(--quiet); font-size: .8rem; font-weight: 400; }
    th.number, .number { text-align: right; white-space: nowrap;
      font-variant-numeric: tabular-nums; }
    tbody tr:hover { background: var(--card); }
    .alarm { color: var(--alarm); font-weight: 600; }
    .note { color: var(--target); font-size: .78rem; border: 1px solid currentColor;
      border-radius: 4px; padding: 0 .3rem; white-space: nowrap; }
    .reason { color: var(--quiet); font-style: italic; }
    @media (max-width: 44rem) {
      main { padding: 1.2rem .9rem 3rem; }
      .tiles { grid-template-columns: repeat(2, 1fr); }
      .pair { grid-template-columns: 1fr; gap: 1.4rem; }
      tbody th { min-width: 9rem; }
      figure { padding: .6rem; }
      .tick { font-size: 21px; }
      .tick.minor, svg .count { display: none; }
      .target-label { font-size: 22px; }
    }
    @media print { figure, .tiles div, tr { break-inside: avoid; } }
    """
}
