/** Decodes hex of whole bytes. */
export const hexToBytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Encodes bytes as lower-case hex. */
export const bytesToHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Whether a cash address is a script's, of a vault say, rather than a key's: its type is the first letter. */
export const isScriptAddress = (address: string): boolean => /^(?:[a-z]+:)?[pr]/i.test(address);

/** Returns an address without its prefix. */
export const plainAddress = (address: string): string => address.slice(address.indexOf(':') + 1);

/** Shortens an address to its ends, without the prefix. */
export const shortAddress = (address: string): string => {
  const plain = plainAddress(address);
  return plain.length <= 14 ? plain : `${plain.slice(0, 6)}…${plain.slice(-6)}`;
};

/** Writes an address, without the prefix, in groups that can be compared by eye. */
export const groupsOf = (address: string): string =>
  plainAddress(address)
    .replace(/.{1,6}/g, (group) => `${group} `)
    .trimEnd();

/** Shortens a hash to its ends. */
export const shortHash = (hash: string): string => (hash.length <= 16 ? hash : `${hash.slice(0, 8)}…${hash.slice(-6)}`);

/** Whether a text is a token's category: 64 hex digits, in either case; spaces around them do not count. */
export const isCategory = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text.trim());
