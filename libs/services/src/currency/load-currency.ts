import type { CurrencyPaymentRecord } from '@weir/infra';
import { type Caller, isCaller, parseParty, parseStandardParty, sameParty } from '../shared/parties.js';
import { MAY_HAVE_EXPIRED } from '../shared/retention.js';
import { type ErrorDetails, ServiceError } from '../shared/service-error.js';
import type { CurrencyContext } from './currency-context.js';

/** Makes the refusal of an id that no payment in a currency has. */
export const noPayment = (id: string): ServiceError =>
  new ServiceError('NOT_FOUND', `There is no payment in a currency with this id. ${MAY_HAVE_EXPIRED}`, { id });

/** Loads a stored payment. @throws ServiceError NOT_FOUND */
export const loadCurrency = async (
  { currencyPayments }: Pick<CurrencyContext, 'currencyPayments'>,
  id: string,
): Promise<CurrencyPaymentRecord> => {
  const payment = await currencyPayments.findById(id);
  if (payment === undefined) throw noPayment(id);
  return payment;
};

/**
 * Loads a stored payment for its sender.
 *
 * @param what the caller wants to do, a verb
 * @param named the sender that the request names, where it does
 * @throws ServiceError NOT_FOUND, INVALID_ADDRESS, FORBIDDEN
 */
export const loadAsSender = async (
  context: CurrencyContext,
  id: string,
  what: string,
  [caller, named]: readonly [Caller, string?],
): Promise<CurrencyPaymentRecord> => {
  const { network } = context;
  const payment = await loadCurrency(context, id);
  const owner = parseStandardParty(payment.sender, network, 'sender');
  const isNamed = named === undefined || sameParty(parseParty(named, network, 'sender'), owner);
  if (isNamed && isCaller(caller, owner, network)) return payment;
  throw new ServiceError('FORBIDDEN', `Only the sender of the payment may ${what} it`, { sender: payment.sender });
};

/** Makes the refusal of a step that the status of a payment does not allow. @param why follows on what its status is */
export const wrongState = (
  { status }: Pick<CurrencyPaymentRecord, 'status'>,
  why: string,
  details: ErrorDetails = {},
): ServiceError => new ServiceError('WRONG_STATE', `The payment is ${status}${why}`, { status, ...details });

/** Loads a stored payment that was funded. @throws ServiceError NOT_FOUND, WRONG_STATE */
export const loadFunded = async (
  context: Pick<CurrencyContext, 'currencyPayments'>,
  id: string,
): Promise<CurrencyPaymentRecord> => {
  const payment = await loadCurrency(context, id);
  if (payment.status === 'PENDING') throw wrongState(payment, ': it is not funded');
  return payment;
};
