import type { Output } from 'cashscript';
import { MAX_STANDARD_SIZE, P2SH32_DUST } from '@weir/kinds';
import { beaconOutput } from '../../announcement/beacon.js';
import { bytesKey } from '../../bytes/read-bytes.js';
import { type ChainTip, isLocalNetwork, type Network } from '../../chain/network.js';
import { type Outpoint, sameOutpoint } from '../../chain/outpoint.js';
import type { Party } from '../../chain/party.js';
import type { AirdropAsset } from '../../contract/asset.js';
import { tokenOf } from '../../contract/coins.js';
import { PAYING_KEY, type PlanCostOptions } from '../../plan/funding/plan-cost.js';
import { assemble, changeHashOf, feeOf, type PlannedOutput, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { countSize, outputSize } from '../../transaction/size.js';
import { NO_TOKENS, selectTokens, type TokenSelection } from '../../transaction/token-selection.js';
import { encodeLockAnnouncement, MAX_LOCK_SCHEDULES } from '../lock-announcement.js';
import { lockLockingBytecode, lockTail } from '../lock-contract.js';
import { defaultLockPayments, lockNoteSatoshis, lockReserve, mostLockPayments } from '../lock-limits.js';
import {
  findLockProblem,
  isLockDelay,
  type LockAsset,
  type LockProblem,
  type LockSchedule,
  lockScheduleKey,
  type LockTerms,
} from '../lock-terms.js';

/** A lock to be funded. */
export interface LockOrder extends LockSchedule {
  readonly recipient: Party;
  /** Satoshis, or base units. */
  readonly total: bigint;
  /** Of tokens: how many payments are to need nobody's coin, 1 to `mostLockPayments`; default `defaultLockPayments`. */
  readonly payments?: number | undefined;
}

/** Locks to be funded by one transaction, or by as few as it takes (see {@link cutLocks}). */
export interface LockDraft {
  readonly asset: AirdropAsset;
  /** Whom the funding names as funder. */
  readonly sender: Party;
  /** Blocks between the announcement of another address and a move to it; undefined where recipients cannot move their locks. */
  readonly delay?: number | undefined;
  readonly locks: readonly LockOrder[];
}

/**
 * Returns the first rule that a lock of a list breaks; undefined when it may be funded.
 *
 * @param isLocal whether the network is local, where moves may be as soon as the next block
 */
export const findLockOrderProblem = (
  { type }: AirdropAsset,
  order: LockOrder & Pick<LockTerms, 'delay'>,
  isLocal = false,
): LockProblem | 'PAYMENTS_OUT_OF_RANGE' | undefined => {
  const { payments = 1 } = order;
  const problem = findLockProblem({ ...order, asset: type }, isLocal);
  if (problem !== undefined) return problem;
  const isInRange = Number.isInteger(payments) && payments >= 1 && payments <= mostLockPayments(order);
  return isInRange ? undefined : 'PAYMENTS_OUT_OF_RANGE';
};

/** Returns the satoshis that the output of a lock holds. */
const satoshisOf = (
  { asset: { type }, delay }: Pick<LockDraft, 'asset' | 'delay'>,
  { total, steps, payments }: LockOrder,
): bigint => (type === 'BCH' ? total : lockReserve(payments ?? defaultLockPayments({ steps, total }), { delay }));

/** Gathers the locks of each recipient, since one note shows them all. */
const byRecipient = (locks: readonly LockOrder[]): readonly (readonly LockOrder[])[] => {
  const groups = new Map<string, LockOrder[]>();
  for (const lock of locks) {
    const key = bytesKey(lock.recipient);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [lock]);
    else group.push(lock);
  }
  return [...groups.values()];
};

const schedulesOf = (locks: readonly LockOrder[]): readonly LockSchedule[] => [
  ...new Map(locks.map((lock) => [lockScheduleKey(lock), lock])).values(),
];

/** Returns the locking bytecode of a lock that is to be funded. */
type PlaceOf = (order: LockOrder) => Uint8Array;

/** Returns where locks lie. Compiles their scripts, once a schedule. */
const placesOf = (type: LockAsset, schedules: readonly LockSchedule[], delay: number | undefined): PlaceOf => {
  const tails = new Map(schedules.map((schedule) => [lockScheduleKey(schedule), lockTail(type, schedule, delay)]));
  return (order) =>
    lockLockingBytecode(tails.get(lockScheduleKey(order)) ?? new Uint8Array(), order.recipient, order.total);
};

