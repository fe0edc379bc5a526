import { binToHex, flattenBinArray } from '@bitauth/libauth';
import { littleEndian } from '../bytes/little-endian.js';
import { readHex, readUnsigned } from '../bytes/read-bytes.js';
import { type RecurringStatus, statusByte, statusOf } from '../plan/recurring-status.js';
import { calendarKindOf, type CalendarProduct } from './calendar-terms.js';

/** What every state has. Amounts in units of the asset, times in Unix seconds. */
interface Shared {
  /** 1 to 32,767, unique in its funding; while no notice runs the state holds as many fungible units. */
  readonly index: number;
  /** hash160 of the recipient's locking bytecode. */
  readonly recipient: Uint8Array;
  /** hash160 of the locking bytecode that a pending move names; the recipient's own once it is undone. */
  readonly movesTo?: Uint8Array | undefined;
}

/** The state of a salary. */
export interface SalaryState extends Shared, RecurringStatus {
  readonly kind: 'SALARY';
  /** Number of periods still to be paid, the first of them at payday `next`. */
  readonly unpaid: number;
  /** Number of the next payday: of its month, or twice that and 1 more for the second one where a month has two. */
  readonly next: bigint;
  /** What each period pays; the last one pays all the principal that is left. */
  readonly amount: bigint;
}

/** The state of a grant. */
export interface GrantState extends Shared {
  readonly kind: 'GRANT';
  /** Paid to the recipient so far, before the funding too. */
  readonly released: bigint;
  /** Day of the month, 1 to 31. */
  readonly day: bigint;
  /** Number of the month of installment 1. */
  readonly firstMonth: bigint;
  readonly installments: bigint;
}

/** The state of a list of tranches. */
export interface TranchesState extends Shared {
  readonly kind: 'TRANCHES';
  /** Hash of the tranches that are not paid. */
  readonly list: Uint8Array;
}

export type CalendarState = SalaryState | GrantState | TranchesState;

type Field =
  | 'index'
  | 'status'
  | 'reserve'
  | 'unpaid'
  | 'next'
  | 'amount'
  | 'released'
  | 'day'
  | 'firstMonth'
  | 'installments'
  | 'list';

/** The fields of a commitment in their order, in bytes; the recipient follows. In BCH the commitment holds the reserve, too. */
const LAYOUTS: Readonly<Record<CalendarProduct, readonly (readonly [field: Field, bytes: number])[]>> = {
  SALARY_BCH: [
    ['index', 2],
    ['status', 1],
    ['reserve', 3],
    ['unpaid', 2],
    ['next', 2],
    ['amount', 7],
  ],
  SALARY_TOKEN: [
    ['index', 2],
    ['status', 1],
    ['unpaid', 2],
    ['next', 2],
    ['amount', 8],
  ],
  GRANT_BCH: [
    ['index', 2],
    ['reserve', 3],
    ['released', 7],
    ['day', 1],
    ['firstMonth', 2],
    ['installments', 2],
  ],
  GRANT_TOKEN: [
    ['index', 2],
    ['released', 8],
    ['day', 1],
    ['firstMonth', 2],
    ['installments', 2],
  ],
  TRANCHES_BCH: [
    ['index', 2],
    ['reserve', 3],
    ['list', 32],
  ],
  TRANCHES_TOKEN: [
    ['index', 2],
    ['list', 32],
  ],
};

const RECIPIENT_LENGTH = 20;

/** Returns the length of the commitments of a product's streams, bytes; while a move is pending they have 20 more. */
export const calendarCommitmentLength = (product: CalendarProduct): number =>
  LAYOUTS[product].reduce((sum, [, bytes]) => sum + bytes, RECIPIENT_LENGTH);

const numbersOf = (state: CalendarState, reserve: bigint): Readonly<Partial<Record<Field, bigint>>> => {
  const index = BigInt(state.index);
  switch (state.kind) {
    case 'SALARY': {
      const { next, amount } = state;
      return { index, status: statusByte(state), reserve, unpaid: BigInt(state.unpaid), next, amount };
    }
    case 'GRANT': {
      const { released, day, firstMonth, installments } = state;
      return { index, reserve, released, day, firstMonth, installments };
    }
    case 'TRANCHES':
      return { index, reserve };
  }
};

/**
 * Encodes a stream's state as its commitment, hex.
 *
 * @param reserve satoshis beside the principal; encoded in BCH only, where the state output holds both
 * @throws RangeError when a number does not fit, or the state is of another product
 */
export const encodeCalendarState = (product: CalendarProduct, state: CalendarState, reserve: bigint): string => {
  if (state.kind !== calendarKindOf(product))
    throw new RangeError(`A state of kind ${state.kind} does not belong to the product ${product}`);
  const numbers = numbersOf(state, reserve);
  const fields = LAYOUTS[product].map(([field, bytes]) => {
    if (field !== 'list') return littleEndian(numbers[field] ?? 0n, bytes);
    const list = state.kind === 'TRANCHES' ? state.list : new Uint8Array();
    if (list.length !== bytes) throw new RangeError(`list: expected a hash of ${bytes} bytes, received ${list.length}`);
    return list;
  });
  const { recipient, movesTo = new Uint8Array() } = state;
  if (recipient.length !== RECIPIENT_LENGTH || (movesTo.length !== 0 && movesTo.length !== RECIPIENT_LENGTH))
    throw new RangeError(`recipient: expected a hash of ${RECIPIENT_LENGTH} bytes, received ${recipient.length}`);
  return binToHex(flattenBinArray([...fields, recipient, movesTo]));
};

/** A decoded commitment. */
export interface DecodedCalendarState {
  readonly state: CalendarState;
  /** Satoshis; undefined for tokens, where all satoshis of the state are reserve. */
  readonly reserve: bigint | undefined;
}

/**
 * Decodes a commitment (bytes or hex), all numbers unsigned; undefined when it does not have the form of the product. Whether the numbers
 * make sense is checked at the funding; from there on the covenant guarantees it.
 */
export const decodeCalendarState = (
  product: CalendarProduct,
  commitment: string | Uint8Array,
): DecodedCalendarState | undefined => {
  const bytes = typeof commitment === 'string' ? readHex(commitment) : commitment;
  const length = calendarCommitmentLength(product);
  if (bytes?.length !== length && bytes?.length !== length + RECIPIENT_LENGTH) return undefined;
  const values: Partial<Record<Field, bigint>> = {};
  let offset = 0;
  let list = new Uint8Array();
  for (const [field, width] of LAYOUTS[product]) {
    if (field === 'list') list = bytes.slice(offset, offset + width);
    else values[field] = readUnsigned(bytes, offset, offset + width);
    offset += width;
  }
  const { index = 0n, status = 0n, reserve, unpaid = 0n, next = 0n, amount = 0n } = values;
  const { released = 0n, day = 0n, firstMonth = 0n, installments = 0n } = values;
  const shared = {
    index: Number(index),
    recipient: bytes.slice(offset, length),
    ...(bytes.length > length && { movesTo: bytes.slice(length) }),
  };
  switch (calendarKindOf(product)) {
    case 'SALARY': {
      const said = statusOf(status);
      return said && { state: { kind: 'SALARY', ...shared, ...said, unpaid: Number(unpaid), next, amount }, reserve };
    }
    case 'GRANT':
      return { state: { kind: 'GRANT', ...shared, released, day, firstMonth, installments }, reserve };
    case 'TRANCHES':
      return { state: { kind: 'TRANCHES', ...shared, list }, reserve };
  }
};
