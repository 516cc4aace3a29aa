// Making elements. Text goes in as text, never as markup: tags of a file may hold anything.

const SVG = "http://www.w3.org/2000/svg";

function byId(id) {
  return document.getElementById(id);
}

/** An element with a class, text and properties. */
function make(name, { text, ...properties } = {}) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  return Object.assign(element, properties);
}

/** An SVG element with attributes. */
function makeSVG(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Hands a text to the user as a file of that name. */
function save(text, name, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = make("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const darkness = matchMedia("(prefers-color-scheme: dark)");
const colours = new Map();
darkness.addEventListener("change", () => colours.clear());

/** A colour of the style sheet, as the scheme of the moment has it. */
function colour(name) {
  if (!colours.has(name)) {
    const style = getComputedStyle(document.documentElement);
    colours.set(name, style.getPropertyValue(`--${name}`).trim());
  }
  return colours.get(name);
}

/** Calls `draw` now, when an element changes its size, and when day turns to night. */
function keepDrawn(element, draw) {
  new ResizeObserver(draw).observe(element);
  darkness.addEventListener("change", draw);
}

/** A canvas as large as it is shown, in the screen's own pixels; drawing is in CSS pixels. */
function prepare(canvas) {
  const scale = window.devicePixelRatio || 1;
  const { clientWidth: width, clientHeight: height } = canvas;
  const [columns, rows] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== columns || canvas.height !== rows) {
    canvas.width = columns;
    canvas.height = rows;
  }
  const context = canvas.getContext("2d");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}
