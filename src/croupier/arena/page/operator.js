// The operator's page: tables as they are now, who is connected, commands, and the log of what was done.
// Commands are `operator` frames on a socket of their own, one for each; what cannot be undone is asked first.
import { h, keyed, mark, say } from "./dom.js";
import { socketUrl } from "./socket.js";
import { chips, t } from "./texts.js";

const EVERY_MS = 1500;
const KEY = "croupier.operator";
const FINAL = new Set(["VOID", "REMOVE"]);

/** Open the operator's page. */
export function open(main) {
  const desk = new Desk(main);
  return { leave: () => desk.leave() };
}

class Desk {
  constructor(main) {
    Object.assign(this, { main, gone: false, timer: null, tables: [] });
    this.code = sessionStorage.getItem(KEY) ?? "";
    if (this.code) this.enter();
    else this.ask();
  }

  leave() {
    this.gone = true;
    clearTimeout(this.timer);
  }

  /** The form that asks for the code. */
  ask(why = "") {
    clearTimeout(this.timer);
    const code = h("input", { id: "operator-code", type: "password", required: true, autocomplete: "off", maxlength: 128 });
    this.main.replaceChildren(h("h1", { text: t.operator }), h("form", { class: "join aside", "aria-label": t.operator, on: { submit: (event) => {
      event.preventDefault();
      this.code = code.value;
      this.enter();
    } } }, h("p", { class: "wide help", text: t.operatorHow }), h("label", { for: "operator-code", text: t.operatorCode }), code, why ? h("p", { class: "complaint wide", role: "alert", text: why }) : null,
    h("div", { class: "moves wide" }, h("button", { type: "submit", class: "primary", text: t.enter }))));
    code.focus();
  }

  async enter() {
    const found = await this.look();
    if (this.gone || !found) return;
    sessionStorage.setItem(KEY, this.code);
    this.build(found);
    this.draw(found);
    this.later();
  }

  /** What the server says now; null if it refuses or does not answer, which is shown. */
  async look() {
    try {
      const answer = await fetch("api/operator", { method: "POST", body: JSON.stringify({ code: this.code }) });
      if (answer.ok) return await answer.json();
      sessionStorage.removeItem(KEY);
      if (!this.gone) this.ask(answer.status === 403 ? t.wrongOperator : await answer.text());
    } catch {
      if (!this.gone && this.told) say(this.told, t.failed(t.noServer));
      else if (!this.gone) this.ask(t.noServer);
    }
    return null;
  }

  later() {
    this.timer = setTimeout(() => this.refresh(), EVERY_MS);
  }

  async refresh() {
    clearTimeout(this.timer);
    const found = await this.look();
    if (this.gone) return;
    if (found) this.draw(found);
    if (this.code && this.told) this.later();
  }

  build(found) {
    this.count = h("p", { class: "sub" });
    this.told = h("p", { class: "told", role: "status" });
    this.list = h("div", { class: "desks" });
    this.log = h("ol", { class: "log tall", tabindex: "0", "aria-label": t.operatorLog });
    const text = h("input", { id: "operator-message", maxlength: 200, required: true, "aria-describedby": "message-help" });
    const to = h("select", { id: "operator-to" }, h("option", { value: "", text: t.everyTable }), ...found.tables.map((table) => h("option", { value: table.table_id, text: table.table_id })));
    this.main.replaceChildren(h("div", { class: "headline" }, h("div", {}, h("h1", { text: t.operator }), this.count), h("button", { type: "button", class: "quiet", text: t.signOut, on: { click: () => this.signOut() } })),
      this.told, this.list,
      h("div", { class: "columns" },
        h("form", { class: "sheeted message", "aria-label": t.message, on: { submit: (event) => {
          event.preventDefault();
          this.message(to.value, text);
        } } }, h("h2", { text: t.message }), h("div", { class: "field" }, h("label", { for: text.id, text: t.message }), text), h("p", { id: "message-help", class: "help", text: t.messageHelp }),
        h("div", { class: "field" }, h("label", { for: to.id, text: t.messageTo }), to), h("button", { type: "submit", class: "primary", text: t.commands.MESSAGE })),
        h("section", { class: "sheeted", "aria-label": t.operatorLog }, h("h2", { text: t.operatorLog }), this.log)));
  }

  signOut() {
    sessionStorage.removeItem(KEY);
    Object.assign(this, { code: "", told: null });
    this.ask();
  }

  draw(found) {
    this.tables = found.tables;
    say(this.count, t.connectionsNow(found.connections));
    keyed(this.list, found.tables, (table) => table.table_id, (table) => this.makeTable(table.table_id), (card, table) => this.updateTable(card, table));
    const lines = found.log.map((entry) => ({ ...entry, key: `${entry.at_ms}/${entry.table_id}/${entry.command}` }));
    if (!lines.length) this.log.replaceChildren(h("li", { class: "sub", text: t.noLog }));
    else if (this.log.key !== lines[0].key) {
      this.log.key = lines[0].key;
      this.log.replaceChildren(...lines.map((entry) => h("li", {}, h("span", { class: "sub", text: `${t.when(entry.at_ms)} · ${entry.table_id} · ` }), t.logLine(entry))));
    }
  }

