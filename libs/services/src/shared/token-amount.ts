import { MAX_AMOUNT } from '@weir/vesting';
import { ServiceError } from './service-error.js';

const invalid = (field: string, given: number | string, why: string): ServiceError =>
  new ServiceError('INVALID_AMOUNT', `${field} ${why}`, { field, given: String(given) });

/** Reads whole units without sign, point or exponent; leading zeros are ignored. */
const unitsOfText = (text: string): bigint | undefined => (/^\d{1,40}$/.test(text) ? BigInt(text) : undefined);

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
    throw invalid(field, given, 'is beyond what a JSON number holds exactly: send it as a string of digits');
  }
  const units = typeof given === 'string' ? unitsOfText(given) : Number.isInteger(given) ? BigInt(given) : undefined;
  if (units === undefined) throw invalid(field, given, "must be a whole number of the token's base units");
  if (units <= 0n) throw invalid(field, given, 'must be greater than zero');
  if (units > MAX_AMOUNT) throw invalid(field, given, `exceeds the ${MAX_AMOUNT.toString()} units a token can have`);
  return units;
};

/** Whether an amount echoed by a client is an exact one: numbers as `Number(exact)`, strings to the last unit. */
export const echoesTokens = (given: number | string, units: bigint): boolean =>
  typeof given === 'number' ? given === Number(units) : unitsOfText(given) === units;
