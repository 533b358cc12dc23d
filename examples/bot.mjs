// A whole arena client in plain JavaScript, for Node 18 and later: node bot.mjs ws://localhost:8765/ws Me secret
import { randomBytes } from "node:crypto";
import { request } from "node:http";

const [url, team, code] = process.argv.slice(2);
const FINAL = [4000, 4001, 4002, 4003, 4400, 4401]; // the arena does not want us: stay away
const rank = (card) => "..23456789TJQKA".indexOf(card[0]);

function decide(act) {
  const [first, second] = act.you.hole.map(rank);
  if (act.legal.includes("RAISE_TO") && (first === second || Math.min(first, second) >= 11)) {
    return { action: "RAISE_TO", amount: act.min_raise_to };
  }
  if (act.legal.includes("CHECK")) return { action: "CHECK" };
  return { action: act.call_amount <= act.you.stack / 50 ? "CALL" : "FOLD" };
}

// Node 22 brings WebSocket; this does for older ones what is needed here, over ws:// only.
class SmallWebSocket {
  constructor(address) {
    const asked = request(address.replace(/^ws/, "http"), { headers: { Connection: "Upgrade", Upgrade: "websocket",
      "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": randomBytes(16).toString("base64") } });
    asked.on("upgrade", (_, wire, rest) => {
      this.wire = wire;
      this.unread = rest;
      wire.on("data", (data) => { this.unread = Buffer.concat([this.unread, data]); this.read(); });
      wire.on("error", () => wire.destroy());
      wire.on("close", () => this.closed());
      this.onopen();
      this.read();
    });
    asked.on("response", () => this.closed());
    asked.on("error", () => this.closed());
    asked.end();
  }

  send(text, kind = 0x81) {
    const data = Buffer.from(text), mask = randomBytes(4);
    const head = data.length < 126 ? [kind, 0x80 | data.length] : [kind, 0xfe, data.length >> 8, data.length & 255];
    this.wire.write(Buffer.concat([Buffer.from(head), mask, data.map((byte, at) => byte ^ mask[at % 4])]));
  }

  read() {
    for (;;) {
      const [kind, short] = this.unread, start = short === 127 ? 10 : short === 126 ? 4 : 2;
      if (this.unread.length < start) return;
      const size = short === 127 ? Number(this.unread.readBigUInt64BE(2)) : short === 126 ? this.unread.readUInt16BE(2) : short;
      if (this.unread.length < start + size) return;
      const data = this.unread.subarray(start, start + size);
      this.unread = this.unread.subarray(start + size);
      if (kind === 0x81) this.onmessage({ data: data.toString() });
      else if (kind === 0x89) this.send(data, 0x8a); // a ping: answer it
      else if (kind === 0x88) {
        this.end = { code: size < 2 ? 1005 : data.readUInt16BE(0), reason: data.subarray(2).toString() };
        this.send(data.subarray(0, 2), 0x88);
        this.wire.end();
      }
    }
  }

  closed() {
    this.onclose?.(this.end ?? { code: 1006, reason: "" });
    this.onclose = null;
  }
}

const Socket = globalThis.WebSocket ?? SmallWebSocket;

function connect(wait) {
  const socket = new Socket(url);
  socket.onopen = () => {
    wait = 250;
    socket.send(JSON.stringify({ type: "hello", v: 1, team, join_code: code }));
  };
  socket.onmessage = (message) => {
    const frame = JSON.parse(message.data);
    if (frame.type === "act" || (frame.type === "snapshot" && frame.legal)) {
      socket.send(JSON.stringify({ type: "action", v: 1, hand_id: frame.hand_id ?? frame.at_hand_id,
                                   decision: frame.decision, ...decide(frame) }));
    } else if (frame.type === "error" || frame.type === "match_end") {
      console.log(frame);
    }
  };
  socket.onclose = (end) => {
    if (FINAL.includes(end.code)) return console.log(end.code, end.reason);
    setTimeout(() => connect(Math.min(2 * wait, 10000)), wait);
  };
}

connect(250);
