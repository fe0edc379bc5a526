/** The kinds of a cash address, by its first character, of whatever is token-aware as of whatever is not. */
const KINDS: Readonly<Record<string, string>> = { q: 'p2pkh', z: 'p2pkh', p: 'p2sh', r: 'p2sh' };
/** The checksum's characters. What stands before them, but for the kind, is what the address pays to. */
const CHECKSUM = 8;

const payloadOf = (address: string): string => {
  const text = address.toLowerCase().replace(/^[^:]*:/, '');
  // The second character still shares two bits with the version, which are zero in all kinds of one length.
  return `${KINDS[text.charAt(0)] ?? text.charAt(0)}${text.slice(1, -CHECKSUM)}`;
};

/** Whether two cash addresses pay the same, token-aware or not, with their prefix or without. */
export const isSameAddress = (one: string, other: string): boolean => payloadOf(one) === payloadOf(other);
