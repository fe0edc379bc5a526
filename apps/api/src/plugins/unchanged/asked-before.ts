/** Remembers what was asked last, in fixed room. */
export interface AskedBefore {
  /** Notes a question. @returns whether it is remembered from before */
  note(question: string): boolean;
}

const SLOTS = 65_536;
/** Places of one question: as many with the same first bits are remembered side by side. */
const WAYS = 4;

/** FNV-1a, 32 bits; never 0, which marks an empty slot. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0 || 1;
};

/**
 * Creates a memory of some 65,000 questions in 256 kB. It forgets the oldest of those that share a place, and takes one of some
 * billions for another: fit for deciding what is worth keeping, not for what is true.
 */
export const createAskedBefore = (): AskedBefore => {
  const slots = new Uint32Array(SLOTS);
  return {
    note(question) {
      const hash = hashOf(question);
      const from = (hash % (SLOTS / WAYS)) * WAYS;
      const places = slots.subarray(from, from + WAYS);
      const at = places.indexOf(hash);
      // The one asked last stands first.
      places.copyWithin(1, 0, at === -1 ? WAYS - 1 : at);
      places[0] = hash;
      return at !== -1;
    },
  };
};
