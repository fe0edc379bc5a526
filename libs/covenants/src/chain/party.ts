import {
  binToHex,
  cashAddressToLockingBytecode,
  CashAddressType,
  decodeCashAddress,
  encodeCashAddress,
  hash160,
  hexToBin,
} from '@bitauth/libauth';
import { withPrefix } from './address.js';
import { addressPrefix, type Network } from './network.js';

/**
 * Anybody who pays or is paid in a plan, as a locking bytecode of a standard kind: a key, a multisig or a vault. Parties
 * are compared by these bytes, never by the text of an address.
 */
export type Party = Uint8Array;

/**
 * The kinds of standard output that a party may have: to the hash of a public key, or to a script's hash of 20 or of
 * 32 bytes.
 */
export type PartyKind = 'P2PKH' | 'P2SH20' | 'P2SH32';

/** The bytes around the hash of each kind. */
const FORMS: readonly {
  readonly kind: PartyKind;
  readonly head: readonly number[];
  readonly hash: number;
  readonly tail: readonly number[];
}[] = [
  { kind: 'P2PKH', head: [0x76, 0xa9, 0x14], hash: 20, tail: [0x88, 0xac] },
  { kind: 'P2SH20', head: [0xa9, 0x14], hash: 20, tail: [0x87] },
  { kind: 'P2SH32', head: [0xaa, 0x20], hash: 32, tail: [0x87] },
];

const ADDRESS_TYPES: Readonly<Record<PartyKind, CashAddressType>> = {
  P2PKH: CashAddressType.p2pkh,
  P2SH20: CashAddressType.p2sh,
  P2SH32: CashAddressType.p2sh,
};

/** A standard locking bytecode, taken apart. */
export interface PartyParts {
  readonly kind: PartyKind;
  /** 20 or 32 bytes. */
  readonly hash: Uint8Array;
}

/** Whether bytes are at a place of others. */
const isAt = (bytes: Uint8Array, part: readonly number[], from: number): boolean => {
  for (let at = 0; at < part.length; at += 1) if (bytes[from + at] !== part[at]) return false;
  return true;
};

/** Takes a locking bytecode apart; undefined where it is of no standard kind. */
export const partyParts = (lockingBytecode: Uint8Array): PartyParts | undefined => {
  const form = FORMS.find(
    ({ head, hash, tail }) =>
      lockingBytecode.length === head.length + hash + tail.length &&
      isAt(lockingBytecode, head, 0) &&
      isAt(lockingBytecode, tail, head.length + hash),
  );
  if (form === undefined) return undefined;
  return { kind: form.kind, hash: lockingBytecode.slice(form.head.length, form.head.length + form.hash) };
};

/** Builds a locking bytecode from its parts; undefined where the hash does not have the length of its kind. */
export const partyOf = ({ kind, hash }: PartyParts): Party | undefined => {
  const form = FORMS.find((each) => each.kind === kind);
  return form?.hash === hash.length ? Uint8Array.of(...form.head, ...hash, ...form.tail) : undefined;
};

/** Whether a locking bytecode is of a standard kind, so that nodes relay payments to it. */
export const isParty = (lockingBytecode: Uint8Array): boolean => partyParts(lockingBytecode) !== undefined;

/** Returns hash160 of a party's locking bytecode, 20 bytes: all that a plan's covenants know of a recipient. */
export const partyHash = (party: Party): Uint8Array => hash160(party);

/** Returns the plain address of a party, with its prefix; undefined for a locking bytecode of no standard kind. */
export const partyAddress = (lockingBytecode: Uint8Array, network: Network): string | undefined => {
  const parts = partyParts(lockingBytecode);
  if (parts === undefined) return undefined;
  return encodeCashAddress({ payload: parts.hash, prefix: addressPrefix(network), type: ADDRESS_TYPES[parts.kind] })
    .address;
};

