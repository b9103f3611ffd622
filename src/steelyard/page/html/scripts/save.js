// Copies.
const copied = async (button, text, otherwise) => {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = label; }, 2000);
  } catch {
    otherwise();
  }
};
for (const button of all("[data-copy]")) {
  const source = $(button.dataset.copy);
  button.addEventListener("click", () => copied(button, source.textContent, () => {
    getSelection().selectAllChildren(source);
    button.textContent = "Selected: press Ctrl+C";
  }));
}
const saveFile = (name, text, type) => {
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};
$("download").addEventListener("click", () => saveFile("steelyard-result.json", JSON.stringify(stored, null, 1) + "\n", "application/json"));

// Tables as CSV and LaTeX: the rows and numbers that are shown, in their order, without plots.
const fileName = (label) => `steelyard-${label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60)}`;
const isPlot = (cell) => cell.classList.contains("plot");
const textOf = (cell) => {
  const small = cell.querySelector("small"), symbol = cell.querySelector(".sym"), label = cell.dataset.label;
  const drop = new Set([symbol, small, ...all(".visually-hidden", cell)]);
  const walk = (node) => (drop.has(node) ? "" : node.nodeType === Node.TEXT_NODE ? node.data : Array.from(node.childNodes, walk).join(""));
  const text = (label === undefined ? walk(cell) : label).trim().replace(/\s+/g, " ");
  return small && small.textContent ? `${text} (${small.textContent.trim()})`.trim() : text;
};
const headers = (table) => {
  const rows = Array.from(table.tHead ? table.tHead.rows : []), grid = rows.map(() => []);
  rows.forEach((row, r) => {
    let column = 0;
    for (const cell of row.cells) {
      while (grid[r][column]) column += 1;
      for (let i = 0; i < cell.rowSpan; i += 1) for (let k = 0; k < cell.colSpan; k += 1) grid[r + i][column + k] = cell;
    }
  });
  return (grid[0] || []).map((_, column) => [...new Set(grid.map((row) => row[column]))]);
};
const rowsOf = (table) => {
  const heads = headers(table), isLeftOut = heads.map((cells) => cells.some(isPlot));
  const keep = (cells) => cells.filter((_, i) => !isLeftOut[i]);
  const body = Array.from(table.tBodies[0].rows).filter((row) => !row.hidden);
  return { head: keep(heads.map((cells) => cells.map(textOf).filter(Boolean).join(": "))), body: body.map((row) => keep(Array.from(row.cells, textOf))) };
};
const csvOf = (rows) => rows.map((row) => row.map((cell) => {
  const text = String(cell === null || cell === undefined ? "" : cell);
  return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}).join(",")).join("\n") + "\n";
const LATEX = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "<": "\\textless{}", ">": "\\textgreater{}", "|": "\\textbar{}", "−": "$-$", "–": "--", "[": "{[}", "]": "{]}", "▲": "", "▼": "" };
const escaped = (text) => Array.from(text, (letter) => (letter in LATEX ? LATEX[letter] : /[&%$#_{}]/.test(letter) ? `\\${letter}` : letter)).join("");
const latexOf = ({ head, body }, caption, label) => {
  const isNumber = (_, i) => i > 0 && body.every((row) => !row[i] || /^[\d−+–.,%()[\] ]+$/.test(row[i]));
  const line = (cells) => `${cells.map(escaped).join(" & ")} \\\\`;
  return ["% In the preamble: \\usepackage{booktabs}", "\\begin{table}", "\\centering", `\\caption{${escaped(caption)}}`, `\\label{tab:${label}}`,
    `\\begin{tabular}{${(head.length ? head : body[0]).map((cell, i) => (isNumber(cell, i) ? "r" : "l")).join("")}}`, "\\toprule",
    ...(head.length ? [line(head), "\\midrule"] : []), ...body.map(line), "\\bottomrule", "\\end{tabular}", "\\end{table}", ""].join("\n");
};
const actions = (label, entries) => {
  const row = make("p", "save");
  for (const [name, act] of entries) {
    const button = make("button", "link", name);
    button.type = "button";
    button.setAttribute("aria-label", `${label} as ${name}`);
    button.addEventListener("click", () => act(button));
    row.append(button);
  }
  return row;
};
for (const region of all(".scroll")) {
  const table = region.querySelector("table"), label = region.getAttribute("aria-label"), name = fileName(label);
  const entries = [
    ["CSV", () => {
      const { head, body } = rowsOf(table), rows = head.length ? [head, ...body] : body;
      const plain = rows.map((row) => row.map((cell) => cell.replace(/−(?=\d)/g, "-"))); // numbers that a program reads
      saveFile(`${name}.csv`, csvOf(plain), "text/csv");
    }],
    ["LaTeX", (button) => {
      const caption = table.caption ? table.caption.textContent.trim().replace(/\s+/g, " ") : label;
      const text = latexOf(rowsOf(table), caption, name.replace("steelyard-", ""));
      copied(button, text, () => saveFile(`${name}.tex`, text, "text/x-tex"));
    }],
  ];
  if (table.matches(".matrix[id]")) entries.push(["SVG", () => saveSvg(name, plottedMatrix(table, label))]);
  if (table.querySelector("td.plot svg")) entries.push(["SVG", () => saveSvg(name, plottedTable(table))]);
  region.after(actions(label, entries));
}
