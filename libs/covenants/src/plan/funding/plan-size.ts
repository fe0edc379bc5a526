import { bigIntToCompactUint } from '@bitauth/libauth';
import { partyParts, type Party } from '../../chain/party.js';
import { planCommitmentLength } from '../plan-commitment.js';
import { isBchPlan, type PlanProduct } from '../plan-product.js';
import type { PlannedStream } from './plan-draft.js';

const VALUE = 8;
const P2SH32 = 35;
const CATEGORY_PREFIX = 1 + 32 + 1;

const amountBytes = (amount: bigint): number => bigIntToCompactUint(amount).length;

/** Returns the bytes of a new stream's outputs: its state and, for tokens, its companion. */
export const streamBytes = (product: PlanProduct, { state, principal }: PlannedStream): number => {
  const token = CATEGORY_PREFIX + 1 + planCommitmentLength(product) + amountBytes(BigInt(state.index));
  const companion = isBchPlan(product) ? 0 : VALUE + 1 + CATEGORY_PREFIX + amountBytes(principal) + P2SH32;
  return VALUE + 1 + token + P2SH32 + companion;
};

/** Returns the bytes of the note that shows a recipient's address, one for each recipient of a funding. */
export const noteBytes = (recipient: Party): number => VALUE + 1 + recipient.length;

/** Returns the bytes of the announcement output. */
export const announcementBytes = (product: PlanProduct, sender: Party, groups: number): number => {
  const group = product.startsWith('VESTING') ? 10 : 7;
  const data = 4 + 1 + 1 + 1 + (partyParts(sender)?.hash.length ?? 32) + 16 + 2 + groups * group;
  return VALUE + 1 + 1 + 2 + data;
};

/** Bytes of version, locktime, the longest counts of inputs and outputs, and the beacon. */
export const FUNDING_OVERHEAD = 4 + 4 + 3 + 3 + VALUE + 1 + P2SH32;

/** Bytes for two coins of a key and the change: with these, 640 streams in BCH fit one transaction. */
export const BCH_FUNDING_ROOM = 400;
/** Bytes for six coins of a key, change, and tokens that return. */
export const TOKEN_FUNDING_ROOM = 1_200;

/** Returns the bytes left by default for the inputs and change of whoever pays. */
export const fundingRoom = (product: PlanProduct): number =>
  isBchPlan(product) ? BCH_FUNDING_ROOM : TOKEN_FUNDING_ROOM;
