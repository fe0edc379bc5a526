/** Shortens an address to its ends, without the prefix. */
export const shortAddress = (address: string): string => {
  const plain = address.slice(address.indexOf(':') + 1);
  return plain.length <= 14 ? plain : `${plain.slice(0, 6)}…${plain.slice(-6)}`;
};

/** Shortens a hash to its ends. */
export const shortHash = (hash: string): string => (hash.length <= 16 ? hash : `${hash.slice(0, 8)}…${hash.slice(-6)}`);
