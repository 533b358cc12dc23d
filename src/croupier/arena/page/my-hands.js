// My hands: every hand of one name and seat code, as that seat saw it. The key is sent in the body of a POST, never in an address.
import { card } from "./cards.js";
import { h, keyed, mark, say } from "./dom.js";
import { games } from "./games.js";
import { seats } from "./options.js";
import { packed } from "./replay.js";
import { address } from "./router.js";
import { signed, t } from "./texts.js";

const ENDINGS = { phh: "phhs", json: "json" };

/** Open the list. */
export function open(main) {
  const list = new OwnHands(main);
  const known = seats.last();
  if (known.team && known.code) list.load();
  return { leave: () => {
    list.gone = true;
  } };
}

class OwnHands {
  constructor(main) {
    const known = seats.last();
    Object.assign(this, { gone: false, hands: [], before: null, asked: 0 });
    this.team = h("input", { id: "own-team", required: true, maxlength: 32, autocomplete: "nickname", value: known.team ?? "" });
    this.code = h("input", { id: "own-code", required: true, maxlength: 64, autocomplete: "off", spellcheck: "false", value: known.code ?? "" });
    this.result = select("own-result", [["", t.allResults], ["won", t.wonHands], ["lost", t.lostHands]], () => this.load());
    this.table = select("own-table", [["", t.allTables]], () => this.load());
    this.game = select("own-game", [["", t.allGames]], () => this.load());
    this.status = h("p", { class: "sub", role: "status" });
    this.rows = h("tbody", {});
    this.sheet = h("section", { class: "sheeted", "aria-label": t.myHands, hidden: true }, h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": t.myHands },
      h("table", { class: "own" }, h("thead", {}, h("tr", {}, ...t.ownHead.map((text) => text ? h("th", { scope: "col", text }) : h("td", {})))), this.rows)));
    this.older = h("button", { type: "button", text: t.older, hidden: true, on: { click: () => this.load(this.before) } });
    this.files = h("div", { class: "moves", hidden: true }, ...Object.keys(ENDINGS).map((form) => h("button", { type: "button", "data-form": form, on: { click: () => this.download(form) } })));
    const field = (input, text) => h("div", { class: "field" }, h("label", { for: input.id, text }), input);
    main.append(h("div", { class: "headline" }, h("div", {}, h("h1", { text: t.myHands }), h("p", { class: "sub", text: t.myHandsHow }))),
      h("form", { class: "filters", "aria-label": t.myHands, on: { submit: (event) => {
        event.preventDefault();
        this.load();
      } } }, field(this.team, t.team), field(this.code, t.code), field(this.result, t.resultFilter), field(this.table, t.tableFilter), field(this.game, t.gameFilter),
      h("button", { type: "submit", class: "primary", text: t.showHands })),
      this.status, this.sheet, h("div", { class: "moves below" }, this.older, this.files));
    tables(this.table, this.game);
    if (!known.team) this.status.replaceChildren(t.notSeatedYet, " ", h("a", { href: "#/play", text: t.playNow }));
  }

  /** What the form asks for. */
  get wish() {
    const filters = { result: this.result.value, table: this.table.value, game: this.game.value };
    return { team: this.team.value.trim(), code: this.code.value, ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) };
  }

  /** Ask for the newest hands, or for older ones than a cursor. */
  async load(before = null) {
    const turn = (this.asked += 1);
    say(this.status, t.loading);
    try {
      const found = await ask("", { ...this.wish, ...(before ? { before } : {}) });
      const { hands, before: next } = await found.json();
      if (this.gone || turn !== this.asked) return;
      this.hands = before ? [...this.hands, ...hands] : hands;
      this.before = next;
      this.draw();
    } catch (error) {
      if (!this.gone && turn === this.asked) say(this.status, t.notListed(error.message || t.noServer));
    }
  }

  draw() {
    const { hands } = this;
    const filtered = Boolean(this.wish.result || this.wish.table || this.wish.game);
    say(this.status, hands.length ? t.handsCount(hands.length) : filtered ? t.noneFits : t.noOwnHands);
    mark(this.sheet, "hidden", !hands.length);
    mark(this.older, "hidden", !this.before);
    mark(this.files, "hidden", !hands.length);
    for (const button of this.files.children) say(button, `${t.downloadThese(hands.length)}: ${t.formats[button.dataset.form]}`);
    keyed(this.rows, hands, (hand) => hand.hand_id, (hand) => this.row(hand));
  }

  row(hand) {
    const cell = (text, props = {}) => h("td", { text, ...props });
    const cards = (those) => h("td", {}, h("span", { class: "small" }, ...those.map((text) => card(text))));
    const share = h("button", { type: "button", text: t.shareHand, "aria-label": `${t.shareHand}: ${hand.hand_id}`, on: { click: () => this.share(hand, share) } });
    const acts = hand.is_poker ? [h("button", { type: "button", class: "primary", text: t.replayHand, "aria-label": `${t.replayHand}: ${hand.hand_id}`, on: { click: () => this.replay(hand) } }), share] :
      [h("button", { type: "button", text: t.formats.json, "aria-label": `${t.download}: ${hand.hand_id}`, on: { click: () => this.downloadOne(hand) } })];
    return h("tr", { "data-hand": hand.hand_id }, cell(t.when(hand.ended_ms), { title: hand.hand_id }), cell(hand.table_id), cell(t.game(hand.variant)), cards(hand.cards), cards(hand.board),
      cell(hand.void ? t.void : signed(hand.net), { class: hand.net > 0 ? "plus" : hand.net < 0 ? "minus" : "" }), h("td", {}, h("div", { class: "moves" }, ...acts)));
  }

  /** The address of a hand as this seat saw it: the link carries the hand, so anybody who gets it sees the same. */
  async linkTo(hand) {
    const text = await (await ask(`/${encodeURIComponent(hand.hand_id)}`, { team: this.wish.team, code: this.wish.code, format: "phh" })).text();
    return address("replay", "~" + await packed(text), 0);
  }

  async replay(hand) {
    location.hash = await this.linkTo(hand);
  }

  async share(hand, button) {
    const link = location.href.split("#")[0] + await this.linkTo(hand);
    try {
      await navigator.clipboard.writeText(link);
      say(button, t.copied);
    } catch {
      prompt(t.copyBy, link);
    }
  }

  async download(format) {
    const answer = await ask("", { ...this.wish, format, limit: Math.min(500, this.hands.length) });
    save(await answer.blob(), `croupier-hands.${ENDINGS[format]}`);
  }

  async downloadOne(hand) {
    const answer = await ask(`/${encodeURIComponent(hand.hand_id)}`, { team: this.wish.team, code: this.wish.code, format: "json" });
    save(await answer.blob(), `${hand.hand_id}.json`);
  }
}

async function ask(path, body) {
  const answer = await fetch(`api/own-hands${path}`, { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new Error((await answer.text()) || String(answer.status));
  return answer;
}

function select(id, choices, change) {
  return h("select", { id, on: { change } }, ...choices.map(([value, text]) => h("option", { value, text })));
}

/** The tables and games of this arena, to filter by. */
async function tables(table, game) {
  const found = await (await fetch("api/tables")).json();
  const kinds = [...new Set(found.map((each) => each.config.variant))];
  table.append(...found.map((each) => h("option", { value: each.table_id, text: each.table_id })));
  game.append(...kinds.map((variant) => h("option", { value: variant, text: games[variant]?.title ?? t.game(variant) })));
}

function save(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
