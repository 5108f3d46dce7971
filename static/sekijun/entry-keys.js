// The keyboard of the entry page. Enter moves on, full one-digit fields move on by themselves, arrows up and down swap
// seats (with Alt where they walk through suggestions), Ctrl+Enter sends, Escape deletes nothing.
"use strict";
(() => {
  const inForm = element => element.closest?.("#entry-form");
  const composing = event => event.isComposing || event.keyCode === 229; // Safari ends a composition before its Enter
  const seen = element => element.offsetParent !== null && !element.disabled;
  const stops = form => [...form.querySelectorAll(".flow, #send")].filter(seen);

  // The last field leads to the button that sends.
  function advance(from) {
    const form = inForm(from);
    const next = stops(form).find(stop => from.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING);
    if (!next) return;
    next.focus();
    if (next.select) next.select();
  }

  function back(from) {
    const before = stops(inForm(from)).filter(
      stop => from.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_PRECEDING);
    before.at(-1)?.focus();
  }

  document.addEventListener("sekijun:advance", event => advance(event.target));

  document.addEventListener("keydown", event => {
    const field = event.target;
    if (!inForm(field) || composing(event) || event.defaultPrevented) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      document.getElementById("send").click();
    } else if (event.key === "Enter" && field.matches("input, select")) {
      event.preventDefault();
      advance(field);
    } else if (event.key === "Backspace" && field.matches(".flow") && field.value === "") {
      event.preventDefault();
      back(field);
    } else if ((event.key === "ArrowUp" || event.key === "ArrowDown") && (event.altKey || plain(event))) {
      event.preventDefault();
      swap(field, event.key === "ArrowDown" ? 1 : -1);
    }
  });

  const plain = event => event.target.matches(".who, .field .figure") && !(event.ctrlKey || event.metaKey || event.shiftKey);

  // A page scores 2 to 7 or 9 with eight dice; a 1 can only be the beginning of 10 to 14.
  const full = { one: /^[0-9]$/, page: /^([2-9]|1[0-9])$/ };
  document.addEventListener("input", event => {
    const field = event.target, jump = field.dataset?.jump;
    if (!jump || !inForm(field) || event.isComposing || (event.inputType || "").startsWith("delete")) return;
    const narrow = field.value.normalize("NFKC");
    if (narrow !== field.value) field.value = narrow;
    if (full[jump].test(narrow)) advance(field);
  });
  document.addEventListener("compositionend", event => {
    if (event.target.dataset?.jump) event.target.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });

  // Help cards belong to the seat; everything else belongs to the person and moves along.
  function swap(field, step) {
    const seat = field.closest(".seat"), form = inForm(field);
    const number = Number(seat?.dataset.seat);
    const other = form.querySelector(`[data-seat="${number + step}"]`);
    if (!other) return;
    for (const one of seat.querySelectorAll("[name^='seat-']")) {
      const tail = one.name.replace(/^seat-\d+-/, "");
      const twin = other.querySelector(`[name="seat-${number + step}-${tail}"]`);
      if (!twin || tail === "untapped" || tail === "tapped") continue;
      [one.value, twin.value] = [twin.value, one.value];
      [one.checked, twin.checked] = [twin.checked, one.checked];
    }
    const twin = field.name && other.querySelector(`[name="${field.name.replace(`seat-${number}-`, `seat-${number + step}-`)}"]`);
    twin?.focus();
    form.dispatchEvent(new InputEvent("input", { bubbles: true }));
    document.body.dispatchEvent(new CustomEvent("sekijun:check"));
  }
})();
