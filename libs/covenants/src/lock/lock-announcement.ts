import { flattenBinArray, numberToBinUint32LE } from '@bitauth/libauth';
import { TOKEN_TYPES } from '@weir/kinds';
import { type AnnouncedProduct, decodeEnvelope, encodeEnvelope } from '../announcement/envelope.js';
import { readUnsigned } from '../bytes/read-bytes.js';
import { isParty, type Party, partyOf, partyParts, type PartyKind } from '../chain/party.js';
import { findLockScheduleProblem, type LockAsset, type LockSchedule, lockScheduleKey } from './lock-terms.js';

/** What a funding of locks announces. Recipients and totals are reported by its outputs. */
export interface LockAnnouncement {
  readonly asset: LockAsset;
  /** Whom the funding names as funder. It gives them no power, and nothing proves it. */
  readonly sender: Party;
  /** The schedules of its locks, 1 to 11, each once. */
  readonly schedules: readonly LockSchedule[];
}

/** Most schedules of one funding: the announcement stays within an OP_RETURN that nodes relay. */
export const MAX_LOCK_SCHEDULES = 11;

/** Bytes of a schedule: start, cliff, step and steps, 4 each. */
const SCHEDULE_LENGTH = 16;
const PARTY_KINDS: readonly PartyKind[] = ['P2PKH', 'P2SH20', 'P2SH32'];
const PRODUCTS = { BCH: 'LOCK_BCH', FUNGIBLE_TOKEN: 'LOCK_TOKEN' } as const satisfies Record<
  LockAsset,
  AnnouncedProduct
>;

/** Encodes a schedule, 16 bytes: start, cliff, step and steps, unsigned and little-endian. */
export const encodeLockSchedule = ({ start, cliff, step, steps }: LockSchedule): Uint8Array =>
  flattenBinArray([start, cliff, step, steps].map((value) => numberToBinUint32LE(Number(value))));

/** Reads a schedule of 16 bytes; whether it is sound, its reader asks. */
export const decodeLockSchedule = (bytes: Uint8Array): LockSchedule => {
  const value = (at: number) => readUnsigned(bytes, 4 * at, 4 * at + 4);
  return { start: value(0), cliff: value(1), step: value(2), steps: value(3) };
};

/** Whether an announcement is one that a funding may have. */
const isSound = ({ sender, schedules }: LockAnnouncement): boolean =>
  isParty(sender) &&
  schedules.length >= 1 &&
  schedules.length <= MAX_LOCK_SCHEDULES &&
  new Set(schedules.map(lockScheduleKey)).size === schedules.length &&
  schedules.every((schedule) => findLockScheduleProblem(schedule) === undefined);

/**
 * Encodes an announcement of locks. The envelope's body: the kind of the sender (0 P2PKH, 1 P2SH20, 2 P2SH32) and its
 * hash, then the schedules.
 *
 * @returns the locking bytecode of the announcement output, an OP_RETURN
 * @throws RangeError for schedules that no lock may have
 */
export const encodeLockAnnouncement = (announcement: LockAnnouncement): Uint8Array => {
  const { asset, sender, schedules } = announcement;
  const parts = partyParts(sender);
  if (parts === undefined || !isSound(announcement))
    throw new RangeError('No locks have these schedules or this sender');
  const head = [Uint8Array.of(PARTY_KINDS.indexOf(parts.kind)), parts.hash];
  return encodeEnvelope({
    product: PRODUCTS[asset],
    body: flattenBinArray([...head, ...schedules.map(encodeLockSchedule)]),
  });
};

/** Whether an output announces locks, soundly or not. */
export const announcesLocks = (lockingBytecode: Uint8Array): boolean => {
  const product = decodeEnvelope(lockingBytecode)?.product;
  return product === 'LOCK_BCH' || product === 'LOCK_TOKEN';
};

/** Reads an announcement of locks; undefined where the locking bytecode is none, or announces what no lock may have. */
export const decodeLockAnnouncement = (lockingBytecode: Uint8Array): LockAnnouncement | undefined => {
  const envelope = decodeEnvelope(lockingBytecode);
  const asset = TOKEN_TYPES.find((each) => PRODUCTS[each] === envelope?.product);
  if (envelope === undefined || asset === undefined) return undefined;
  const { body } = envelope;
  const kind = PARTY_KINDS[body[0] ?? PARTY_KINDS.length];
  if (kind === undefined) return undefined;
  const end = 1 + (kind === 'P2SH32' ? 32 : 20);
  const sender = partyOf({ kind, hash: body.slice(1, end) });
  const rest = body.slice(end);
  if (sender === undefined || rest.length % SCHEDULE_LENGTH !== 0) return undefined;
  const schedules = Array.from({ length: rest.length / SCHEDULE_LENGTH }, (_, i) =>
    decodeLockSchedule(rest.slice(i * SCHEDULE_LENGTH, (i + 1) * SCHEDULE_LENGTH)),
  );
  const announcement = { asset, sender, schedules };
  return isSound(announcement) ? announcement : undefined;
};
