import { binToHex, flattenBinArray } from '@bitauth/libauth';
import { littleEndian } from '../bytes/little-endian.js';
import { readHex, readUnsigned } from '../bytes/read-bytes.js';
import { planKindOf, type PlanProduct } from './plan-limits.js';
import type { PlanState } from './plan-state.js';
import { statusByte, statusOf } from './recurring-status.js';

/** Bytes of a recipient's hash, the last field of every commitment; while a move is pending the new one's follows. */
const RECIPIENT_LENGTH = 20;

type Field = 'index' | 'status' | 'reserve' | 'released' | 'start' | 'end' | 'unpaid' | 'next' | 'amount' | 'recipient';

/** The fields of a commitment, in order. */
interface Layout {
  readonly fields: readonly { readonly name: Field; readonly from: number; readonly to: number }[];
  readonly length: number;
}

/** @param widths bytes of each field, in order */
const layoutOf = (widths: Readonly<Partial<Record<Field, number>>>): Layout => {
  let length = 0;
  const fields = (Object.entries(widths) as [Field, number][]).map(([name, width]) => {
    length += width;
    return { name, from: length - width, to: length };
  });
  return { fields, length };
};

/** Numbers are little-endian. In BCH the commitment holds the reserve, too. */
const LAYOUTS: Readonly<Record<PlanProduct, Layout>> = {
  VESTING_BCH: layoutOf({ index: 2, reserve: 3, released: 7, start: 4, end: 4, recipient: 20 }),
  VESTING_TOKEN: layoutOf({ index: 2, released: 8, start: 4, end: 4, recipient: 20 }),
  RECURRING_BCH: layoutOf({ index: 2, status: 1, reserve: 3, unpaid: 2, next: 5, amount: 7, recipient: 20 }),
  RECURRING_TOKEN: layoutOf({ index: 2, status: 1, unpaid: 2, next: 5, amount: 8, recipient: 20 }),
};

/** Returns the length of the commitments of a product's streams, bytes; while a move is pending they have 20 more. */
export const planCommitmentLength = (product: PlanProduct): number => LAYOUTS[product].length;

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
  if (state.kind !== planKindOf(product))
    throw new RangeError(`A state of kind ${state.kind} does not belong to the product ${product}`);
  const numbers = numbersOf(state, reserve);
  const fields = LAYOUTS[product].fields.map(({ name, from, to }) =>
    name === 'recipient' ? state.recipient : littleEndian(numbers[name] ?? 0n, to - from),
  );
  if (state.recipient.length !== RECIPIENT_LENGTH) throw new RangeError('The recipient is not a hash of 20 bytes');
  const { movesTo = new Uint8Array() } = state;
  if (movesTo.length !== 0 && movesTo.length !== RECIPIENT_LENGTH)
    throw new RangeError('The recipient of a move is not a hash of 20 bytes');
  return binToHex(flattenBinArray([...fields, movesTo]));
};

/** A decoded commitment. */
export interface DecodedPlanState {
  readonly state: PlanState;
  /** Satoshis; undefined for tokens, where all satoshis of the state are reserve. */
  readonly reserve: bigint | undefined;
}

/**
 * Decodes a commitment (bytes or hex), all numbers unsigned; undefined when it does not have the form of the product. Whether
 * the numbers make sense is checked at the funding; from there on the covenant guarantees it.
 */
export const decodePlanState = (
  product: PlanProduct,
  commitment: string | Uint8Array,
): DecodedPlanState | undefined => {
  const { fields, length } = LAYOUTS[product];
  const bytes = typeof commitment === 'string' ? readHex(commitment) : commitment;
  if (bytes?.length !== length && bytes?.length !== length + RECIPIENT_LENGTH) return undefined;
  const numbers: Partial<Record<Field, bigint>> = {};
  for (const { name, from, to } of fields) if (name !== 'recipient') numbers[name] = readUnsigned(bytes, from, to);
  const { index: number = 0n, status = 0n, reserve, released = 0n, start = 0n, end = 0n } = numbers;
  const { unpaid = 0n, next = 0n, amount = 0n } = numbers;
  const parties = {
    recipient: bytes.slice(length - RECIPIENT_LENGTH, length),
    ...(bytes.length > length && { movesTo: bytes.slice(length) }),
  };
  const index = Number(number);
  if (planKindOf(product) === 'VESTING')
    return { state: { kind: 'VESTING', index, released, start, end, ...parties }, reserve };
  const known = statusOf(status);
  return (
    known && {
      state: { kind: 'RECURRING', index, ...known, unpaid: Number(unpaid), next, amount, ...parties },
      reserve,
    }
  );
};
