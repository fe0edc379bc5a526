import Type, { type Static } from 'typebox';
import { idParams } from '../shared/requests.schema.js';

/** Time between the periods of a payment. */
export const PaymentInterval = Type.Enum(['DAILY', 'WEEKLY', 'BIWEEKLY', 'MONTHLY', 'YEARLY'], {
  description: '`DAILY` 86400 seconds, `WEEKLY` 604800, `BIWEEKLY` 1209600, `MONTHLY` 2592000, `YEARLY` 31536000.',
});
export type PaymentInterval = Static<typeof PaymentInterval>;

/** Status of a payment. */
export const PaymentStatus = Type.Enum(['PENDING', 'ACTIVE', 'PAUSED', 'COMPLETED', 'CANCELLED'], {
  description:
    '`PENDING` until its funding is confirmed, `ACTIVE` while periods fall due, `PAUSED` from a pause to a resume, `COMPLETED` when all funded periods are paid, `CANCELLED` by the sender.',
});
export type PaymentStatus = Static<typeof PaymentStatus>;

/** Path parameters of a single payment. */
export const PaymentParams = idParams('payment');
