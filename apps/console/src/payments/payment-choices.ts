import type { PaymentStatus } from '@weir/client';
import { isRefundable } from '../records/notice.js';
import type { Reader } from '../records/reader.js';

type Payment = PaymentStatus['payment'];

export type PaymentVerb = 'fund' | 'claim' | 'push' | 'pause' | 'resume' | 'cancel' | 'refund';

/** What a reader can do with a payment now, and what they are told. */
export interface PaymentChoices {
  readonly meaning: string;
  readonly needsWallet: boolean;
  readonly verbs: readonly PaymentVerb[];
}

type Standing = Pick<
  Payment,
  'status' | 'cancelable' | 'pausable' | 'claimable_amount_base' | 'periods_due' | 'pause' | 'refund'
>;

const periods = (count: number): string => (count === 1 ? '1 period is' : `${count} periods are`);

const meaningOf = ({ status, periods_due, pause, refund }: Standing, isSender: boolean): string => {
  switch (status) {
    case 'PENDING':
      return isSender
        ? 'It waits for its funding: pay its periods in, and it begins.'
        : 'It waits for its funding. The sender pays its periods in; anybody else may, too.';
    case 'ACTIVE':
      return periods_due > 0
        ? `${periods(periods_due)} due: the recipient can claim at any time, and nothing is lost by waiting.`
        : 'Nothing is due at the moment.';
    case 'PAUSED':
      return pause?.settled === true
        ? 'It is paused, and nothing falls due until the sender resumes it.'
        : `It is being paused: what falls due until the notice is over is still paid${pause?.availableAtHeight == null ? '' : `, up to block ${pause.availableAtHeight}`}. Then it can be resumed.`;
    case 'CANCELLED':
      return refund?.status === 'pending'
        ? `It was cancelled. The rest returns to the sender by itself once the notice is over${refund.availableAtHeight === null ? '' : `, with block ${refund.availableAtHeight}`}.`
        : 'It was cancelled, and what was left has returned to the sender.';
    case 'COMPLETED':
      return 'All its periods were paid. There is nothing left to do.';
  }
};

/** What can be done with a payment as it stands, by whoever looks at it. The service decides; this only offers. */
export const paymentChoices = (payment: Standing, { isSender, isRecipient, height }: Reader): PaymentChoices => {
  const { status, cancelable, pausable, claimable_amount_base, pause } = payment;
  const isRunning = status === 'ACTIVE' || status === 'PAUSED';
  const verbs = [
    ...(status === 'PENDING' ? (['fund'] as const) : []),
    // What is due is claimed by the recipient; anybody else can only have the contract pay it to them.
    ...(claimable_amount_base > 0n && status !== 'PENDING'
      ? [isRecipient ? ('claim' as const) : ('push' as const)]
      : []),
    ...(isSender && pausable && status === 'ACTIVE' ? (['pause'] as const) : []),
    ...(isSender && status === 'PAUSED' && pause?.settled === true ? (['resume'] as const) : []),
    ...(isSender && cancelable && isRunning ? (['cancel'] as const) : []),
    ...(isRefundable(payment, height) ? (['refund'] as const) : []),
  ];
  return { meaning: meaningOf(payment, isSender), needsWallet: status === 'PENDING' || isRunning, verbs };
};