const outputsAt = (
  draft: LockDraft,
  schedules: readonly LockSchedule[],
  tip: ChainTip,
  placeOf: PlaceOf,
): PlannedOutput[] => {
  const { asset, sender, locks, delay } = draft;
  const outputOf = (order: LockOrder): PlannedOutput => ({
    to: placeOf(order),
    amount: satoshisOf(draft, order),
    ...(asset.type === 'FUNGIBLE_TOKEN' && tokenOf(asset.category, order.total)),
  });
  const amount = lockNoteSatoshis(asset.type);
  const held = byRecipient(locks).flatMap((group) => [
    ...group.slice(0, 1).map(({ recipient }) => ({ to: recipient, amount })),
    ...group.map(outputOf),
  ]);
  return [
    { to: encodeLockAnnouncement({ asset: asset.type, sender, schedules, delay }), amount: 0n },
    beaconOutput(held[1]?.to ?? new Uint8Array(), tip),
    ...held,
  ];
};

/**
 * Lists the outputs that fund locks: the announcement, the beacon (in the shard of the first lock's address), then the note
 * of each recipient with their locks behind it.
 *
 * @throws RangeError for a lock that must not be funded (see {@link findLockOrderProblem}), for none, and for too many
 *   schedules
 */
export const lockFundingOutputs = (draft: LockDraft, tip: ChainTip): PlannedOutput[] => {
  const { asset, locks, delay } = draft;
  for (const order of locks) {
    // The shortest delay is the network's: who has one checks it.
    const problem = findLockOrderProblem(asset, { ...order, delay }, true);
    if (problem !== undefined) throw new RangeError(`The lock cannot be funded: ${problem}`);
  }
  const schedules = schedulesOf(locks);
  return outputsAt(draft, schedules, tip, placesOf(asset.type, schedules, delay));
};

/** Bytes of version, locktime, counts, beacon, and the longest announcement. */
const OVERHEAD = 14 + 44 + 233;
const LOCK_SCRIPT = new Uint8Array(35);

/** Bytes left by default for the inputs and change of anybody who pays: two coins of a key, or six and tokens that return. */
const ROOM = { BCH: 400, FUNGIBLE_TOKEN: 1_200 } as const;

/**
 * Splits locks into runs that one funding holds each, keeping their order.
 *
 * @param room bytes left in each funding for anybody who pays; by default for two coins of a key (six for tokens)
 */
export const cutLocks = (
  { asset, locks, delay }: Pick<LockDraft, 'asset' | 'locks' | 'delay'>,
  room: number = ROOM[asset.type],
): readonly (readonly LockOrder[])[] => {
  const note = lockNoteSatoshis(asset.type);
  const sized = (output: Pick<Output, 'amount' | 'token'> & { readonly to: Uint8Array }) => outputSize(output);
  const runs: LockOrder[][] = [];
  let [bytes, schedules, noted] = [0, new Set<string>(), new Set<string>()];
  for (const order of locks) {
    const [schedule, recipient] = [lockScheduleKey(order), bytesKey(order.recipient)];
    const token = asset.type === 'BCH' ? {} : tokenOf(asset.category, order.total);
    const own = sized({ to: LOCK_SCRIPT, amount: satoshisOf({ asset, delay }, order), ...token });
    const grown = own + (noted.has(recipient) ? 0 : sized({ to: order.recipient, amount: note }));
    const tooMany = schedules.size === MAX_LOCK_SCHEDULES && !schedules.has(schedule);
    let run = runs.at(-1);
    if (run === undefined || tooMany || OVERHEAD + room + bytes + grown > MAX_STANDARD_SIZE) {
      run = [];
      runs.push(run);
      [bytes, schedules, noted] = [0, new Set(), new Set()];
    }
    bytes += own + (noted.has(recipient) ? 0 : sized({ to: order.recipient, amount: note }));
    schedules.add(schedule);
    noted.add(recipient);
    run.push(order);
  }
  return runs;
};

