// One table: watch it, take a seat, play.
import { announce } from "./announce.js";
import { controls } from "./controls.js";
import { h, mark, say } from "./dom.js";
import { isEvolved } from "./evolved.js";
import { seats } from "./options.js";
import { guest, joinForm, madeUp, seatMenu } from "./seat.js";
import { tone } from "./sound.js";
import { tour } from "./tour.js";
import { address } from "./router.js";
import { connect } from "./socket.js";
import { apply, fresh, isSting, numbered } from "./state.js";
import { tableView } from "./tableview.js";
import { t } from "./texts.js";

/** Open the view of a table. */
export function open(main, route) {
  const room = new Room(main, route.id, route.step);
  return { leave: () => room.leave(), move: (next) => next.id === room.table };
}

class Room {
  constructor(main, table, step) {
    Object.assign(this, { main, table, state: fresh(), told: 0, frame: null, link: null, steps: [] });
    this.view = null;
    this.title = h("h1", {});
    this.sub = h("p", { class: "sub" });
    this.sit = h("button", { type: "button", class: "primary", text: t.sit, on: { click: () => this.askSeat() } });
    this.log = h("ol", { class: "log", "aria-label": t.happened, tabindex: "0" });
    this.panel = controls((action) => this.link.say({ type: "action", ...action }));
    this.seatMenu = seatMenu((intent) => this.intend(intent), (amount) => this.link.say({ type: "buy", amount }));
    this.drawing = h("div", {});
    this.message = h("p", { class: "notice", role: "status" });
    this.asking = h("div", { class: "asking" });
    const wide = this.wide = matchMedia("(min-width: 1001px)").matches;  // beside the table if there is room: the felt keeps its size
    this.stage = h("div", { class: "stage" }, this.message, wide ? null : this.asking, this.drawing);
    this.guided = step === 2;
    this.book = h("details", { class: "book", hidden: true, open: !matchMedia("(max-width: 1000px)").matches }, h("summary", { text: t.rulesHere }));
    this.foot = h("div", { class: "foot" });
    this.help = h("p", { class: "keys" });
    this.rules = h("button", { type: "button", class: "quiet", text: t.rules, on: { click: () => this.showRules() } });
    this.last = h("p", { class: "sub last" });
    main.append(h("div", { class: "headline" }, h("div", {}, this.title, this.sub), h("div", { class: "seatmenu" }, this.rules, this.sit, this.seatMenu.root)),
      this.stage, this.foot, this.aside = h("aside", { "aria-label": t.happened }, wide ? this.asking : null, h("h2", { text: t.happened }), this.log, this.last, this.help, this.book));
    this.onKey = (event) => this.key(event);
    addEventListener("keydown", this.onKey);
    say(this.title, table || t.table);
    const kept = seats.get(table);
    this.asksSeat = step === 1 && !kept.team;
    if (kept.team) this.play(kept.team, kept.code);
    else if (step === 2) this.sitAsGuest();
    else this.watch();
  }

  // -- the connection

  watch() {
    this.setMode("watch");
    this.foot.replaceChildren();
    this.start({ type: "spectate" });
  }

  /** Sit down at once: a name and a code are made up, and chips are bought again when they are lost. */
  sitAsGuest() {
    const known = seats.last();
    this.play(known.team || guest(), known.code || madeUp(), null, true);
  }

  play(team, code, buyIn = null, autoBuy = false) {
    Object.assign(this, { team, code, nonceFor: null });
    this.setMode("play");
    this.start({ type: "hello", team, join_code: code, cards: true, states: true, on_timeout: "check-fold", ...(buyIn ? { buy_in: buyIn } : {}), ...(autoBuy ? { auto_buy: true } : {}) });
  }

  setMode(mode) {
    this.mode = mode;
    mark(this.main, "data-mode", mode);
  }

  start(first) {
    this.link?.close();
    this.state = fresh();
    this.told = 0;
    this.link = connect(this.table, first, (frame) => this.hear(frame), (how, code) => this.changed(how, code));
    this.plan();
  }

  changed(how, code) {
    const status = document.getElementById("link");
    const text = how === "closed" ? t.closed[code] ?? t.lost : how === "lost" ? t.lost : how === "connecting" ? t.connecting : t.live;
    say(status, text);
    mark(status, "data-how", how);
    if (how === "lost" && this.how !== "lost") announce(t.lost);
    if (how === "back") announce(t.back);
    this.how = how;
    if (how === "closed") this.refused(code);
  }

