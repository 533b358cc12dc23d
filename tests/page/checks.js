// Checks in the manner of axe-core, of our own: run in the page, give a list of what is wrong.
() => {
  const wrong = [];
  const say = (element, what) => wrong.push(`${what}: <${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> ${element.textContent.trim().slice(0, 40)}`);
  const seen = (element) => element.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true }) && !element.closest("[aria-hidden='true'], .unseen, .skip");

  // labels: everything that can be used has a name
  const named = (element) => {
    const by = element.getAttribute("aria-labelledby");
    const labels = element.labels ? [...element.labels].map((label) => label.textContent).join("") : "";
    return (element.getAttribute("aria-label") ?? (by ? document.getElementById(by)?.textContent : "") ?? "").trim() || labels.trim() || element.textContent.trim() || element.getAttribute("alt");
  };
  for (const each of document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=img], [role=meter], dialog")) if (!named(each)) say(each, "no name");
  for (const each of document.querySelectorAll("img:not([alt])")) say(each, "no alt");
  for (const each of document.querySelectorAll("section, nav, aside, form")) if (!named(each) || !(each.hasAttribute("aria-label") || each.hasAttribute("aria-labelledby"))) say(each, "a region without a name");

  // structure: one h1, no id twice, lists hold items, language set
  if (document.querySelectorAll("h1").length !== 1) wrong.push(`${document.querySelectorAll("h1").length} h1`);
  const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
  for (const id of new Set(ids.filter((id, place) => ids.indexOf(id) !== place))) wrong.push(`id ${id} twice`);
  for (const each of document.querySelectorAll("ul > :not(li), ol > :not(li)")) say(each, "no item in a list");
  if (!document.documentElement.lang) wrong.push("no language");
  for (const each of document.querySelectorAll("[tabindex]")) if (Number(each.getAttribute("tabindex")) > 0) say(each, "a tabindex above 0");

  // targets are large enough to be hit
  for (const each of document.querySelectorAll("button, a.button, input, select, summary")) {
    if (!seen(each) || each.matches("[type=checkbox], [type=radio], [type=file]")) continue;
    const box = each.getBoundingClientRect();
    if (box.height < 24 || box.width < 24) say(each, `a target of ${Math.round(box.width)} × ${Math.round(box.height)}`);
  }

  // contrast: every text against what is behind it
  const parsed = (text) => {
    const srgb = text.match(/^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ ([\d.]+))?\)/);
    if (srgb) return [srgb[1] * 255, srgb[2] * 255, srgb[3] * 255, srgb[4] === undefined ? 1 : Number(srgb[4])];
    const found = text.match(/[\d.]+/g).map(Number);
    return [found[0], found[1], found[2], found[3] ?? 1];
  };
  const over = (top, below) => [0, 1, 2].map((place) => top[place] * top[3] + below[place] * (1 - top[3])).concat(1);
  const root = parsed(getComputedStyle(document.body).backgroundColor);
  const felt = (element) => element.matches(".lane, .oval") || element.matches(".middle, .bet, .pots");
  const behind = (element) => {
    const layers = [];
    let base = root;
    for (let each = element; each; each = each.parentElement) {
      const colour = parsed(getComputedStyle(each).backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 1) break;
      if (felt(each)) {
        const lightest = getComputedStyle(document.documentElement).getPropertyValue("--felt").trim();
        const probe = document.createElement("i");
        probe.style.color = `color-mix(in srgb, ${lightest} 88%, white)`;
        document.body.append(probe);
        base = parsed(getComputedStyle(probe).color);
        probe.remove();
        break;
      }
    }
    return layers.reverse().reduce((below, top) => over(top, below), base);
  };
  const light = (colour) => {
    const [r, g, b] = colour.slice(0, 3).map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || !seen(element) || element.closest("script, noscript, :disabled, svg, .card, [data-kind='out'], [data-kind='folded'], [data-out], [data-down]")) continue;
    const style = getComputedStyle(element);
    const below = behind(element);
    const [a, b] = [light(over(parsed(style.color), below)), light(below)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) say(element, `contrast ${ratio.toFixed(2)}`);
  }
  return wrong;
}
