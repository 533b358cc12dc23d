// The pocket of help at a table: the rules of its game, what beats what, the keys.
import { h } from "./dom.js";
import { isEvolved } from "./evolved.js";
import { games } from "./games.js";
import { isSting } from "./state.js";
import { t } from "./texts.js";

/** Show the help of a table in a dialog. */
export async function showHelp(table, config) {
  const body = h("div", { class: "helptext", tabindex: "0" });
  const close = h("button", { type: "button", class: "primary", text: t.close, on: { click: () => dialog.close() } });
  const dialog = h("dialog", { class: "explain helpbox", "aria-labelledby": "help-title", on: { close: () => dialog.remove() } }, h("h2", { id: "help-title", text: t.rulesOf(t.game(config.variant)) }), body, close);
  document.body.append(dialog);
  dialog.showModal();
  body.append(...await rulesOf(table, config), h("h3", { text: t.keysTitle }), ...keys(config));
}

/** The rules of a table's game as elements. */
export async function rulesOf(table, config) {
  if (isSting(config)) return [...t.stingRules.map((text) => h("p", { text })), h("h3", { text: t.cardKinds }),
    h("dl", {}, ...Object.entries(t.explained).flatMap(([kind, text]) => [h("dt", { text: t.kinds[kind] }), h("dd", { text })]))];
  if (isEvolved(config)) {
    try {
      const answer = await fetch(`api/tables/${encodeURIComponent(table)}/rules`);
      if (!answer.ok) throw new Error(answer.status);
      return markdown(await answer.text());
    } catch {
      return [h("p", { text: t.noRules })];
    }
  }
  const facts = games[config.variant];
  return [...t.pokerRules(facts, config).map((text) => h("p", { text })), h("h3", { text: t.ranksTitle }), h("ol", { class: "ranks" }, ...t.ranks(facts?.high).map((text) => h("li", { text })))];
}

function keys(config) {
  return [h("p", { text: isSting(config) ? t.stingKeys : isEvolved(config) ? t.evolvedKeys : t.keys })];
}

/** A rulebook's text as elements: headings, lists, bold words; everything else is plain text. */
export function markdown(text) {
  const made = [];
  for (const block of text.split(/\n{2,}/)) {
    const lines = block.split("\n").filter((line) => line.trim());
    if (!lines.length) continue;
    const heading = lines[0].match(/^(#+) (.*)/);
    if (heading) {
      if (heading[1].length > 1) made.push(h("h3", { text: heading[2] }));
      lines.shift();
    }
    const item = (line) => line.match(/^(?:[-*]|\d+\.) (.*)/)?.[1];
    if (lines.length && lines.every((line) => item(line) || /^\s/.test(line))) made.push(h(/^\d/.test(lines[0]) ? "ol" : "ul", { class: "points" }, ...lines.map((line) => h("li", {}, ...bold(item(line) ?? line.trim())))));
    else if (lines.length) made.push(h("p", {}, ...bold(lines.join(" "))));
  }
  return made;
}

/** Text with its **bold** words. */
function bold(text) {
  return text.split(/(\*\*[^*]+\*\*)/).filter(Boolean).map((part) => part.startsWith("**") && part.endsWith("**") && part.length > 4 ? h("b", { text: part.slice(2, -2) }) : part);
}
