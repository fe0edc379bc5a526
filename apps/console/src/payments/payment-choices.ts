import type { PaymentDetail } from '@weir/client';
import { isRefundable, noticeEnd } from '../records/notice.js';
import type { RecordChoices } from '../records/record-actions.js';
import type { Reader } from '../records/use-record.js';
import { movesOf, WAITS_FOR_VAULT } from '../vaults/vault-moves.js';

type Payment = PaymentDetail['payment'];

type Standing = Pick<
  Payment,
  | 'status'
  | 'cancelable'
  | 'pausable'
  | 'claimable_amount_base'
  | 'periods_due'
  | 'payment_count'
  | 'periods_funded'
  | 'pause'
  | 'refund'
>;

const periods = (count: number): string => (count === 1 ? '1 payday is' : `${count} paydays are`);

const meaningOf = (
  { status, periods_due, pause, refund }: Standing,
  { isSender, isSentByScript, height }: Pick<Reader, 'isSender' | 'isSentByScript' | 'height'>,
): string => {
  switch (status) {
    case 'PENDING':
      if (isSentByScript === true) return WAITS_FOR_VAULT;
      return isSender
        ? 'Not funded yet: fund its paydays to start it.'
        : 'Not funded yet: the sender, or anybody else, can fund its paydays.';
    case 'ACTIVE':
      return periods_due > 0
        ? `${periods(periods_due)} due: the recipient can claim at any time, and nothing is lost by waiting.`
        : 'Nothing is due at the moment.';
    case 'PAUSED':
      return pause?.settled === true
        ? 'It is paused, and nothing falls due until the sender resumes it.'
        : `It is being paused${noticeEnd(pause?.availableAtHeight, height)}: until then what falls due is still paid. Then it can be resumed.`;
    case 'CANCELLED':
      return refund?.status === 'pending'
        ? `It was cancelled. The rest returns to the sender by itself once the notice is over${noticeEnd(refund.availableAtHeight, height)}.`
        : 'It was cancelled, and what was left has returned to the sender.';
    case 'COMPLETED':
      return 'All its paydays were paid. There is nothing left to do.';
  }
};

/** Derives the available actions from a payment's state. The service decides; this only offers. */
export const paymentChoices = (payment: Standing, reader: Reader): RecordChoices => {
  const { status, claimable_amount_base } = payment;
  const { isSender, isRecipient, isSentByScript = false, height } = reader;
  const isPending = status === 'PENDING';
  const moves = movesOf({
    ...payment,
    isSettled: payment.pause?.settled === true,
    isAllDue: payment.payment_count + payment.periods_due >= payment.periods_funded,
  });
  const verbs = [
    ...(isPending && !isSentByScript ? (['fund'] as const) : []),
    // The recipient claims what is due; anybody else can only have the contract pay it.
    ...(claimable_amount_base > 0n && !isPending ? [isRecipient ? ('claim' as const) : ('push' as const)] : []),
    ...(isSender ? moves : []),
    ...(isRefundable(payment, height) ? (['refund'] as const) : []),
  ];
  const proposals = [...(isPending ? (['fund'] as const) : []), ...moves];
  return {
    meaning: meaningOf(payment, reader),
    needsWallet: isPending || status === 'ACTIVE' || status === 'PAUSED',
    verbs,
    proposals: isSentByScript ? proposals : [],
  };
};
