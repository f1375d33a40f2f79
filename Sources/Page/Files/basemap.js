// The base map: what is drawn beneath everything.
export function baseMap() {}
