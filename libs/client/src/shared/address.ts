/** Kinds of cash addresses by their first character, token-aware or not. */
const KINDS: Readonly<Record<string, string>> = { q: 'p2pkh', z: 'p2pkh', p: 'p2sh', r: 'p2sh' };
/** Number of characters of the checksum. What precedes them, apart from the kind, is what the address pays to. */
const CHECKSUM = 8;

/**
 * Returns what a cash address pays to, as a text to compare: the same for its token-aware form, and with the prefix or without.
 *
 * The address must be sound: its checksum is not read.
 */
export const addressKey = (address: string): string => {
  const text = address.toLowerCase().replace(/^[^:]*:/, '');
  // The second character shares two bits with the version byte; they are zero in all kinds of one length.
  return `${KINDS[text.charAt(0)] ?? text.charAt(0)}${text.slice(1, -CHECKSUM)}`;
};

/** Whether two cash addresses pay to the same key or script, token-aware or not, with their prefix or without. */
export const isSameAddress = (one: string, other: string): boolean => addressKey(one) === addressKey(other);
