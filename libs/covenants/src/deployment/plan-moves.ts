import { calendarResume, calendarStop } from '../calendar/calendar-payout.js';
import { calendarSenderMove, type CalendarMoveItem } from '../calendar/transactions/move-by-sender.js';
import { planResume } from '../plan/payout/plan-resume.js';
import { planStop, type PlanStopKind } from '../plan/payout/plan-stop.js';
import { resumeMove, type PlanResumeItem } from '../plan/transactions/resume-plan.js';
import { assembleBySender, movePrompt, type SenderMove } from '../plan/transactions/sender-move.js';
import { stopMove, type PlanStopItem } from '../plan/transactions/stop-plan.js';
import type { WalletCoins } from '../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../transaction/built-transaction.js';
import { proposeSenderMoves } from '../vault/proposal/propose-with-plans.js';
import type { VaultProposal } from '../vault/proposal/vault-proposal.js';
import type { TreasuryContract } from '../vault/treasury.js';
import type { VaultHoldings } from '../vault/vault-coin.js';
import { calendarCoinOf } from './calendar/calendar-opening.js';
import type { CalendarStream } from './calendar/calendar-stream.js';
import { planCoinOf } from './plan/plan-opening.js';
import type { PlanStream } from './plan/plan-stream.js';
import type { ContractState } from './stream-schedule.types.js';

/** What a sender does to streams by one signature. */
export type PlanMoveKind = PlanStopKind | 'resume';

/** A stream of a joint move, of a plan in seconds or by the calendar. */
export type PlanMoveItem = PlanStopItem | PlanResumeItem | CalendarMoveItem;

const calendarItem = (
  { contract, opening }: CalendarStream,
  state: ContractState,
  kind: PlanMoveKind,
  time: bigint,
): CalendarMoveItem | undefined => {
  const coin = calendarCoinOf(contract, opening, state);
  const step = kind === 'resume' ? calendarResume(contract, coin, time) : calendarStop(contract, coin, kind, time);
  return step && { contract, coin, recipient: state.recipient ?? opening.recipient, step };
};

const planItem = (
  { contract, opening }: PlanStream,
  state: ContractState,
  kind: PlanMoveKind,
  time: bigint,
): PlanStopItem | PlanResumeItem | undefined => {
  const coin = planCoinOf(contract, opening, state);
  const item = { contract, coin, recipient: state.recipient ?? opening.recipient };
  if (kind === 'resume') {
    const resume = planResume(contract, coin, time);
    return resume && { ...item, resume };
  }
  const stop = planStop(contract, coin, kind, time);
  return stop && { ...item, stop };
};

/** A stream of a plan, in seconds or by the calendar. */
export type AnyPlanStream = PlanStream | CalendarStream;

const isBySeconds = (stream: AnyPlanStream): stream is PlanStream => {
  const { kind } = stream.contract.group;
  return kind === 'VESTING' || kind === 'RECURRING';
};

/**
 * Returns a stream as an item of a joint move; undefined where none is possible: see `planStop`, `planResume`, `calendarStop` and
 * `calendarResume`.
 *
 * @param time the locktime, Unix seconds
 */
export const planMoveItem = (
  stream: AnyPlanStream,
  state: ContractState,
  kind: PlanMoveKind,
  time: bigint,
): PlanMoveItem | undefined =>
  isBySeconds(stream) ? planItem(stream, state, kind, time) : calendarItem(stream, state, kind, time);

/** Returns what a move pays the recipient, and what it leaves in the stream. Units of the asset. */
export const movedBy = (item: PlanMoveItem): { readonly paid: bigint; readonly left: bigint } => {
  if ('step' in item) return item.step;
  return 'stop' in item ? item.stop : item.resume;
};

const kindOf = (item: PlanMoveItem): PlanMoveKind => {
  if ('step' in item) return 'kind' in item.step ? item.step.kind : 'resume';
  return 'stop' in item ? item.stop.kind : 'resume';
};

/** @throws RangeError for none, or for moves of several kinds */
const onlyKind = (items: readonly PlanMoveItem[]): PlanMoveKind => {
  const [kind, ...others] = new Set(items.map(kindOf));
  if (kind === undefined) throw new RangeError('Name at least one stream');
  if (others.length > 0) throw new RangeError('Cancels, pauses and resumes are separate transactions');
  return kind;
};

const senderMoveOf = (item: PlanMoveItem): SenderMove => {
  if ('step' in item) return calendarSenderMove(item);
  return 'stop' in item ? stopMove(item) : resumeMove(item);
};

/**
 * Builds a joint move, all of one kind, by one signature: streams in seconds and by the calendar together.
 *
 * @throws RangeError, InsufficientFundsError, CovenantError as `buildPlanStop` does
 */
export const buildPlanMoves = (
  items: readonly PlanMoveItem[],
  sender: WalletCoins,
  options: BuildOptions,
): UnsignedTransaction =>
  assembleBySender(items.map(senderMoveOf), sender, {
    ...options,
    userPrompt: movePrompt(onlyKind(items), items.length),
  });

/**
 * Proposes a joint move by a vault, all of one kind, of streams in seconds and by the calendar together.
 *
 * @throws RangeError, InsufficientFundsError, CovenantError as `proposePlanStop` does
 */
export const proposePlanMoves = (
  contract: TreasuryContract,
  holdings: VaultHoldings,
  items: readonly PlanMoveItem[],
  options: BuildOptions,
): VaultProposal => proposeSenderMoves(contract, holdings, onlyKind(items), items.map(senderMoveOf), options);
