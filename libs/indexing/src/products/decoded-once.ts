/**
 * Remembers what announcements declare, as long as somebody holds their bytes.
 *
 * @param decode undefined where bytes declare nothing of the product
 */
export const decodedOnce = <Terms>(decode: (bytecode: Uint8Array) => Terms | undefined) => {
  const known = new WeakMap<Uint8Array, Terms>();
  return (bytecode: Uint8Array): Terms | undefined => {
    const terms = known.get(bytecode) ?? decode(bytecode);
    if (terms !== undefined) known.set(bytecode, terms);
    return terms;
  };
};
