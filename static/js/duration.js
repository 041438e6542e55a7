// Times as people read them.

export const LOW = 10000; // ms below which tenths are shown

// "0:09", "61:00": how long somebody is waited for.
export function minutes(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// "3.4 s", and whole seconds from ten on: what a move took.
export function spentText(ms) {
  const tenths = Math.floor(ms / 100) / 10;
  return `${ms < LOW ? tenths.toFixed(1) : Math.floor(tenths)} s`;
}

// "1:58", "1:02:03", and "0:07.4" when there is little left.
export function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < LOW) return `0:0${Math.floor(left / 1000)}.${Math.floor((left % 1000) / 100)}`;
  const hours = Math.floor(Math.ceil(left / 1000) / 3600);
  if (!hours) return minutes(left);
  return `${hours}:${minutes(left - 3600000 * hours).padStart(5, "0")}`;
}
