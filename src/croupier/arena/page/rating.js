// One question after a game from the lab: stars, and whether it was fair.
import { h, mark, say } from "./dom.js";
import { t } from "./texts.js";

const STARS = [1, 2, 3, 4, 5];

/** The form for a game that has ended; null where the server keeps no ratings. */
export async function ratingForm(game) {
  const answer = await fetch("api/games").catch(() => null);
  if (!answer?.ok || !(await answer.json()).rates) return null;
  const chosen = { stars: null, fair: null };
  const status = h("p", { class: "sub", role: "status" });
  const send = h("button", { type: "submit", class: "primary", text: t.sendRating, disabled: true });
  const choose = (name, value, label, text) => h("button", { type: "button", class: "star", "aria-pressed": "false", "aria-label": label, text, on: { click: () => {
    chosen[name] = value;
    paint();
  } } });
  const stars = STARS.map((count) => choose("stars", count, t.star(count), "★"));
  const fair = [choose("fair", true, `${t.wasFair} ${t.yes}`, t.yes), choose("fair", false, `${t.wasFair} ${t.no}`, t.no)];
  function paint() {
    stars.forEach((each, place) => {
      mark(each, "aria-pressed", String(chosen.stars === place + 1));
      mark(each, "data-on", chosen.stars > place);
    });
    fair.forEach((each, place) => mark(each, "aria-pressed", String(chosen.fair === (place === 0))));
    send.disabled = chosen.stars === null;
  }
  const form = h("form", { class: "sheeted rating", "aria-label": t.rateTitle, on: { submit: (event) => {
    event.preventDefault();
    kept(form, { ...game, ...chosen }, status);
  } } }, h("h2", { text: t.rateTitle }), h("div", { class: "stars", role: "group", "aria-label": t.rateTitle }, ...stars),
  h("div", { class: "stars", role: "group", "aria-label": t.wasFair }, h("span", { text: t.wasFair }), ...fair),
  h("div", { class: "moves" }, send, h("button", { type: "button", class: "quiet", text: t.skipRating, on: { click: () => form.remove() } })), status);
  return form;
}

async function kept(form, rating, status) {
  try {
    const answer = await fetch("api/ratings", { method: "POST", body: JSON.stringify(rating) });
    if (!answer.ok) throw new Error(await answer.text());
    form.replaceChildren(h("p", { role: "status", text: t.ratingThanks }), h("button", { type: "button", class: "quiet", text: t.close, on: { click: () => form.remove() } }));
  } catch (error) {
    say(status, t.ratingFailed(error.message || t.noServer));
  }
}
