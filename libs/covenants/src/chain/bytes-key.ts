/** A text that is equal for equal bytes: for maps and sets, many times faster to make than hex. Nothing to show or store. */
export const bytesKey = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
