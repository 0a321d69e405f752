// The form for a new connection.
import { attempt, clear, field, h, select } from "./dom.js";

const HINTS = {
  "/ws/meal-logs": "One connection for each account: a newer one replaces it.",
  "/ws": "One connection for each account: a newer one replaces it.",
};

/** Whether a path needs an API key, which a browser cannot send with a socket. */
const needsKey = ({ address }) => document.body.dataset.apiKeys === "true" && (address === "/ws/consultation" || address.startsWith("/api/v1/"));

/** Asks for path, account and query. `open({family, path, query, account, since})` opens the connection. */
export function connectForm(families, context, open) {
  const form = h("form", { class: "stack" });
  let family = families[0];
  const accounts = context.accounts.list;
  const account = select([...accounts.map(({ id, username }) => [id, username]), ["", "without a token"]], context.account?.id ?? "", () => show());
  const path = select(families.map(({ address, title }) => [address, title === address ? address : `${title}  ·  ${address}`]), family.address, (value) => {
    family = families.find(({ address }) => address === value);
    show();
  });
  const body = h("div", { class: "stack" });
  const connect = h("button", { class: "button primary" }, "Connect");
  const chosen = () => accounts.find(({ id }) => id === account.value);

  async function consultations() {
    const control = h("select", { name: "consultation", required: true }, h("option", { value: "new" }, "Start a new one"));
    const list = (await chosen()?.api.get("api/v1/consultations?limit=20&status=active"))?.consultations ?? [];
    const label = ({ id, kind, persona, message_count: count }) =>
      `${kind === "coach" ? persona.replaceAll("_", " ") : "meals"}, ${count} messages, ${id.slice(0, 8)}`;
    control.append(...list.map((one) => h("option", { value: one.id }, label(one))));
    if (list[0]) control.value = list[0].id;
    return field("Consultation", control);
  }

  async function rooms() {
    const names = (await chosen()?.api.get("api/rooms?limit=100")) ?? [];
    return [field("Room", h("input", { name: "room", value: "general", list: "rooms", required: true, autocomplete: "off" }), "A name or an id."),
      h("datalist", { id: "rooms" }, names.map(({ name }) => h("option", { value: name })))];
  }

  function option(name, schema) {
    const isDevice = name === "device_id" && isSync();
    const control = schema.enum ? select([["", "default"], ...schema.enum], "", undefined, { name: `query ${name}` }) : h("input", {
      name: `query ${name}`, inputmode: schema.type === "integer" ? "numeric" : undefined, value: isDevice ? "console-1" : "",
      required: isDevice, autocomplete: "off",
    });
    return field(name, control, schema.description);
  }

  const isSync = () => family.address === "/ws/mobile/sync";
  let shows = 0;

  async function show() {
    const current = ++shows;
    const ask = family.address.includes("consultation") ? consultations : family.parameters.includes("room") ? rooms : undefined;
    // Without the fields of the path there is nothing to connect to.
    connect.disabled = ask !== undefined;
    const asked = ask && (await attempt(ask));
    if (current !== shows) return;
    connect.disabled = ask !== undefined && asked === undefined;
    const options = Object.entries(family.query).filter(([name]) => name !== "token" && name !== "consultation_id" && !(isSync() && name === "since"));
    const outside = options.filter(([name]) => isSync() && name === "device_id");
    const inside = options.filter((entry) => !outside.includes(entry));
    clear(body, h("p", { class: "muted" }, family.summary, " ", HINTS[family.address]),
      needsKey(family) && h("p", { class: "notice warn" },
        "This server has API keys, and a browser cannot send X-API-Key with a socket. Connect to another path, or through a proxy that adds the field."),
      asked, outside.map(([name, schema]) => option(name, schema)),
      inside.length > 0 && h("details", { class: "more" }, h("summary", {}, "Query options"), h("div", { class: "stack" }, inside.map(([name, schema]) => option(name, schema)))));
  }

  async function submit() {
    const data = new FormData(form);
    const query = {};
    for (const [name, value] of data) if (name.startsWith("query ") && value !== "") query[name.slice(6)] = value;
    let consultation = data.get("consultation");
    if (consultation === "new") consultation = (await chosen().api.post("api/v1/consultations", { persona: "nutritionist" })).id;
    if (consultation && family.parameters.length === 0) query.consultation_id = consultation;
    const made = family.address.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(name === "room" ? data.get("room") : consultation));
    const { since, ...others } = query;
    open({ family, path: made, query: others, since, account: chosen() });
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(submit);
  });
  clear(form, field("Socket", path), field("Account", account), body, h("p", { class: "actions" }, connect));
  show();
  return form;
}
