// Ties the entry page's parts together: asks for the check, and shows what it answers on the fields themselves.
"use strict";
(() => {
  const form = () => document.getElementById("entry-form");
  document.documentElement.classList.add("scripted");

  const reshaping = new Set(["day", "game", "other-day"]);
  const ask = () => document.body.dispatchEvent(new CustomEvent("sekijun:check"));

  document.addEventListener("input", event => {
    if (!event.target.closest("#entry-form")) return;
    event.target.removeAttribute("aria-invalid");
    if (event.target.name.endsWith("-untapped") || event.target.name.endsWith("-tapped")) tellHelp(event.target);
    if (!reshaping.has(event.target.name)) ask();
  });

  // Another game or day changes the sheet's shape: the server draws it again with everything typed on it.
  document.addEventListener("change", event => {
    if (!event.target.closest("#entry-form") || !reshaping.has(event.target.name)) return;
    if (event.target.value === "other") return;
    reshaper().click();
  });

  function reshaper() {
    let button = document.getElementById("reshape");
    if (!button) {
      button = Object.assign(document.createElement("button"), { id: "reshape", type: "submit", name: "do", value: "update", hidden: true });
      form().append(button);
    }
    return button;
  }

  // A name that was just left is looked up: the check skips the one that is still being typed.
  document.addEventListener("focusout", event => {
    if (event.target.matches?.("#entry-form .who") && event.target.value) ask();
  });

  document.addEventListener("htmx:configRequest", event => {
    if (event.target.id !== "checker") return;
    const active = document.activeElement;
    if (active && active.matches("#entry-form .who")) event.detail.parameters.typing = active.name;
  });

  // Only an answer that holds what was asked for is shown: the page of a hotel's Wi-Fi never takes the sheet's place.
  document.addEventListener("htmx:beforeSwap", event => {
    const { target, serverResponse } = event.detail;
    const known = serverResponse.includes(target.id === "verdict" ? "verdict-state" : 'id="entry-form"');
    event.detail.shouldSwap = known;
    event.detail.isError = !known;
  });

  // What the referee said of an older sheet isn't shown beside a newer one for long.
  document.addEventListener("htmx:sendError", () => form().querySelector(".bar").dataset.state = "unknown");

  document.addEventListener("htmx:afterSettle", event => {
    if (event.target.id === "verdict") apply(event.target);
    if (event.target.id === "entry") focusWhereItMatters();
  });

  function apply(verdict) {
    const bad = new Set([...verdict.querySelectorAll("data.bad")].map(mark => mark.value));
    for (const field of form().querySelectorAll("input[name], select[name]")) {
      if (bad.has(field.name)) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
    for (const seat of verdict.querySelectorAll("data.computed")) applySeat(seat);
    const state = verdict.querySelector("data.verdict-state")?.value;
    form().querySelector(".bar").dataset.state = state;
    document.getElementById("accepting").hidden = state !== "warning";
    if (state !== "error" && state !== "warning") document.getElementById("unconfirmed").hidden = true;
  }

  function applySeat(seat) {
    const row = form().querySelector(`[data-seat="${seat.dataset.seat}"]`);
    if (!row) return;
    const total = row.querySelector(`[name="seat-${seat.dataset.seat}-total"]`);
    if (total && total.hasAttribute("placeholder")) total.placeholder = seat.value || "–";
    row.querySelector(".newcomer").hidden = !seat.dataset.unknown;
    const bonus = row.querySelector(".bonus");
    if (bonus) bonus.hidden = !seat.dataset.bonus;
  }

  function focusWhereItMatters() {
    const wanted = document.getElementById("entry").dataset.focus;
    const field = wanted && form().elements[wanted];
    if (field && field.focus) {
      const opener = field.closest(".more, .help-fields")?.parentElement.querySelector(".toggle");
      if (opener) opener.checked = true;
      field.focus();
    }
  }

  function tellHelp(field) {
    const row = field.closest(".seat"), say = form().dataset;
    const value = end => row.querySelector(`[name$="-${end}"]`).value || "–";
    row.querySelector(".help-now").textContent =
      `${say.sayUntapped}${value("untapped")} ${say.sayTapped}${value("tapped")}`;
  }

  // The adult card is worth as much on one side as it costs on the other.
  document.addEventListener("change", event => {
    if (!event.target.matches("#entry-form .card select")) return;
    const [colour, side] = event.target.closest(".card").querySelectorAll("select"), points = event.target.closest(".card").querySelector("input");
    if (colour.value === "adult" && ["", "8", "-8"].includes(points.value)) points.value = side.value === "dark" ? "-8" : "8";
  });

  // A card's chip fills the next empty row of the hand.
  document.addEventListener("click", event => {
    const chip = event.target.closest("#entry-form .chip");
    if (!chip) return;
    const rows = [...chip.closest(".more").querySelectorAll(".card")];
    const row = rows.find(card => !card.querySelector("select").value);
    if (!row) return chip.closest(".more").querySelector('[value^="add-card"]').click();
    const [colour] = row.querySelectorAll("select"), points = row.querySelector("input");
    colour.value = chip.dataset.colour;
    colour.dispatchEvent(new Event("change", { bubbles: true }));
    points.focus();
    points.select();
    ask();
  });
})();
