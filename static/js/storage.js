// What this browser, or this tab, remembers; where storage is blocked, as long as the page lasts.

export const browser = remembered("localStorage");
export const tab = remembered("sessionStorage");

function remembered(name) {
  const here = new Map();
  return {
    read(key, otherwise) {
      try {
        return JSON.parse(window[name].getItem(key)) ?? otherwise;
      } catch {
        return here.get(key) ?? otherwise;
      }
    },
    write(key, value) {
      here.set(key, value);
      try {
        window[name].setItem(key, JSON.stringify(value));
      } catch {
        // see `here`
      }
    },
  };
}
