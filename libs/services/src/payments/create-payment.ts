import type { FundingNeeds, StreamDraft } from '@weir/covenants';
import { responseAs, type IdempotentResponse, type NewStream, type StreamRecord } from '@weir/infra';
import { fundedTotal, lastDue, MAX_TIME, type PaymentPlan } from '@weir/payments';
import { viewTime } from '../shared/chain-time.js';
import { parseStandardParty, type Party, type StandardParty } from '../shared/parties.js';
import { admissionOf, type Origin } from '../shared/retention.js';
import { fundingProposal } from '../shared/vaults/funding-proposal.js';
import { newSender } from '../shared/vaults/new-sender.js';
import { deploymentOf } from '../streams/create/create-stream.js';
import { openOne, warningsOf } from '../streams/create/plan-of-one.js';
import type { StreamContext } from '../streams/stream-context.js';
import { parsePaymentTerms, type PaymentTerms } from './payment-terms.js';
import { toPaymentView } from './payment-view.js';
import type { CreatePaymentInput, PaymentCreation } from './payments.types.js';

/** The end of the last funded interval, capped at the last time there is. */
const endOf = (plan: PaymentPlan): number => {
  const end = lastDue(plan) + plan.interval;
  return Number(end < MAX_TIME ? end : MAX_TIME);
};

/** The terms of a payment as a plan opens it. */
const draftOf = ({ plan, cancelable, pausable, noticeBlocks }: PaymentTerms, recipient: Uint8Array): StreamDraft => ({
  kind: 'RECURRING',
  recipient,
  amount: plan.amountPerPeriod,
  lastAmount: plan.lastAmount,
  periods: Number(plan.periods),
  firstDue: plan.firstDue,
  group: {
    kind: 'RECURRING',
    interval: plan.interval,
    noticeBlocks: cancelable ? noticeBlocks : 0,
    pausable,
    cancelable,
  },
});

/** A payment whose terms are complete, not stored yet. */
export interface PlannedPayment {
  /** The party who asks for it, and whose quota it counts for. */
  readonly asker: Party;
  readonly recipient: StandardParty;
  readonly terms: PaymentTerms;
  readonly row: NewStream;
  readonly funding: FundingNeeds;
}

/**
 * Reads a client's request for a payment and builds its contract, with a fresh nonce.
 *
 * @throws ServiceError INVALID_AMOUNT, INVALID_ADDRESS, INVALID_TIME, SCHEDULE_UNSOUND, INVALID_REQUEST, FORBIDDEN, CALLER_REQUIRED,
 * WRONG_STATE
 */
export const planPayment = async (
  context: StreamContext,
  input: CreatePaymentInput,
  caller: string | undefined,
): Promise<PlannedPayment> => {
  const terms = parsePaymentTerms(input, context.now(), context.network);
  const { sender, asker, vaultId } = await newSender(context, input, caller);
  const recipient = parseStandardParty(input.recipient, context.network, 'recipient');
  const { tokenCategory } = terms;
  const opened = openOne({ sender, tokenCategory, draft: draftOf(terms, recipient.lockingBytecode) }, context.network);
  const { plan } = terms;
  const startTime = Number(plan.firstDue);
  const row: NewStream = {
    product: 'payment',
    sender: sender.address,
    senderHash: sender.hashHex,
    recipient: recipient.address,
    recipientHash: recipient.hashHex,
    tokenType: terms.tokenType,
    tokenCategory,
    totalAmount: fundedTotal(plan),
    streamType: 'RECURRING',
    startTime,
    endTime: endOf(plan),
    cliffTimestamp: null,
    intervalSeconds: Number(plan.interval),
    cancelable: terms.cancelable,
    cancelNoticeBlocks: terms.noticeBlocks,
    vaultId,
    description: null,
    recurring: {
      firstDue: startTime,
      periods: Number(plan.periods),
      amountPerPeriod: plan.amountPerPeriod,
      pausable: terms.pausable,
    },
    payment: { recipientName: input.recipientName ?? null, interval: input.interval, endDate: terms.endDate },
    label: null,
    ...opened.columns,
  };
  return { asker, recipient, terms, row, funding: opened.funding };
};

const paymentDeploymentOf = (planned: Parameters<typeof deploymentOf>[0], paymentId: string) => {
  const { streamId, ...deployment } = deploymentOf(planned, paymentId);
  return { ...deployment, paymentId: streamId };
};

/**
 * Stores a payment as PENDING and says how to fund it.
 *
 * @throws ServiceError as {@link planPayment}
 */
export const createPayment = async (
  context: StreamContext,
  input: CreatePaymentInput,
  caller: string | undefined,
  origin?: Origin,
  kept?: IdempotentResponse<PaymentCreation>,
): Promise<PaymentCreation> => {
  const { asker, recipient, row, funding } = await planPayment(context, input, caller);
  const asOf = await viewTime(context);
  const creationOf = (stored: StreamRecord): PaymentCreation => ({
    // Only those who may see a vault may link it.
    payment: { ...toPaymentView(stored, asOf), vaultId: stored.vaultId },
    deployment: paymentDeploymentOf({ row, funding }, stored.streamId),
    warnings: warningsOf(recipient),
    proposal: fundingProposal('payment', stored),
  });
  const admission = admissionOf(origin, asker.hashHex, context);
  return creationOf(await context.streams.insert(row, admission, responseAs(kept, creationOf)));
};
