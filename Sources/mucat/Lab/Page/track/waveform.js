// The sound's outline in three bands, drawn behind each other: bass, middle, treble.

const BANDS = ["low", "mid", "high"];

/** The greatest of a band's columns from one moment to another, 0 to 1. */
function bandPeak(waveform, band, from, to) {
  const values = waveform[band];
  const first = Math.max(Math.floor(from * waveform.rate), 0);
  const last = Math.min(Math.max(Math.ceil(to * waveform.rate), first + 1), waveform.count);
  let peak = 0;
  for (let index = first; index < last; index += 1) if (values[index] > peak) peak = values[index];
  // Columns hold square roots.
  return Math.min((peak / 255) ** 2 * waveform.gain, 1);
}

/** Draws `span` seconds from `start` over the whole canvas, mirrored about its middle. */
function drawWaveform({ context, width, height }, waveform, start, span, step = 1) {
  const middle = height / 2;
  for (const [index, band] of BANDS.entries()) {
    const reach = middle * [0.94, 0.78, 0.6][index];
    const heights = [];
    // Columns are counted from the start of the piece, so that they keep their place while moving.
    const column = (step / width) * span;
    const first = Math.floor(start / column);
    const last = Math.ceil((start + span) / column);
    for (let at = first; at <= last; at += 1) {
      const [from, to] = [at * column, (at + 1) * column];
      heights.push([((from - start) / span) * width, bandPeak(waveform, band, from, to) * reach]);
    }
    context.beginPath();
    for (const [x, y] of heights) context.lineTo(x, middle - Math.max(y, 0.4));
    for (const [x, y] of heights.reverse()) context.lineTo(x, middle + Math.max(y, 0.4));
    context.fillStyle = colour(band);
    context.fill();
  }
}
