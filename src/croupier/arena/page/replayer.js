// The replayer: a recorded hand, an uploaded one, or one carried by a link; step by step.
import { announce } from "./announce.js";
import { odds } from "./amounts.js";
import { h, mark, say } from "./dom.js";
import { icon } from "./icons.js";
import { packed, sentences, stateAt, streets, unpacked, within } from "./replay.js";
import { address } from "./router.js";
import { TRANSPORT, tableView } from "./tableview.js";
import { apart, chips, t } from "./texts.js";

const UPLOAD_MAX = 1_000_000;
const PACE_MS = 1100;

/** Open the replayer. */
export function open(main, route) {
  const player = new Replayer(main);
  player.go(route);
  return { leave: () => player.leave(), move: (next) => player.go(next) };
}

class Replayer {
  constructor(main) {
    this.main = main;
    this.replay = null;
    this.id = null;
    this.shown = true;
    this.onKey = (event) => this.key(event);
    addEventListener("keydown", this.onKey);
  }

  // -- which hand

  go(route) {
    if (this.replay && route.id === this.id) {
      this.step = -1;
      this.to(route.step ?? this.step);
      return true;
    }
    this.id = route.id;
    this.pause();
    if (!route.id) this.choose();
    else if (route.id.startsWith("~")) this.load(() => this.unpack(route.id.slice(1)), route.step);
    else this.load(() => ask(`api/hands/${encodeURIComponent(route.id)}?format=steps`), route.step);
    return true;
  }

  async unpack(data) {
    let text;
    try {
      text = await unpacked(data);
    } catch {
      throw new Error(t.noSuchHand);
    }
    return ask("api/replay", text);
  }

  async load(work, step) {
    this.main.replaceChildren(h("p", { class: "sub", role: "status", text: t.loading }));
    const job = (this.job = Symbol(step));
    try {
      const replay = await work();
      if (this.job === job) this.show(replay, step);
    } catch (error) {
      if (this.job === job) this.choose(error.message || t.noSuchHand);
    }
  }

  /** The page without a hand: a place for files, and the latest hands. */
  choose(why = "") {
    this.replay = null;
    const file = h("input", { type: "file", id: "file", accept: ".phh,.phhs,.txt,.json,.jsonl,text/plain", on: { change: () => this.bring(file.files[0]) } });
    const text = h("textarea", { id: "paste", rows: 5, spellcheck: "false" });
    const zone = h("label", { class: "drop", for: "file", on: { dragover: (event) => event.preventDefault(), drop: (event) => this.dropped(event) } },
      h("span", { text: t.drop }), file);
    const list = h("ul", { class: "hands" });
    this.main.replaceChildren(h("div", { class: "headline" }, h("div", {}, h("h1", { text: t.openFile }), h("p", { class: "sub", text: t.openHow }))),
      h("div", { class: "columns" },
        h("section", { class: "sheeted", "aria-label": t.openFile }, h("p", { class: "complaint", role: "alert", text: why }), zone,
          h("label", { for: "paste", text: t.paste }), text,
          h("div", { class: "moves" }, h("button", { type: "button", class: "primary", text: t.open, on: { click: () => this.take(text.value) } }))),
        h("section", { class: "sheeted", "aria-labelledby": "recent" }, h("h2", { id: "recent", text: t.recent }), list)));
    recent(list);
  }

  dropped(event) {
    event.preventDefault();
    this.bring(event.dataTransfer.files[0]);
  }

  async bring(file) {
    if (!file) return;
    if (file.size > UPLOAD_MAX) this.choose(t.tooLarge);
    else this.take(new Uint8Array(await file.arrayBuffer()));
  }

  /** A text of hands: the first of them opens, and its link carries it. */
  take(text, index = 0) {
    this.text = text;
    this.id = "~";
    this.load(async () => {
      const replay = await ask(`api/replay?hand=${index}`, text);
      this.id = "~" + await packed(replay.texts.phh ?? "");
      return replay;
    }, 0);
  }

  // -- the hand

  show(replay, step) {
    Object.assign(this, { replay, step: -1, said: sentences(replay) });
    this.view?.leave();
    this.view = tableView(TRANSPORT);
    this.build();
    this.to(step ?? 0);
  }

  build() {
    const { replay } = this;
    const button = (sign, label, act) => h("button", { type: "button", class: "key", "aria-label": label, title: label, on: { click: act } }, icon(sign));
    this.playing = button("play", t.playOn, () => this.toggle());
    this.scrub = h("input", { type: "range", class: "slider", min: 0, max: replay.steps.length, "aria-label": t.scrub, on: { input: () => this.to(Number(this.scrub.value)) } });
    this.place = h("span", { class: "place" });
    this.words = h("p", { class: "words" });
    this.asked = h("p", { class: "sub asked" });
    this.basis = h("p", { class: "sub basis" });
    this.jumps = streets(replay).map((each) => h("button", { type: "button", class: "size", text: t.street(each.name), "data-step": each.step, on: { click: () => this.to(each.step) } }));
    this.lines = replay.steps.map((each, place) => h("li", {}, h("button", { type: "button", class: "line", on: { click: () => this.to(place + 1) } }, this.sentence(each))));
    const open = h("input", { type: "checkbox", id: "openly", checked: this.shown, on: { change: () => {
      this.shown = open.checked;
      this.draw();
    } } });
    const hands = replay.hands && replay.hands.length > 1 ? this.chooser() : null;
    this.main.replaceChildren(
      h("div", { class: "headline" }, h("div", {}, h("h1", { text: replay.hand_id ?? replay.title }), h("p", { class: "sub", text: [t.game(replay.variant), replay.table_id, replay.match_id].filter(Boolean).join(" · ") })),
        h("div", { class: "moves" }, ...this.links())),
      h("div", { class: "stage" }, this.view.root),
      h("div", { class: "foot" }, h("section", { class: "panel", "aria-label": t.replayer }, h("div", { class: "say" }, this.words, this.asked, this.basis),
        h("div", { class: "transport" }, button("first", t.first, () => this.to(0)), button("back", t.back1, () => this.to(this.step - 1)), this.playing,
          button("next", t.next1, () => this.to(this.step + 1)), button("last", t.last, () => this.to(replay.steps.length)), this.scrub, this.place),
        h("div", { class: "sizes", role: "group", "aria-label": t.streets }, ...this.jumps))),
      h("aside", { "aria-label": t.happened }, hands, h("label", { class: "openly" }, open, " ", t.openCards),
        h("ol", { class: "log" }, ...this.lines), h("p", { class: "keys", text: t.replayKeys })));
  }

