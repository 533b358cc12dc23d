// The page begins here: its frame, and which view an address shows.
import { h, mark } from "./dom.js";
import { apply, menu } from "./options.js";
import { parse, views } from "./router.js";
import { t } from "./texts.js";

const main = document.getElementById("main");
let shown = { view: null, leave: null, move: null };

function frame() {
  const links = [["", t.lobby], ["games", t.labGames], ["standings", t.standings], ["hands", t.myHands], ["replay", t.replayer]].map(([view, text]) =>
    h("a", { href: `#/${view}`, "data-view": view || "lobby", text }));
  document.getElementById("top").append(
    h("a", { class: "skip", href: "#main", text: t.skip, on: { click: skip } }),
    h("a", { class: "brand", href: "#/" }, h("img", { src: "chip.svg", alt: "", width: 26, height: 26 }), t.brand),
    h("nav", { "aria-label": t.navigation }, ...links),
    h("p", { id: "link", role: "status" }), menu());
}

function skip(event) {
  event.preventDefault();
  main.focus();
}

async function show() {
  const route = parse(location.hash);
  if (shown.view === route.view && shown.move?.(route)) return;
  shown.leave?.();
  const here = (shown = { view: route.view, leave: null, move: null });
  for (const link of document.querySelectorAll("nav a")) {
    mark(link, "aria-current", link.dataset.view === route.view ? "page" : null);
  }
  document.getElementById("link").textContent = "";
  const { open } = await views[route.view]();
  if (here !== shown) return;
  main.replaceChildren();
  main.className = route.view;
  Object.assign(here, open(main, route));
}

apply();
frame();
addEventListener("hashchange", show);
show();