  /** The seat was refused or lost for good: say why, go on watching. */
  refused(code) {
    if (this.state.error?.code === "TABLE_UNKNOWN") {
      this.showMissing();
      return;
    }
    const ended = code < 4100;  // left, removed, broke: the code says it all, whatever was refused before
    const why = (ended ? undefined : this.state.error?.msg) ?? t.closed[code] ?? "";
    seats.drop(this.table);
    if (this.mode !== "play") {
      say(this.sub, why);
      return;
    }
    const { team } = this;
    this.watch();
    if (code === 4401 || code === 4400) this.askSeat(team, why);
    else this.foot.replaceChildren(h("p", { class: "farewell", role: "status", text: why }));
    announce(why);
  }

  /** Nothing to watch at this address: the way to the tables that are there. */
  showMissing() {
    seats.drop(this.table);
    say(document.getElementById("link"), "");
    this.main.replaceChildren(h("div", { class: "missing" }, h("h1", { text: this.table }), h("p", { class: "sub", role: "status" }, t.noTable, " ", t.noTableHow), h("p", { class: "below" }, h("a", { class: "button primary", href: "#/", text: t.toLobby }))));
  }

  hear(frame) {
    apply(this.state, frame, performance.now());
    if (frame.type === "welcome") this.welcomed(frame);
    if (frame.type === "end_hand") this.askRating(frame);
    if (frame.type === "notice" && frame.notice === "MESSAGE") this.showMessage(frame.msg);
    this.plan();
  }

  /** After a game from the lab, one question for those who played it. */
  async askRating(frame) {
    const { config, me } = this.state;
    if (this.mode !== "play" || !isEvolved(config) || frame.void || !frame.results.some((each) => each.seat === me)) return;
    const game = { team: this.team, code: this.code, hand_id: frame.hand_id };  // the seat may change while the module is fetched
    const { ratingForm } = await import("./rating.js");
    const form = await ratingForm(game);
    // one question at a time: the next game must not take away the stars that are being chosen
    if (form && !this.asking.firstElementChild) this.asking.replaceChildren(form);
  }

  /** A message of the operator stays until it is dismissed, or the next one comes. */
  showMessage(text) {
    this.message.replaceChildren(t.fromOperator(text), " ", h("button", { type: "button", class: "quiet", text: t.dismiss, on: { click: () => this.message.replaceChildren() } }));
  }

