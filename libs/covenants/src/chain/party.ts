import {
  binToHex,
  cashAddressToLockingBytecode,
  CashAddressType,
  decodeCashAddress,
  decodeCashAddressFormatWithoutPrefix,
  encodeCashAddress,
  hash160,
  hexToBin,
} from '@bitauth/libauth';
import { addressPrefix, type Network } from './network.js';

/**
 * Whoever pays or is paid in a plan: a locking bytecode of a standard kind. A key, a multisig and a vault serve alike;
 * parties are compared by these bytes, never by what was typed.
 */
export type Party = Uint8Array;

/** The kinds of output nodes relay: to a public key's hash, to a script's hash of 20 or of 32 bytes. */
export type PartyKind = 'P2PKH' | 'P2SH20' | 'P2SH32';

/** What stands before and after the hash of each kind. */
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

/** The parts of a standard locking bytecode. */
export interface PartyParts {
  readonly kind: PartyKind;
  /** 20 or 32 bytes. */
  readonly hash: Uint8Array;
}

/** Takes a locking bytecode apart; undefined where it is of no standard kind. */
export const partyParts = (lockingBytecode: Uint8Array): PartyParts | undefined => {
  const form = FORMS.find(
    ({ head, hash, tail }) =>
      lockingBytecode.length === head.length + hash + tail.length &&
      head.every((byte, i) => lockingBytecode[i] === byte) &&
      tail.every((byte, i) => lockingBytecode[head.length + hash + i] === byte),
  );
  if (form === undefined) return undefined;
  return { kind: form.kind, hash: lockingBytecode.slice(form.head.length, form.head.length + form.hash) };
};

/** Puts a locking bytecode together; undefined where the hash has not the length of its kind. */
export const partyOf = ({ kind, hash }: PartyParts): Party | undefined => {
  const form = FORMS.find((each) => each.kind === kind);
  return form?.hash === hash.length ? Uint8Array.of(...form.head, ...hash, ...form.tail) : undefined;
};

/** Whether a locking bytecode is of a standard kind, so that nodes relay what is paid to it. */
export const isParty = (lockingBytecode: Uint8Array): boolean => partyParts(lockingBytecode) !== undefined;

/** What a plan's covenants know of a recipient: hash160 of the locking bytecode. */
export const partyHash = (party: Party): Uint8Array => hash160(party);

/** The plain address of a party; undefined for a locking bytecode of no standard kind. */
export const partyAddress = (lockingBytecode: Uint8Array, network: Network): string | undefined => {
  const parts = partyParts(lockingBytecode);
  if (parts === undefined) return undefined;
  return encodeCashAddress({ payload: parts.hash, prefix: addressPrefix(network), type: ADDRESS_TYPES[parts.kind] })
    .address;
};

export type PartyResult =
  | {
      readonly ok: true;
      readonly party: Party;
      readonly kind: PartyKind;
      /** The plain form, with prefix: the same for both forms of an address. */
      readonly address: string;
      /** Whether the address says that its wallet knows tokens. */
      readonly tokenAware: boolean;
    }
  | { readonly ok: false; readonly problem: 'MALFORMED' | 'WRONG_NETWORK' };

const withPrefix = (text: string): string => {
  if (text.includes(':')) return text;
  const decoded = decodeCashAddressFormatWithoutPrefix(text.toLowerCase());
  return typeof decoded === 'string' ? text : `${decoded.prefix}:${text.toLowerCase()}`;
};

/**
 * Reads the address of a party: P2PKH, P2SH20 or P2SH32, plain or token-aware, of the network; a missing prefix is
 * accepted.
 */
export const parseParty = (text: string, network: Network): PartyResult => {
  const full = withPrefix(text.trim());
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

/** Bytes of the hash in a P2PKH party, as hex digits. */
const KEY_HASH_DIGITS = 40;

/**
 * What records know a party by, hex: of a key its hash, 20 bytes, as long as there were no others; of a script the whole
 * locking bytecode, so that no script passes for a key. Undefined for a locking bytecode of no standard kind.
 */
export const partyKey = (lockingBytecode: Uint8Array): string | undefined => {
  const parts = partyParts(lockingBytecode);
  return parts && binToHex(parts.kind === 'P2PKH' ? parts.hash : lockingBytecode);
};

/** The locking bytecode of the party that records know by a key. @throws RangeError where the key is none */
export const partyOfKey = (key: string): Party => {
  const bytes = hexToBin(key);
  const party = key.length === KEY_HASH_DIGITS ? partyOf({ kind: 'P2PKH', hash: bytes }) : bytes;
  if (party === undefined || partyKey(party) !== key) throw new RangeError(`No party has this key: ${key}`);
  return party;
};
