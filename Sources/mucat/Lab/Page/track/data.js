// What the page is about: the document that mucat wrote into it, its curves spread out.

/** Bytes of a base64 text. */
function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** The moment of a curve's value: curves are even, or have their times beside them. */
function momentOf(curve, index) {
  // Counted in steps and divided: 0.3, not 0.1 + 0.2.
  return curve.times ? curve.times[index] : (curve.first + index) / curve.rate;
}

/** The value of a curve that holds at a moment: the nearest one's; null outside and in silence. */
function valueAt(curve, seconds) {
  const { values } = curve;
  if (!values.length) return null;
  const index = curve.times
    ? lastAtOrBefore(curve.times, seconds)
    : Math.round(seconds * curve.rate) - curve.first;
  return values[Math.min(Math.max(index, 0), values.length - 1)] ?? null;
}

/** The index of the last of ascending numbers at or before a value; −1 before the first. */
function lastAtOrBefore(ascending, value) {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] <= value) low = middle + 1; else high = middle;
  }
  return low - 1;
}

/** The index of the range (of `{start, duration}`) that holds a moment; −1 between ranges. */
function rangeAt(ranges, seconds) {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle].start <= seconds) low = middle + 1; else high = middle;
  }
  const found = ranges[low - 1];
  return found && seconds < found.start + found.duration ? low - 1 : -1;
}

/** A curve as the result has it: a list of `{time, value}`. */
function timedValues(curve) {
  return curve.values.map((value, index) => ({ time: momentOf(curve, index), value }));
}

/** The whole result, as `mucat analyze` writes it. */
function wholeResult({ result, curves }) {
  const whole = structuredClone(result);
  if (whole.loudness && curves.momentary) {
    whole.loudness.momentary = timedValues(curves.momentary);
    whole.loudness.shortTerm = timedValues(curves.shortTerm);
  }
  for (const [name, curve] of Object.entries(curves.activity ?? {})) {
    whole.instrumentActivity.activity[name] = timedValues(curve);
  }
  return whole;
}

/** The highest column, 0 to 1. */
function outlinePeak(waveform) {
  let peak = 0;
  for (const band of ["low", "mid", "high"]) {
    for (const value of waveform[band]) if (value > peak) peak = value;
  }
  return (peak / 255) ** 2;
}

function readPage() {
  const page = JSON.parse(byId("data").textContent);
  const { waveform } = page;
  for (const band of ["low", "mid", "high"]) waveform[band] = bytesOf(waveform[band]);
  waveform.count = waveform.low.length;
  // Quiet music is drawn taller, up to four times; what is drawn is the outline, not the level.
  const loudest = Math.max(outlinePeak(waveform), 0.25);
  waveform.gain = 1 / loudest;
  page.duration = page.track.duration;
  page.curves.activity ??= {};
  return page;
}
