import { type FundingNeeds, MAX_SATOSHIS, type Network, P2SH32_DUST, type StreamDraft } from '@weir/covenants';
import { type IdempotentResponse, type NewStream, responseAs, type StreamRecord } from '@weir/infra';
import { fundedTotal, INTERVAL_SECONDS, lastDue, MAX_TIME, type PaymentPlan, paymentPlan } from '@weir/payments';
import { parseAmount } from '../shared/amounts.js';
import { viewTime } from '../shared/chain-time.js';
import { parseAsset, type ParsedAsset } from '../shared/parse-asset.js';
import { parseNotice } from '../shared/parse-notice.js';
import { parseStops } from '../shared/parse-stops.js';
import { invalidTime, parseTime } from '../shared/parse-time.js';
import { parseStandardParty, type Party, type StandardParty } from '../shared/parties.js';
import { admissionOf, type Origin } from '../shared/retention.js';
import { ServiceError } from '../shared/service-error.js';
import { fundingProposal } from '../shared/vaults/funding-proposal.js';
import { newSender } from '../shared/vaults/new-sender.js';
import { deploymentOf } from '../streams/create/create-stream.js';
import { openOne, warningsOf } from '../streams/create/plan-of-one.js';
import type { StreamContext } from '../streams/stream-context.js';
import { toPaymentView } from './payment-view.js';
import type { CreatePaymentInput, PaymentCreation } from './payments.types.js';

/** The terms of a payment, defaults filled in. */
interface PaymentTerms extends ParsedAsset {
  readonly plan: PaymentPlan;
  readonly endDate: number | null;
  readonly cancelable: boolean;
  readonly pausable: boolean;
  readonly noticeBlocks: number;
}

const tooMuch = (given: number | string): ServiceError =>
  new ServiceError('INVALID_AMOUNT', 'amountPerPeriod times the funded periods exceeds what there can be', {
    field: 'amountPerPeriod',
    given,
  });

const tooLate = (start: bigint): ServiceError =>
  invalidTime(
    'startDate',
    `lets the last period fall due at ${MAX_TIME.toString()} or later, which the chain's time never passes: give an earlier endDate`,
    Number(start),
  );

/**
 * Reads the terms of a payment and fills in the defaults: from now on, 12 periods, cancelable, pausable like it, with a
 * notice of 36 blocks (6 on the devnet).
 *
 * @param now Unix seconds.
 * @throws ServiceError INVALID_AMOUNT, INVALID_TIME, SCHEDULE_UNSOUND, INVALID_REQUEST
 */
const parsePaymentTerms = (input: CreatePaymentInput, now: number, network: Network): PaymentTerms => {
  const asset = parseAsset(input);
  const amountPerPeriod = parseAmount(input.amountPerPeriod, 'amountPerPeriod', asset.tokenType, P2SH32_DUST);
  const start = parseTime(input.startDate ?? now, 'startDate');
  const end = input.endDate === undefined ? undefined : parseTime(input.endDate, 'endDate');
  const derived = paymentPlan({ amountPerPeriod, interval: INTERVAL_SECONDS[input.interval], start, end });
  if ('problem' in derived) {
    if (derived.problem === 'END_BEFORE_START')
      throw invalidTime('endDate', 'must not be before startDate, when the first period falls due', Number(end));
    if (derived.problem === 'LAST_DUE_OUT_OF_RANGE') throw tooLate(start);
    throw tooMuch(input.amountPerPeriod);
  }
  if (lastDue(derived.plan) >= MAX_TIME) throw tooLate(start);
  if (asset.tokenType === 'BCH' && fundedTotal(derived.plan) > MAX_SATOSHIS) throw tooMuch(input.amountPerPeriod);
  return {
    ...asset,
    plan: derived.plan,
    endDate: input.endDate ?? null,
    ...parseStops(input),
    noticeBlocks: parseNotice(input.cancelNoticeBlocks, network),
  };
};

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
