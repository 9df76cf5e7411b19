// What can be seen of a page from inside. The end of a function's body that page.js begins: `width` is the viewport's in CSS
// pixels, `isPrint` whether the page is on paper, where nothing scrolls. Gives a list of [check, what is wrong].
const [width, isPrint] = arguments;
const wrong = [];
const tell = (check, what) => wrong.push([check, what]);

const all = (selector) => [...document.querySelectorAll(selector)];
const isSeen = (element) => element.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true });

// Structure

const textOfIDs = (ids) => ids.split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? "").join(" ").trim();
const nameOf = (element) =>
  textOfIDs(element.getAttribute("aria-labelledby") ?? "") || (element.getAttribute("aria-label") ?? "").trim();

const checkStructure = () => {
  if (document.characterSet !== "UTF-8" || !document.querySelector("meta[charset]")) tell("document", "no <meta charset>");
  if (document.compatMode !== "CSS1Compat") tell("document", "no doctype");
  if (!document.documentElement.lang) tell("document", "html has no lang");
  if (!document.title.trim()) tell("document", "no title");
  if (!document.querySelector('meta[name=viewport][content*="width=device-width"]')) tell("document", "no <meta name=viewport>");
  const mains = all("main, [role=main]").length;
  if (mains !== 1) tell("document", `${mains} main landmarks`);

  const headings = all("h1, h2, h3, h4, h5, h6");
  const tops = headings.filter((heading) => heading.localName === "h1").length;
  if (tops !== 1) tell("headings", `${tops} h1`);
  let level = 0;
  for (const heading of headings) {
    const next = Number(heading.localName[1]);
    if (next > level + 1) tell("headings", `h${next} after h${level}: ${named(heading)}`);
    if (!heading.textContent.trim()) tell("headings", `an empty h${next}`);
    level = next;
  }

  for (const table of all("table")) {
    const heads = [...table.querySelectorAll("th")];
    if (!heads.length) tell("tables", `no header cells: ${named(table)}`);
    for (const head of heads) {
      if (!["col", "row", "colgroup", "rowgroup"].includes(head.scope)) tell("tables", `a header cell without scope: ${named(head)}`);
      if (!head.textContent.trim()) tell("tables", `an empty header cell in ${named(table)}`);
    }
    if (!table.caption?.textContent.trim() && !nameOf(table)) tell("tables", `neither caption nor label: ${named(table)}`);
    const widths = new Set([...table.rows].map((row) => [...row.cells].reduce((sum, cell) => sum + cell.colSpan, 0)));
    if (widths.size > 1 && !table.querySelector("[rowspan]")) tell("tables", `rows of ${[...widths]} cells: ${named(table)}`);
  }

  for (const svg of all("svg")) {
    if (svg.closest("[aria-hidden=true]")) continue;
    const title = svg.querySelector(":scope > title")?.textContent.trim();
    if (svg.getAttribute("role") !== "img" || !(nameOf(svg) || title)) tell("pictures", `an svg without role=img and a name: ${named(svg)}`);
  }
  for (const image of all("img")) if (!image.hasAttribute("alt")) tell("pictures", `an img without alt: ${named(image)}`);

  const ids = new Set();
  for (const { id } of all("[id]")) {
    if (ids.has(id)) tell("ids", `twice: ${shown(id)}`);
    if (!id || /\s/.test(id)) tell("ids", `empty, or with a blank: ${shown(id)}`);
    ids.add(id);
  }
  for (const attribute of ["for", "headers", "aria-labelledby", "aria-describedby", "aria-controls"]) {
    for (const element of all(`[${attribute}]`)) {
      for (const id of element.getAttribute(attribute).split(/\s+/)) {
        if (!ids.has(id)) tell("ids", `${attribute} names ${shown(id)}, which is nowhere`);
      }
    }
  }
  for (const element of all("[tabindex]")) if (element.tabIndex > 0) tell("tabindex", `${element.tabIndex}: ${named(element)}`);

  for (const link of all("a[href]")) {
    const href = link.getAttribute("href");
    if (href.startsWith("#")) {
      if (!ids.has(idIn(href))) tell("links", `no target for ${shown(href)}`);
    } else if (!["http:", "https:", "file:"].includes(link.protocol)) {
      tell("links", `leads to ${shown(href)}`);
    }
  }
};

// What may run or reorder

const checkInert = () => {
  if (window.ranScript) tell("script", `a script ran: ${window.ranScript}`);
  const active = all("script, iframe, frame, object, embed, applet, base, form, link, meta[http-equiv=refresh]");
  if (document.scripts.length || active.length) tell("script", `there is ${active.map(named)}`);
  for (const element of all("*")) {
    for (const { name, value } of element.attributes) {
      if (name.startsWith("on")) tell("script", `${name} of ${named(element)}`);
      if (/^\s*(javascript|vbscript):/i.test(value) && ["href", "src", "action", "xlink:href"].includes(name)) tell("script", `${name}=${shown(value)}`);
      if (/[\0-\x08\x0b-\x1f\x7f-\x9f]/.test(value)) tell("characters", `a control character in ${name} of ${named(element)}`);
    }
  }
};

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const isInline = (style) => style.display.startsWith("inline") && style.display !== "inline-block";

// Texts from right to left move what stands beside them in a line, unless they are isolated or alone in their block.
const checkDirection = (text, element) => {
  if (!rightToLeft.test(text.data) && !direction.test(text.data)) return;
  for (let at = element; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (!isInline(style)) {
      if (at.textContent.trim() !== text.data.trim()) tell("direction", `not isolated: ${named(element)} in ${named(at)}`);
      return;
    }
    if (["isolate", "isolate-override", "plaintext"].includes(style.unicodeBidi)) return;
  }
};

