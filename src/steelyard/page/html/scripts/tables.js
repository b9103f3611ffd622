// Which metric is shown.
const showMetric = (value) => {
  for (const block of all(".metric-block")) block.classList.toggle("off", value !== "all" && block.dataset.metric !== value);
};
const radios = all("input[name=metric]");
const nameOf = (radio) => radio.parentNode.textContent.trim();
for (const radio of radios) {
  if (address.get("metric") === nameOf(radio)) radio.checked = true;
  radio.addEventListener("change", () => {
    showMetric(radio.value);
    address.set("metric", radio.defaultChecked ? "" : nameOf(radio));
  });
}
if (radios.length) showMetric((radios.find((radio) => radio.checked) || radios[0]).value);

// The matrix: order of rows and columns, and arrow keys from field to field.
const orders = {
  given: (a, b) => a.dataset.given - b.dataset.given,
  name: (a, b) => a.dataset.name.localeCompare(b.dataset.name),
  rank: (a, b) => a.dataset.rank - b.dataset.rank,
};
for (const table of all("table.matrix[id]")) { // not that of contradictions, which has no order
  const head = table.tHead.rows[0];
  const columns = () => Array.from(head.cells).slice(1);
  columns().forEach((cell, i) => { cell.dataset.rank = i; });
  Array.from(table.tBodies[0].rows).forEach((row, i) => { row.dataset.rank = i; });
  const roam = () => {
    const buttons = all("td button", table);
    buttons.forEach((button, i) => { button.tabIndex = i ? -1 : 0; });
  };
  roam();
  table.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const cell = event.target.closest("td");
    if (!step || !cell) return;
    event.preventDefault();
    const rows = table.tBodies[0].rows;
    let row = cell.parentNode.sectionRowIndex, column = cell.cellIndex, next = null;
    do {
      row += step[0];
      column += step[1];
      if (!rows[row] || column < 1 || column >= rows[row].cells.length) return;
      next = rows[row].cells[column].querySelector("button");
    } while (!next);
    for (const button of all("td button", table)) button.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  table.reorder = (order) => {
    const places = columns().map((cell, i) => [cell, i + 1]).sort((x, y) => orders[order](x[0], y[0]));
    const rows = Array.from(table.tBodies[0].rows).sort(orders[order]);
    for (const row of [head, ...rows]) {
      const cells = Array.from(row.cells);
      for (const [, place] of places) row.append(cells[place]);
    }
    table.tBodies[0].append(...rows);
    roam();
  };
}
for (const select of all(".matrix-order")) {
  select.addEventListener("change", () => $("matrix-" + select.dataset.metric).reorder(select.value));
  remember(select, `matrix-${select.dataset.metric}`);
}

// Tables sorted by a click on a heading; the list of pairs filtered by name and verdict.
all("table.sortable").forEach((table, place) => {
  for (const head of all("th[data-sort]", table)) {
    const button = make("button", "", head.textContent);
    button.type = "button";
    head.dataset.label = head.textContent;
    head.replaceChildren(button);
    const sort = (down) => {
      for (const other of all("th", table)) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      table.classList.toggle("resorted", down || head.cellIndex > 0); // lines between clusters follow the ranks
      const value = (row) => {
        const cell = row.cells[head.cellIndex];
        if (head.dataset.sort !== "number") return cell.textContent;
        return cell.dataset.value === "" ? Infinity : Number(cell.dataset.value);
      };
      const sign = down ? -1 : 1;
      const rows = Array.from(table.tBodies[0].rows).map((row) => [value(row), row]);
      rows.sort(([x], [y]) => sign * (typeof x === "number" ? x - y : x.localeCompare(y)) || 0);
      table.tBodies[0].append(...rows.map(([, row]) => row));
    };
    const key = `${place} ${head.cellIndex}`, given = address.get("sort") || "";
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      sort(down);
      address.set("sort", `${key} ${down ? "down" : "up"}`);
    });
    if (given === `${key} up` || given === `${key} down`) {
      sort(given.endsWith("down"));
      if (table.closest("details")) table.closest("details").open = true;
    }
  }
});
const filterPairs = (metric) => {
  const table = $("pairs-" + metric), root = table.closest("details");
  const wanted = root.querySelector(".pair-search").value.trim().toLowerCase();
  const verdict = root.querySelector(".pair-verdict").value;
  let shown = 0;
  for (const row of table.tBodies[0].rows) {
    const names = (row.cells[0].textContent + "\n" + row.cells[1].textContent).toLowerCase();
    row.hidden = !(names.includes(wanted) && (!verdict || row.dataset.verdict === verdict));
    if (!row.hidden) shown += 1;
  }
  root.querySelector(".pair-count").textContent = `${shown} of ${table.tBodies[0].rows.length} pairs`;
};
for (const control of all(".pair-search, .pair-verdict")) {
  control.addEventListener("input", () => filterPairs(control.dataset.metric));
  remember(control, `${control.className}-${control.dataset.metric}`);
}
