// The parts of drawings.

const NAMESPACE = "http://www.w3.org/2000/svg";

export function element(name, attributes) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
