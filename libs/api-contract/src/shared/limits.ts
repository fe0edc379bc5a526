/** Most addresses of one wallet that a request may name, or that one session proves. */
export const MAX_ADDRESSES = 50;
