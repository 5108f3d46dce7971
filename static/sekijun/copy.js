// "Copy for a wiki": fetches the text behind a link and puts it into the clipboard. Without this file, or where the
// clipboard can't be reached, the link opens the text.
(() => {
  "use strict";

  const fetched = async (address) => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.text();
  };

  // Safari lets a page write only while the click lasts: it takes a promise of the text, others wait for the text.
  const copied = (address) => {
    const text = fetched(address);
    if (!window.ClipboardItem) return text.then((found) => navigator.clipboard.writeText(found));
    const blob = text.then((found) => new Blob([found], { type: "text/plain" }));
    return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
  };

  document.addEventListener("toggle", ({ target }) => {
    if (target.open && target.closest(".wiki-copy")) target.querySelector(".wiki-menu").scrollIntoView({ block: "nearest" });
  }, true);

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-copy]");
    if (!link || !navigator.clipboard || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const box = link.closest(".wiki-copy");
    const status = box.querySelector("[role=status]");
    status.textContent = "";
    try {
      await copied(link.dataset.copy || link.href);
    } catch {
      window.location.assign(link.href);
      return;
    }
    status.textContent = status.dataset.said;
    box.querySelector("details").open = false;
    box.querySelector("summary").focus();
  });
})();
