// Parts of the panels: views in tabs, switches, notices, and repeated requests.
import { button, clear, dialog, h, tabs, toast } from "./dom.js";

/** A short state. Tones: `good`, `warn`, `bad`, `info`, `accent`. */
export const badge = (text, tone) => h("span", { class: ["badge", tone] }, text);

/** Asks before something that cannot be undone. `title` names the object. Resolves to whether the user agreed. */
export const confirm = (title, text, action, { danger = true } = {}) =>
  dialog({ title, body: text, confirm: action, danger });

/** A sentence about an error, with its code. */
export const messageOf = (error) =>
  error?.status ? `${error.message} (${error.status} ${error.code})` : (error?.message ?? String(error));

/** Runs an action of a control, which is disabled meanwhile. Shows an error. Resolves to whether it succeeded. */
export async function act(control, action) {
  control.disabled = true;
  try {
    await action();
    return true;
  } catch (error) {
    toast(messageOf(error), "error");
    return false;
  } finally {
    control.disabled = false;
  }
}

/** A button whose action is a request. It is disabled until the response. */
export function action(label, run, options) {
  const made = button(label, () => act(made, run), options);
  return made;
}

/** A switch with a label. `change(isOn)` may throw: the switch then keeps its state. `set(isOn)` shows a state. */
export function toggle(label, change) {
  const set = (isOn) => control.setAttribute("aria-checked", String(Boolean(isOn)));
  const control = h(
    "button",
    {
      type: "button",
      role: "switch",
      "aria-checked": "false",
      class: "switch",
      onclick: () =>
        act(control, async () => {
          const isOn = control.getAttribute("aria-checked") !== "true";
          await change(isOn);
          set(isOn);
        }),
    },
    h("span", { class: "switch-track", "aria-hidden": "true" }),
    h("span", {}, label),
  );
  return { element: control, set };
}

/** A button that copies text. `text` may be a function. */
export function copyButton(label, text, options) {
  return action(
    label,
    async () => {
      await navigator.clipboard.writeText(typeof text === "function" ? text() : text);
      toast("Copied.");
    },
    { icon: "copy", ...options },
  );
}

/** A form in one row. `submit()` is the action of its button. */
export function form(label, fields, submit, { kind = "primary", name } = {}) {
  const send = h("button", { type: "submit", class: ["button", kind] }, label);
  return h(
    "form",
    {
      class: "form-row",
      "aria-label": name ?? label,
      onsubmit: (event) => {
        event.preventDefault();
        act(send, submit);
      },
    },
    fields,
    send,
  );
}

/**
 * Runs `task` now and again `seconds` after each end, while the page is visible.
 * @returns {{stop, now}} `now()` runs it at once.
 */
export function repeat(seconds, task) {
  let timer;
  let running;
  let isStopped = false;
  const run = () => {
    clearTimeout(timer);
    running ??= (async () => {
      if (!document.hidden && !isStopped) await task();
    })().finally(() => {
      running = undefined;
      if (!isStopped) timer = setTimeout(run, seconds * 1000);
    });
    return running;
  };
  const shown = () => {
    if (!document.hidden) run();
  };
  document.addEventListener("visibilitychange", shown);
  run();
  return {
    now: async () => {
      await running;
      return run();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", shown);
    },
  };
}

/** A line for the error of a repeated request; empty while it succeeds. */
export function notice() {
  const element = h("p", { class: "notice error", role: "status", hidden: true });
  return {
    element,
    async guard(task) {
      try {
        await task();
        element.hidden = true;
      } catch (error) {
        if (error.name === "AbortError") return;
        clear(element, messageOf(error));
        element.hidden = false;
      }
    },
  };
}

/**
 * Views behind tabs. The address names the open one: `#/PANEL/VIEW`.
 * @param items [{id, label, open}]: `open(element)` fills the element and returns a function that ends the view.
 * @returns {{element, stop}}
 */
export function views(panel, label, items, selected) {
  let stop;
  let isFirst = true;
  const show = (id) => {
    stop?.();
    if (!isFirst) history.replaceState(null, "", `#/${panel}/${id}`);
    isFirst = false;
    const element = h("div", { class: `view view-${id}` });
    stop = items.find((item) => item.id === id).open(element);
    requestAnimationFrame(() => {
      const list = made.element.querySelector("[role=tablist]");
      const tab = list?.querySelector("[aria-selected=true]");
      if (tab) list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
    });
    return element;
  };
  const made = tabs(label, items, show, selected);
  return { element: made.element, stop: () => stop?.() };
}
