// Stepping through a game by the wheel over its board. A page that is longer than the window keeps
// its wheel.

const STEP = 60; // px rolled that are a step: a notch is more, a touchpad sends a few at a time
const LINE = 40; // px, where a wheel counts in lines

// `step` is told "next" or "previous", where `may` allows it.
export function wheel(form, may, step) {
  let rolled = 0;
  form.addEventListener(
    "wheel",
    (event) => {
      const across = Math.abs(event.deltaX) > Math.abs(event.deltaY); // as a touchpad goes back a page
      if (event.ctrlKey || across || !may() || document.documentElement.scrollHeight > innerHeight) return;
      event.preventDefault();
      const by = event.deltaY * (event.deltaMode ? LINE : 1);
      rolled = (rolled * by < 0 ? 0 : rolled) + by;
      if (Math.abs(rolled) < STEP) return;
      step(rolled > 0 ? "next" : "previous");
      rolled = 0;
    },
    { passive: false },
  );
}
