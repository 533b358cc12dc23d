// Run in the page: everything that a person can read on the table, as plain values.
() => {
  const all = (selector, of = document) => [...of.querySelectorAll(selector)];
  const text = (selector, of = document) => of.querySelector(selector)?.textContent ?? "";
  const shown = (element) => Boolean(element) && !element.closest("[hidden]");
  const cards = (element) => all(".card", element).map((each) => each.dataset.card ?? "??");
  const pods = all(".pod[data-seat]").map((pod) => ({ seat: Number(pod.dataset.seat), kind: pod.dataset.kind, mine: "mine" in pod.dataset, name: text(".name", pod), stack: text(".stack", pod),
    bet: shown(pod.querySelector(".bet")) ? text(".bet .amount", pod) : "", cards: cards(pod.querySelector(".hand")), badge: pod.querySelector(".badge")?.dataset.badge ?? "" }));
  const panel = document.querySelector(".panel");
  const sting = document.querySelector(".sting");
  const roles = all(".role").map((role) => ({ turn: "turn" in role.dataset, out: "out" in role.dataset, held: all(".mini", role).length, deck: text(".deck", role) }));
  return {
    pods, board: all(".board .card").map((each) => each.dataset.card ?? "??"), total: text(".total"), verdict: text(".verdict"),
    pots: all(".pots > li").map((each) => [text(".label", each), text(".amount", each)]),
    link: text("#link"), title: document.title, decision: (sting ?? panel)?.dataset.decision ?? null,
    moves: all(".panel .move").filter((each) => !each.hidden && !each.disabled).map((each) => each.textContent), picks: all(".pick").map((each) => each.dataset.pick),
    range: shown(document.querySelector(".slider")) && document.querySelector(".sizing")?.dataset.on !== undefined ? [Number(document.querySelector(".slider").min), Number(document.querySelector(".slider").max)] : null,
    sting: sting && { hand: text(".facts .hand"), round: text(".facts .round"), cash: text(".facts .cash"), heat: text(".facts .heat"), evidence: text(".evidence b"), cover: text(".cover b"), profit: text(".profit"), roles,
      lanes: all(".lane").map((lane) => all(".played", lane).map((each) => "down" in each.dataset ? "down" : text("b", each))), own: all(".owncard b").map((each) => each.textContent) },
  };
}
