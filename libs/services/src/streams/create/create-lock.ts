import type { CreateLockInput, TokenType, Warning } from '@weir/api-contract/words';
import {
  createLockContract,
  leastKeyless,
  lockEnd,
  lockNeeds,
  type LockOrder,
  type LockTerms,
  lockVesting,
} from '@weir/covenants';
import type { IdempotentResponse, StreamRecord } from '@weir/infra';
import { vestedAmount } from '@weir/vesting';
import { percentageOf } from '../../shared/amounts.js';
import { viewTime } from '../../shared/chain-time.js';
import { NOT_DATED } from '../../shared/dated-columns.js';
import { parseAsset } from '../../shared/parse-asset.js';
import { parseLockDelay } from '../../shared/parse-move-delay.js';
import { type Caller, parseStandardParty } from '../../shared/parties.js';
import type { Origin } from '../../shared/retention.js';
import { newSender } from '../../shared/vaults/new-sender.js';
import { lockColumns, scheduleOf } from '../contract/stored-stream.js';
import { schedulePoints } from '../read/stream-schedule.js';
import { moveTermsView, toStreamView } from '../read/stream-view.js';
import type { StreamContext } from '../stream-context.js';
import { lockAsset, lockDelay, parseLockOrder, scheduleColumnsOf } from '../terms/lock-terms.js';
import { costOf, type OneCreation, type PlannedOne, type PlanOptions, storeOne } from './plan-of-one.js';

/** Whether nobody but the recipient, with a coin of their own, can pay a lock before its end. */
const isSmall = (order: LockOrder & Pick<LockTerms, 'delay'>, asset: TokenType): boolean =>
  vestedAmount(lockVesting(order), lockEnd(order) - 1n) < leastKeyless({ ...order, asset });

const SMALL: Warning = {
  code: 'PAYMENTS_TOO_SMALL',
  message:
    'Until the end, payments are too small for the lock to pay their fee. The recipient adds a coin of their own, or waits for the end',
  details: {},
};

/**
 * Reads a client's request for a lock and makes its contract.
 *
 * @throws ServiceError INVALID_ADDRESS, INVALID_AMOUNT, INVALID_TIME, SCHEDULE_UNSOUND, INVALID_REQUEST, FORBIDDEN,
 * CALLER_REQUIRED, WRONG_STATE
 */
const planLock = async (
  context: StreamContext,
  input: CreateLockInput,
  caller: Caller | undefined,
  { isPreview = false }: PlanOptions = {},
): Promise<PlannedOne> => {
  const { network } = context;
  const recipient = parseStandardParty(input.recipient, network, 'recipient');
  const { sender, vaultId } = await newSender(context, input, caller, isPreview ? recipient : undefined);
  const { tokenType, tokenCategory } = parseAsset(input);
  const delay = parseLockDelay(input, network);
  const order = parseLockOrder(input, { tokenType, tokenCategory }, recipient.lockingBytecode, delay, context.now());
  const moves = lockDelay(delay);
  const contract = createLockContract({ ...order, ...moves, asset: tokenType }, network);
  const asset = lockAsset(tokenCategory);
  const funding = lockNeeds({ asset, sender: sender.lockingBytecode, ...moves, locks: [order] });
  return {
    recipient,
    funding,
    warnings: order.steps * order.step > 1n && isSmall({ ...order, ...moves }, tokenType) ? [SMALL] : [],
    row: {
      product: 'stream',
      sender: sender.address,
      senderHash: sender.hashHex,
      recipient: recipient.address,
      recipientHash: recipient.hashHex,
      tokenType,
      tokenCategory,
      totalAmount: order.total,
      ...scheduleColumnsOf(order),
      recurring: null,
      payment: null,
      vaultId,
      description: input.description ?? null,
      label: null,
      ...lockColumns(contract, { reserve: funding.reserve, delay }),
    },
  };
};

// Only those who may see a vault may link it.
const shown = (stored: StreamRecord, asOf: bigint) => ({
  lock: { ...toStreamView(stored, asOf), vaultId: stored.vaultId },
});

/**
 * Stores a lock as PENDING and says how to fund it.
 *
 * @param origin where the request comes from, for the quota
 * @throws ServiceError as {@link planLock}; QUOTA_EXCEEDED (as QuotaExceededError) beyond the quota
 */
export const createLock = async (
  context: StreamContext,
  input: CreateLockInput,
  caller: Caller,
  origin?: Origin,
  kept?: IdempotentResponse<OneCreation<typeof shown>>,
) => storeOne(context, await planLock(context, input, caller), shown, origin, kept);

const PREVIEW_POINTS = 50;

/** Validates and computes like a creation, but stores nothing. */
export const previewLock = async (context: StreamContext, input: CreateLockInput, caller: Caller | undefined) => {
  const planned = await planLock(context, input, caller, { isPreview: true });
  const { row } = planned;
  const asOf = await viewTime(context);
  const schedule = scheduleOf({ ...row, withdrawnAmount: 0n });
  const vested = schedule.vestedAt(asOf);
  return {
    lock: {
      ...row,
      contract: 'LOCK' as const,
      ...moveTermsView(row),
      ...NOT_DATED,
      withdrawnAmount: 0n,
      vestedAmount: vested,
      claimableAmount: 0n,
      progressPercentage: percentageOf(vested, row.totalAmount),
      nftCommitment: null,
      asOf: Number(asOf),
    },
    schedule: schedulePoints(schedule, PREVIEW_POINTS),
    ...costOf(planned),
  };
};
