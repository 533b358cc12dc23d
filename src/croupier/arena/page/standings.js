// Results: by team with bb/100 and its interval, chips over hands, head to head, recent hands.
import { h } from "./dom.js";
import { address } from "./router.js";
import { chart } from "./chart.js";
import { chips, signed, t } from "./texts.js";

const EVERY_MS = 5000;
const SHOWN_MAX = 10;

/** Open the standings. */
export function open(main) {
  const body = h("div", { class: "columns wide-left" });
  main.append(h("div", { class: "headline" }, h("div", {}, h("h1", { text: t.standings }), h("p", { class: "sub", text: t.since })),
    h("a", { class: "button", href: "api/standings?format=csv", download: "standings.csv", text: t.asCsv })), body);
  const task = { gone: false, timer: null, last: "" };
  look(body, task);
  league(main, task);
  return { leave: () => {
    task.gone = true;
    clearTimeout(task.timer);
  } };
}

async function look(body, task) {
  try {
    const [rows, courses, hands, matches] = await Promise.all(["standings", "courses", "hands?limit=15", "matches?limit=10"].map(async (path) => (await fetch(`api/${path}`)).json()));
    const key = JSON.stringify([rows, hands.map((hand) => hand.hand_id), matches]);
    if (!task.gone && key !== task.last) draw(body, rows, courses, hands, matches);
    task.last = key;
  } catch {
    if (!task.last) body.replaceChildren(h("p", { class: "sub", text: t.failed(t.noServer) }));
  }
  if (!task.gone) task.timer = setTimeout(() => look(body, task), EVERY_MS);
}

function draw(body, rows, courses, hands, matches) {
  if (!rows.length) {
    body.replaceChildren(h("p", { class: "sub", text: t.noResults }), latest(hands, matches));
    return;
  }
  const teams = rows.slice(0, SHOWN_MAX).map((row) => row.team);
  const lines = teams.filter((team) => courses.courses[team]).map((team) => ({ team, points: courses.courses[team] }));
  body.replaceChildren(
    section(t.results, h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": t.results }, results(rows))),
    section(t.chart, chart(lines, matchMedia("(max-width: 700px)").matches ? 330 : 620)),
    section(t.rivals, h("p", { class: "help", text: t.rivalsHow }), h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": t.rivals }, rivals(teams, courses.rivals))),
    latest(hands, matches));
}

const section = (title, ...parts) => h("section", { class: "sheeted", "aria-label": title }, h("h2", { text: title }), ...parts);
const person = (team, tag = "bdi") => h(tag, { class: "name clip", dir: tag === "bdi" ? undefined : "auto", title: team, text: team });

function results(rows) {
  const heads = [t.rank, t.teamHead, t.rate, t.net, t.hands, t.won, t.matches];
  return h("table", { class: "results" }, h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col", text })))),
    h("tbody", {}, ...rows.map((row, place) => h("tr", {}, h("td", { text: String(place + 1) }), h("th", { scope: "row" }, person(row.team)),
      rate(row.bb_per_100), h("td", { class: tone(row.net), text: signed(row.net) }), ...[row.hands, row.won, row.matches].map((value) => h("td", { text: chips(value) }))))));
}

const tone = (value) => value > 0 ? "plus" : value < 0 ? "minus" : "";
const fine = (value) => (value < 0 ? "−" : "") + (Math.abs(value) < 100 ? Math.abs(value).toFixed(1) : chips(Math.round(Math.abs(value))));

/** The rate with its interval, which is drawn around zero so that luck can be told from skill. */
function rate(value) {
  if (!value) return h("td", {});
  const words = value.margin === null ? "" : ` ± ${fine(value.margin)}`;
  return h("td", { class: tone(value.mean) }, h("span", { text: fine(value.mean) + words }));
}

function rivals(teams, pairs) {
  const found = new Map(pairs.map((pair) => [`${pair.team}\n${pair.other}`, pair]));
  return h("table", { class: "rivals" }, h("thead", {}, h("tr", {}, h("td", {}), ...teams.map((team) => h("th", { scope: "col" }, person(team))))),
    h("tbody", {}, ...teams.map((team) => h("tr", {}, h("th", { scope: "row" }, person(team)), ...teams.map((other) => {
      const pair = found.get(`${team}\n${other}`);
      return h("td", { class: pair ? tone(pair.chips) : "none", title: pair ? t.handsCount(pair.hands) : null, text: pair ? signed(pair.chips) : "–" });
    })))));
}

function latest(hands, matches) {
  const played = hands.filter((hand) => !hand.void && hand.record.startingStacks);
  return h("section", { class: "sheeted", "aria-label": t.recent }, h("h2", { text: t.recent }),
    h("ul", { class: "hands" }, ...played.map((hand) => {
      const best = Object.entries(hand.results).sort((a, b) => b[1] - a[1])[0];
      return h("li", {}, h("a", { href: address("replay", hand.hand_id, 0), text: hand.hand_id }), " ", person(hand.seats[best[0]]), ` ${signed(best[1])}`);
    })),
    h("h2", { text: t.matches }), h("ul", { class: "hands" }, ...matches.map((match) => h("li", {}, h("a", { href: address("match", match.match_id), text: match.match_id }), " ",
      match.standings[0] ? person(match.standings[0].team) : t.inPlay, ` · ${t.handsCount(match.hands)}`))));
}

/** The ladder of a league, where the server shows one. */
async function league(main, task) {
  const answer = await fetch("api/ladder").catch(() => null);
  if (!answer?.ok || task.gone) return;
  const found = await answer.json();
  if (found) main.append(ladder(found));
}

function ladder({ season, standard, deals, ladder: rows }) {
  const heads = h("thead", {}, h("tr", {}, ...t.ladderHead.map((text) => h("th", { scope: "col", text }))));
  const lines = rows.map((row, place) => h("tr", {}, h("td", { text: String(place + 1) }), h("th", { scope: "row" }, person(row.bot)),
    ...[chips(Math.round(row.rating)), `± ${chips(Math.round(row.margin))}`, chips(row.games), row.faults ? chips(row.faults) : "–"].map((text) => h("td", { text }))));
  return h("section", { class: "sheeted ladder", "aria-label": t.ladder }, h("h2", { text: t.ladder }), h("p", { class: "sub", text: t.ladderSeason(season, standard, deals) }),
    rows.length ? h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": t.ladder }, h("table", { class: "results" }, heads, h("tbody", {}, ...lines))) : h("p", { text: t.noLadder }));
}
