import { flattenBinArray, numberToBinUint16LE, numberToBinUint32LE } from '@bitauth/libauth';
import { MAX_MOVE_DELAY, TOKEN_TYPES } from '@weir/kinds';
import { encodeAnnouncedParty, readAnnouncedParty } from '../announcement/announced-party.js';
import { type AnnouncedProduct, decodeEnvelope, encodeEnvelope } from '../announcement/envelope.js';
import { readUnsigned } from '../bytes/read-bytes.js';
import { isParty, type Party } from '../chain/party.js';
import { findLockScheduleProblem, type LockAsset, type LockSchedule, lockScheduleKey } from './lock-terms.js';

/** What a funding of locks announces. Recipients and totals are reported by its outputs. */
export interface LockAnnouncement {
  readonly asset: LockAsset;
  /** Whom the funding names as funder. It gives them no power, and nothing proves it. */
  readonly sender: Party;
  /** Blocks between the announcement of another address and the move; undefined of locks that their recipients cannot move. */
  readonly delay?: number | undefined;
  /** The schedules of its locks, 1 to 11, each once. */
  readonly schedules: readonly LockSchedule[];
}

/** Most schedules of one funding: the announcement stays within an OP_RETURN that nodes relay. */
export const MAX_LOCK_SCHEDULES = 11;

/** Bytes of a schedule: start, cliff, step and steps, 4 each. */
const SCHEDULE_LENGTH = 16;
const DELAY_LENGTH = 2;
type Products = Readonly<Record<LockAsset, AnnouncedProduct>>;
const STAYS: Products = { BCH: 'LOCK_BCH', FUNGIBLE_TOKEN: 'LOCK_TOKEN' };
const MOVES: Products = { BCH: 'MOVABLE_LOCK_BCH', FUNGIBLE_TOKEN: 'MOVABLE_LOCK_TOKEN' };

/** Encodes a schedule, 16 bytes: start, cliff, step and steps, unsigned and little-endian. */
export const encodeLockSchedule = ({ start, cliff, step, steps }: LockSchedule): Uint8Array =>
  flattenBinArray([start, cliff, step, steps].map((value) => numberToBinUint32LE(Number(value))));

/** Reads a schedule of 16 bytes; whether it is sound, its reader asks. */
export const decodeLockSchedule = (bytes: Uint8Array): LockSchedule => {
  const value = (at: number) => readUnsigned(bytes, 4 * at, 4 * at + 4);
  return { start: value(0), cliff: value(1), step: value(2), steps: value(3) };
};

/** Whether an announcement is one that a funding may have. */
const isSound = ({ sender, schedules, delay = 1 }: LockAnnouncement): boolean =>
  isParty(sender) &&
  Number.isInteger(delay) &&
  delay >= 1 &&
  delay <= MAX_MOVE_DELAY &&
  schedules.length >= 1 &&
  schedules.length <= MAX_LOCK_SCHEDULES &&
  new Set(schedules.map(lockScheduleKey)).size === schedules.length &&
  schedules.every((schedule) => findLockScheduleProblem(schedule) === undefined);

/**
 * Encodes an announcement of locks. The envelope's body: the kind of the sender (0 P2PKH, 1 P2SH20, 2 P2SH32) and its
 * hash, of locks that can move the delay (2 bytes, unsigned and little-endian), then the schedules.
 *
 * @returns the locking bytecode of the announcement output, an OP_RETURN
 * @throws RangeError for schedules that no lock may have
 */
export const encodeLockAnnouncement = (announcement: LockAnnouncement): Uint8Array => {
  const { asset, sender, schedules, delay } = announcement;
  const party = encodeAnnouncedParty(sender);
  if (party === undefined || !isSound(announcement))
    throw new RangeError('No locks have these schedules or this sender');
  return encodeEnvelope({
    product: (delay === undefined ? STAYS : MOVES)[asset],
    body: flattenBinArray([
      party,
      ...(delay === undefined ? [] : [numberToBinUint16LE(delay)]),
      ...schedules.map(encodeLockSchedule),
    ]),
  });
};

/** Whether an output announces locks, soundly or not. */
export const announcesLocks = (lockingBytecode: Uint8Array): boolean =>
  announced(decodeEnvelope(lockingBytecode)?.product) !== undefined;

/** Returns what a product says of its locks; undefined of any other product. */
const announced = (
  product: AnnouncedProduct | undefined,
): { readonly asset: LockAsset; readonly canMove: boolean } | undefined => {
  for (const asset of TOKEN_TYPES)
    for (const canMove of [false, true]) if ((canMove ? MOVES : STAYS)[asset] === product) return { asset, canMove };
  return undefined;
};

/** Reads an announcement of locks; undefined where the locking bytecode is none, or announces what no lock may have. */
export const decodeLockAnnouncement = (lockingBytecode: Uint8Array): LockAnnouncement | undefined => {
  const envelope = decodeEnvelope(lockingBytecode);
  const of = announced(envelope?.product);
  if (envelope === undefined || of === undefined) return undefined;
  const { asset, canMove } = of;
  const { body } = envelope;
  const sender = readAnnouncedParty(body);
  if (sender === undefined) return undefined;
  const from = sender.end + (canMove ? DELAY_LENGTH : 0);
  const rest = body.slice(from);
  if (body.length < from || rest.length % SCHEDULE_LENGTH !== 0) return undefined;
  const schedules = Array.from({ length: rest.length / SCHEDULE_LENGTH }, (_, i) =>
    decodeLockSchedule(rest.slice(i * SCHEDULE_LENGTH, (i + 1) * SCHEDULE_LENGTH)),
  );
  const delay = canMove ? { delay: Number(readUnsigned(body, sender.end, from)) } : {};
  const announcement = { asset, sender: sender.party, ...delay, schedules };
  return isSound(announcement) ? announcement : undefined;
};
