import { flattenBinArray, numberToBinUint16LE, numberToBinUint32LE } from '@bitauth/libauth';
import { announcedPartyLength, encodeAnnouncedParty, readAnnouncedParty } from '../announcement/announced-party.js';
import { decodeEnvelope, encodeEnvelope, type AnnouncedProduct } from '../announcement/envelope.js';
import { readUnsigned } from '../bytes/read-bytes.js';
import { planKindOf, type PlanProduct } from './plan-limits.js';
import { FEE_STEP, findPlanTermsProblem, type PlanGroup, type PlanTerms } from './plan-terms.js';

const NONCE_LENGTH = 16;

/** Bytes of one group. Vesting: cliff 4, step 4, notice 2; recurring: interval 4, notice 2, flags 1. */
const GROUP_LENGTHS = { VESTING: 10, RECURRING: 7 } as const;
/** Bytes of fee, floor, fills and delay. */
const SHARED_LENGTH = 5;
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
 * Encodes a plan's announcement. The envelope's body: the kind of the sender (0 P2PKH, 1 P2SH20, 2 P2SH32) and its
 * hash, nonce 16, fee 1 and floor 1 (in steps of 10 satoshis), fills of a cancel 1, delay of a move 2, then the groups. With 15
 * vesting groups and a P2SH32 sender it has 213 bytes, within the 223 that every node relays.
 *
 * @returns the locking bytecode of the announcement output
 * @throws RangeError for terms that no plan may have
 */
export const encodePlanAnnouncement = (terms: PlanTerms): Uint8Array => {
  const { product, sender, nonce, fee, floor, cancelFills, delay, groups } = terms;
  const problem = findPlanTermsProblem(terms, true);
  const party = encodeAnnouncedParty(sender);
  if (problem !== undefined || party === undefined) throw new RangeError(`No plan has these terms: ${problem ?? ''}`);
  const body = flattenBinArray([
    party,
    nonce,
    Uint8Array.of(Number(fee / FEE_STEP), Number(floor / FEE_STEP), Number(cancelFills)),
    numberToBinUint16LE(delay),
    ...groups.map(encodeGroup),
  ]);
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
  const sender = readAnnouncedParty(body);
  if (sender === undefined) return undefined;
  const nonceEnd = sender.end + NONCE_LENGTH;
  const rest = body.slice(nonceEnd + SHARED_LENGTH);
  const length = GROUP_LENGTHS[planKindOf(product)];
  if (rest.length === 0 || rest.length % length !== 0) return undefined;
  const groups = Array.from({ length: rest.length / length }, (_, i) =>
    decodeGroup(rest.slice(i * length, (i + 1) * length), planKindOf(product)),
  ).filter((group) => group !== undefined);
  if (groups.length * length !== rest.length) return undefined;
  return {
    product,
    sender: sender.party,
    nonce: body.slice(sender.end, nonceEnd),
    fee: BigInt(body[nonceEnd] ?? 0) * FEE_STEP,
    floor: BigInt(body[nonceEnd + 1] ?? 0) * FEE_STEP,
    cancelFills: BigInt(body[nonceEnd + 2] ?? 0),
    delay: Number(readUnsigned(body, nonceEnd + 3, nonceEnd + SHARED_LENGTH)),
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
