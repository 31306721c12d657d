// Marks the steps of the tour that were done in this browser.
(function () {
  "use strict";
  let done = [];
  try {
    done = JSON.parse(localStorage.getItem("puzzlec-tour") ?? "[]");
  } catch {
    // Nothing may be kept here.
  }
  for (const item of document.querySelectorAll(".steps li")) {
    if (!done.includes(item.dataset.step)) continue;
    item.classList.add("done");
    item.append(Object.assign(document.createElement("span"), { textContent: " done", className: "tick" }));
  }
})();
