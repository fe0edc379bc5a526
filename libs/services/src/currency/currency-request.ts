import type { CreateCurrencyPaymentInput, CreatePaymentInput } from '@weir/api-contract/words';
import { ServiceError } from '../shared/service-error.js';

/** Fields that only a payment in a currency has. */
const ONLY_IN_CURRENCY = ['oracle', 'periods', 'priceBounds', 'openingAmount'] as const;
/** Fields that a payment in a currency does not have. */
const NOT_IN_CURRENCY = ['tokenCategory', 'moveDelayBlocks'] as const;

const invalid = (field: string, message: string): ServiceError =>
  new ServiceError('INVALID_REQUEST', message, { field });

/** Refuses what a payment in a currency cannot be. */
const assertFits = ({ tokenType = 'BCH', cancelable = true, transferable = false, ...input }: CreatePaymentInput) => {
  const foreign = NOT_IN_CURRENCY.find((field) => input[field] !== undefined);
  if (foreign !== undefined)
    throw invalid(foreign, `${foreign} must be omitted: a payment in a currency has none. It pays BCH`);
  if (tokenType !== 'BCH') throw invalid('tokenType', 'tokenType must be omitted: a payment in a currency pays BCH');
  if (!cancelable)
    throw invalid('cancelable', 'cancelable must not be false: a payment in a currency can be cancelled');
  if (transferable)
    throw invalid('transferable', 'transferable must not be true: the recipient of a payment in a currency stays');
};

/**
 * Reads the terms of a payment in a currency out of a request for a payment; undefined where it names no currency.
 *
 * @throws ServiceError INVALID_REQUEST for a field that the payment does not have, with a currency or without
 */
export const currencyRequestOf = (input: CreatePaymentInput): CreateCurrencyPaymentInput | undefined => {
  const { currency } = input;
  if (currency === undefined) {
    const given = ONLY_IN_CURRENCY.find((field) => input[field] !== undefined);
    if (given === undefined) return undefined;
    throw invalid(given, `${given} needs currency: a payment without one is in BCH or a token`);
  }
  assertFits(input);
  const {
    tokenType: _type,
    tokenCategory: _category,
    cancelable: _cancelable,
    transferable: _transferable,
    moveDelayBlocks: _delay,
    ...terms
  } = input;
  return { ...terms, currency };
};
