import { flattenBinArray } from '@bitauth/libauth';
import { encodeAnnouncedParty, readAnnouncedParty } from '../announcement/announced-party.js';
import type { Party } from '../chain/party.js';
import { FEE_STEP } from './plan-terms.js';

export const NONCE_LENGTH = 16;

/** What the announcement of every kind of plan begins with. */
export interface PlanHead {
  readonly sender: Party;
  /** 16 bytes. */
  readonly nonce: Uint8Array;
  /** Satoshis of a keyless payment's fee at the most, and at the least: multiples of 10. */
  readonly fee: bigint;
  readonly floor: bigint;
}

/**
 * Encodes the body of a plan's announcement: the kind of the sender (0 P2PKH, 1 P2SH20, 2 P2SH32) and its hash, nonce 16, fee 1 and
 * floor 1 (in steps of 10 satoshis), then what its kind adds for all streams, then its groups.
 *
 * @returns undefined where the sender is of no kind that is announced
 */
export const encodePlanBody = (
  { sender, nonce, fee, floor }: PlanHead,
  shared: readonly Uint8Array[],
  groups: readonly Uint8Array[],
): Uint8Array | undefined => {
  const party = encodeAnnouncedParty(sender);
  const fees = Uint8Array.of(Number(fee / FEE_STEP), Number(floor / FEE_STEP));
  return party && flattenBinArray([party, nonce, fees, ...shared, ...groups]);
};

/** Cuts bytes into pieces of a length; undefined where there is none or a piece would be shorter. */
const piecesOf = (bytes: Uint8Array, length: number): readonly Uint8Array[] | undefined =>
  bytes.length === 0 || bytes.length % length !== 0
    ? undefined
    : Array.from({ length: bytes.length / length }, (_, i) => bytes.slice(i * length, (i + 1) * length));

/**
 * Reads the body of a plan's announcement, as `encodePlanBody` writes it; undefined where it is none.
 *
 * @param sharedLength bytes that its kind adds for all streams
 * @param groupLength bytes of one group
 * @param decodeGroup reads a group; undefined where there is no such group
 */
export const readPlanBody = <Group>(
  body: Uint8Array,
  sharedLength: number,
  groupLength: number,
  decodeGroup: (bytes: Uint8Array) => Group | undefined,
): { readonly head: PlanHead; readonly shared: Uint8Array; readonly groups: readonly Group[] } | undefined => {
  const sender = readAnnouncedParty(body);
  if (sender === undefined) return undefined;
  const nonceEnd = sender.end + NONCE_LENGTH;
  const feesEnd = nonceEnd + 2;
  const pieces = piecesOf(body.slice(feesEnd + sharedLength), groupLength);
  const groups = pieces?.map(decodeGroup).filter((group) => group !== undefined);
  if (groups === undefined || groups.length !== pieces?.length) return undefined;
  return {
    head: {
      sender: sender.party,
      nonce: body.slice(sender.end, nonceEnd),
      fee: BigInt(body[nonceEnd] ?? 0) * FEE_STEP,
      floor: BigInt(body[nonceEnd + 1] ?? 0) * FEE_STEP,
    },
    shared: body.slice(feesEnd, feesEnd + sharedLength),
    groups,
  };
};
