// What checks.js and keyboard.js begin with: how elements are named in messages, and colours with their contrast (WCAG 2.2).

const shown = (text, most = 60) => JSON.stringify(text.length > most ? text.slice(0, most) + "…" : text);
const named = (element) => {
  const id = element.id ? "#" + element.id : "";
  const kind = typeof element.className === "string" && element.className ? "." + element.className.split(" ")[0] : "";
  return `<${element.localName}${id}${kind}> ${shown(element.textContent.trim().replace(/\s+/g, " "), 40)}`;
};
// What `#…` means, or the text itself if it cannot be decoded.
const idIn = (href) => {
  try {
    return decodeURIComponent(href.slice(1));
  } catch {
    return href;
  }
};

const pixel = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
const colours = new Map();
const colourOf = (text) => {
  if (!colours.has(text)) {
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = text;
    pixel.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pixel.getImageData(0, 0, 1, 1).data;
    colours.set(text, [r, g, b, a / 255]);
  }
  return colours.get(text);
};
const over = ([r, g, b, a], [r2, g2, b2]) => [r * a + r2 * (1 - a), g * a + g2 * (1 - a), b * a + b2 * (1 - a), 1];
const luminance = (colour) => {
  const [r, g, b] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

// What is under everything: white, or the dark canvas of `color-scheme: dark`.
const canvas = colourOf(getComputedStyle(document.documentElement).colorScheme.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches
  ? "rgb(18 18 18)" : "white");
const grounds = new Map();
const groundOf = (element) => {
  if (!element) return canvas;
  if (!grounds.has(element)) {
    const style = getComputedStyle(element);
    let ground = over(colourOf(style.backgroundColor), groundOf(element.parentElement));
    if (style.backgroundImage !== "none") {
      // The worst of a gradient is one of its stops; of other pictures nothing can be known here.
      const stops = style.backgroundImage.includes("url(") ? null : style.backgroundImage.match(/(rgba?|color|oklch|oklab|lab|lch|hsl)\([^()]*\)/g);
      ground = stops ? Object.assign([...ground], { stops: stops.map((stop) => over(colourOf(stop), ground)) }) : Object.assign([...ground], { isUnknown: true });
    }
    grounds.set(element, ground);
  }
  return grounds.get(element);
};
