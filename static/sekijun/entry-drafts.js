// Keeps every keystroke on this device, offers it again, and says on the state line where the sheet is.
"use strict";
(() => {
  const SAVE_EVERY_MS = 4000, MOST = 20;
  // Whatever is no preset. Help cards, sides and the place of the table say nothing as long as they stand alone.
  const TYPED = ".flow, .sum, .dice-text, .card input, [name$='-colour'], [name$='-placement'], [name='reason'], .small:not(.preset)";
  const form = () => document.getElementById("entry-form");
  const prefix = () => `sekijun/entry/${form().dataset.user}/${form().dataset.club}/`;
  const ask = () => document.body.dispatchEvent(new CustomEvent("sekijun:check"));
  // `refused`: the last try to send failed, and nothing has been typed since; a draft that arrives is no report.
  let lastSave = 0, timer = 0, unsaved = false, renewed = false, refused = false, sending = false;

  function parsed(key) {
    try {
      return { key: key.slice(prefix().length), ...JSON.parse(localStorage.getItem(key)) };
    } catch {
      return null; // not ours, or cut off: no reason to hide the others
    }
  }

  const store = {
    all() {
      try {
        return Object.keys(localStorage).filter(key => key.startsWith(prefix())).map(parsed).filter(Boolean)
          .sort((one, other) => other.at - one.at);
      } catch {
        return [];
      }
    },
    put(key, value) {
      try {
        localStorage.setItem(prefix() + key, JSON.stringify(value));
        store.all().slice(MOST).forEach(old => store.drop(old.key));
        return true;
      } catch {
        return false; // no room, or not allowed: the server's draft has to do
      }
    },
    drop(key) {
      try { localStorage.removeItem(prefix() + key); } catch { /* nothing to drop then */ }
    },
  };

  // While the sheet waits to be sent again (entry-retry.js), the line says so.
  function say(text, kind = "") {
    const line = document.getElementById("state");
    if (!line || "waiting" in form().dataset) return;
    line.textContent = text;
    line.dataset.kind = kind;
  }

  function keep() {
    const fields = new FormData(form());
    fields.delete("csrfmiddlewaretoken");
    const names = [...form().querySelectorAll(".who")].map(field => field.value.trim()).filter(Boolean);
    if (![...form().querySelectorAll(TYPED)].some(field => field.value)) return;
    const value = { at: Date.now(), form: new URLSearchParams(fields).toString(), names: names.join("、"), number: fields.get("number") };
    if (store.put(fields.get("key"), value)) say(form().dataset.sayDevice, "device");
    unsaved = true;
    saveLater();
  }

  // The check carries the draft along, but only every few seconds; the last keystrokes get a check of their own.
  function saveLater() {
    clearTimeout(timer);
    timer = setTimeout(ask, Math.max(0, lastSave + SAVE_EVERY_MS - Date.now()));
  }

  document.addEventListener("input", event => {
    if (!event.target.closest("#entry-form")) return;
    refused = false;
    keep();
  });

  document.addEventListener("htmx:configRequest", event => {
    if (event.target.id === "checker") checking(event);
    if (event.target.id !== "entry-form") return;
    giveUpCheck();
    sending = true;
    refused = false;
    say(form().dataset.saySending, "sending");
  });
  document.addEventListener("htmx:afterRequest", event => {
    // The answer may have replaced the form by now, so the event comes from somewhere else.
    if (event.detail.requestConfig?.elt.id === "entry-form") sending = false;
  });

  function checking(event) {
    if (sending) return event.preventDefault(); // its answer would speak of a sheet that is gone by then
    if (!unsaved || Date.now() - lastSave < SAVE_EVERY_MS) return;
    event.detail.parameters.save = "1";
    lastSave = Date.now();
    unsaved = false;
    clearTimeout(timer);
  }

  // One is on its way and one may wait behind it. What they were to keep is kept again if the sheet comes back.
  function giveUpCheck() {
    for (let given = 0; given < 2; given += 1) htmx.trigger("#checker", "htmx:abort");
  }
  document.addEventListener("htmx:sendAbort", event => {
    if (event.target.id === "checker") unsaved = true;
  });

  document.addEventListener("sekijun:checked", event => {
    const { draft, at } = event.detail || {};
    if (!draft) return;
    document.getElementById("draft").value = draft;
    if (!unsaved && !refused) say(`${form().dataset.sayReceived} ${at}`, "received");
  });

  // Once the server leads on, it has the report: nothing is left to go on with.
  document.addEventListener("htmx:beforeOnLoad", event => {
    if (event.target.id === "entry-form" && event.detail.xhr.getResponseHeader("HX-Redirect"))
      store.drop(form().elements.key.value);
  });

  // A new login has a token of its own; the sheet goes on under it.
  document.addEventListener("sekijun:token", event => {
    form().elements.csrfmiddlewaretoken.value = event.detail.value;
    renewed = true;
  });

  function failed(event) {
    refused = event.target.id === "entry-form";
    if (refused) return;
    unsaved = true;
    saveLater();
  }

  document.addEventListener("htmx:sendError", event => {
    say(form().dataset.sayOffline, "offline");
    failed(event);
  });
  document.addEventListener("htmx:responseError", event => {
    const status = event.detail.xhr.status, words = form().dataset;
    if (!renewed) say(status === 401 ? words.sayLogin : status === 403 ? words.sayForbidden : words.sayBusy, "refused");
    if (renewed || status >= 500 || event.target.id === "entry-form") failed(event);
    renewed = false;
  });
  document.addEventListener("htmx:afterSettle", event => {
    if (event.target.id === "entry") keep();
  });

  // What is left on the device

  function offer() {
    const box = document.getElementById("kept"), own = form().elements.key.value;
    const left = store.all().filter(draft => draft.key !== own).slice(0, 3);
    const again = sessionStorage.getItem("sekijun/again");
    sessionStorage.removeItem("sekijun/again");
    const wanted = left.find(draft => draft.key === again);
    if (wanted) return goOn(wanted);
    box.replaceChildren(...left.map(line));
    box.hidden = !left.length;
    for (const item of document.querySelectorAll(".drafts [data-key]"))
      item.hidden = left.some(draft => draft.key === item.dataset.key);
  }

  function line(draft) {
    const words = document.getElementById("kept").dataset, made = document.createElement("p");
    const what = document.createElement("bdi");
    what.textContent = `${words.table} ${draft.number || ""} ${draft.names || ""}`;
    made.append(`${words.words} `, what, button(words.goOn, () => goOn(draft)), button(words.discard, () => {
      store.drop(draft.key);
      offer();
    }));
    return made;
  }

  function button(text, act) {
    const made = Object.assign(document.createElement("button"), { type: "button", className: "plain", textContent: text });
    made.addEventListener("click", act);
    return made;
  }

  // The server draws the sheet again from what was typed: one way for every game and number of seats.
  function goOn(draft) {
    const values = Object.fromEntries(new URLSearchParams(draft.form));
    values.do = "update";
    values.csrfmiddlewaretoken = form().elements.csrfmiddlewaretoken.value;
    document.getElementById("kept").hidden = true;
    htmx.ajax("POST", form().action, { target: "#entry", select: "#entry", swap: "outerHTML", values });
  }

  // The language switch leads back here: what was typed comes along.
  document.addEventListener("submit", event => {
    if (form() && !event.target.closest("main")) {
      keep();
      sessionStorage.setItem("sekijun/again", form().elements.key.value);
    }
  });

  addEventListener("load", offer);
})();
