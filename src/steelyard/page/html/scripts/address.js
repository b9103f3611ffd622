// What the reader chose stands in the address after #, so that a link or a bookmark shows the same again.
const address = (() => {
  const state = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
  const set = (key, ...values) => {
    state.delete(key);
    for (const value of values) if (value !== "") state.append(key, value);
    try {
      history.replaceState(null, "", `#${state}`);
    } catch { /* a frame without an address */ }
  };
  return { set, get: (key) => state.get(key), all: (key) => state.getAll(key) };
})();
window.addEventListener("hashchange", () => { if (location.hash.includes("=")) location.reload(); });
// A control is set as the address says, and told about; systems and metrics are there by name, as places may change.
const choose = (control, label) => {
  if (control.options) {
    const option = Array.from(control.options).find((one) => one.text === label);
    if (!option) return;
    control.value = option.value;
  } else control.value = label;
  control.dispatchEvent(new Event("input"));
  control.dispatchEvent(new Event("change"));
};
const labelOf = (control) => (control.options ? control.selectedOptions[0].text : control.value);
const remember = (control, key) => {
  const first = labelOf(control), given = address.get(key);
  control.addEventListener("input", () => address.set(key, labelOf(control) === first ? "" : labelOf(control)));
  if (given !== null) choose(control, given);
};
