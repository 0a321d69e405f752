// Writing messages: examples of the AsyncAPI document, messages saved by name.
import { masked } from "./connections.js";
import { button, clear, dialog, field, h, toast } from "./dom.js";

const STORE = "hearth.console.messages";
const MAX_SAVED = 100;
const MAX_CHARACTERS = 65_536;

function readSaved() {
  try { return JSON.parse(localStorage.getItem(STORE)) ?? []; } catch { return []; }
}

/** Stores the list without access tokens. Returns whether there was room. */
function writeSaved(list) {
  try {
    localStorage.setItem(STORE, JSON.stringify(list.map((saved) => ({ ...saved, text: masked(saved.text) }))));
    return true;
  } catch {
    toast("The browser has no room for more saved messages.", "error");
    return false;
  }
}

/** The area below the frames. Returns `{element, edit(text), save(text), focus}`. */
export function composer(connection, signal) {
  const { family } = connection;
  const examples = family.messages.filter(({ direction }) => direction === "client");
  const text = h("textarea", { rows: "4", class: "mono", spellcheck: "false", "aria-label": "Message", placeholder: '{ "type": "ping" }' });
  const hint = h("small", { class: "muted" });
  const choice = h("select", { "aria-label": "Example or saved message", onchange: () => choose(choice.value) });
  const submit = button("Send", send, { icon: "send", kind: "primary", title: "Control and Enter" });

  function showChoices() {
    const saved = readSaved().filter(({ address }) => address === family.address);
    clear(choice, h("option", { value: "" }, "Examples and saved messages"),
      h("optgroup", { label: "Examples" }, examples.map(({ type }, index) => h("option", { value: `example ${index}` }, type))),
      saved.length > 0 && h("optgroup", { label: "Saved" }, saved.map(({ name }) => h("option", { value: `saved ${name}` }, name))));
  }

  function choose(value) {
    const [kind, ...rest] = value.split(" ");
    const name = rest.join(" ");
    if (kind === "example") {
      edit(JSON.stringify(examples[Number(name)].example, null, 2), examples[Number(name)].summary);
    } else if (kind === "saved") {
      edit(readSaved().find((saved) => saved.name === name && saved.address === family.address)?.text ?? "");
    }
  }

  function edit(content, summary = "") {
    text.value = content;
    text.rows = Math.min(14, Math.max(4, content.split("\n").length));
    clear(hint, summary);
    text.focus();
  }

  function check() {
    let problem = "";
    try { if (text.value.trim() && text.value.trim() !== "ping") JSON.parse(text.value.replaceAll(/\{\{\w+\}\}/g, "x")); } catch (error) { problem = `Not JSON: ${error.message}`; }
    clear(hint, problem);
    hint.classList.toggle("problem", problem !== "");
  }

  async function send() {
    if (!text.value.trim()) return text.focus();
    if (!(await connection.send(text.value))) toast("The connection is not open.", "error");
  }

  function save(content) {
    if (content.length > MAX_CHARACTERS) return toast(`A saved message has at most ${MAX_CHARACTERS} characters.`, "error");
    dialog({ title: "Save the message", body: (made) => {
      const name = h("input", { required: true, maxlength: "80", autofocus: true, autocomplete: "off" });
      return h("form", { class: "stack", onsubmit: (event) => {
        event.preventDefault();
        const others = readSaved().filter((saved) => saved.name !== name.value || saved.address !== family.address);
        if (others.length >= MAX_SAVED) return toast(`At most ${MAX_SAVED} messages. Delete one first.`, "error");
        if (!writeSaved([...others, { name: name.value, address: family.address, text: content }])) return;
        showChoices();
        made.close();
        toast(`Saved as ${name.value}`);
      } }, field("Name", name, `For ${family.address}. Access tokens are replaced by {{token}}.`), h("p", { class: "actions" }, h("button", { class: "button primary" }, "Save")));
    } });
  }

  function manage() {
    dialog({ title: "Saved messages", body: () => {
      const list = h("ul", { class: "saved" });
      const remove = (saved) => {
        writeSaved(readSaved().filter(({ name, address }) => name !== saved.name || address !== saved.address));
        show();
        showChoices();
      };
      const show = () => clear(list, readSaved().map((saved) => h("li", {},
        h("span", {}, h("strong", {}, saved.name), h("small", { class: "muted" }, saved.address)),
        button("", () => remove(saved), { icon: "trash", kind: "quiet", title: `Delete ${saved.name}` }))),
      readSaved().length === 0 && h("li", { class: "empty" }, "No message is saved."));
      show();
      return list;
    } });
  }

  function showState() { submit.disabled = connection.state !== "open"; }

  text.addEventListener("input", check);
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  });
  connection.addEventListener("state", showState, { signal });
  showChoices();
  showState();
  const top = h("div", { class: "composer-top" }, choice,
    button("", () => save(text.value), { icon: "save", kind: "quiet", title: "Save the message" }),
    button("", manage, { icon: "dots", kind: "quiet", title: "Saved messages" }));
  const element = h("div", { class: "composer" }, top,
    text, h("div", { class: "spread" }, hint, submit));
  return { element, edit, save, focus: () => text.focus() };
}
