// The list of the frames of a connection, with filters.
import { documentation } from "./asyncapi.js";
import { attempt, button, bytes, clear, clock, h, icon, select, toast } from "./dom.js";
import { jsonView } from "./json.js";

const ARROWS = { client: ["↑", "sent"], server: ["↓", "received"], note: ["•", "note"] };

/**
 * Shows the frames of `connection` until `signal` aborts. `actions`: `edit(text)`, `save(text)`. Returns
 * `{element, focusSearch}`.
 */
export function frameList(connection, signal, actions) {
  const filter = { direction: "", type: "", search: "" };
  let isPaused = false;
  let shown = 0;
  let known = new Set();
  let isScheduled = false;
  const list = h("ol", { class: "frames" });
  const box = h("div", { class: "frame-box", tabindex: "0", role: "region", "aria-label": "Frames" }, list);
  const status = h("span", { class: "muted frame-status" });
  const types = select([["", "All types"]], "", (value) => { filter.type = value; rebuild(); }, { "aria-label": "Type" });
  const search = h("input", { type: "search", placeholder: "Search", "aria-label": "Search in frames", oninput: () => { filter.search = search.value.toLowerCase(); rebuild(); } });
  const pause = button("Pause", () => {
    isPaused = !isPaused;
    pause.setAttribute("aria-pressed", isPaused);
    isPaused ? showStatus() : rebuild();
  }, { icon: "pause", kind: "small", "aria-pressed": "false" });
  const directions = select([["", "Both directions"], ["server", "↓ Received"], ["client", "↑ Sent"]], "", (value) => { filter.direction = value; rebuild(); }, { "aria-label": "Direction" });

  const matches = (frame) => (!filter.direction || frame.direction === filter.direction) && (!filter.type || frame.type === filter.type)
    && (!filter.search || frame.text.toLowerCase().includes(filter.search));

  function showStatus() {
    const { frames, dropped, bytes: size } = connection;
    const hidden = frames.at(-1)?.id - shown;
    clear(status, `${frames.length} kept, ${bytes(size)}`, dropped > 0 && `, ${dropped} older dropped`, isPaused && hidden > 0 && `, ${hidden} new while paused`);
  }

  function showTypes() {
    const found = new Set(connection.frames.map(({ type }) => type).filter(Boolean));
    if (found.size === known.size && [...found].every((type) => known.has(type))) return;
    known = found;
    if (filter.type) found.add(filter.type);
    clear(types, h("option", { value: "" }, "All types"), [...found].sort().map((type) => h("option", { value: type }, type)));
    types.value = filter.type;
  }

  function append() {
    isScheduled = false;
    if (isPaused || signal.aborted) return showStatus();
    const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
    const fresh = connection.frames.filter(({ id }) => id > shown);
    shown = connection.frames.at(-1)?.id ?? shown;
    list.append(...fresh.filter(matches).map((frame) => row(connection, frame, actions)));
    const first = connection.frames[0]?.id ?? Infinity;
    while (list.firstElementChild && Number(list.firstElementChild.dataset.id) < first) list.firstElementChild.remove();
    showTypes();
    showStatus();
    if (isAtEnd) box.scrollTop = box.scrollHeight;
  }

  function rebuild() {
    shown = 0;
    clear(list);
    if (isPaused) {
      isPaused = false;
      pause.setAttribute("aria-pressed", "false");
    }
    append();
    box.scrollTop = box.scrollHeight;
  }

  connection.addEventListener("frames", () => {
    if (connection.frames.length === 0) return rebuild();
    if (!isScheduled) requestAnimationFrame(append);
    isScheduled = true;
  }, { signal });
  const tools = h("div", { class: "frame-tools" }, search, directions, types, pause,
    button("Clear", () => connection.clear(), { icon: "trash", kind: "small", title: "Forget the frames" }),
    button("Export", () => download(connection), { icon: "download", kind: "small", title: "Download the frames as JSON Lines" }), status);
  requestAnimationFrame(rebuild);
  return { element: h("div", { class: "frame-part" }, tools, box), focusSearch: () => search.focus(), togglePause: () => pause.click() };
}

function row(connection, frame, actions) {
  const [arrow, word] = ARROWS[frame.direction];
  const time = h("time", { datetime: frame.time.toISOString() }, clock(frame.time));
  if (frame.direction === "note") {
    return h("li", { class: ["frame", "note", frame.kind], "data-id": frame.id },
      h("span", { class: "arrow", "aria-hidden": "true" }, arrow), time, h("span", {}, frame.text));
  }
  const body = h("div", { class: "frame-body", hidden: true });
  const head = h("button", { type: "button", class: "frame-head", "aria-expanded": "false", onclick: () => {
    body.hidden = !body.hidden;
    head.setAttribute("aria-expanded", !body.hidden);
    if (!body.childElementCount) body.append(...details(connection, frame, actions));
  } }, h("span", { class: "arrow" }, arrow, h("span", { class: "hidden" }, ` ${word} `)), time,
  h("span", { class: ["type", frame.type === "error" && "is-error"] }, frame.type || "text"), h("span", { class: "preview" }, frame.preview), h("span", { class: "size" }, bytes(frame.size)));
  return h("li", { class: ["frame", frame.direction], "data-id": frame.id }, head, body);
}

function details(connection, frame, actions) {
  const pretty = frame.value === undefined ? frame.text : JSON.stringify(frame.value, null, 2);
  const small = { class: "button small" };
  const sendAgain = async () => { if (!(await connection.send(frame.text))) toast("The connection is not open.", "error"); };
  const copy = () => attempt(async () => {
    await navigator.clipboard.writeText(pretty);
    toast("Copied");
  });
  return [
    h("div", { class: "frame-actions" },
      frame.type && h("a", { ...small, href: documentation(connection.family, frame.direction, frame.type), target: "_blank", rel: "noopener" }, icon("link"), "Documentation"),
      h("button", { ...small, type: "button", onclick: copy }, icon("copy"), "Copy"),
      frame.direction === "client" && h("button", { ...small, type: "button", onclick: sendAgain }, icon("redo"), "Send again"),
      h("button", { ...small, type: "button", onclick: () => actions.edit(pretty) }, icon("send"), "Edit"),
      h("button", { ...small, type: "button", onclick: () => actions.save(pretty) }, icon("save"), "Save")),
    frame.value === undefined ? h("pre", {}, frame.text) : jsonView(frame.value),
  ];
}

function download(connection) {
  const content = new Blob([connection.export()], { type: "application/x-ndjson" });
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "");
  const name = `hearth${connection.path.replaceAll(/\W+/g, "-")}-${time}.jsonl`;
  const link = h("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
