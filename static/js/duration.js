// What a clock shows.

export const LOW = 10000; // ms below which tenths are shown

// "1:58", "1:02:03", and "0:07.4" when there is little left.
export function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < LOW) return `0:0${Math.floor(left / 1000)}.${Math.floor((left % 1000) / 100)}`;
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
