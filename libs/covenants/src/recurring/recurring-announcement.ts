import {
  bigIntToBinUint64LE,
  binToBigIntUint64LE,
  binToHex,
  binToNumberUint16LE,
  binToNumberUint32LE,
  flattenBinArray,
  hexToBin,
  numberToBinUint16LE,
  numberToBinUint32LE,
} from '@bitauth/libauth';
import { decodeEnvelope, encodeEnvelope } from '../announcement/envelope.js';
import { BCH_ASSET, type VestingAsset } from '../contract/asset.js';
import { findRecurringProblem, type RecurringParameters } from './recurring-parameters.js';

/** What a recurring payment's funding announces. */
export interface RecurringAnnouncement {
  readonly parameters: RecurringParameters;
  readonly asset: VestingAsset;
}

/**
 * The body is little-endian: sender 20, recipient 20, amount 8, last amount 8, periods 4, interval 4, first due 4,
 * notice 2, flags 1 (bit 0 cancelable, bit 1 pausable), nonce 16; in token mode the category 32, in display order. It
 * follows the tag `WEIR`, version 01 and the product (03 in BCH, 04 in tokens), all in one push; with the OP_RETURN's
 * header 96 or 128 bytes.
 */
const PRODUCTS = { BCH: 'RECURRING_BCH', FUNGIBLE_TOKEN: 'RECURRING_TOKEN' } as const;
const PARAMETERS_LENGTH = 87;
const CATEGORY_LENGTH = 32;
const CANCELABLE = 1;
const PAUSABLE = 2;

const lengthOf = (type: VestingAsset['type']): number => PARAMETERS_LENGTH + (type === 'BCH' ? 0 : CATEGORY_LENGTH);

/**
 * Encodes a recurring payment's announcement.
 *
 * @returns the locking bytecode of the announcement output, an OP_RETURN
 */
export const encodeRecurringAnnouncement = ({ parameters, asset }: RecurringAnnouncement): Uint8Array => {
  const { sender, recipient, plan, noticeBlocks, cancelable, pausable, nonce } = parameters;
  const body = flattenBinArray([
    sender,
    recipient,
    bigIntToBinUint64LE(plan.amountPerPeriod),
    bigIntToBinUint64LE(plan.lastAmount),
    ...[plan.periods, plan.interval, plan.firstDue].map((value) => numberToBinUint32LE(Number(value))),
    numberToBinUint16LE(noticeBlocks),
    Uint8Array.of((cancelable ? CANCELABLE : 0) + (pausable ? PAUSABLE : 0)),
    nonce,
    ...(asset.type === 'BCH' ? [] : [hexToBin(asset.category)]),
  ]);
  return encodeEnvelope({ product: PRODUCTS[asset.type], body });
};

const parametersOf = (body: Uint8Array): RecurringParameters => {
  const amount = (at: number) => binToBigIntUint64LE(body.slice(at, at + 8));
  const integer = (at: number) => BigInt(binToNumberUint32LE(body.slice(at, at + 4)));
  const flags = body[70] ?? 0;
  return {
    sender: body.slice(0, 20),
    recipient: body.slice(20, 40),
    plan: {
      amountPerPeriod: amount(40),
      lastAmount: amount(48),
      periods: integer(56),
      interval: integer(60),
      firstDue: integer(64),
    },
    noticeBlocks: binToNumberUint16LE(body.slice(68, 70)),
    cancelable: (flags & CANCELABLE) !== 0,
    pausable: (flags & PAUSABLE) !== 0,
    nonce: body.slice(71, PARAMETERS_LENGTH),
  };
};

/**
 * Reads a recurring payment's announcement; undefined when the locking bytecode is none, or announces parameters that
 * no contract may have (`findRecurringProblem`).
 */
export const decodeRecurringAnnouncement = (lockingBytecode: Uint8Array): RecurringAnnouncement | undefined => {
  const envelope = decodeEnvelope(lockingBytecode);
  const type = (['BCH', 'FUNGIBLE_TOKEN'] as const).find((each) => PRODUCTS[each] === envelope?.product);
  if (envelope === undefined || type === undefined || envelope.body.length !== lengthOf(type)) return undefined;
  const { body } = envelope;
  const parameters = parametersOf(body);
  const asset = type === 'BCH' ? BCH_ASSET : { type, category: binToHex(body.slice(PARAMETERS_LENGTH)) };
  const known = (body[70] ?? 0) <= CANCELABLE + PAUSABLE;
  return known && findRecurringProblem(parameters, asset) === undefined ? { parameters, asset } : undefined;
};
