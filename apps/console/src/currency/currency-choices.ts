import type { CurrencyPayment } from '@weir/client';
import { amountWithUnit } from '../format/amount.js';
import { msg, t } from '../language/text.js';
import type { Reader } from '../records/use-record.js';
import { movesOf, type VaultMove, WAITS_FOR_VAULT } from '../treasury/vault-moves.js';

/** What people can do with a payment in a currency, but for a top-up. */
export type CurrencyVerb = 'fund' | 'push' | 'pause' | 'resume' | 'cancel';

type Standing = Pick<
  CurrencyPayment,
  'status' | 'settled' | 'pausable' | 'is_due' | 'owedBase' | 'coveredPeriods' | 'refund'
>;

/** Said while the service is about to send what needs no signature. */
const BEING_PAID = msg('A payday is here: the service pays it as soon as the oracle’s price is known.');

type Asked = Pick<Reader, 'isSender' | 'isSentByScript'>;

const activeText = ({ owedBase, is_due: isDue, coveredPeriods }: Standing): string => {
  if (owedBase > 0n)
    return t('The money ran out. {amount} are still to be paid, and a top-up pays them first.', {
      amount: amountWithUnit(owedBase, 'BCH'),
    });
  if (isDue) return t(BEING_PAID);
  return coveredPeriods?.at_price === 0
    ? t('The money does not cover the next payday. Top it up before then.')
    : t('Paydays are paid automatically. No action needed.');
};

const meaningOf = (payment: Standing, { isSender, isSentByScript = false }: Asked): string => {
  const { status, settled, refund } = payment;
  switch (status) {
    case 'PENDING':
      if (isSentByScript) return t(WAITS_FOR_VAULT);
      return isSender ? t('Not funded yet: fund it to start it.') : t('Not funded yet: its sender can fund it.');
    case 'ACTIVE':
      return activeText(payment);
    case 'PAUSED':
      return settled === true
        ? t('It is paused. No payments are made until the sender resumes it.')
        : t('It is being paused. The period that runs is still paid at its payday; after the notice nothing more is.');
    case 'CANCELLED':
      return refund?.status === 'pending'
        ? t(
            'It was cancelled. Paydays until the end of the notice are still paid; then the rest returns to the sender.',
          )
        : t('It was cancelled, and the rest has returned to the sender.');
    case 'COMPLETED':
      return t('All paydays are paid. No action needed.');
  }
};

/** Derives the available actions from a payment's state. The service decides; this only offers. */
export const currencyChoices = (
  payment: Standing,
  reader: Asked,
): {
  readonly meaning: string;
  readonly needsWallet: boolean;
  readonly verbs: readonly CurrencyVerb[];
  /** What the members of the treasury that sends it can propose; undefined where a key sends it. */
  readonly proposals: readonly VaultMove[] | undefined;
} => {
  const { status, settled, pausable, is_due: isDue, refund } = payment;
  const { isSender } = reader;
  const isStopping =
    (status === 'PAUSED' && settled !== true) || (status === 'CANCELLED' && refund?.status === 'pending');
  const isRunning = status === 'ACTIVE' || (status === 'PAUSED' && settled === true);
  const moves = movesOf({ status, cancelable: true, pausable, isSettled: settled === true });
  const proposed: readonly VaultMove[] = status === 'PENDING' ? ['fund'] : moves;
  return {
    proposals: reader.isSentByScript === true ? proposed : undefined,
    meaning: meaningOf(payment, reader),
    needsWallet: status === 'PENDING' || status === 'ACTIVE' || status === 'PAUSED',
    verbs: [
      ...(isSender && status === 'PENDING' ? (['fund'] as const) : []),
      ...(isSender && status === 'PAUSED' && settled === true ? (['resume'] as const) : []),
      // The service sends it by itself; anybody can have it sent at once.
      ...((isDue && isRunning) || isStopping ? (['push'] as const) : []),
      ...(isSender && status === 'ACTIVE' && pausable ? (['pause'] as const) : []),
      ...(isSender && isRunning ? (['cancel'] as const) : []),
    ],
  };
};
