import { binToHex, flattenBinArray } from '@bitauth/libauth';
import { readHex, readUnsigned } from '../bytes/read-bytes.js';
import { isBchPlan, planKindOf, type PlanProduct } from './plan-limits.js';
import type { PlanState, RecurringSlot, VestingSlot } from './plan-state.js';

/**
 * Encodes a number in a fixed number of bytes, little-endian.
 *
 * @throws RangeError when it does not fit
 *
 * @example
 * littleEndian(258n, 3); // Uint8Array.of(2, 1, 0)
 */
const littleEndian = (value: bigint, length: number): Uint8Array => {
  if (value < 0n || value >> BigInt(8 * length) !== 0n)
    throw new RangeError(`${value.toString()} is no number of ${length} bytes`);
  const bytes = new Uint8Array(length);
  let rest = value;
  for (let i = 0; i < length; i += 1, rest >>= 8n) bytes[i] = Number(rest & 0xffn);
  return bytes;
};

/** Consecutive fields of fixed widths. */
interface FixedFields<Name extends string> {
  /** Bytes of all together. */
  readonly length: number;
  /** The number a field holds, little-endian and unsigned. */
  number(bytes: Uint8Array, name: Name): bigint;
  bytes(bytes: Uint8Array, name: Name): Uint8Array;
}

/**
 * Creates a reader of consecutive fields of fixed widths.
 *
 * @param widths bytes of each, in order
 */
const fixedFields = <Name extends string>(widths: Readonly<Record<Name, number>>): FixedFields<Name> => {
  const places = new Map<Name, { readonly from: number; readonly to: number }>();
  let length = 0;
  for (const name of Object.keys(widths) as Name[]) {
    places.set(name, { from: length, to: length + widths[name] });
    length += widths[name];
  }
  return {
    length,
    number(bytes, name) {
      const place = places.get(name);
      return readUnsigned(bytes, place?.from, place?.to);
    },
    bytes(bytes, name) {
      const place = places.get(name);
      return bytes.slice(place?.from, place?.to);
    },
  };
};

/**
 * Widths of the fields in their order, bytes; numbers are little-endian. In BCH the commitment holds the reserve,
 * too.
 */
const VESTING_BCH = { index: 2, reserve: 3, released: 7, start: 4, end: 4, recipient: 20 } as const;
const VESTING_TOKEN = { index: 2, released: 8, start: 4, end: 4, recipient: 20 } as const;
const RECURRING_BCH = { index: 2, status: 1, reserve: 3, unpaid: 2, next: 5, amount: 7, recipient: 20 } as const;
const RECURRING_TOKEN = { index: 2, status: 1, unpaid: 2, next: 5, amount: 8, recipient: 20 } as const;
const LAYOUTS = { VESTING_BCH, VESTING_TOKEN, RECURRING_BCH, RECURRING_TOKEN } as const;

const VESTING_IN_BCH = fixedFields(VESTING_BCH);
const VESTING_IN_TOKENS = fixedFields(VESTING_TOKEN);
const RECURRING_IN_BCH = fixedFields(RECURRING_BCH);
const RECURRING_IN_TOKENS = fixedFields(RECURRING_TOKEN);

/** Returns the length of the commitments of a product's streams, bytes. */
export const planCommitmentLength = (product: PlanProduct): number =>
  Object.values(LAYOUTS[product]).reduce((sum: number, width: number) => sum + width, 0);

/** What each value of a recurring stream's status byte stands for. */
const STATUSES: readonly Pick<RecurringSlot, 'status' | 'open'>[] = [
  { status: 'ACTIVE', open: 'ALL' },
  { status: 'PAUSING', open: 'ALL' },
  { status: 'CANCELLED', open: 'ALL' },
  { status: 'PAUSED', open: 'ONE' },
  { status: 'PAUSED', open: 'NONE' },
  { status: 'CANCELLED', open: 'ONE' },
  { status: 'CANCELLED', open: 'NONE' },
];

/**
 * Returns the status byte of a recurring stream.
 *
 * @throws RangeError for a combination that no stream can be in
 */
