// Notes where the focus goes. The end of a function's body that page.js begins. Its argument: "watch" begins, and gives how
// many elements can be reached; "tell" gives a list of [check, what is wrong].
const [what] = arguments;
const candidates = "a[href], button, input, select, textarea, summary, [tabindex], area[href], audio[controls], video[controls]";
const reachable = () => [...document.querySelectorAll(candidates)].filter((element) =>
  element.tabIndex >= 0 && !element.disabled && element.checkVisibility({ checkVisibilityCSS: true })
  && !(element.localName === "summary" && element.parentElement.querySelector(":scope > summary") !== element));

if (what === "watch") {
  if (window.visited || document.activeElement !== document.body) {
    // Tab goes on from what had the focus last, so that has to be the body.
    document.removeEventListener("focusin", window.noteFocus);
    document.body.tabIndex = -1;
    document.body.focus({ preventScroll: true });
    document.body.removeAttribute("tabindex");
    window.scrollTo({ top: 0, behavior: "instant" });
  }
  window.visited = [];
  window.noteFocus ??= ({ target }) => {
    // A style that comes by and by is judged by its end.
    for (const animation of document.getAnimations()) animation.finish();
    // So that the way there is not judged either.
    target.scrollIntoView({ behavior: "instant", block: "nearest", inline: "nearest" });
    const style = getComputedStyle(target);
    const box = target.getBoundingClientRect();
    const [r, g, b, alpha] = colourOf(style.outlineColor);
    const ground = groundOf(target.parentElement);
    window.visited.push({
      target, outline: style.outlineStyle, size: parseFloat(style.outlineWidth),
      contrast: contrast(over([r, g, b, alpha], ground), ground),
      isInside: box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight,
    });
  };
  document.addEventListener("focusin", window.noteFocus);
  return reachable().length;
}

const wrong = [];
const visited = window.visited;
const first = visited[0]?.target;
const main = document.querySelector("main, [role=main]");
const href = first?.getAttribute("href") ?? "";
const aim = href.startsWith("#") && document.getElementById(idIn(href));
if (!aim || !main || !(main === aim || main.contains(aim) || aim.contains(main))) {
  wrong.push(["skip link", `Tab first reaches ${first ? named(first) : "nothing"}, which does not lead to the main part`]);
}
const wanted = reachable();
const found = visited.map(({ target }) => target);
for (const [place, element] of wanted.entries()) {
  if (found[place] !== element) {
    wrong.push(["tab order", `stop ${place + 1} is ${found[place] ? named(found[place]) : "nothing"}, expected ${named(element)}`]);
    break;
  }
}
for (const { target, outline, size, contrast, isInside } of visited) {
  // What the browser itself draws (`auto`) has two tones, and is seen on any ground.
  if (outline === "none" || (outline !== "auto" && size < 1)) wrong.push(["focus", `no outline: ${named(target)}`]);
  else if (outline !== "auto" && contrast < 3) wrong.push(["focus", `outline of contrast ${contrast.toFixed(2)}, wanted 3: ${named(target)}`]);
  if (!isInside) wrong.push(["focus", `out of view: ${named(target)}`]);
}
return wrong;
