// Play: two devices of one account.
import { button, clear, h, toast } from "./dom.js";
import { Device } from "./play-device.js";

/** The tab: two devices side by side. They stay apart while one of them is offline. */
export function syncTab(context) {
  const devices = [new Device(context, "console-phone"), new Device(context, "console-tablet")];
  const views = devices.map((device, index) => deviceView(device, ["Phone", "Tablet"][index]));
  const wait = (check) => new Promise((resolve) => {
    const limit = Date.now() + 5000;
    const look = () => (check() || Date.now() > limit || context.signal.aborted ? resolve() : setTimeout(look, 50));
    look();
  });

  /** Takes both devices offline, changes the same note on each, and connects them again. */
  async function makeConflict() {
    const [phone, tablet] = devices;
    devices.forEach((device) => device.goOnline());
    await wait(() => devices.every(({ isLoaded }) => isLoaded));
    if (!phone.notes.size) phone.add("Buy oats");
    await wait(() => [...phone.notes.values()].some(({ id, change }) => change && tablet.notes.get(id)?.change === change));
    const id = [...phone.notes.keys()].find((key) => tablet.notes.has(key));
    if (!id) return toast("The devices have no note in common.", "error");
    devices.forEach((device) => device.goOffline());
    const text = phone.notes.get(id).text.replace(/ \((phone|tablet)\)$/, "");
    phone.edit(id, `${text} (phone)`);
    tablet.edit(id, `${text} (tablet)`);
    phone.goOnline();
    await wait(() => !phone.notes.get(id)?.isChanged);
    tablet.goOnline();
  }

  const conflict = button("Make a conflict", async () => {
    conflict.disabled = true;
    await makeConflict();
    conflict.disabled = false;
  }, { icon: "bolt" });
  devices.forEach((device) => {
    device.addEventListener("problem", ({ detail }) => toast(detail, "error"));
    device.goOnline();
  });
  const lead = h("p", { class: "muted" }, "Change a note on one device and watch it appear on the other. ",
    "A note that both changed while one was offline becomes a conflict: the later version is stored, and the other device can take its own back.");
  const element = h("div", { class: "stack" }, h("div", { class: "spread sync-top" }, lead, conflict), h("div", { class: "columns" }, views));
  return { element, stop: () => devices.forEach((device) => device.goOffline()) };
}

function deviceView(device, name) {
  const state = h("span", {});
  const list = h("ul", { class: "notes" });
  const conflicts = h("div", { class: "stack", "aria-live": "polite" });
  const log = h("ol", { class: "device-log" });
  const rows = new Map();
  const text = h("input", { placeholder: "New note", "aria-label": `New note on the ${name.toLowerCase()}`, maxlength: "200", autocomplete: "off" });
  const power = button("Go offline", () => (device.isOnline ? device.goOffline() : device.goOnline()), { kind: "small" });

  function row(note) {
    const input = h("input", { value: note.text, "aria-label": `Note on the ${name.toLowerCase()}`, maxlength: "200", onchange: () => device.edit(note.id, input.value) });
    const mark = h("span", { class: "mark" });
    return { input, mark, element: h("li", {}, input, mark, button("", () => device.remove(note.id), { icon: "trash", kind: "quiet small", title: "Delete the note" })) };
  }

  function showNotes() {
    const notes = [...device.notes.values()].filter(({ isDeleted }) => !isDeleted);
    for (const [id, { element }] of rows) {
      if (notes.some((note) => note.id === id)) continue;
      element.remove();
      rows.delete(id);
    }
    for (const note of notes) {
      if (!rows.has(note.id)) {
        rows.set(note.id, row(note));
        list.append(rows.get(note.id).element);
      }
      const { input, mark, element } = rows.get(note.id);
      if (document.activeElement !== input) input.value = note.text;
      clear(mark, note.isChanged ? h("span", { class: "badge warn" }, "not sent") : h("span", { class: "muted" }, note.change === undefined ? "" : `#${note.change}`));
      element.classList.toggle("fresh", note.isFresh === true);
      note.isFresh = false;
    }
  }

  function showConflict(conflict) {
    const mine = conflict.your_version?.title ?? "(deleted)";
    const stored = device.notes.get(conflict.item_id)?.text ?? "(deleted)";
    return h("div", { class: "notice warn conflict" }, h("p", {}, h("strong", {}, "Conflict. "),
      `${conflict.winning_device_id ?? "Another device"} replaced “${mine}” by “${stored}” without having seen it.`),
      h("div", { class: "chips" }, button("Take mine back", () => device.resolve(conflict, "client_wins"), { kind: "small" }),
        button("Keep the other", () => device.resolve(conflict, "server_wins"), { kind: "small" }),
        button("Merge", () => device.resolve(conflict, "merge", `${mine} + ${stored}`), { kind: "small" })));
  }

  function show() {
    clear(state, h("span", { class: ["badge", device.state === "online" ? "good" : "warn"] }, device.state));
    power.lastChild.textContent = device.isOnline ? "Go offline" : "Go online";
    showNotes();
    clear(conflicts, device.conflicts.map(showConflict));
    clear(log, device.log.slice(-6).map(({ direction, type }) => h("li", { class: direction }, direction === "client" ? "↑ " : "↓ ", type)));
  }

  device.addEventListener("change", show);
  show();
  return h("section", { class: "card device", "aria-label": name }, h("header", { class: "spread" }, h("h2", {}, name, " ", state), power), conflicts, list,
    h("form", { class: "say-line", onsubmit: (event) => {
      event.preventDefault();
      if (text.value.trim()) device.add(text.value.trim());
      text.value = "";
    } }, text, h("button", { class: "button" }, "Add")),
    h("details", { class: "more" }, h("summary", {}, "Frames"), log));
}
