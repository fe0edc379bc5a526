import { randomBytes } from 'node:crypto';
import { binToHex } from '@bitauth/libauth';
import { scriptHashOf, type NewStream } from '@weir/infra';
import { fundedTotal, lastDue, MAX_TIME, type PaymentPlan } from '@weir/payments';
import { viewTime } from '../shared/chain-time.js';
import { admissionOf, type Origin } from '../shared/keeping.js';
import { parseParty, parseSender } from '../shared/parties.js';
import { deploymentOf } from '../streams/create/create-stream.js';
import type { StreamContext } from '../streams/stream-context.js';
import type { StreamDeployment } from '../streams/streams.types.js';
import { assertLinkable } from '../vaults/linked-vault.js';
import { parsePaymentTerms } from './payment-terms.js';
import { toPaymentView } from './payment-view.js';
import type { CreatePaymentInput, PaymentView } from './payments.types.js';

/** The end of the last funded interval, as far as times go. */
const endOf = (plan: PaymentPlan): number => {
  const end = lastDue(plan) + plan.interval;
  return Number(end < MAX_TIME ? end : MAX_TIME);
};

/**
 * Stores a payment as PENDING and says how to fund it. See {@link PaymentsService.create}.
 *
 * @throws ServiceError INVALID_AMOUNT, INVALID_ADDRESS, INVALID_TIME, INVALID_REQUEST, FORBIDDEN
 */
export const createPayment = async (
  input: CreatePaymentInput,
  caller: string | undefined,
  origin: Origin | undefined,
  context: StreamContext,
): Promise<{ payment: PaymentView; deployment: StreamDeployment }> => {
  const terms = parsePaymentTerms(input, context.now(), context.network);
  const sender = parseSender(input.sender, caller, context.network);
  const recipient = parseParty(input.recipient, context.network, 'recipient');
  const { plan } = terms;
  const startTime = Number(plan.firstDue);
  const agreed = {
    product: 'payment',
    sender: sender.address,
    senderHash: sender.hashHex,
    recipient: recipient.address,
    recipientHash: recipient.hashHex,
    tokenType: terms.tokenType,
    tokenCategory: terms.tokenCategory,
    totalAmount: fundedTotal(plan),
    streamType: 'RECURRING',
    startTime,
    endTime: endOf(plan),
    cliffTimestamp: null,
    intervalSeconds: Number(plan.interval),
    cancelable: terms.cancelable,
    cancelNoticeBlocks: terms.noticeBlocks,
    nonce: randomBytes(16).toString('hex'),
    vaultId: input.vaultId?.toLowerCase() ?? null,
    description: null,
    recurring: {
      firstDue: startTime,
      periods: Number(plan.periods),
      amountPerPeriod: plan.amountPerPeriod,
      pausable: terms.pausable,
    },
    payment: { recipientName: input.recipientName ?? null, interval: input.interval, endDate: terms.endDate },
  } as const;
  const contract = context.contracts.create(agreed);
  const row: NewStream = {
    ...agreed,
    contractAddress: contract.address,
    lockingBytecode: binToHex(contract.lockingBytecode),
    scriptHash: scriptHashOf(contract.lockingBytecode),
    place: null,
    label: null,
    initialCommitment: contract.initialCommitment,
  };
  await assertLinkable(row.vaultId, sender, context);
  const [stored, asOf] = await Promise.all([
    context.streams.insert(row, admissionOf(origin, row.senderHash, context)),
    viewTime(context),
  ]);
  return {
    // Who links a vault may see it.
    payment: { ...toPaymentView(stored, asOf), vaultId: stored.vaultId },
    deployment: deploymentOf({ row, funding: contract.funding }, stored.streamId),
  };
};