const statusByte = ({ status, open }: RecurringSlot): bigint => {
  const value = STATUSES.findIndex((each) => each.status === status && each.open === open);
  if (value < 0) throw new RangeError(`No salary is ${status} with ${open} of its periods open`);
  return BigInt(value);
};

/** Returns the numbers of a state by the names of the layout. */
const numbersOf = (state: PlanState, reserve: bigint): Readonly<Record<string, bigint>> => {
  const index = BigInt(state.index);
  if (state.kind === 'VESTING') {
    return { index, reserve, released: state.released, start: state.start, end: state.end };
  }
  const { unpaid, next, amount } = state;
  return { index, status: statusByte(state), reserve, unpaid: BigInt(unpaid), next, amount };
};

/**
 * Encodes a stream's state as its commitment, hex.
 *
 * @param reserve satoshis beside the principal; encoded in BCH only, where the state output holds both
 * @throws RangeError when a number does not fit, or the state is of another product
 */
export const encodePlanState = (product: PlanProduct, state: PlanState, reserve: bigint): string => {
  if (state.kind !== planKindOf(product)) throw new RangeError(`A state of ${state.kind} is none of ${product}`);
  const numbers = numbersOf(state, reserve);
  const fields = Object.entries(LAYOUTS[product]).map(([name, width]) =>
    name === 'recipient' ? state.recipient : littleEndian(numbers[name] ?? 0n, width),
  );
  const bytes = flattenBinArray(fields);
  if (bytes.length !== planCommitmentLength(product)) throw new RangeError('A recipient is a hash of 20 bytes');
  return binToHex(bytes);
};

/** A decoded commitment. */
export interface DecodedPlanState<State extends PlanState = PlanState> {
  readonly state: State;
  /** Satoshis; undefined for tokens, where all satoshis of the state are reserve. */
  readonly reserve: bigint | undefined;
}

const decodeVesting = (bytes: Uint8Array, bch: boolean): DecodedPlanState<VestingSlot> | undefined => {
  const fields = bch ? VESTING_IN_BCH : VESTING_IN_TOKENS;
  if (bytes.length !== fields.length) return undefined;
  return {
    state: {
      kind: 'VESTING',
      index: Number(fields.number(bytes, 'index')),
      released: fields.number(bytes, 'released'),
      start: fields.number(bytes, 'start'),
      end: fields.number(bytes, 'end'),
      recipient: fields.bytes(bytes, 'recipient'),
    },
    reserve: bch ? VESTING_IN_BCH.number(bytes, 'reserve') : undefined,
  };
};

const decodeRecurring = (bytes: Uint8Array, bch: boolean): DecodedPlanState<RecurringSlot> | undefined => {
  const fields = bch ? RECURRING_IN_BCH : RECURRING_IN_TOKENS;
  if (bytes.length !== fields.length) return undefined;
  const status = STATUSES[Number(fields.number(bytes, 'status'))];
  if (status === undefined) return undefined;
  return {
    state: {
      kind: 'RECURRING',
      index: Number(fields.number(bytes, 'index')),
      ...status,
      unpaid: Number(fields.number(bytes, 'unpaid')),
      next: fields.number(bytes, 'next'),
      amount: fields.number(bytes, 'amount'),
      recipient: fields.bytes(bytes, 'recipient'),
    },
    reserve: bch ? RECURRING_IN_BCH.number(bytes, 'reserve') : undefined,
  };
};

/**
 * Decodes a commitment (hex), all numbers unsigned; undefined when it does not have the form of the product. Whether
 * the numbers make sense is checked at the funding; from there on the covenant guarantees it.
 */
export const decodePlanState = (product: PlanProduct, commitment: string): DecodedPlanState | undefined => {
  const bytes = readHex(commitment);
  if (bytes === undefined) return undefined;
  return planKindOf(product) === 'VESTING'
    ? decodeVesting(bytes, isBchPlan(product))
    : decodeRecurring(bytes, isBchPlan(product));
};
