// Copies.
for (const button of all("[data-copy]")) {
  button.addEventListener("click", async () => {
    const source = $(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(source);
      button.textContent = "Selected: press Ctrl+C";
    }
  });
}
$("download").addEventListener("click", () => {
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(stored, null, 1) + "\n"], { type: "application/json" }));
  link.download = "steelyard-result.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
});
