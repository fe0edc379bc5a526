import Type, { type Static } from 'typebox';
import { INTERVALS, PAYMENT_PERIODS, PAYMENT_STATUSES, wordsOf } from '@weir/kinds';

/** Time between the periods of a payment. */
export const PaymentInterval = Type.Enum(wordsOf(INTERVALS), {
  description: `${wordsOf(INTERVALS)
    .map((interval, at) => `\`${interval}\` ${INTERVALS[interval]}${at === 0 ? ' seconds' : ''}`)
    .join(', ')}.`,
});
export type PaymentInterval = Static<typeof PaymentInterval>;

/** When the periods of a payment fall due, in one word. */
export const PaymentPeriod = Type.Enum([...PAYMENT_PERIODS], {
  description: 'The interval; `CALENDAR` where `calendar` says the paydays.',
});

/** What a payment is doing, one in a currency, too. */
export const PaymentStatus = Type.Enum([...PAYMENT_STATUSES], {
  description:
    '`PENDING` until its funding is confirmed, `ACTIVE` while periods fall due, `PAUSED` from a pause to a resume, `COMPLETED` when all funded periods are paid, `CANCELLED` by the sender.',
});
export type PaymentStatus = Static<typeof PaymentStatus>;