// Contrast (WCAG 2.2, 1.4.3), with page.js

// Shapes of the same drawing that are painted before a text, under its middle.
const groundInDrawing = (element, box) => {
  let ground = groundOf(element.ownerSVGElement);
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  for (const shape of element.ownerSVGElement.querySelectorAll("rect, path, circle, ellipse, polygon")) {
    if (!(shape.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)) break;
    const area = shape.getBoundingClientRect();
    if (x < area.left || x > area.right || y < area.top || y > area.bottom) continue;
    const style = getComputedStyle(shape);
    if (style.fill === "none" || style.fill.startsWith("url(")) continue;
    const [r, g, b, a] = colourOf(style.fill);
    ground = over([r, g, b, a * style.fillOpacity * style.opacity], ground);
  }
  return ground;
};
// What an element has from all around it, once each.
const inherited = (first, from) => {
  const known = new Map();
  const of = (element) => {
    if (!element) return first;
    if (!known.has(element)) known.set(element, from(of(element.parentElement), getComputedStyle(element)));
    return known.get(element);
  };
  return of;
};
const opacityOf = inherited(1, (outer, style) => outer * style.opacity);
const isClippedAway = inherited(false, (outer, style) => outer
  || (style.position === "absolute" && (style.clipPath.startsWith("inset(50%") || /^rect\([01]px/.test(style.clip))));

const judged = new Set();
const checkContrast = (element, box, style, what) => {
  const isDrawn = element instanceof SVGElement && element.ownerSVGElement;
  const ground = isDrawn ? groundInDrawing(element, box) : groundOf(element);
  if (ground.isUnknown) {
    tell("contrast", `a picture behind ${what}`);
    return;
  }
  const [r, g, b, a] = colourOf(isDrawn ? style.fill : style.webkitTextFillColor);
  const opacity = opacityOf(element);
  if (opacity === 0) return;
  const alpha = a * opacity * (isDrawn ? style.fillOpacity : 1);
  const size = parseFloat(style.fontSize);
  const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
  for (const behind of ground.stops ?? [ground]) {
    const found = contrast(over([r, g, b, alpha], behind), behind);
    const key = [r, g, b, alpha, behind, least].join();
    if (found < least - 0.005 && !judged.has(key)) {
      judged.add(key);
      tell("contrast", `${found.toFixed(2)}, wanted ${least}: ${what}`);
    }
  }
};

// A column that leaves room for a few letters only.
const checkLines = (text, range, element) => {
  const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size;
  const letters = text.data.trim().replace(/\s+/g, " ").length;
  if (lines > 3 && letters < lines * 5) tell("squeezed", `${letters} letters in ${lines} lines: ${named(element)}`);
};

const checkTexts = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const element = text.parentElement;
    if (/[\0-\x08\x0b-\x1f\x7f-\x9f]/.test(text.data)) tell("characters", `a control character in ${named(element)}`);
    if (!text.data.trim() || ["style", "script", "title", "desc"].includes(element.localName) || !isSeen(element)) continue;
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (box.width && box.height && !isClippedAway(element)) {
      checkContrast(element, box, getComputedStyle(element), named(element));
      checkLines(text, range, element);
    }
    checkDirection(text, element);
  }
  for (const element of all("body *")) {
    if (!isSeen(element)) continue;
    for (const pseudo of ["::before", "::after"]) {
      const style = getComputedStyle(element, pseudo);
      if (/^"\s*[^"\s]/.test(style.content)) checkContrast(element, element.getBoundingClientRect(), style, `${pseudo} of ${named(element)}`);
    }
  }
};

// Layout

const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";
const isInScroller = (element) => {
  for (let at = element; at && at !== document.body; at = at.parentElement) if (scrolls(getComputedStyle(at).overflowX)) return true;
  return false;
};
const checkLayout = () => {
  const page = document.scrollingElement.scrollWidth;
  if (page > width) tell("overflow", `the page is ${page} wide, and its window ${width}`);
  for (const element of all("body, body *")) {
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height || !isSeen(element) || isClippedAway(element)) continue;
    const style = getComputedStyle(element);
    const isOut = box.right > width + 0.5 || box.left < -0.5;
    // A skip link may wait outside on the left; the keyboard's check wants it inside when it has the focus.
    const waits = box.right <= 0 && element.matches("a[href], a[href] *");
    if (isOut && !waits && (isPrint || !isInScroller(element.parentElement))) {
      tell("overflow", `from ${box.left.toFixed()} to ${box.right.toFixed()} of ${width}: ${named(element)}`);
    }
    if (element === document.body || element instanceof SVGElement) continue;
    const [isWider, isTaller] = [element.scrollWidth > element.clientWidth + 1, element.scrollHeight > element.clientHeight + 1];
    const isCut = (isWider && style.overflowX !== "visible" && (isPrint || !scrolls(style.overflowX)))
      || (isTaller && style.overflowY !== "visible" && (isPrint || !scrolls(style.overflowY)));
    if (isCut) tell("cut off", named(element));
    if (!isPrint && !isCut && ((isWider && style.overflowX !== "visible") || (isTaller && style.overflowY !== "visible"))) {
      if (!(element.tabIndex >= 0 && element.hasAttribute("tabindex"))) tell("scroller", `not focusable: ${named(element)}`);
      if (!nameOf(element) || !(element.hasAttribute("role") || element.localName === "section")) tell("scroller", `without role and name: ${named(element)}`);
    }
  }
};

checkLayout();
checkTexts();
if (matchMedia("(prefers-color-scheme: dark)").matches && luminance(groundOf(document.body)) > 0.2) tell("dark", "the page stays light");
if (!isPrint) {
  checkStructure();
  checkInert();
}
return wrong.slice(0, 400);
