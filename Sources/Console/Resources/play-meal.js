// Play: a meal in words, parsed while the page watches.
import { button, clear, field, h, select, toast } from "./dom.js";
import { mealCard } from "./play-meal-card.js";
import { openSocket } from "./play-socket.js";

const EXAMPLES = [
  "120g chicken breast, 1 cup broccoli", "2 eggs, 2 slices of toast with butter and a flat white",
  "a bowl of oatmeal with blueberries and honey", "half a pizza margherita and a glass of red wine", "rice and beans, some salad",
];
const MAX_CARDS = 20;

function mealOfTheHour() {
  const hour = new Date().getHours();
  return hour < 10 ? "breakfast" : hour < 15 ? "lunch" : hour < 17 ? "snack" : "dinner";
}

/** The tab. The socket is opened with the first meal: it replaces another connection of the account to the same path. */
export function mealTab(context) {
  const pending = new Map();
  // Results that arrived before the response to the request.
  const early = new Map();
  let socket;
  const words = h("textarea", { rows: "3", maxlength: "1000", placeholder: "120g chicken breast, 1 cup broccoli" });
  const kind = select(["breakfast", "lunch", "dinner", "snack"], mealOfTheHour());
  const list = h("div", { class: "meals stack", "aria-live": "polite" });
  const intro = h("p", { class: "empty" }, "The meal is stored at once and parsed in the background. The result arrives on /ws/meal-logs.");

  function finish(data, transport) {
    const waiting = pending.get(data.meal_log_id);
    if (!waiting) {
      early.set(data.meal_log_id, [data, transport]);
      if (early.size > MAX_CARDS) early.delete(early.keys().next().value);
      return;
    }
    pending.delete(data.meal_log_id);
    waiting.show(data, { after: performance.now() - waiting.since, transport });
  }

  /** Reads by REST, if the socket is lost. */
  async function readPending() {
    for (const id of [...pending.keys()]) {
      const log = await context.api.get(`api/v1/meal-logs/${id}`).catch(() => undefined);
      if (log && log.status !== "processing") finish(log, "GET");
    }
    if (pending.size && !context.signal.aborted) setTimeout(readPending, 700);
  }

  function connect() {
    return new Promise((resolve) => {
      const on = {
        connected: () => resolve(),
        "meal_log.completed": ({ data }) => finish(data, "/ws/meal-logs"), "meal_log.failed": ({ data }) => finish(data, "/ws/meal-logs"),
        closed: () => {
          socket = undefined;
          resolve();
          if (pending.size) readPending();
        },
      };
      socket = openSocket(context, "ws/meal-logs", { query: { device_id: "console-play" }, on });
    });
  }

  async function log(text, type) {
    if (!socket) await connect();
    const since = performance.now();
    const stored = await context.api.post("api/v1/meal-logs/natural", { raw_input: text, meal_type: type });
    const card = mealCard(stored, {
      storedAfter: performance.now() - since,
      async retry() {
        await context.api.post(`api/v1/meal-logs/${stored.id}/retry`);
        pending.set(stored.id, { show: card.show, since: performance.now() });
        if (!socket) readPending();
      },
      async remove() {
        await context.api.delete(`api/v1/meal-logs/${stored.id}`);
        card.element.remove();
      },
    });
    intro.remove();
    list.prepend(card.element);
    while (list.childElementCount > MAX_CARDS) list.lastElementChild.remove();
    pending.set(stored.id, { show: card.show, since });
    if (early.has(stored.id)) finish(...early.get(stored.id));
    else if (!socket) readPending();
  }

  async function submit(event) {
    event?.preventDefault();
    const text = words.value.trim();
    if (!text) return words.focus();
    send.disabled = true;
    try {
      await log(text, kind.value);
      words.value = "";
      words.focus();
    } catch (error) {
      toast(error.message, "error");
    } finally {
      send.disabled = false;
    }
  }

  const send = h("button", { class: "button primary" }, "Log the meal");
  words.addEventListener("keydown", (event) => { if (event.key === "Enter" && !event.shiftKey) submit(event); });
  const examples = h("div", { class: "chips", role: "group", "aria-label": "Examples" }, EXAMPLES.map((text) => button(text, () => { words.value = text; words.focus(); }, { kind: "chip" })));
  const form = h("form", { class: "card stack", onsubmit: submit }, field("A meal in words", words), examples,
    h("div", { class: "spread" }, h("div", { class: "meal-kind" }, field("Meal", kind)), send));
  clear(list, intro);
  return { element: h("div", { class: "play-meal" }, form, list), stop: () => socket?.close() };
}