  makeTable(id) {
    const button = (command) => h("button", { type: "button", "data-command": command, text: t.commands[command], "aria-label": `${t.commands[command]}: ${id}`, on: { click: () => this.send(id, command) } });
    const parts = { status: h("span", { class: "status" }), facts: h("p", { class: "sub" }), teams: h("ul", { class: "teams" }),
      buttons: Object.fromEntries(["START_HAND", "PAUSE", "RESUME", "SKIP", "VOID"].map((command) => [command, button(command)])) };
    parts.least = h("input", { id: `min-${id}`, type: "number", step: 1, required: true });
    parts.min = h("form", { class: "minimum", "aria-label": t.minTeams(id), on: { submit: (event) => {
      event.preventDefault();
      this.send(id, "MIN_TEAMS", { count: Number(parts.least.value) });
    } } }, h("label", { for: `min-${id}`, text: t.minTeamsShort }), parts.least, h("button", { type: "submit", text: t.commands.MIN_TEAMS, "aria-label": `${t.commands.MIN_TEAMS}: ${t.minTeams(id)}` }));
    const card = h("section", { class: "sheeted desk", "data-table": id, "aria-label": id }, h("div", { class: "heading" }, h("h2", { text: id }), parts.status), parts.facts, parts.teams,
      h("div", { class: "moves" }, ...Object.values(parts.buttons)), parts.min);
    return Object.assign(card, { parts });
  }

  updateTable({ parts }, table) {
    say(parts.status, t.status[table.status] ?? table.status);
    mark(parts.status, "data-status", table.status);
    say(parts.facts, [t.game(table.variant), table.hand_no ? t.handsPlayed(table.hand_no) : "", t.spectators(table.spectators)].filter(Boolean).join(" · "));
    keyed(parts.teams, table.teams.length ? table.teams : [{ team: "", none: true }], (team) => team.none ? "none" : `${team.seat}/${team.team}`, (team) => this.makeTeam(table.table_id, team), (row, team) => this.updateTeam(row, team, table));
    mark(parts.buttons.START_HAND, "hidden", table.hand_control !== "operator");
    mark(parts.buttons.PAUSE, "hidden", table.paused);
    mark(parts.buttons.RESUME, "hidden", !table.paused);
    parts.buttons.SKIP.disabled = table.asked === null;
    parts.buttons.VOID.disabled = !table.in_hand;
    mark(parts.min, "hidden", table.min_teams === null);
    if (document.activeElement !== parts.least && parts.least.key !== table.min_teams) Object.assign(parts.least, { value: table.min_teams, key: table.min_teams, min: table.least_teams, max: table.seats });
  }

  makeTeam(id, team) {
    if (team.none) return h("li", { class: "sub", text: t.noTeams });
    const parts = { how: h("span", { class: "sub how-here" }), stack: h("span", { class: "chips" }), remove: h("button", { type: "button", class: "quiet", "data-command": "REMOVE", text: t.commands.REMOVE, "aria-label": `${t.commands.REMOVE}: ${team.team}, ${id}`,
      on: { click: () => this.send(id, "REMOVE", { team: team.team }) } }) };
    return Object.assign(h("li", {}, h("bdi", { class: "name clip", title: team.team, text: team.team }), parts.stack, parts.how, parts.remove), { parts });
  }

  updateTeam({ parts }, team, table) {
    if (!parts) return;
    const words = [team.removed ? t.seatRemoved : team.away ? t.seatAway[team.away] ?? team.away : team.house ? t.seatHouse : team.connected ? t.seatHere : t.seatGone,
      team.timeouts > 1 ? t.timeoutsInRow(team.timeouts) : "", table.asked === team.seat ? t.itsTurn : ""];
    say(parts.how, words.filter(Boolean).join(" · "));
    mark(parts.how, "data-here", team.connected || team.house ? "yes" : "no");
    say(parts.stack, chips(team.stack));
    mark(parts.remove, "hidden", team.removed);
  }

  async send(table, command, extra = {}) {
    if (FINAL.has(command) && !await confirmed(t.sure[command](table, extra.team), t.commands[command])) return;
    try {
      const reply = await commanded(table, { command, code: this.code, ...extra });
      this.say(t.doneAt(table, t.done[reply.status] ?? reply.status));
    } catch (error) {
      this.say(t.doneAt(table, error.message || t.noServer));
    }
    this.refresh();
  }

  async message(table, input) {
    const to = table ? [table] : this.tables.map((each) => each.table_id);
    const words = await Promise.all(to.map((each) => commanded(each, { command: "MESSAGE", code: this.code, msg: input.value }).then((reply) => t.done[reply.status], (error) => t.doneAt(each, error.message))));
    if (words.every((each) => each === t.done.sent)) input.value = "";
    this.say([...new Set(words)].join(" "));
    this.refresh();
  }

  say(words) {
    if (this.told) say(this.told, words);
  }
}

/** Send one command on a socket of its own; the reply, or an error with the server's words. */
function commanded(table, frame) {
  return new Promise((done, failed) => {
    const socket = new WebSocket(socketUrl(table));
    socket.onopen = () => socket.send(JSON.stringify({ type: "operator", v: 1, ...frame }));
    socket.onmessage = ({ data }) => {
      const reply = JSON.parse(data);
      if (reply.type !== "operator" && reply.type !== "error") return;
      if (reply.type === "operator") done(reply);
      else failed(new Error(reply.msg));
      socket.close();
    };
    socket.onclose = () => failed(new Error(t.noServer));
  });
}

/** Ask before what cannot be undone; true if it is meant. */
function confirmed(question, action) {
  return new Promise((answer) => {
    const close = (value) => {
      dialog.close();
      answer(value);
    };
    const dialog = h("dialog", { class: "explain", "aria-labelledby": "sure", on: { cancel: () => answer(false), close: () => dialog.remove() } }, h("h2", { id: "sure", text: question }), h("p", { text: t.noUndo }),
      h("div", { class: "moves" }, h("button", { type: "button", class: "danger", text: action, on: { click: () => close(true) } }), h("button", { type: "button", autofocus: true, text: t.noCancel, on: { click: () => close(false) } })));
    document.body.append(dialog);
    dialog.showModal();
  });
}
