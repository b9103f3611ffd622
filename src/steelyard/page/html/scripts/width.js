// What scrolls sideways says so: a side that hides something fades out.
const fade = (region) => {
  const hidden = region.scrollWidth - region.clientWidth;
  region.classList.toggle("more-left", region.scrollLeft > 1);
  region.classList.toggle("more-right", hidden - region.scrollLeft > 1);
};
const resized = new ResizeObserver((entries) => { for (const entry of entries) fade(entry.target.closest(".scroll")); });
for (const region of all(".scroll")) {
  resized.observe(region);
  if (region.firstElementChild) resized.observe(region.firstElementChild);
  region.addEventListener("scroll", () => fade(region), { passive: true });
}
// A phone's first screen has room for the heading and the ranking; the rest of what was found opens by a touch.
if (matchMedia("(max-width: 640px)").matches) for (const part of all("details.found-more")) part.open = false;
