// A collapsible view of JSON. Members of large values are made when they are opened.
import { h } from "./dom.js";

const MAX_MEMBERS = 200;

function scalar(value) {
  const kind = value === null ? "null" : typeof value;
  return h("span", { class: `json-${kind}` }, JSON.stringify(value) ?? String(value));
}

function summary(value) {
  const names = Object.keys(value);
  if (Array.isArray(value)) return `[ ${names.length} ]`;
  const text = names.slice(0, 4).join(", ");
  return `{ ${text}${names.length > 4 ? ", …" : ""} }`;
}

function node(key, value, depth, openDepth) {
  const label = key === undefined ? undefined : [h("span", { class: "json-key" }, String(key)), h("span", { class: "json-colon" }, ": ")];
  if (value === null || typeof value !== "object" || Object.keys(value).length === 0) {
    const text = value !== null && typeof value === "object" ? h("span", { class: "json-null" }, Array.isArray(value) ? "[ ]" : "{ }") : scalar(value);
    return h("div", { class: "json-leaf" }, label, text);
  }
  const body = h("div", { class: "json-members" });
  const made = h("details", { class: "json-node" }, h("summary", {}, label, h("span", { class: "json-count" }, summary(value))), body);
  const expand = () => {
    if (body.childElementCount) return;
    const entries = Object.entries(value);
    body.append(...entries.slice(0, MAX_MEMBERS).map(([name, member]) => node(name, member, depth + 1, openDepth)));
    if (entries.length > MAX_MEMBERS) body.append(h("div", { class: "muted" }, `${entries.length - MAX_MEMBERS} more`));
  };
  made.addEventListener("toggle", () => { if (made.open) expand(); });
  if (depth < openDepth) {
    expand();
    made.open = true;
  }
  return made;
}

/** An element that shows `value`, with `openDepth` levels open. The members of the outermost object are always shown. */
export function jsonView(value, { openDepth = 1 } = {}) {
  const isObject = value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value).length > 0;
  if (!isObject) return h("div", { class: "json" }, node(undefined, value, 0, openDepth));
  return h("div", { class: "json" }, h("div", { class: "json-members" }, Object.entries(value).slice(0, MAX_MEMBERS).map(([name, member]) => node(name, member, 0, openDepth))));
}
