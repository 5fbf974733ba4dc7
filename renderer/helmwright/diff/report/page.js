"use strict";
(() => {
  const root = document.documentElement;
  const search = document.getElementById("search");
  const found = document.getElementById("found");
  const objects = [...document.querySelectorAll("main details.object")];
  const texts = new Map(objects.map((one) => [one, one.textContent.toLowerCase()]));

  const dark = () => root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  const switchTheme = () => { root.dataset.theme = dark() ? "light" : "dark"; };
  document.getElementById("theme").addEventListener("click", switchTheme);

  const openAll = (open) => objects.forEach((one) => { one.open = open; });
  document.getElementById("expand").addEventListener("click", () => openAll(true));
  document.getElementById("collapse").addEventListener("click", () => openAll(false));
  addEventListener("beforeprint", () => openAll(true));

  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const one of objects) {
      one.hidden = !words.every((word) => texts.get(one).includes(word));
      count += one.hidden ? 0 : 1;
      const entry = document.querySelector(`nav [data-for="${one.id}"]`);
      if (entry) entry.hidden = one.hidden;
    }
    for (const kind of document.querySelectorAll("nav .tree > li > details")) {
      kind.parentElement.hidden = !kind.querySelector("li:not([hidden])");
    }
    found.textContent = words.length ? `${count} of ${objects.length}` : "";
  };
  search.addEventListener("input", filter);

  const open = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target && target.tagName === "DETAILS") target.open = true;
  };
  addEventListener("hashchange", open);
  open();

  const step = (by) => {
    const shown = objects.filter((one) => !one.hidden);
    const at = shown.findIndex((one) => one.contains(document.activeElement));
    const next = at < 0 ? (by > 0 ? 0 : shown.length - 1) : at + by;
    const one = shown[Math.max(0, Math.min(shown.length - 1, next))];
    if (!one) return;
    one.querySelector("summary").focus();
    one.scrollIntoView();
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === search) {
      if (event.key === "Escape") { search.value = ""; filter(); search.blur(); }
      return;
    }
    if (event.key === "/") { event.preventDefault(); search.focus(); }
    else if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else if (event.key === "t") switchTheme();
  });
})();
