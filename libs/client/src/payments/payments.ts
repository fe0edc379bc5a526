import type { Connection } from '../connection/connection.js';
import { createRecordHandle, createRecords, type Parties } from '../records/record-handle.js';
import type { RecordHandle, Records } from '../records/records.types.js';
import type { Answered, BodyOf, WithAmounts } from '../shared/amounts.js';
import type { VerbOptions } from '../steps/pending.js';
import type { Wallet } from '../wallet.js';

/** A recurring payment's record. */
export type Payment = Answered<'Payment'>;
/** A payment with its executions and its history. */
export type PaymentDetail = Answered<'GetPaymentResponse'>;
/** What a payment is created with. Amounts may also be bigint: satoshis, or base units of a token. */
export type PaymentTerms = WithAmounts<BodyOf<'createPayment'>>;
/** The answer to a confirmed step. */
export type PaymentConfirmation = Answered<'PaymentConfirmResponse'>;

/** A recurring payment, and what its parties can do with it. */
export interface PaymentHandle extends RecordHandle<'payments'> {
  /** Pauses the payment, signed by the sender: what is due is paid, and after the notice nothing falls due. */
  pause(wallet?: Wallet, options?: VerbOptions): Promise<PaymentConfirmation>;
  /**
   * Resumes it after a settled pause, signed by the sender.
   *
   * @throws WeirError NOTICE_NOT_OVER with `details.availableAtHeight`
   */
  resume(wallet?: Wallet, options?: VerbOptions): Promise<PaymentConfirmation>;
}

/** The payments' part of a client. */
export type Payments = Records<'payments', PaymentHandle>;

const createPaymentHandle = (connection: Connection, id: string, known?: Parties): PaymentHandle => {
  const { handle, asSender } = createRecordHandle(connection, {
    ...{ product: 'payments', id, known },
    partiesOf: ({ payment }) => payment,
  });
  return {
    ...handle,
    pause: (given, options = {}) => asSender('pause', '/api/payments/{id}/confirm-pause', given, options),
    resume: (given, options = {}) => asSender('resume', '/api/payments/{id}/confirm-resume', given, options),
  };
};

/** Creates the payments' part of a client. */
export const createPayments = (connection: Connection): Payments =>
  createRecords(connection, {
    product: 'payments',
    recordOf: ({ payment }) => payment,
    rowsOf: ({ payments }) => payments,
    handleOf: (id, known) => createPaymentHandle(connection, id, known),
  });
