import { flattenBinArray, numberToBinUint16LE } from '@bitauth/libauth';
import type { LocalTime, Paydays } from '@weir/calendar';
import { ALLOCATIONS } from '@weir/kinds';
import { decodeEnvelope, encodeEnvelope, type AnnouncedProduct } from '../announcement/envelope.js';
import { readUnsigned } from '../bytes/read-bytes.js';
import { encodePlanBody, readPlanBody } from '../plan/plan-body.js';
import {
  calendarKindOf,
  type CalendarGroup,
  type CalendarKind,
  type CalendarProduct,
  type CalendarTerms,
  findCalendarTermsProblem,
} from './calendar-terms.js';

/**
 * Bytes of one group. Salary: months 1, day 1, second day 1 (0 for none), time 3, offset 2, notice 2, flags 1; grant: months 1, cliff 2,
 * allocation 1, time 3, offset 2, notice 2; tranches: notice 2.
 */
const GROUP_LENGTHS: Readonly<Record<CalendarKind, number>> = { SALARY: 11, GRANT: 11, TRANCHES: 2 };
/** Bytes of the delay. */
const SHARED_LENGTH = 2;
/** A push of more than 75 bytes says its length in one byte more. */
const LONGER_PUSH = 1;
const PAUSABLE = 1;
const CANCELABLE = 2;
const MINUTE = 60n;
/** Offsets are whole minutes, and are written as minutes above this one. */
const LEAST_MINUTES = -720n;

/** Bytes of paydays: months 1, day 1, second day 1 (0 for none), time 3, offset 2. */
export const PAYDAYS_LENGTH = 8;

const timeBytes = (time: bigint): Uint8Array =>
  Uint8Array.from({ length: 3 }, (_, place) => Number((time >> BigInt(8 * place)) & 255n));
const offsetBytes = (utcOffset: bigint): Uint8Array => numberToBinUint16LE(Number(utcOffset / MINUTE - LEAST_MINUTES));

/** Encodes paydays. Time of day and distance from UTC are announced apart: a contract keeps their difference alone. */
export const encodePaydays = ({ months, day, secondDay = 0n, time, utcOffset }: Paydays): Uint8Array =>
  flattenBinArray([
    Uint8Array.of(Number(months), Number(day), Number(secondDay)),
    timeBytes(time),
    offsetBytes(utcOffset),
  ]);

const localAt = (bytes: Uint8Array, from: number): LocalTime => ({
  time: readUnsigned(bytes, from, from + 3),
  utcOffset: (readUnsigned(bytes, from + 3, from + 5) + LEAST_MINUTES) * MINUTE,
});

/** Reads what {@link encodePaydays} wrote, sound or not. */
export const readPaydays = (bytes: Uint8Array): Paydays => {
  const secondDay = readUnsigned(bytes, 2, 3);
  return {
    months: readUnsigned(bytes, 0, 1),
    day: readUnsigned(bytes, 1, 2),
    ...(secondDay === 0n ? {} : { secondDay }),
    ...localAt(bytes, 3),
  };
};

const encodeGroup = (group: CalendarGroup): Uint8Array => {
  const notice = numberToBinUint16LE(group.noticeBlocks);
  switch (group.kind) {
    case 'SALARY': {
      const flags = (group.pausable ? PAUSABLE : 0) + (group.cancelable ? CANCELABLE : 0);
      return flattenBinArray([encodePaydays(group.paydays), notice, Uint8Array.of(flags)]);
    }
    case 'GRANT': {
      const { months, cliff, allocation, local } = group;
      return flattenBinArray([
        Uint8Array.of(Number(months)),
        numberToBinUint16LE(Number(cliff)),
        Uint8Array.of(ALLOCATIONS.indexOf(allocation)),
        timeBytes(local.time),
        offsetBytes(local.utcOffset),
        notice,
      ]);
    }
    case 'TRANCHES':
      return notice;
  }
};

