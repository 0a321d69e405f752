// The panel Sockets: connections at the left, the frames of one of them, and the composer.
import { loadFamilies } from "./asyncapi.js";
import { composer } from "./composer.js";
import { connectForm } from "./connect.js";
import { connections } from "./connections.js";
import { attempt, button, clear, dialog, h } from "./dom.js";
import { frameList } from "./frames.js";

/** Connections keep their own accounts. */
export const followsAccounts = true;

const STATES = { connecting: ["connecting", "warn"], open: ["open", "good"], closing: ["closing", "warn"], closed: ["closed", ""] };
let selected;

function stateBadge(connection) {
  const [text, kind] = STATES[connection.state];
  return h("span", { class: ["badge", kind] }, text);
}

/** Shows the panel. */
export async function mount(element, context) {
  const families = await loadFamilies();
  const side = h("div", { class: "connection-list" });
  const stage = h("div", { class: "stage" });
  let view = new AbortController();
  let parts;

  function open(options) {
    attempt(() => {
      selected = connections.open(options);
      showAll();
    });
  }

  function ask() {
    dialog({ title: "New connection", body: (made) => connectForm(families, context, (options) => { made.close(); open(options); }) });
  }

  function showSide() {
    const { list } = connections;
    side.hidden = list.length === 0;
    const choose = (connection) => {
      selected = connection;
      showAll();
    };
    clear(side, h("ul", {}, list.map((connection) => h("li", {}, h("button", { type: "button", class: "connection", "aria-pressed": connection === selected, onclick: () => choose(connection) },
      h("strong", {}, connection.title), h("small", { class: "muted" }, connection.account?.username ?? "without a token", " ", stateBadge(connection)))))),
    button("New connection", ask, { icon: "plus", title: "New connection (n)" }));
  }

  function showStage() {
    view.abort();
    view = new AbortController();
    parts = undefined;
    if (!selected) {
      const lead = h("p", { class: "muted" }, "Frames in both directions appear here. Connections stay open while you use other panels.");
      return clear(stage, h("section", { class: "card connect-card" }, h("h2", {}, "Connect"), lead, connectForm(families, context, open)));
    }
    const connection = selected;
    const head = h("div", { class: "stage-head" });
    const showHead = () => clear(head, ...headOf(connection, context, () => { connections.remove(connection); selected = connections.list[0]; showAll(); }));
    const write = composer(connection, view.signal);
    const list = frameList(connection, view.signal, write);
    parts = { list, write };
    connection.addEventListener("state", showHead, { signal: view.signal });
    connection.addEventListener("frames", () => { if (head.dataset.position !== String(connection.position)) { head.dataset.position = connection.position; showHead(); } }, { signal: view.signal });
    showHead();
    clear(stage, h("section", { class: "card stage-card", "aria-label": connection.title }, head, list.element, write.element));
  }

  function showAll() {
    showStage();
    for (const connection of connections.list) connection.addEventListener("state", showSide, { signal: view.signal });
    showSide();
  }

  if (!connections.list.includes(selected)) [selected] = connections.list;
  clear(element, h("div", { class: "sockets" }, side, stage));
  showAll();
  context.shortcut("n", "New connection", ask);
  context.shortcut("/", "Search in frames", () => parts?.list.focusSearch());
  context.shortcut("p", "Pause or continue", () => parts?.list.togglePause());
  context.shortcut("m", "Write a message", () => parts?.write.focus());
  return () => view.abort();
}

/** The address, the state and the buttons of a connection. */
function headOf(connection, context, remove) {
  const { state, position } = connection;
  const isLive = state === "open" || state === "connecting";
  const check = (label, isOn, change) => h("label", { class: "check" }, h("input", { type: "checkbox", checked: isOn, onchange: (event) => change(event.target.checked) }), label);
  return [
    h("div", { class: "stage-title" }, h("h2", { class: "mono" }, connection.title), stateBadge(connection),
      position !== undefined && h("span", { class: "badge accent", title: "The last event of this connection" }, `event ${position}`)),
    h("div", { class: "stage-actions" },
      isLive && button("Disconnect", () => connection.disconnect(), { title: "Send a close frame" }),
      isLive && button("Cut", () => connection.reset(context.isDevelopment), { icon: "bolt", title: "Break the connection without a close frame" }),
      button("Reconnect", () => connection.connect(), { icon: "redo", title: "Connect; the server continues at its own position" }),
      position !== undefined && button(`Since ${position}`, () => connection.connect(position), { icon: "redo", title: `Connect with ?since=${position}` }),
      button("", remove, { icon: "close", kind: "quiet", title: "Remove the connection" })),
    h("div", { class: "stage-options" },
      check("Reconnect automatically", connection.isReconnecting, (isOn) => { connection.isReconnecting = isOn; }),
      check("Ping every minute", connection.isKeptAlive, (isOn) => connection.keepAlive(isOn))),
  ];
}
