// Added to each page: its sockets, and what the server last sent to its own seat.
window.sockets = [];
window.own = null;
const Plain = WebSocket;
window.WebSocket = class extends Plain {
  constructor(...given) {
    super(...given);
    window.sockets.push(this);
    this.addEventListener("message", (message) => {
      const frame = JSON.parse(message.data);
      const hand_id = frame.hand_id ?? frame.at_hand_id;
      if (frame.type === "welcome") window.own = { ...window.own, seat: frame.seat };
      if (frame.type === "cards") window.own = { ...window.own, hole: frame.hole };
      if (frame.you) window.own = { ...window.own, seat: frame.you.seat ?? frame.seat, hole: frame.you.hole };
      if (frame.legal) window.own.prompt = { ...frame, hand_id };
    });
  }
};
