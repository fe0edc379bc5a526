import { encodeDataPush, flattenBinArray } from '@bitauth/libauth';
import type { KeyAndSignature } from '../transaction/key-signature.js';
import type { RosterContract } from './roster-contract.js';

/** A seat of a roster: which of its three signers. */
export type RosterSeat = 0 | 1 | 2;

/** Selectors of the covenant's functions, as opcodes. */
const OP_SPEND = 0x00;
const OP_FOLLOW = 0x53;
/** A seat as a script pushes it: 0, 1, 2. */
const SEATS = [0x00, 0x51, 0x52] as const;

/** Returns the seat that does not sign where two do. */
export const absentSeat = (one: RosterSeat, other: RosterSeat): RosterSeat => {
  const absent = ([0, 1, 2] as const).find((seat) => seat !== one && seat !== other);
  if (absent === undefined || one === other) throw new RangeError('Two different seats sign');
  return absent;
};

/**
 * Encodes the unlocking bytecode of the state: the arguments, last one first, the function, the script. The keys are in the order
 * of their seats.
 */
export const encodeRosterSpending = (
  { redeemScript }: Pick<RosterContract, 'redeemScript'>,
  first: KeyAndSignature,
  second: KeyAndSignature,
  absent: RosterSeat,
): Uint8Array =>
  flattenBinArray([
    Uint8Array.of(SEATS[absent]),
    ...[second.signature, second.publicKey, first.signature, first.publicKey].map(encodeDataPush),
    Uint8Array.of(OP_SPEND),
    encodeDataPush(redeemScript),
  ]);

/** Encodes the unlocking bytecode of every further coin, which nobody signs. */
export const encodeRosterFollowing = ({ redeemScript }: Pick<RosterContract, 'redeemScript'>): Uint8Array =>
  flattenBinArray([Uint8Array.of(OP_FOLLOW), encodeDataPush(redeemScript)]);
