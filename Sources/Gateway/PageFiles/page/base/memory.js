// What this browser remembers, if it has a memory.

export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Then it is known until the page is loaded anew.
  }
}

/** What was kept as `name`, which others may have written as well; `other`: for nothing. */
export function remembered(name, other) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? other;
  } catch {
    return other;
  }
}
