// Elements by hand. Everything from outside goes in as text: there is no way to put HTML in.

const SVG = "http://www.w3.org/2000/svg";

/** An element: `props` are attributes, `class`, `text`, `on` (listeners) and `vars` (CSS custom properties). */
export function h(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** The same in SVG. */
export function svg(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(made, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") made.setAttribute("class", value);
    else if (name === "text") made.textContent = value;
    else if (name === "on") for (const [event, heard] of Object.entries(value)) made.addEventListener(event, heard);
    else if (name === "vars") for (const [key, each] of Object.entries(value)) made.style.setProperty(key, each);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** Set a text, only if it changed: nothing is laid out for nothing. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Set or drop an attribute, only if it changed. */
export function mark(element, name, value) {
  const wanted = value === true ? "" : value;
  if (wanted === null || wanted === undefined || wanted === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(wanted)) element.setAttribute(name, wanted);
}

/** Keep a list's elements by key: made once, kept in order, removed when gone. */
export function keyed(parent, items, key, make, update) {
  const old = parent.kept ?? new Map();
  const now = new Map();
  for (const item of items) {
    const name = key(item);
    const element = old.get(name) ?? make(item);
    now.set(name, element);
    update?.(element, item);
  }
  for (const [name, element] of old) if (!now.has(name)) element.remove();
  let place = parent.firstElementChild;
  for (const element of now.values()) {
    if (element === place) place = place.nextElementSibling;
    else parent.insertBefore(element, place);
  }
  parent.kept = now;
}

/** A name from outside, kept apart from the direction of the text around it. */
export function name(text, props = {}) {
  return h("bdi", { class: "name", title: text, ...props, text });
}
