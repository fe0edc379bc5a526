import type { Connection } from '../connection/connection.js';
import { createCancelableHandle, createRecords, type Parties } from '../records/record-handle.js';
import { type Answered, assetOf, type BodyOf, toBody, type WithAmounts } from '../shared/amounts.js';
import { wait } from '../shared/wait.js';
import { creatorOf } from '../steps/wallet-of.js';
import type { RecordHandle, Records, RecordSchemas, SenderMoves } from '../types/records.types.js';
import type { AbortOptions, ReadOptions, VerbOptions } from '../types/verbs.types.js';
import type { Wallet } from '../wallet.js';

/** A recurring payment's record. */
export type Payment = Answered<'Payment'>;
/** A payment with its executions and its history. */
export type PaymentDetail = Answered<'GetPaymentResponse'>;
/** What a payment is created with. Amounts may also be bigint: satoshis, or base units of a token. */
export type PaymentTerms = WithAmounts<RecordSchemas['payments']['terms']>;
/** The answer to a confirmed step. */
export type PaymentConfirmation = Answered<'PaymentConfirmResponse'>;

/** A recurring payment, and what its parties can do with it. */
export interface PaymentHandle extends RecordHandle<'payments'>, SenderMoves<'payments'> {
  /** Pauses the payment, signed by the sender: what is due is paid, and after the notice nothing falls due. */
  pause(wallet?: Wallet, options?: VerbOptions): Promise<PaymentConfirmation>;
  /**
   * Waits for the end of a pause's notice, from which on the payment can be resumed or cancelled: at once where it is not
   * paused.
   *
   * @returns the payment as it is then, which may have ended meanwhile
   */
  untilSettled(options?: ReadOptions): Promise<PaymentDetail>;
  /**
   * Resumes it after a settled pause, signed by the sender.
   *
   * @throws WeirError NOTICE_NOT_OVER with `details.availableAtHeight`
   */
  resume(wallet?: Wallet, options?: VerbOptions): Promise<PaymentConfirmation>;
  /**
   * Creates the payment that goes on where this one ends, to be funded: by the service's word, so with an `onReview`.
   *
   * @param changes what differs from this one
   */
  renew(
    changes?: WithAmounts<BodyOf<'renewPayment'>>,
    wallet?: Wallet,
    options?: AbortOptions,
  ): Promise<PaymentHandle & { readonly record: Payment }>;
}

/** The payments' part of a client. */
export type Payments = Records<'payments', PaymentHandle>;

/** Between two looks at a pause, which lasts for blocks. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

const createPaymentHandle = (connection: Connection, id: string, known?: Parties): PaymentHandle => {
  const { handle, asSender } = createCancelableHandle(connection, {
    product: 'payments',
    id,
    known,
    partiesOf: ({ payment }) => payment,
  });
  return {
    ...handle,
    pause: (given, options = {}) => asSender('pause', '/api/payments/{id}/confirm-pause', given, options),
    async untilSettled(options = {}) {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
        const detail = await handle.get(options);
        if (detail.payment.settled !== false) return detail;
        await wait(pause, options.signal);
      }
    },
    resume: (given, options = {}) => asSender('resume', '/api/payments/{id}/confirm-resume', given, options),
    async renew(changes = {}, given, options = {}) {
      const { payment: old } = await handle.get();
      const { payment: record } = await connection.ask(
        (sent) =>
          connection.api.POST('/api/payments/{id}/renew', {
            ...sent,
            params: { path: { id } },
            body: toBody<BodyOf<'renewPayment'>>(changes, assetOf({ tokenType: old.token_type })),
          }),
        await creatorOf(connection, given, old.sender, options),
      );
      return { ...createPaymentHandle(connection, record.id, record), record };
    },
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