  welcomed(frame) {
    seats.set(this.table, { team: this.team, code: this.code });
    seats.remember(this.team, this.code);
    if (!this.foot.contains(this.panel.root)) {
      scrollTo(0, 0);
      this.foot.replaceChildren(...(isSting(frame.config) ? [] : [this.panel.root]));
    }
    if (this.nonceFor === frame.deal.match_id) return;
    this.nonceFor = frame.deal.match_id;
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    this.link.say({ type: "nonce", nonce: [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("") });
  }

  askSeat(team = "", why = "") {
    this.asksSeat = false;
    const form = joinForm(team, why, this.state.config, (name, code, buyIn) => this.play(name, code, buyIn), () => this.foot.replaceChildren());
    this.foot.replaceChildren(form);
    form.querySelector("input").focus();
  }

  /** Games that nobody knows yet have their rules beside the table. */
  async openBook({ tableId, config }) {  // not this.state: sitting down begins a new one while the module is fetched
    const { rulesOf } = await import("./help.js");
    this.book.append(h("div", { class: "helptext", tabindex: "0" }, ...await rulesOf(tableId, config)));
    this.steps = isEvolved(config) ? [...this.book.querySelector("ol.points")?.children ?? []] : [];
    mark(this.book, "hidden", null);
    this.plan();
  }

  async showRules() {
    const { tableId, config } = this.state;
    if (!config) return;
    const { showHelp } = await import("./help.js");
    showHelp(tableId, config);
  }

  intend(intent) {
    this.link.say({ type: "intent", intent });
    if (intent === 3) seats.drop(this.table);
  }

  // -- drawing: at most once a frame of the screen, however many frames came

  plan() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  draw() {
    const { state } = this;
    const config = state.config;
    if (config) this.setStage(config);
    if (config && this.asksSeat) this.askSeat();
    say(this.title, config ? `${state.tableId} · ${t.game(config.variant)}` : this.table || t.table);
    if (config) this.markStep();
    if (config) say(this.sub, [t.stakes(config), state.deal?.hand_no ? numbered(config)(state.deal.hand_no) : "", ...state.where ? [t.handNo(state.at.hand + 1), t.roundNow(state.at.round + 1), state.where] : []].filter(Boolean).join(" · "));
    this.view?.update(state);
    this.panel.update(state);
    this.seatMenu.update(state);
    const free = config && state.lobby.length < config.seats;
    mark(this.seatMenu.root, "hidden", this.mode !== "play" || state.me === null);
    say(this.sit, free ? t.sit : t.reclaim);
    this.sit.classList.toggle("primary", Boolean(free));
    mark(this.sit, "hidden", this.mode === "play" || !config || this.foot.querySelector("form") ? true : null);
    say(this.help, this.mode !== "play" ? "" : [{ sting: t.stingKeys, evolved: t.evolvedKeys }[this.stageFor] ?? t.keys, config?.move_time_ms ? t.timeout : ""].filter(Boolean).join(" "));
    say(this.last, state.last ?? "");
    this.call();
    this.tell();
  }

  /** The step of a game from the lab that is being played: in words, and marked in its rules. */
  markStep() {
    const { at } = this.state;
    const step = at ? this.steps[at.step] : undefined;
    this.state.where = step ? t.stepNow(at.step + 1, this.steps.length, step.querySelector("b")?.textContent.replace(/\.$/, "") ?? "") : "";
    if (step === this.step) return;
    this.step = step;
    for (const each of this.steps) mark(each, "aria-current", each === step ? "step" : null);
    const box = this.book.querySelector(".helptext");
    if (step && !box.matches(":hover, :focus")) box.scrollTop = step.offsetTop - box.offsetTop - 40;  // nobody reads there now
  }

  /** Call the visitor to the table when it is their turn: the title, and a tone if they chose one. */
  call() {
    const key = this.state.prompt ? `${this.state.prompt.hand_id}/${this.state.prompt.decision}` : "";
    document.title = key ? t.titleTurn(this.state.tableId) : t.titleTable(this.state.tableId ?? this.table);
    if (key && key !== this.called) tone("turn");
    this.called = key;
  }

  /** The drawing that fits the game. */
  setStage(config) {
    const kind = isSting(config) ? "sting" : isEvolved(config) ? "evolved" : "poker";
    if (this.stageFor === kind) return;
    this.stageFor = kind;
    this.view?.leave();
    this.view = null;
    mark(this.main, "data-game", kind);
    if (kind !== "poker") this.openBook(this.state);
    else if (this.guided) (this.wide ? this.aside : this.main).prepend(tour() ?? "");
    if (kind !== "sting") {
      this.view = tableView();
      this.drawing.replaceChildren(this.view.root);
    } else {
      if (!document.querySelector("[href='sting.css']")) document.head.append(h("link", { rel: "stylesheet", href: "sting.css" }));
      import("./sting.js").then(({ stingView }) => {
        this.view = stingView((action) => this.link.say({ type: "action", ...action }));
        this.drawing.replaceChildren(this.view.root);
        this.plan();
      });
    }
  }

  /** New lines of the log, on the page and for those who listen. */
  tell() {
    const { log, match } = this.state;
    if (log.length < this.told || log[0] !== this.first) {
      this.log.replaceChildren();
      this.told = 0;
      this.first = log[0];
    }
    const before = log[this.told - 1];
    if (before?.element) say(before.element, before.text);  // it may have grown: "passes 3 cards"
    const fresh = log.slice(this.told);
    if (!fresh.length) return;
    this.log.append(...fresh.map((line) => line.element = h("li", { "data-kind": line.kind, text: line.text })));
    if (match && fresh.some((line) => line.kind === "match")) {
      this.log.append(h("li", {}, h("a", { href: address("match", match.deal.match_id), text: t.verifyMatch })));
    }
    this.told = log.length;
    this.log.scrollTop = this.log.scrollHeight;
    const mine = this.state.prompt ? [t.yourTurn] : [];
    announce([...fresh.filter((line) => !line.told).map((line) => line.text), ...mine].join(". "));
    for (const line of fresh) line.told = true;
  }

  key(event) {
    const typing = event.target.closest?.("input:not([type=range]), textarea, select, [contenteditable]");
    if (typing || event.defaultPrevented || event.repeat || event.target.closest?.("dialog")) return;
    if (this.view?.key?.(event) || (this.stageFor !== "sting" && this.panel.key(event))) event.preventDefault();
  }

  leave() {
    document.title = t.brand;
    removeEventListener("keydown", this.onKey);
    mark(this.main, "data-mode", null);
    mark(this.main, "data-game", null);
    cancelAnimationFrame(this.frame);
    this.link.close();
    this.view?.leave();
  }
}

