import { amountOfNext, initialProgress, timeOfDue, type PaymentPlan } from '@weir/payments';
import { warningsOf } from '../streams/create/plan-of-one.js';
import type { StreamContext } from '../streams/stream-context.js';
import { planPayment } from './create-payment.js';
import type { CreatePaymentInput } from './payments.types.js';

/** Every funded period, in the order they fall due: twelve at most. */
const periodsOf = (plan: PaymentPlan) =>
  Array.from({ length: Number(plan.periods) }, (_, at) => ({
    time: Number(timeOfDue({ ...plan, ...initialProgress(plan) }, BigInt(at + 1)) ?? plan.firstDue),
    amount: amountOfNext(plan, BigInt(at), 1n),
  }));

/** Computes what terms come to, as a creation does: every due period, and what funding them costs. Stores nothing. */
export const previewPayment = async (context: StreamContext, input: CreatePaymentInput, caller: string | undefined) => {
  const { row, recipient, terms, funding } = await planPayment(context, input, caller);
  const { plan } = terms;
  return {
    payment: {
      sender: row.sender,
      recipient: row.recipient,
      recipientName: input.recipientName ?? null,
      tokenType: row.tokenType,
      tokenCategory: row.tokenCategory,
      amountPerPeriod: plan.amountPerPeriod,
      totalAmount: row.totalAmount,
      interval: input.interval,
      intervalSeconds: Number(plan.interval),
      startDate: Number(plan.firstDue),
      endDate: terms.endDate,
      periodsFunded: Number(plan.periods),
      cancelable: terms.cancelable,
      pausable: terms.pausable,
      cancelNoticeBlocks: terms.noticeBlocks,
      vaultId: row.vaultId,
    },
    funding: {
      amount: funding.satoshis,
      reserve: funding.reserve,
      networkFeeEstimate: funding.size,
      ...(row.tokenCategory !== null &&
        funding.tokens !== undefined && { tokenCategory: row.tokenCategory, tokenAmount: funding.tokens }),
    },
    schedule: periodsOf(plan),
    warnings: warningsOf(recipient),
  };
};
