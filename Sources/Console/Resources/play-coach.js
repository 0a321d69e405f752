// Play: a dialogue with the coach. Answers are streamed on /ws/consultation.
import { uuid } from "./api.js";
import { attempt, button, clear, h, select, toast } from "./dom.js";
import { openSocket } from "./play-socket.js";

const PERSONAS = [["nutritionist", "Nutritionist"], ["fitness_coach", "Fitness coach"], ["wellness_specialist", "Wellness specialist"], ["general_wellness", "General"]];

/** The tab. */
export function coachTab(context) {
  const bubbles = new Map();
  let consultation;
  let socket;
  let isPolling = false;
  const log = h("div", { class: "dialogue", role: "log", "aria-label": "Dialogue", tabindex: "0" });
  const words = h("textarea", { rows: "2", maxlength: "5000", placeholder: "Ask the coach", "aria-label": "Message" });
  const persona = select(PERSONAS, "nutritionist", undefined, { "aria-label": "Persona" });
  const chosen = h("select", { "aria-label": "Consultation", onchange: () => attempt(() => open(chosen.value)) });
  const chips = h("div", { class: "chips", role: "group", "aria-label": "Quick actions" });
  const send = button("Send", () => submit(), { icon: "send", kind: "primary" });
  const stop = button("Stop", () => socket?.send({ type: "stop" }), { icon: "close", hidden: true });

  function bubble(id, role) {
    let made = bubbles.get(id);
    if (!made) {
      const text = h("p", {});
      made = { text, element: h("div", { class: ["bubble", role] }, h("span", { class: "hidden" }, role === "user" ? "You: " : "Coach: "), text) };
      bubbles.set(id, made);
      log.querySelector(".empty")?.remove();
      log.append(made.element);
    }
    return made;
  }

  function scroll() { log.scrollTop = log.scrollHeight; }

  function showMessage({ id, role, content, state, error_code: code }) {
    const made = bubble(id, role);
    made.text.textContent = content;
    made.element.classList.toggle("writing", role === "assistant" && (state === "waiting" || state === "streaming"));
    made.element.classList.toggle("failed", state === "failed");
    if (state === "failed") made.text.textContent = `${content} (${code ?? "failed"})`;
    scroll();
  }

  function setAnswering(isOn) {
    stop.hidden = !isOn || !socket?.isOpen;
    log.querySelector(".thinking")?.remove();
    if (isOn) {
      log.append(h("div", { class: "bubble assistant thinking" }, h("span", { class: "hidden" }, "The coach is writing"),
        h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"))));
    }
    scroll();
  }

  const on = {
    ai_message_start: ({ message_id: id }) => {
      setAnswering(false);
      const made = bubble(id, "assistant");
      made.text.textContent = "";
      made.element.classList.add("writing");
      stop.hidden = false;
    },
    ai_message_chunk: ({ message_id: id, content }) => { bubble(id, "assistant").text.textContent += content; scroll(); },
    ai_message_complete: ({ message_id: id, stopped }) => {
      setAnswering(false);
      const { element } = bubble(id, "assistant");
      element.classList.remove("writing");
      if (stopped) element.append(h("small", { class: "muted" }, "stopped"));
    },
    template_created: ({ metadata }) => {
      if (log.querySelector(`[data-template="${CSS.escape(metadata.id)}"]`)) return;
      log.append(h("div", { class: "template", "data-template": metadata.id },
        h("span", { class: "badge accent" }, `${metadata.type} template`), h("strong", {}, metadata.name), h("p", { class: "muted" }, metadata.description)));
      scroll();
    },
    error: ({ content, error_code: code }) => { setAnswering(false); toast(`${content} (${code})`, "error"); },
    closed: () => { socket = undefined; stop.hidden = true; },
  };

  async function open(id) {
    socket?.close();
    socket = undefined;
    consultation = id;
    persona.hidden = Boolean(id);
    bubbles.clear();
    clear(log);
    if (!id) return clear(log, h("p", { class: "empty" }, "Ask about meals, training, sleep or stress. The coach knows the meals of this account."));
    const { messages } = await context.api.get(`api/v1/consultations/${id}/messages?limit=100`);
    if (consultation !== id) return;
    messages.forEach(showMessage);
    connect();
  }

  function connect() {
    // A browser cannot send an API key with a socket: messages are then read by REST.
    if (document.body.dataset.apiKeys === "true" || socket) return Promise.resolve();
    return new Promise((resolve) => {
      const query = { consultation_id: consultation, device_id: "console-play" };
      const closed = () => {
        on.closed();
        resolve();
      };
      socket = openSocket(context, "ws/consultation", { query, on: { ...on, open: resolve, closed } });
    });
  }

  async function poll() {
    if (isPolling) return;
    isPolling = true;
    for (let isAnswering = true; isAnswering && !context.signal.aborted;) {
      await new Promise((resolve) => { setTimeout(resolve, 500); });
      const { messages } = await context.api.get(`api/v1/consultations/${consultation}/messages?limit=100`);
      setAnswering(false);
      messages.forEach(showMessage);
      isAnswering = messages.some(({ state }) => state === "waiting" || state === "streaming");
    }
    isPolling = false;
  }

  async function start() {
    const made = await context.api.post("api/v1/consultations", { persona: persona.value });
    chosen.prepend(h("option", { value: made.id }, label(made)));
    chosen.value = made.id;
    await open(made.id);
    if (made.greeting_message) log.prepend(h("div", { class: "bubble assistant" }, h("p", {}, made.greeting_message)));
  }

  async function submit(text = words.value.trim()) {
    if (!text) return words.focus();
    send.disabled = true;
    await attempt(async () => {
      if (!consultation) await start();
      if (!socket?.isOpen) await connect();
      const id = uuid();
      showMessage({ id, role: "user", content: text, state: "complete" });
      words.value = "";
      setAnswering(true);
      if (socket?.send({ type: "user_message", content: text, messageId: id })) return;
      await context.api.post(`api/v1/consultations/${consultation}/messages`, { content: text, message_id: id });
      poll();
    });
    send.disabled = false;
    words.focus();
  }

  const label = ({ persona: name, started_at: time }) => `${name.replaceAll("_", " ")}, ${new Date(time).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })}`;

  async function load() {
    const [{ consultations }, { quick_actions: actions }] = await Promise.all([context.api.get("api/v1/consultations?status=active&limit=20"), context.api.get("api/v1/consultations/quick-actions")]);
    const list = consultations.filter(({ kind }) => kind === "coach");
    clear(chosen, list.map((one) => h("option", { value: one.id }, label(one))), h("option", { value: "" }, "New dialogue"));
    clear(chips, actions.map(({ title, prompt }) => button(title, () => submit(prompt), { kind: "chip" })));
    chosen.value = list[0]?.id ?? "";
    await open(chosen.value);
  }

  words.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    submit();
  });
  attempt(load);
  const startNew = button("New", () => {
    chosen.value = "";
    attempt(() => open(""));
    words.focus();
  }, { icon: "plus", title: "New dialogue" });
  const element = h("div", { class: "card coach" }, h("div", { class: "coach-top" }, chosen, persona, startNew),
    log, chips, h("div", { class: "say" }, words, h("div", { class: "say-buttons" }, stop, send)));
  return { element, stop: () => socket?.close() };
}