const decodeGroup = (bytes: Uint8Array, kind: CalendarKind): CalendarGroup | undefined => {
  const number = (from: number, to: number): bigint => readUnsigned(bytes, from, to);
  if (kind === 'TRANCHES') return { kind, noticeBlocks: Number(number(0, 2)) };
  if (kind === 'GRANT') {
    const allocation = ALLOCATIONS[bytes[3] ?? ALLOCATIONS.length];
    if (allocation === undefined) return undefined;
    const noticeBlocks = Number(number(9, 11));
    return { kind, months: number(0, 1), cliff: number(1, 3), allocation, local: localAt(bytes, 4), noticeBlocks };
  }
  const flags = bytes[10] ?? 0;
  if (flags > PAUSABLE + CANCELABLE) return undefined;
  return {
    kind,
    paydays: readPaydays(bytes),
    noticeBlocks: Number(number(PAYDAYS_LENGTH, 10)),
    pausable: (flags & PAUSABLE) !== 0,
    cancelable: (flags & CANCELABLE) !== 0,
  };
};

/**
 * Encodes the announcement of a plan by the calendar: the body of `encodePlanBody` with the delay of a move 2. Time of day and
 * distance from UTC are announced apart: a contract keeps their difference alone.
 *
 * @returns the locking bytecode of the announcement output
 * @throws RangeError for terms that no plan may have
 */
export const encodeCalendarAnnouncement = (terms: CalendarTerms): Uint8Array => {
  const { product, delay, groups } = terms;
  const problem = findCalendarTermsProblem(terms, true);
  const shared = [numberToBinUint16LE(delay)];
  const body = problem === undefined ? encodePlanBody(terms, shared, groups.map(encodeGroup)) : undefined;
  if (body === undefined)
    throw new RangeError(`No plan by the calendar has these terms: ${problem ?? 'SENDER_NOT_STANDARD'}`);
  return encodeEnvelope({ product: `CALENDAR_${product}`, body });
};

/** Returns the bytes that an announcement of so many groups has at most, from one with its first group. */
export const calendarAnnouncementLength = (
  one: Uint8Array,
  { product }: Pick<CalendarTerms, 'product'>,
  groups: number,
): number => one.length + LONGER_PUSH + (groups - 1) * GROUP_LENGTHS[calendarKindOf(product)];

const PRODUCTS: Readonly<Partial<Record<AnnouncedProduct, CalendarProduct>>> = {
  CALENDAR_SALARY_BCH: 'SALARY_BCH',
  CALENDAR_SALARY_TOKEN: 'SALARY_TOKEN',
  CALENDAR_GRANT_BCH: 'GRANT_BCH',
  CALENDAR_GRANT_TOKEN: 'GRANT_TOKEN',
  CALENDAR_TRANCHES_BCH: 'TRANCHES_BCH',
  CALENDAR_TRANCHES_TOKEN: 'TRANCHES_TOKEN',
};

const openCalendar = (
  lockingBytecode: Uint8Array,
): { readonly product: CalendarProduct; readonly body: Uint8Array } | undefined => {
  const envelope = decodeEnvelope(lockingBytecode);
  const product = envelope && PRODUCTS[envelope.product];
  return product && { product, body: envelope.body };
};

const termsOf = (body: Uint8Array, product: CalendarProduct): CalendarTerms | undefined => {
  const kind = calendarKindOf(product);
  const read = readPlanBody(body, SHARED_LENGTH, GROUP_LENGTHS[kind], (bytes) => decodeGroup(bytes, kind));
  return (
    read && { product, ...read.head, delay: Number(readUnsigned(read.shared, 0, SHARED_LENGTH)), groups: read.groups }
  );
};

/** Whether a locking bytecode announces a plan by the calendar, sound or not: a funding has exactly one such output. */
export const announcesCalendar = (lockingBytecode: Uint8Array): boolean => openCalendar(lockingBytecode) !== undefined;

/**
 * Reads the announcement of a plan by the calendar; undefined where the locking bytecode is none, has an unknown version or product, or
 * announces terms that no plan may have.
 *
 * @param local whether the network's blocks are mined on demand (`isLocalNetwork`): then notices start at 6 blocks
 */
export const decodeCalendarAnnouncement = (lockingBytecode: Uint8Array, local = false): CalendarTerms | undefined => {
  const plan = openCalendar(lockingBytecode);
  const terms = plan && termsOf(plan.body, plan.product);
  return terms && findCalendarTermsProblem(terms, local) === undefined ? terms : undefined;
};
