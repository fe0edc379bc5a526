import { sha256 } from '@noble/hashes/sha2';
import { createBase58check } from '@scure/base';

/**
 * Why a text is not a cash address of a network.
 *
 * - `MISSING`: nothing, or blanks.
 * - `HIDDEN_CHARACTER`: a character that cannot be seen, or a blank, is inside of it.
 * - `LEGACY`: an address of the old form, of this network or of another one.
 * - `WRONG_NETWORK`: a sound cash address with another prefix.
 * - `MIXED_CASE`: both cases, which the specification of cash addresses forbids.
 * - `WRONG_CHARACTER`: a character that cash addresses do not have.
 * - `WRONG_LENGTH`: too short or too long.
 * - `CHECKSUM`: a character was changed, or two were swapped.
 * - `NOT_AN_ADDRESS`: nothing of an address.
 */
export type AddressFault =
  | { readonly problem: 'MISSING' }
  | { readonly problem: 'HIDDEN_CHARACTER' | 'WRONG_CHARACTER'; readonly character: string; readonly position: number }
  | {
      readonly problem: 'LEGACY';
      /** The same address in the present form, of its own network; undefined where its checksum is wrong. */
      readonly converted: string | undefined;
      /** Whether the converted one is of the expected network. */
      readonly isOfNetwork: boolean;
    }
  | { readonly problem: 'WRONG_NETWORK'; readonly found: string; readonly expected: string }
  | { readonly problem: 'MIXED_CASE' }
  | { readonly problem: 'WRONG_LENGTH'; readonly length: number; readonly expected: readonly number[] }
  | { readonly problem: 'CHECKSUM' }
  | { readonly problem: 'NOT_AN_ADDRESS' };

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
/** Prefixes of the networks of Bitcoin Cash. */
const PREFIXES = ['bitcoincash', 'bchtest', 'bchreg'] as const;
/** Symbols after the prefix: hashes of 20 and of 32 bytes, with version and checksum. */
const LENGTHS = [42, 61] as const;
const CHECKSUM_SYMBOLS = 8;

/**
 * The coefficients of the checksum, a remainder of 40 bits (CashAddr specification, "Checksum"), in two halves of 20 bits: bitwise
 * operators work on 32.
 */
const HIGH = [0x98f2b, 0x79b76, 0xf33e5, 0xae2ea, 0x1e4f4] as const;
const LOW = [0xc8e61, 0xd99e2, 0xfb3c4, 0xbe2a8, 0x3e470] as const;

/** Computes the checksum of symbols: 0 and 0 where the last eight of them are theirs. */
const checksumOf = (symbols: readonly number[]): readonly [high: number, low: number] => {
  let high = 0;
  let low = 1;
  for (const symbol of symbols) {
    const top = high >> 15;
    high = ((high & 0x7fff) << 5) | (low >> 15);
    low = ((low & 0x7fff) << 5) ^ symbol;
    for (const [bit, coefficient] of HIGH.entries())
      if (((top >> bit) & 1) === 1) {
        high ^= coefficient;
        low ^= LOW[bit] ?? 0;
      }
  }
  return [high, low ^ 1];
};

const symbolsOfPrefix = (prefix: string): number[] => [...Array.from(prefix, (letter) => letter.charCodeAt(0) & 31), 0];
const symbolsOf = (payload: string): number[] => Array.from(payload, (letter) => ALPHABET.indexOf(letter));

const isSound = (prefix: string, payload: string): boolean =>
  checksumOf([...symbolsOfPrefix(prefix), ...symbolsOf(payload)]).every((half) => half === 0);

