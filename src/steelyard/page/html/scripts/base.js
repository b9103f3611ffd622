const $ = (id) => document.getElementById(id);
const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
const make = (tag, className, text) => {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
};
const SVG = "http://www.w3.org/2000/svg";
const draw = (tag, attributes, text) => {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
};
document.documentElement.classList.add("scripted");
const data = $("data") ? JSON.parse($("data").textContent) : { buckets: [] }; // a page of tables alone has none
const stored = JSON.parse($("stored").textContent);

// Numbers as the tables write them.
const minus = (text) => text.replace("-", "−");
const signed = (value, decimals) => minus((value > 0 ? "+" : "") + (value || 0).toFixed(decimals));
const pText = (p) => (p >= 0.00095 || p === 0 ? p.toFixed(4) : String(Number(p.toPrecision(1))));

// Hidden characters, and those that steer direction, shown by their numbers.
const HIDDEN = /([\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff])/;
const appendText = (node, text) => {
  text.split(HIDDEN).forEach((part, i) => {
    if (i % 2 === 0) {
      if (part) node.append(part);
    } else {
      node.append(make("span", "hidden-char", "U+" + part.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")));
    }
  });
};
const plainText = (text) => text.replace(new RegExp(HIDDEN, "g"), "\ufffd"); // as options have it
const named = (name) => {
  const node = make("bdi");
  appendText(node, name);
  return node;
};
