// A table that is wider than the screen can be scrolled with the keyboard too.
"use strict";
const makeReachable = () => {
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap, .formula, pre > code")) {
    if (box.scrollWidth <= box.clientWidth || box.tabIndex === 0) continue;
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    const heading = box.closest("article")?.querySelector("h1")?.firstChild?.textContent ?? "";
    const number = document.querySelectorAll("[data-reachable]").length + 1;
    box.dataset.reachable = number;
    box.setAttribute("aria-label", `${heading.trim()}, wide part ${number}`);
  }
};
addEventListener("load", makeReachable);
addEventListener("resize", makeReachable);

// Where a server of Pitboss sends the manual, its tables are one click away.
const linkTables = () => {
  const title = document.querySelector(".md-header__title");
  if (!location.pathname.startsWith("/docs") || !title || document.querySelector("[data-tables]")) return;
  const link = document.createElement("a");
  link.href = "/";
  link.dataset.tables = "";
  link.textContent = "Play";
  title.after(link);
};
addEventListener("load", linkTables);