/** Writes a hash of 20 bytes as a cash address. @param version 0 of a key's hash, 8 of a script's */
const cashAddress = (prefix: string, version: number, hash: Uint8Array): string => {
  let bits = 0n;
  for (const byte of [version, ...hash]) bits = (bits << 8n) | BigInt(byte);
  // 21 bytes are 168 bits: two zeros fill the last of 34 symbols.
  bits <<= 2n;
  const symbols = Array.from({ length: 34 }, (_, at) => Number((bits >> BigInt(5 * (33 - at))) & 31n));
  const halves = checksumOf([...symbolsOfPrefix(prefix), ...symbols, ...Array<number>(CHECKSUM_SYMBOLS).fill(0)]);
  const check = halves.flatMap((half) => [15, 10, 5, 0].map((shift) => (half >> shift) & 31));
  return `${prefix}:${[...symbols, ...check].map((symbol) => ALPHABET.charAt(symbol)).join('')}`;
};

/** Old addresses: version byte of Base58Check, and what it means. The last two are of a wallet that had a form of its own. */
const LEGACY_VERSIONS: Readonly<Record<number, { readonly isMain: boolean; readonly version: number }>> = {
  0: { isMain: true, version: 0 },
  5: { isMain: true, version: 8 },
  111: { isMain: false, version: 0 },
  196: { isMain: false, version: 8 },
  28: { isMain: true, version: 0 },
  40: { isMain: true, version: 8 },
};
const LEGACY = /^[13mn2CH][1-9A-HJ-NP-Za-km-z]{24,35}$/u;
const base58check = createBase58check(sha256);

const decodeLegacy = (text: string): Uint8Array | undefined => {
  try {
    return base58check.decode(text);
  } catch {
    return undefined;
  }
};

const explainLegacy = (text: string, expected: string): AddressFault => {
  const [version = -1, ...hash] = decodeLegacy(text) ?? [];
  const known = LEGACY_VERSIONS[version];
  if (known === undefined || hash.length !== 20) return { problem: 'LEGACY', converted: undefined, isOfNetwork: false };
  const isOfNetwork = known.isMain === (expected === 'bitcoincash');
  // The test networks have one old form together.
  const prefix = isOfNetwork ? expected : known.isMain ? 'bitcoincash' : 'bchtest';
  return { problem: 'LEGACY', converted: cashAddress(prefix, known.version, Uint8Array.from(hash)), isOfNetwork };
};

/** Characters that cannot be seen, and blanks. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Z}\u034f\u115f\u1160\u2800\u3164\uffa0]/u;

/** Names a character by its code: U+200B. */
export const codePointOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const characterFault = (
  problem: 'HIDDEN_CHARACTER' | 'WRONG_CHARACTER',
  text: string,
  isWrong: (character: string) => boolean,
): AddressFault | undefined => {
  const characters = Array.from(text);
  const index = characters.findIndex(isWrong);
  const character = characters[index];
  return character === undefined ? undefined : { problem, character, position: index + 1 };
};

/** What begins a cash address: its kind, and something after it. */
const PAYLOAD_LIKE = /^[qprz][a-z0-9]{19,}$/u;

/**
 * Says why a text is not a cash address of a network; undefined where it is one, of a key or of a script, token-aware or not, with
 * its prefix or without. Blanks around it do not count.
 *
 * Whether it is of a kind that a field takes is for the field to say.
 *
 * @param prefix of the network's addresses, without colon: `bitcoincash`, `bchtest` or `bchreg`
 */
