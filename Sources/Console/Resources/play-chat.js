// Play: a chat room with two users side by side.
import { uuid } from "./api.js";
import { attempt, button, clear, clock, dialog, field, h, icon, select, toast } from "./dom.js";
import { openSocket } from "./play-socket.js";
import { avatar, developmentAccounts, showAccounts } from "./signin.js";

const MAX_MESSAGES = 200;

/** The tab: a room, and a column for each of two accounts. */
export function chatTab(context) {
  const { accounts } = context;
  const sides = [];
  const columns = h("div", { class: "columns" });
  const rooms = h("select", { "aria-label": "Room", onchange: () => showSides() });

  async function loadRooms(chosen) {
    const list = await context.api.get("api/rooms?limit=200");
    clear(rooms, list.map(({ id, name, is_private: isPrivate }) => h("option", { value: id }, isPrivate ? `${name} (private)` : name)));
    const wanted = list.find(({ id }) => id === chosen) ?? list.find(({ name }) => name === "general") ?? list[0];
    if (wanted) rooms.value = wanted.id;
    showSides();
  }

  function newRoom() {
    dialog({ title: "New room", body: (made) => {
      const name = h("input", { required: true, maxlength: "100", autofocus: true, autocomplete: "off" });
      return h("form", { class: "stack", onsubmit: (event) => {
        event.preventDefault();
        attempt(async () => {
          const room = await context.api.post("api/rooms", { name: name.value });
          made.close();
          await loadRooms(room.id);
        });
      } }, field("Name", name, "A public room: every account may join."), h("p", { class: "actions" }, h("button", { class: "button primary" }, "Create")));
    } });
  }

  function showSides() {
    sides.splice(0).forEach((side) => side.stop());
    const other = accounts.list.find((account) => account !== accounts.active);
    sides.push(...[accounts.active, other].filter(Boolean).map((account) => chatSide(context, rooms.value, account)));
    clear(columns, sides.map(({ element }) => element), !other && second());
  }

  function second() {
    const quick = developmentAccounts(accounts, () => {}, { isActive: false });
    return h("section", { class: "card stack second" }, h("h2", {}, "A second user"),
      h("p", { class: "muted" }, "Sign another account in to see both sides of the room."), quick, button("Other account", () => showAccounts(accounts), { icon: "user" }));
  }

  attempt(loadRooms);
  return { element: h("div", { class: "stack" }, h("div", { class: "chat-top" }, rooms, button("New room", newRoom, { icon: "plus" })), columns), stop: () => sides.forEach((side) => side.stop()) };
}

/** One user's view of the room. */
function chatSide(context, room, first) {
  const { accounts } = context;
  let account = first;
  let socket;
  let typing;
  let typed = 0;
  const rows = new Map();
  const online = new Set();
  const log = h("div", { class: "dialogue", role: "log", tabindex: "0" });
  const state = h("small", { class: "muted" });
  const face = h("span", {});
  const hint = h("p", { class: "typing muted", "aria-live": "polite" });
  const words = h("input", { placeholder: "Message", maxlength: "5000", autocomplete: "off" });
  const chosen = select(accounts.list.map(({ id, username }) => [id, username]), account.id, (id) => { account = accounts.find(id); open(); }, { "aria-label": "Account" });

  const scroll = () => { log.scrollTop = log.scrollHeight; };
  const showState = (text) => clear(state, text ?? `${online.size} online`);

  function showMessage({ message_id: id, sender, content, timestamp, edited_at: edited }) {
    const isOwn = sender === account.username;
    const known = rows.get(id);
    const row = h("div", { class: ["bubble", isOwn ? "user" : "assistant"] }, !isOwn && h("strong", {}, sender), h("p", {}, content),
      h("small", { class: "muted" }, clock(new Date(`${timestamp}Z`), false), edited && " · edited", h("span", { class: "read" })),
      isOwn && button("", () => socket.send({ type: "delete_message", message_id: id }), { icon: "trash", kind: "quiet small", title: "Delete the message" }));
    if (known) known.replaceWith(row);
    else log.append(row);
    rows.set(id, row);
    if (rows.size > MAX_MESSAGES) {
      const [oldest] = rows.keys();
      rows.get(oldest).remove();
      rows.delete(oldest);
    }
    scroll();
  }

  const on = {
    connected: ({ users }) => { online.clear(); users.forEach((user) => online.add(user)); showState(); },
    message: (message) => {
      showMessage(message);
      if (message.sender !== account.username) socket.send({ type: "read", message_id: message.message_id });
      clear(hint);
    },
    message_edited: showMessage,
    message_deleted: ({ message_id: id }) => { const row = rows.get(id); if (row) { row.classList.add("deleted"); clear(row, h("p", { class: "muted" }, "deleted")); } },
    user_joined: ({ username }) => { online.add(username); showState(); },
    user_left: ({ username }) => { online.delete(username); showState(); },
    typing: ({ username, is_typing: isTyping }) => {
      clear(hint, isTyping && `${username} is typing…`);
      clearTimeout(typing);
      typing = setTimeout(() => clear(hint), 4000);
    },
    read: ({ username, message_id: id }) => {
      if (username === account.username) return;
      log.querySelectorAll(".read").forEach((mark) => clear(mark));
      const mark = rows.get(id)?.querySelector(".read");
      if (mark) clear(mark, ` · read by ${username}`);
    },
    error: ({ content, error_code: code }) => toast(`${content} (${code})`, "error"),
    closed: (code) => showState(`closed with ${code}`),
  };

  async function open() {
    socket?.close();
    rows.clear();
    clear(log);
    clear(face, avatar(account.username));
    showState("connecting");
    log.setAttribute("aria-label", `Messages for ${account.username}`);
    words.setAttribute("aria-label", `Message of ${account.username}`);
    const messages = (await account.api.get(`api/messages/${room}/recent?limit=30`));
    messages.forEach(showMessage);
    const last = messages.at(-1)?.message_id;
    socket = openSocket(context, `ws/chat/${room}`, { account, query: { since: last, device_id: "console-play" }, on });
  }

  function submit(event) {
    event.preventDefault();
    const content = words.value.trim();
    if (!content) return;
    if (!socket?.send({ type: "message", content, client_message_id: uuid() })) return toast("The connection is not open.", "error");
    words.value = "";
    typed = 0;
  }

  words.addEventListener("input", () => {
    if (Date.now() - typed < 2500) return;
    typed = Date.now();
    socket?.send({ type: "typing", is_typing: true });
  });
  attempt(open);
  const element = h("section", { class: "card chat-side", "aria-label": "Side of a user" }, h("header", { class: "spread" }, h("span", { class: "chat-person" }, face, chosen), state), log, hint,
    h("form", { class: "say-line", onsubmit: submit }, words, h("button", { class: "button primary square", "aria-label": "Send" }, icon("send"))));
  return { element, stop: () => socket?.close() };
}
