import { flattenBinArray, numberToBinUint16LE, numberToBinUint32LE } from '@bitauth/libauth';
import { announcedPartyLength } from '../announcement/announced-party.js';
import { decodeEnvelope, encodeEnvelope, type AnnouncedProduct } from '../announcement/envelope.js';
import { readUnsigned } from '../bytes/read-bytes.js';
import { encodePlanBody, NONCE_LENGTH, readPlanBody } from './plan-body.js';
import { planKindOf, type PlanProduct } from './plan-limits.js';
import { findPlanTermsProblem, type PlanGroup, type PlanTerms } from './plan-terms.js';

/** Bytes of one group. Vesting: cliff 4, step 4, notice 2; recurring: interval 4, notice 2, flags 1. */
const GROUP_LENGTHS = { VESTING: 10, RECURRING: 7 } as const;
/** Bytes of fills and delay. */
const SHARED_LENGTH = 3;
const PAUSABLE = 1;
const CANCELABLE = 2;

const encodeGroup = (group: PlanGroup): Uint8Array => {
  const notice = numberToBinUint16LE(group.noticeBlocks);
  if (group.kind === 'RECURRING') {
    const flags = (group.pausable ? PAUSABLE : 0) + (group.cancelable ? CANCELABLE : 0);
    return flattenBinArray([numberToBinUint32LE(Number(group.interval)), notice, Uint8Array.of(flags)]);
  }
  return flattenBinArray([numberToBinUint32LE(Number(group.cliff)), numberToBinUint32LE(Number(group.step)), notice]);
};

const decodeGroup = (bytes: Uint8Array, kind: PlanGroup['kind']): PlanGroup | undefined => {
  const seconds = (at: number) => readUnsigned(bytes, at, at + 4);
  const notice = (at: number) => Number(readUnsigned(bytes, at, at + 2));
  if (kind === 'VESTING') return { kind, cliff: seconds(0), step: seconds(4), noticeBlocks: notice(8) };
  const flags = bytes[6] ?? 0;
  if (flags > PAUSABLE + CANCELABLE) return undefined;
  return {
    kind,
    interval: seconds(0),
    noticeBlocks: notice(4),
    pausable: (flags & PAUSABLE) !== 0,
    cancelable: (flags & CANCELABLE) !== 0,
  };
};

/**
 * Encodes a plan's announcement: the body of `encodePlanBody` with the fills of a cancel 1 and the delay of a move 2. With 15
 * vesting groups and a P2SH32 sender it has 213 bytes, within the 223 that every node relays.
 *
 * @returns the locking bytecode of the announcement output
 * @throws RangeError for terms that no plan may have
 */
export const encodePlanAnnouncement = (terms: PlanTerms): Uint8Array => {
  const { product, cancelFills, delay, groups } = terms;
  const problem = findPlanTermsProblem(terms, true);
  const shared = [Uint8Array.of(Number(cancelFills)), numberToBinUint16LE(delay)];
  const body = problem === undefined ? encodePlanBody(terms, shared, groups.map(encodeGroup)) : undefined;
  if (body === undefined) throw new RangeError(`No plan has these terms: ${problem ?? 'SENDER_NOT_STANDARD'}`);
  return encodeEnvelope({ product: `PLAN_${product}`, body });
};

const PLAN_PRODUCTS: Readonly<Partial<Record<AnnouncedProduct, PlanProduct>>> = {
  PLAN_VESTING_BCH: 'VESTING_BCH',
  PLAN_VESTING_TOKEN: 'VESTING_TOKEN',
  PLAN_RECURRING_BCH: 'RECURRING_BCH',
  PLAN_RECURRING_TOKEN: 'RECURRING_TOKEN',
};

/** Returns the product and the body of a plan's announcement; undefined where the bytecode announces no plan. */
const openPlan = (
  lockingBytecode: Uint8Array,
): { readonly product: PlanProduct; readonly body: Uint8Array } | undefined => {
  const envelope = decodeEnvelope(lockingBytecode);
  const product = envelope && PLAN_PRODUCTS[envelope.product];
  return product && { product, body: envelope.body };
};

const termsOf = (body: Uint8Array, product: PlanProduct): PlanTerms | undefined => {
  const kind = planKindOf(product);
  const read = readPlanBody(body, SHARED_LENGTH, GROUP_LENGTHS[kind], (bytes) => decodeGroup(bytes, kind));
  if (read === undefined) return undefined;
  const { head, shared, groups } = read;
  return {
    product,
    ...head,
    cancelFills: readUnsigned(shared, 0, 1),
    delay: Number(readUnsigned(shared, 1, SHARED_LENGTH)),
    groups,
  };
};

/** Whether an output's locking bytecode announces a plan, sound or not: a funding has exactly one such output. */
export const announcesPlan = (lockingBytecode: Uint8Array): boolean => openPlan(lockingBytecode) !== undefined;

/**
 * Reads a plan's announcement; undefined where the locking bytecode is none, has an unknown version or product, or
 * announces terms that no plan may have.
 *
 * @param local whether the network's blocks are mined on demand (`isLocalNetwork`): then notices start at 6 blocks
 */
export const decodePlanAnnouncement = (lockingBytecode: Uint8Array, local = false): PlanTerms | undefined => {
  const plan = openPlan(lockingBytecode);
  const terms = plan && termsOf(plan.body, plan.product);
  return terms && findPlanTermsProblem(terms, local) === undefined ? terms : undefined;
};

/** Bytes before the kind of the sender: OP_RETURN, OP_PUSHDATA_1, length, tag, version and product. */
const HEAD_LENGTH = 9;

/**
 * Returns a plan's announcement without what differs between plans of like terms: the sender's hash and the nonce. Two
 * announcements (hex) with the same text make the same fall due.
 */
export const paceTextOf = (announcement: string): string => {
  const kind = Number(announcement.slice(2 * HEAD_LENGTH, 2 * HEAD_LENGTH + 2));
  const partyEnd = HEAD_LENGTH + announcedPartyLength(kind);
  return announcement.slice(0, 2 * HEAD_LENGTH + 2) + announcement.slice(2 * (partyEnd + NONCE_LENGTH));
};