export const explainAddress = (text: string, prefix: string): AddressFault | undefined => {
  const given = text.trim();
  if (given === '') return { problem: 'MISSING' };
  const hidden = characterFault('HIDDEN_CHARACTER', given, (character) => HIDDEN.test(character));
  if (hidden !== undefined) return hidden;
  if (LEGACY.test(given)) {
    const legacy = explainLegacy(given, prefix);
    if (legacy.problem !== 'LEGACY' || legacy.converted !== undefined || /^[13mn2]/u.test(given)) return legacy;
  }
  const lower = given.toLowerCase();
  const colon = lower.indexOf(':');
  const [own, payload] = colon < 0 ? [undefined, lower] : [lower.slice(0, colon), lower.slice(colon + 1)];
  const isKnownPrefix = own !== undefined && PREFIXES.some((each) => each === own);
  if (!isKnownPrefix && !PAYLOAD_LIKE.test(payload)) return { problem: 'NOT_AN_ADDRESS' };
  const isMixed = given !== lower && given !== given.toUpperCase();
  if (isMixed) return { problem: 'MIXED_CASE' };
  const start = given.length - payload.length;
  const wrong = characterFault('WRONG_CHARACTER', payload, (character) => !ALPHABET.includes(character));
  if (wrong?.problem === 'WRONG_CHARACTER')
    return {
      ...wrong,
      character: Array.from(given)[wrong.position - 1 + start] ?? '',
      position: wrong.position + start,
    };
  // The expected one first: lists have ten thousand sound addresses.
  const sound = [prefix, ...PREFIXES].find((each) => (own ?? each) === each && isSound(each, payload));
  if (sound !== undefined && sound !== prefix) return { problem: 'WRONG_NETWORK', found: sound, expected: prefix };
  if (own !== undefined && !isKnownPrefix) return { problem: 'WRONG_NETWORK', found: own, expected: prefix };
  if (!LENGTHS.some((length) => length === payload.length))
    return { problem: 'WRONG_LENGTH', length: payload.length, expected: LENGTHS };
  return sound === undefined ? { problem: 'CHECKSUM' } : undefined;
};

/** How long a text may be that is repeated in a message. */
const SHOWN = 40;

/**
 * Says in English what is wrong with an address and what to do, after the name of its field: "has a wrong checksum: …".
 *
 * @param fault see {@link explainAddress}
 */
export const faultText = (fault: AddressFault): string => {
  switch (fault.problem) {
    case 'MISSING':
      return 'is empty: enter a cash address';
    case 'HIDDEN_CHARACTER':
      return fault.character === ' '
        ? `has a space at position ${fault.position}: remove it`
        : `has the invisible character ${codePointOf(fault.character)} at position ${fault.position}: remove it`;
    case 'LEGACY':
      if (fault.converted === undefined)
        return 'is a legacy address with a wrong checksum: check it for typing errors, and convert it to a cash address';
      return fault.isOfNetwork
        ? `is a legacy address: convert it to a cash address, ${fault.converted}`
        : `is a legacy address of another network: as a cash address it is ${fault.converted}`;
    case 'WRONG_NETWORK':
      return `is an address of another network: expected the prefix ${fault.expected}, received ${fault.found.slice(0, SHOWN)}`;
    case 'MIXED_CASE':
      return 'has upper-case and lower-case letters: a cash address has one case, so copy it again';
    case 'WRONG_CHARACTER':
      return `has the character ${JSON.stringify(fault.character)} at position ${fault.position}, which cash addresses do not have: check it for typing errors`;
    case 'WRONG_LENGTH':
      return `has ${fault.length} characters after its prefix, expected ${fault.expected.join(' or ')}: copy the whole address`;
    case 'CHECKSUM':
      return 'has a wrong checksum: check it for typing errors, or copy it again';
    case 'NOT_AN_ADDRESS':
      return 'is not a cash address';
  }
};

/** What errors carry of a fault beside its text. */
export interface FaultDetails {
  readonly problem: AddressFault['problem'];
  /** Of a legacy address: the same as a cash address. */
  readonly converted?: string;
  /** Of a character: its code point, U+200B, and its position from 1. */
  readonly character?: string;
  readonly position?: number;
}

/** Returns what an error carries of a fault, beside {@link faultText}. */
export const faultDetails = (fault: AddressFault): FaultDetails => {
  const { problem } = fault;
  if (problem === 'LEGACY' && fault.converted !== undefined) return { problem, converted: fault.converted };
  if (problem === 'HIDDEN_CHARACTER' || problem === 'WRONG_CHARACTER')
    return { problem, character: codePointOf(fault.character), position: fault.position };
  return { problem };
};