/** What it costs to fund locks. Satoshis unless stated otherwise. */
export interface LockCost {
  /** Satoshis, or base units. */
  readonly locked: bigint;
  /** Beside locked tokens. */
  readonly reserves: bigint;
  /** What recipients are paid at once, which shows their addresses on the chain. */
  readonly notes: bigint;
  /** The output that the funding is found by. */
  readonly beacon: bigint;
  /** Bytes of the funding with the fewest possible coins: one of a key or a vault's state, and for tokens one more. */
  readonly bytes: number;
  readonly fee: bigint;
  /** Sum of all of these; of what is locked only where it is satoshis. */
  readonly satoshis: bigint;
}

/** The address of the beacon differs with the height, its size does not. */
export const ANY_TIP: ChainTip = { height: 0, medianTimePast: 0 };

/** Bytes of version, locktime, and the counts of inputs and outputs. */
const frameSize = (outputs: number): number => 4 + 4 + 1 + countSize(outputs);

/**
 * Computes what locks take from anybody who funds them. All locks take as many bytes where they lie, so no script is compiled
 * for it.
 *
 * @throws RangeError for none, and for too many schedules
 */
export const lockCost = (draft: LockDraft, { feeRate, payer = PAYING_KEY }: PlanCostOptions = {}): LockCost => {
  const { asset, locks } = draft;
  const isBch = asset.type === 'BCH';
  const outputs = outputsAt(draft, schedulesOf(locks), ANY_TIP, () => LOCK_SCRIPT);
  const own = outputs.reduce((sum, output) => sum + outputSize(output), 0);
  const bytes = frameSize(outputs.length + 1) + own + payer.coin + (isBch ? 0 : payer.tokens);
  const locked = locks.reduce((sum, { total }) => sum + total, 0n);
  const reserves = isBch ? 0n : locks.reduce((sum, order) => sum + satoshisOf(draft, order), 0n);
  const notes = lockNoteSatoshis(asset.type) * BigInt(byRecipient(locks).length);
  const fee = feeOf(bytes, feeRate);
  const satoshis = (isBch ? locked : reserves) + notes + P2SH32_DUST + fee;
  return { locked, reserves, notes, beacon: P2SH32_DUST, bytes, fee, satoshis };
};

/** Checks the delay of a draft's locks by the network's shortest. @throws RangeError where it is out of its range */
export const assertLockDelay = ({ delay }: Pick<LockDraft, 'delay'>, network: Network): void => {
  if (!isLockDelay(delay, isLocalNetwork(network)))
    throw new RangeError(`The locks cannot be funded: DELAY_OUT_OF_RANGE (${String(delay)} blocks)`);
};

/** Most token coins that one funding spends: more would leave little room for locks. */
const MAX_TOKEN_COINS = 50;

const tokensFor = ({ asset, locks }: LockDraft, payer: WalletCoins): TokenSelection =>
  asset.type === 'BCH'
    ? NO_TOKENS
    : selectTokens(
        changeHashOf(payer),
        payer.coins,
        asset.category,
        locks.reduce((sum, { total }) => sum + total, 0n),
        MAX_TOKEN_COINS,
      );

/**
 * Builds the funding of locks, one or many: one signature funds them all. Outputs: change to the payer, those of {@link
 * lockFundingOutputs}, then tokens and NFTs that return.
 *
 * @param options `anchor`: a coin of the payer's that is spent in any case, where they still have it: fundings that share
 *   one cannot both be mined
 * @throws RangeError for a lock that must not be funded (see {@link findLockOrderProblem})
 * @throws InsufficientFundsError
 * @throws InsufficientTokensError
 * @throws CovenantError TRANSACTION_TOO_LARGE where they do not fit one transaction (see {@link cutLocks})
 */
export const buildLockFunding = (
  draft: LockDraft,
  payer: WalletCoins,
  network: Network,
  tip: ChainTip,
  { feeRate, anchor }: BuildOptions & { readonly anchor?: Outpoint | undefined } = {},
): UnsignedTransaction => {
  assertLockDelay(draft, network);
  const tokens = tokensFor(draft, payer);
  const anchors = payer.coins.filter(
    (coin) =>
      anchor !== undefined && coin.token === undefined && sameOutpoint(coin, anchor) && !tokens.coins.includes(coin),
  );
  const count = draft.locks.length;
  return assemble({
    network,
    contractInputs: [],
    requiredCoins: [...tokens.coins, ...anchors],
    outputs: [...lockFundingOutputs(draft, tip), ...tokens.returns],
    wallet: payer,
    change: 'first',
    feeRate,
    userPrompt: count === 1 ? 'Fund the lock' : `Fund ${count} locks`,
  });
};