  chooser() {
    const { replay } = this;
    const select = h("select", { "aria-label": t.recent, on: { change: () => this.take(this.text ?? replay.texts.phh, Number(select.value)) } },
      ...replay.hands.map((title, place) => h("option", { value: place, selected: place === replay.index, text: title })));
    return select;
  }

  links() {
    const { replay } = this;
    const copy = h("button", { type: "button", text: t.link, on: { click: () => this.copy(copy) } });
    const files = Object.entries(replay.texts).map(([form, text]) => h("a", { class: "button", download: `${replay.hand_id ?? "hand"}.${ENDINGS[form]}`,
      href: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`, text: t.formats[form], "aria-label": `${t.download} ${t.formats[form]}` }));
    const match = replay.match_id ? [h("a", { class: "button", href: address("match", replay.match_id), text: t.verify })] : [];
    return [copy, ...files, ...match];
  }

  async copy(button) {
    try {
      await navigator.clipboard.writeText(location.href);
      say(button, t.copied);
    } catch {
      prompt(t.copyBy, location.href);
    }
  }

  // -- stepping

  to(step) {
    const next = within(this.replay, step);
    if (next === this.step) return;
    const forward = next > 0 && next === this.step + 1;
    this.step = next;
    if (next === this.replay.steps.length) this.pause();
    history.replaceState(null, "", address("replay", this.id, next));
    this.draw();
    if (forward) announce(this.sentence(this.replay.steps[next - 1]));
  }

  draw() {
    const { replay, step } = this;
    const now = replay.steps[step - 1];
    const state = stateAt(replay, step, this.shown);
    this.view.update(state);
    say(this.words, now ? this.sentence(now) : t.start);
    say(this.asked, step === replay.steps.length && replay.fault ? t.gone(replay.fault) : prompted(now, replay.places, replay.players));
    say(this.basis, state.basis ? t.basis(state.basis) : "");
    this.scrub.value = step;
    say(this.place, t.stepOf(step, replay.steps.length));
    for (const each of this.jumps) mark(each, "aria-pressed", String(now?.street === replay.steps[Number(each.dataset.step) - 1].street));
    this.lines.forEach((line, place) => mark(line, "aria-current", place + 1 === step ? "step" : null));
    const here = this.lines[step - 1];
    if (here) here.parentElement.scrollTop = here.offsetTop - here.parentElement.offsetTop - 120;
  }

  sentence(step) {
    return this.said[this.replay.steps.indexOf(step)] || t.dealtTo(t.street(step.street));
  }

  toggle() {
    if (this.timer) {
      this.pause();
      return;
    }
    if (this.step === this.replay.steps.length) this.to(0);
    this.playing.replaceChildren(icon("pause"));
    mark(this.playing, "aria-label", t.pause);
    this.timer = setInterval(() => this.to(this.step + 1), PACE_MS);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    if (!this.playing) return;
    this.playing.replaceChildren(icon("play"));
    mark(this.playing, "aria-label", t.playOn);
  }

  key(event) {
    if (!this.replay || event.target.closest?.("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const known = { ArrowRight: () => this.to(this.step + 1), ArrowLeft: () => this.to(this.step - 1), Home: () => this.to(0), End: () => this.to(this.replay.steps.length),
      " ": () => !event.target.closest?.("button, a") && this.toggle() };
    if (!known[event.key]) return;
    if (known[event.key]() !== false) event.preventDefault();
  }

  leave() {
    this.pause();
    this.job = null;
    this.view?.leave();
    removeEventListener("keydown", this.onKey);
  }
}

const ENDINGS = { phh: "phh", pokerstars: "txt", json: "json" };

function prompted(step, places, players) {
  if (!step || step.state.next_actor === null || !step.call) return "";
  return t.potOdds(apart(players[step.state.next_actor]), chips(step.call, places), chips(step.state.pot, places), odds(step.call, step.state.pot));
}

/** An answer of the server as JSON; its own words where it refuses. */
async function ask(path, body = null) {
  const answer = await fetch(path, body === null ? {} : { method: "POST", body });
  if (!answer.ok) throw new Error((await answer.text()).slice(0, 400) || t.noServer);
  return answer.json();
}

async function recent(list) {
  try {
    const hands = await ask("api/hands?limit=30");
    if (!hands.length) list.append(h("li", { class: "sub", text: t.noHands }));
    list.append(...hands.filter((hand) => hand.record.startingStacks).map((hand) => {
      const best = Object.entries(hand.results).sort((a, b) => b[1] - a[1])[0];
      return h("li", {}, h("a", { href: address("replay", hand.hand_id, 0), text: hand.hand_id }), " ", h("span", { class: "sub" }, hand.table_id, " · ",
        h("bdi", { class: "name", text: hand.seats[best[0]] }), ` +${chips(best[1])}`));
    }));
  } catch {
    list.append(h("li", { class: "sub", text: t.noServer }));
  }
}
