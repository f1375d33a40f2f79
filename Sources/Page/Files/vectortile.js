// Reads Mapbox vector tiles.
export function readTile() { return {}; }
