// Numbers, times and keys as people read them. Minus is a minus, not a hyphen.

/** Seconds as `m:ss`, `h:mm:ss` from an hour on; with `places` decimals, cut, not rounded. */
function clock(seconds, places = 0) {
  if (!Number.isFinite(seconds) || seconds < 0) return "–";
  const scale = 10 ** places;
  const ticks = Math.floor(seconds * scale + 1e-6);
  const whole = Math.floor(ticks / scale);
  const two = (value) => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  let text = hours > 0 ? `${hours}:${two(minutes)}` : `${minutes}`;
  text += `:${two(whole % 60)}`;
  return places > 0 ? `${text}.${String(ticks % scale).padStart(places, "0")}` : text;
}

/** A number with a fixed count of decimals; a dash for what is unknown. */
function fixed(value, places = 1) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const text = Math.abs(value).toFixed(places);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** At most `places` decimals. */
function decimal(value, places = 2) {
  return fixed(value, places).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
}

/** `1 track`, `2 tracks`. */
function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

const PITCH_CLASS_OF_LETTER = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };

/** A key signature of the result as name, pitch class and place on the Camelot wheel. */
function keyOf(signature) {
  const letter = signature.tonic[0];
  const accidental = signature.tonic.slice(1);
  const step = { Flat: -1, Sharp: 1 }[accidental] ?? 0;
  const pitchClass = (PITCH_CLASS_OF_LETTER[letter] + step + 12) % 12;
  const isMinor = signature.mode === "minor";
  const majorTonic = isMinor ? pitchClass + 3 : pitchClass;
  const number = ((7 * majorTonic + 7) % 12) + 1;
  const sign = { Flat: "♭", Sharp: "♯" }[accidental] ?? "";
  return {
    name: `${letter.toUpperCase()}${sign} ${signature.mode}`,
    camelot: `${number}${isMinor ? "A" : "B"}`, number, isMinor, pitchClass,
  };
}

/** The hue of a place of the Camelot wheel, in degrees. */
function hueOf(number) {
  return (number * 30 + 15) % 360;
}

/** The outline of a sector of the Camelot wheel between two radii; 12 is on top. */
function sectorPath(number, inner, outer) {
  const point = (radius, turn) => {
    const angle = (turn / 12) * 2 * Math.PI - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  };
  const [from, to] = [number - 0.5, number + 0.5];
  return `M${point(inner, from)} L${point(outer, from)} A${outer} ${outer} 0 0 1 ${point(outer, to)} `
    + `L${point(inner, to)} A${inner} ${inner} 0 0 0 ${point(inner, from)} Z`;
}
