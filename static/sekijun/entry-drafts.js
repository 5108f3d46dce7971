// Keeps every keystroke on this device, offers it again, and says on the state line where the sheet is.
"use strict";
(() => {
  const SAVE_EVERY_MS = 4000, MOST = 20;
  const form = () => document.getElementById("entry-form");
  const owner = () => form() || document.getElementById("sent");
  if (!owner()) return;
  const prefix = () => `sekijun/entry/${owner().dataset.user}/${owner().dataset.club}/`;
  let lastSave = 0, stamp = "";

  const store = {
    all() {
      try {
        return Object.keys(localStorage).filter(key => key.startsWith(prefix()))
          .map(key => ({ key: key.slice(prefix().length), ...JSON.parse(localStorage.getItem(key)) }))
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

  function say(text, kind = "") {
    const line = document.getElementById("state");
    if (!line) return;
    line.textContent = text;
    line.dataset.kind = kind;
  }

  function keep() {
    const fields = new FormData(form());
    fields.delete("csrfmiddlewaretoken");
    const names = [...form().querySelectorAll(".who")].map(field => field.value.trim()).filter(Boolean);
    const typed = names.length || [...form().querySelectorAll(".flow")].some(field => field.value);
    if (!typed) return;
    const value = { at: Date.now(), form: new URLSearchParams(fields).toString(), names: names.join("、"), number: fields.get("number") };
    if (store.put(fields.get("key"), value)) say(form().dataset.sayDevice, "device");
  }

  document.addEventListener("input", event => {
    if (event.target.closest("#entry-form")) keep();
  });

  // The check carries the draft along, but only every few seconds.
  document.addEventListener("htmx:configRequest", event => {
    if (event.target.id === "checker" && Date.now() - lastSave > SAVE_EVERY_MS) {
      event.detail.parameters.save = "1";
      lastSave = Date.now();
    }
    if (event.target.id !== "entry-form") return;
    sessionStorage.setItem("sekijun/sent", form().elements.key.value);
    say(form().dataset.saySending, "sending");
  });

  document.addEventListener("sekijun:checked", event => {
    const { draft, at } = event.detail || {};
    if (draft) {
      document.getElementById("draft").value = draft;
      stamp = at;
    }
    if (stamp) say(`${form().dataset.sayReceived} ${stamp}`, "received");
  });

  document.addEventListener("htmx:sendError", () => say(form().dataset.sayOffline, "offline"));
  document.addEventListener("htmx:responseError", event => {
    const status = event.detail.xhr.status, words = form().dataset;
    say(status === 401 || status === 403 ? words.sayLogin : words.sayBusy, "refused");
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

  if (form()) addEventListener("load", offer);
  else if (sessionStorage.getItem("sekijun/sent")) store.drop(sessionStorage.getItem("sekijun/sent"));
})();