/** A parsed address of a party, or why the text is none. */
export type PartyResult =
  | {
      readonly ok: true;
      readonly party: Party;
      readonly kind: PartyKind;
      /** The plain form, with prefix: the same for both forms of an address. */
      readonly address: string;
      /** Whether the address reports that its wallet handles tokens. */
      readonly tokenAware: boolean;
    }
  | { readonly ok: false; readonly problem: 'MALFORMED' | 'WRONG_NETWORK' };

/**
 * Parses the address of a party: P2PKH, P2SH20 or P2SH32, plain or token-aware, of the network; a missing prefix is
 * accepted.
 */
export const parseParty = (text: string, network: Network): PartyResult => {
  const full = withPrefix(text);
  const decoded = decodeCashAddress(full);
  if (typeof decoded === 'string') return { ok: false, problem: 'MALFORMED' };
  if (decoded.prefix !== (addressPrefix(network) as string)) return { ok: false, problem: 'WRONG_NETWORK' };
  const locking = cashAddressToLockingBytecode(full);
  if (typeof locking === 'string') return { ok: false, problem: 'MALFORMED' };
  const { bytecode: party, tokenSupport: tokenAware } = locking;
  const [kind, address] = [partyParts(party)?.kind, partyAddress(party, network)];
  if (kind === undefined || address === undefined) return { ok: false, problem: 'MALFORMED' };
  return { ok: true, party, kind, address, tokenAware };
};

/** Length of a P2PKH party's key: its hash in hex. */
const KEY_HASH_DIGITS = 40;

/**
 * Returns the text by which records know a party, hex: for a key its 20-byte hash (records had that before there were
 * other parties), for a script the whole locking bytecode, so that no script passes for a key. Undefined for a
 * locking bytecode of no standard kind.
 */
export const partyKey = (lockingBytecode: Uint8Array): string | undefined => {
  const parts = partyParts(lockingBytecode);
  return parts && binToHex(parts.kind === 'P2PKH' ? parts.hash : lockingBytecode);
};

/** What the keys of locking bytecodes of no standard kind begin with. */
const OTHER_KIND = 'script:';

/**
 * Returns the text by which records know whom a stream moves to. Covenants allow addresses of any kind there, and others than the
 * builders here may announce them: of no standard kind the key is `script:` and the locking bytecode in hex.
 */
export const movedKey = (lockingBytecode: Uint8Array): string =>
  partyKey(lockingBytecode) ?? `${OTHER_KIND}${binToHex(lockingBytecode)}`;

/** Whether an address names the party that records know by a key: all but those who moved to a script of no standard kind. */
export const hasAddress = (key: string): boolean => !key.startsWith(OTHER_KIND);

/**
 * Returns the locking bytecode of the party that records know by a key (see {@link partyKey} and {@link movedKey}).
 *
 * @throws RangeError where the text is not such a key
 */
export const partyOfKey = (key: string): Party => {
  if (!hasAddress(key)) return hexToBin(key.slice(OTHER_KIND.length));
  const bytes = hexToBin(key);
  const party = key.length === KEY_HASH_DIGITS ? partyOf({ kind: 'P2PKH', hash: bytes }) : bytes;
  if (party === undefined || partyKey(party) !== key) throw new RangeError(`No party has this key: ${key}`);
  return party;
};

const OTHER_KIND_KEY = /^script:((?:[0-9a-f]{2})+)$/u;

/**
 * Returns the locking bytecode of whom a stream pays, of the text by which records show them: an address, or of no standard kind
 * {@link movedKey}. A recipient can move there without any service, and the sender's acts have to name them all the same.
 *
 * @returns undefined for any other text
 */
export const parseRecipient = (text: string, network: Network): Party | undefined => {
  const [, script] = OTHER_KIND_KEY.exec(text) ?? [];
  if (script !== undefined) return hexToBin(script);
  const parsed = parseParty(text, network);
  return parsed.ok ? parsed.party : undefined;
};
