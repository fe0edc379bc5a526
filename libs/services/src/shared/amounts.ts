import type { TokenType } from '@weir/api-contract/words';
import { BCH_DECIMALS, MAX_AMOUNT, MAX_SATOSHIS, P2PKH_DUST, SATOSHIS_PER_BCH } from '@weir/kinds';
import { readAmount } from '@weir/merkle/amounts';
import { type AmountUnit, describeAmountProblem, IN_BASE_UNITS, IN_BCH } from '@weir/merkle/lists';
import { ServiceError } from './service-error.js';

/** Returns a share in percent with two decimals, rounded down: 100 only for the whole, 0 for nothing of nothing. */
export const percentageOf = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * 10_000n) / whole) / 100;

/** Formats satoshis as decimal BCH, up to 8 decimals, without trailing zeros. */
export const formatBch = (satoshis: bigint): string => {
  const digits = satoshis.toString().padStart(BCH_DECIMALS + 1, '0');
  const fraction = digits.slice(-BCH_DECIMALS).replace(/0+$/, '');
  return fraction === '' ? digits.slice(0, -BCH_DECIMALS) : `${digits.slice(0, -BCH_DECIMALS)}.${fraction}`;
};

const invalid = (field: string, given: unknown, why: string): ServiceError =>
  new ServiceError('INVALID_AMOUNT', `${field} ${why}`, {
    field,
    given: typeof given === 'number' ? String(given) : given,
  });

/** Adds the reason to a message, where there is one. */
const whyNot = (reason: string | undefined): string => (reason === undefined ? '' : `: ${reason}`);

/** Reads the text of an amount; returns why it is not one. */
const readText = (given: string, unit: AmountUnit): bigint | string => {
  const read = readAmount(given, { decimals: unit.decimals, locale: 'en' });
  if (read.status === 'ok') return read.units;
  if (read.status === 'refused') return describeAmountProblem(read.code, read.text, read.part, unit);
  const [one, other] = read.choices;
  return `${JSON.stringify(read.text)} is ${one.plain} or ${other.plain} ${unit.name}: write it with a decimal point only`;
};

/**
 * A JSON number is an amount when it is the nearest double to one of 8 decimals, or within 0.001 satoshi of one
 * (0.1 * 3): what arithmetic on doubles leaves behind, and nothing finer.
 */
const satoshisOfNumber = (given: number): bigint | undefined => {
  const scaled = given * SATOSHIS_PER_BCH;
  if (!Number.isFinite(scaled) || Math.abs(scaled) > Number.MAX_SAFE_INTEGER) return undefined;
  const nearest = Math.round(scaled);
  const isNearestDouble = Number(formatBch(BigInt(Math.abs(nearest)))) === Math.abs(given);
  return isNearestDouble || Math.abs(scaled - nearest) <= 0.001 ? BigInt(nearest) : undefined;
};

/**
 * Reads an amount of BCH as requests carry it: a JSON number or a decimal string, in BCH.
 *
 * @param field Names the field in errors.
 * @param least Satoshis that can be paid out: 546 to a key, 576 to a party of any kind.
 * @returns Satoshis, from that to 21,000,000 BCH.
 * @throws ServiceError INVALID_AMOUNT
 */
export const parseBchAmount = (given: number | string, field: string, least = P2PKH_DUST): bigint => {
  const satoshis = typeof given === 'number' ? satoshisOfNumber(given) : readText(given, IN_BCH);
  if (typeof satoshis !== 'bigint')
    throw invalid(field, given, `must be an amount of BCH with at most 8 decimals${whyNot(satoshis)}`);
  if (satoshis <= 0n) throw invalid(field, given, 'must be greater than zero');
  if (satoshis < least)
    throw invalid(field, given, `must be at least ${formatBch(least)} BCH: less cannot be paid out`);
  if (satoshis > MAX_SATOSHIS) throw invalid(field, given, 'exceeds 21,000,000 BCH');
  return satoshis;
};

/**
 * Reads an amount of a token as requests carry it: base units, as a JSON number or a string of digits. Numbers beyond
 * 2^53 - 1 are refused: they may have lost units before they came here.
 *
 * @param field Names the field in errors.
 * @returns Base units, 1 to 9,223,372,036,854,775,807.
 * @throws ServiceError INVALID_AMOUNT
 */
export const parseTokenAmount = (given: number | string, field: string): bigint => {
  if (typeof given === 'number' && Math.abs(given) > Number.MAX_SAFE_INTEGER) {
    throw invalid(field, given, 'is too large for a JSON number: send it as a string of digits');
  }
  const ofNumber = typeof given === 'number' && Number.isInteger(given) ? BigInt(given) : undefined;
  const units = typeof given === 'string' ? readText(given, IN_BASE_UNITS) : ofNumber;
  if (typeof units !== 'bigint')
    throw invalid(field, given, `must be a whole number of the token's base units${whyNot(units)}`);
  if (units <= 0n) throw invalid(field, given, 'must be greater than zero');
  if (units > MAX_AMOUNT) throw invalid(field, given, `exceeds ${MAX_AMOUNT.toString()}, the most units of a token`);
  return units;
};

/** How far a JSON number may be from a whole number of units: what arithmetic on doubles leaves behind. */
const DOUBLE_NOISE = 1e-6;

const unitsOfNumber = (given: number, decimals: number): bigint | undefined => {
  const scaled = given * 10 ** decimals;
  if (!Number.isFinite(scaled) || Math.abs(scaled) > Number.MAX_SAFE_INTEGER) return undefined;
  const nearest = Math.round(scaled);
  return Math.abs(scaled - nearest) <= DOUBLE_NOISE ? BigInt(nearest) : undefined;
};

/**
 * Reads an amount in a unit with decimals, such as a currency: a JSON number or a decimal string.
 *
 * @returns positive, in the smallest units
 * @throws ServiceError INVALID_AMOUNT
 */
export const parseUnits = (given: number | string, field: string, unit: AmountUnit): bigint => {
  const units = typeof given === 'number' ? unitsOfNumber(given, unit.decimals) : readText(given, unit);
  if (typeof units !== 'bigint')
    throw invalid(
      field,
      given,
      `must be an amount of ${unit.name} with at most ${unit.decimals} decimals${whyNot(units)}`,
    );
  if (units <= 0n) throw invalid(field, given, 'must be greater than zero');
  return units;
};

/** Reads an amount of an asset. See {@link parseBchAmount} and {@link parseTokenAmount}. @param least satoshis */
export const parseAmount = (given: number | string, field: string, asset: TokenType, least?: bigint): bigint =>
  asset === 'BCH' ? parseBchAmount(given, field, least) : parseTokenAmount(given, field);

/** Whether an amount echoed by a client is an exact one: numbers as `Number(exact)`, strings to the last digit. */
export const echoesAmount = (given: number | string, exact: bigint, asset: TokenType): boolean =>
  typeof given === 'number'
    ? given === Number(asset === 'BCH' ? formatBch(exact) : exact)
    : readText(given, asset === 'BCH' ? IN_BCH : IN_BASE_UNITS) === exact;

/** Formats an amount with its unit, for messages. */
export const describeAmount = (exact: bigint, asset: TokenType): string =>
  asset === 'BCH' ? `${formatBch(exact)} BCH` : `${exact.toString()} units`;
