// Suggestions under a name: tonight's people at once, everybody else from the server. An ARIA combobox.
"use strict";
(() => {
  const WAIT_MS = 120, SHOWN = 8;
  const known = new Map();
  let list = null, field = null, timer = 0, asked = 0;

  const fold = text => text.normalize("NFKC").toLowerCase().normalize("NFKC")
    .replace(/[\u30a1-\u30f6]/g, kana => String.fromCharCode(kana.charCodeAt(0) - 0x60)).replace(/\s+/g, "");
  const people = () => JSON.parse(document.getElementById("people")?.textContent || "[]");
  const taken = () => new Set([...document.querySelectorAll("#entry-form .who")]
    .filter(other => other !== field).map(other => fold(other.value)));

  function local(query) {
    const wanted = fold(query), seated = taken();
    return people().filter(one => !seated.has(fold(one.name)) &&
      (fold(one.name).includes(wanted) || fold(one.reading).includes(wanted)));
  }

  function show(found) {
    const typed = field.value.trim(), seated = taken();
    const options = found.filter(one => !seated.has(fold(one.name))).slice(0, SHOWN);
    const exact = options.some(one => fold(one.name) === fold(typed));
    close();
    if (!options.length && !typed) return;
    list = Object.assign(document.createElement("ul"), { className: "options", id: `${field.id}-options` });
    list.setAttribute("role", "listbox");
    options.forEach(one => list.append(option(one.name, one.reading)));
    if (typed && !exact) list.append(option(typed, "", true));
    field.closest(".name-field").append(list);
    field.setAttribute("aria-expanded", "true");
    field.setAttribute("aria-controls", list.id);
    if (typed) choose(0);
  }

  function option(name, reading, fresh = false) {
    const item = document.createElement("li");
    item.setAttribute("role", "option");
    item.id = `${field.id}-option-${list.children.length}`;
    item.dataset.name = name;
    if (fresh) item.className = "fresh";
    item.append(fresh ? `${field.form.dataset.sayNew} ` : "");
    const who = document.createElement("bdi");
    who.textContent = name;
    item.append(who);
    if (reading && reading !== name) {
      const small = document.createElement("small");
      small.textContent = reading;
      item.append(small);
    }
    return item;
  }

  const current = () => list?.querySelector('[aria-selected="true"]');

  function choose(index) {
    const items = [...(list?.children || [])];
    if (!items.length) return;
    items.forEach(item => item.setAttribute("aria-selected", "false"));
    const item = items[(index + items.length) % items.length];
    item.setAttribute("aria-selected", "true");
    item.scrollIntoView({ block: "nearest" });
    field.setAttribute("aria-activedescendant", item.id);
  }

  function close() {
    list?.remove();
    list = null;
    field?.setAttribute("aria-expanded", "false");
    field?.removeAttribute("aria-activedescendant");
  }

  function take(item) {
    const seat = field.closest(".seat"), fresh = item.classList.contains("fresh");
    field.value = item.dataset.name;
    seat.querySelector('[name$="-new"]').checked = fresh;
    seat.querySelector(".newcomer").hidden = !fresh;
    const from = field;
    close();
    from.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertReplacementText" }));
    clearTimeout(timer);
    from.dispatchEvent(new CustomEvent("sekijun:advance", { bubbles: true }));
  }

  async function ask(query, ticket) {
    const day = field.form.elements.day.value === "other" ? field.form.elements["other-day"].value : field.form.elements.day.value;
    const key = `${day}\n${fold(query)}`;
    if (!known.has(key)) {
      try {
        const answer = await fetch(`${field.form.dataset.names}?${new URLSearchParams({ q: query, day })}`);
        if (!answer.ok) return;
        known.set(key, (await answer.json()).people);
      } catch {
        return; // without a connection tonight's people have to do
      }
    }
    if (ticket === asked && list && document.activeElement === field && field.value === query) {
      const place = [...list.children].indexOf(current());
      show(known.get(key));
      if (place > 0) choose(place);
    }
  }

  document.addEventListener("input", event => {
    if (!event.target.matches("#entry-form .who") || event.inputType === "insertReplacementText") return;
    field = event.target;
    const query = field.value, ticket = ++asked;
    field.closest(".seat").querySelector('[name$="-new"]').checked = false;
    show(local(query));
    clearTimeout(timer);
    if (query.trim()) timer = setTimeout(() => ask(query, ticket), WAIT_MS);
  });

  function open(input) {
    close();
    field = input;
    field.setAttribute("role", "combobox");
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-expanded", "false");
    if (!field.value) show(local(""));
  }

  document.addEventListener("focusin", event => {
    if (event.target.matches("#entry-form .who")) open(event.target);
  });
  if (document.activeElement?.matches("#entry-form .who")) open(document.activeElement);

  document.addEventListener("focusout", event => {
    if (event.target === field) close();
  });

  // The field keeps the focus while the mouse is down, and the label around it doesn't take it back afterwards.
  document.addEventListener("mousedown", event => {
    if (event.target.closest?.(".options li")) event.preventDefault();
  });
  document.addEventListener("click", event => {
    const item = event.target.closest?.(".options li");
    if (!item || !list) return;
    event.preventDefault();
    take(item);
  });

  document.addEventListener("keydown", event => {
    if (event.target !== field || !list || event.isComposing || event.keyCode === 229 || event.altKey) return;
    const place = [...list.children].indexOf(current());
    if (event.key === "ArrowDown") choose(place + 1);
    else if (event.key === "ArrowUp") choose(place < 0 ? -1 : place - 1);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && current()) take(current());
    else return;
    event.preventDefault();
  });
})();
