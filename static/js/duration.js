// Times as people read them.

export const LOW = 10000; // ms below which tenths are shown

// "0:09", "61:00": how long somebody is waited for.
export function minutes(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// "1:58", "1:02:03", and "0:07.4" when there is little left.
export function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < LOW) return `0:0${Math.floor(left / 1000)}.${Math.floor((left % 1000) / 100)}`;
  const hours = Math.floor(Math.ceil(left / 1000) / 3600);
  if (!hours) return minutes(left);
  return `${hours}:${minutes(left - 3600000 * hours).padStart(5, "0")}`;
}
