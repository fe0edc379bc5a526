import type { PaymentDetail } from '@weir/client';
import { isRefundable, noticeEnd } from '../kinds/notice.js';
import { plural, t } from '../language/text.js';
import type { RecordChoices } from '../records/record-actions.js';
import type { Reader } from '../records/use-record.js';
import { movesOf, WAITS_FOR_VAULT } from '../treasury/vault-moves.js';

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

const meaningOf = (
  { status, periods_due, pause, refund }: Standing,
  { isSender, isSentByScript, height }: Pick<Reader, 'isSender' | 'isSentByScript' | 'height'>,
): string => {
  switch (status) {
    case 'PENDING':
      if (isSentByScript === true) return t(WAITS_FOR_VAULT);
      return isSender
        ? t('Not funded yet: fund its paydays to start it.')
        : t('Not funded yet: the sender, or anybody else, can fund its paydays.');
    case 'ACTIVE':
      return periods_due > 0
        ? plural(periods_due, {
            one: '{count} payday is claimable. The recipient can claim at any time and loses nothing by waiting.',
            other: '{count} paydays are claimable. The recipient can claim at any time and loses nothing by waiting.',
          })
        : t('Nothing is claimable at the moment.');
    case 'PAUSED':
      return pause?.settled === true
        ? t('It is paused. No payments are made until the sender resumes it.')
        : t('It is being paused{end}. Payments continue until then. After that it can be resumed.', {
            end: noticeEnd(pause?.availableAtHeight, height),
          });
    case 'CANCELLED':
      return refund?.status === 'pending'
        ? t('It was cancelled. The rest returns to the sender automatically after the cancel notice{end}.', {
            end: noticeEnd(refund.availableAtHeight, height),
          })
        : t('It was cancelled, and the rest has returned to the sender.');
    case 'COMPLETED':
      return t('All paydays are paid. No action needed.');
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
