import { binToHex, type Output, type TransactionCommon } from '@bitauth/libauth';
import { outpointOf } from '@weir/covenants';
import type { ChainTransaction, Member, PlanRecord, StreamRecord } from '@weir/infra';
import { confirmedTransaction, onChain } from '../../shared/chain-errors.js';
import { readingOnce } from '../../shared/reading-once.js';
import { ServiceError } from '../../shared/service-error.js';
import { confirmTransition, type ExpectedTransition } from '../../streams/chain/confirm-transition.js';
import { loadPlan } from '../load-plan.js';
import type { PlanContext } from '../plan-context.js';
import type { PlanMoveKind } from '../plans.types.js';

/** The result of recording a transaction that moves streams of a plan. */
export interface ConfirmedMoves {
  readonly plan: PlanRecord;
  readonly transaction: ChainTransaction;
  /** All streams that it moved, as they stand now. */
  readonly streams: readonly StreamRecord[];
}

/** How many inputs are looked at: besides the sender's coin a transaction moves some 90 streams at most. */
const MAX_INPUTS = 400;
/** Streams that are recorded at once. */
const AT_ONCE = 4;

const EXPECTED: Readonly<Record<PlanMoveKind, ExpectedTransition>> = {
  cancel: {
    name: 'cancel',
    mismatch: ({ kind }) => (kind === 'cancel' ? undefined : `The transaction is a ${kind}, not a cancel`),
    allowed: ({ status }) => status === 'ACTIVE' || status === 'PAUSED',
  },
  pause: {
    name: 'pause',
    mismatch: ({ kind }) => (kind === 'pause' ? undefined : `The transaction is a ${kind}, not a pause`),
    allowed: ({ status }) => status === 'ACTIVE',
  },
  resume: {
    name: 'resume',
    mismatch: ({ kind }) => (kind === 'resume' ? undefined : `The transaction is a ${kind}, not a resume`),
    allowed: ({ status }) => status === 'PAUSED',
  },
};

/** The stream whose state an output seems to be: by its category, and the index in its commitment. */
const memberAt = (output: Output | undefined): Member | undefined => {
  const token = output?.token;
  const [low, high] = token?.nft?.commitment ?? [];
  if (token?.nft?.capability !== 'mutable' || low === undefined || high === undefined) return undefined;
  return { category: binToHex(token.category), index: low + 256 * high };
};

/** The streams whose states a transaction spends, as its parents show them. */
const membersSpent = async (
  { inputs }: TransactionCommon,
  { chain }: Pick<PlanContext, 'chain'>,
): Promise<readonly Member[]> => {
  const outpoints = inputs.slice(0, MAX_INPUTS).map(outpointOf);
  const parents = await onChain(() => chain.transactions([...new Set(outpoints.map(({ txid }) => txid))]));
  const byId = new Map(parents.map(({ txid, transaction }) => [txid, transaction]));
  return outpoints.flatMap(({ txid, vout }) => memberAt(byId.get(txid)?.outputs[vout]) ?? []);
};

const replacementIn = async (
  plan: PlanRecord,
  lost: string,
  { plans, streams }: PlanContext,
): Promise<string | undefined> => {
  const [first] = await plans.streamsOf(plan.id, { limit: 1 });
  return first && streams.replacementOf(first.id, lost);
};

/**
 * Verifies a cancel, pause or resume of streams of a plan on the chain, and records it with each of them. Repeating it, or
 * confirming what was confirmed stream by stream, gives the same answer.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, TX_NOT_FOUND, TX_REPLACED, TX_UNCONFIRMED, TX_MISMATCH, HASH_ALREADY_USED,
 * CHAIN_UNAVAILABLE
 */
export const confirmMoves = async (
  id: string,
  kind: PlanMoveKind,
  txHash: string,
  given: PlanContext,
): Promise<ConfirmedMoves> => {
  // All members look at the same two transactions: their funding, and this one.
  const context = { ...given, chain: readingOnce(given.chain) };
  const plan = await loadPlan(id, context);
  const { chain, lists, minConfirmations } = context;
  const transaction = await confirmedTransaction(chain, txHash, minConfirmations, (lost) =>
    replacementIn(plan, lost, context),
  );
  const ids = await lists.membersOf(id, await membersSpent(transaction.transaction, context));
  if (ids.length === 0)
    throw new ServiceError('TX_MISMATCH', 'The transaction spends no stream of this plan', {
      txHash,
      problems: ['it belongs to something else'],
    });
  const streams: StreamRecord[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    const confirmed = await Promise.all(
      some.map((member) => confirmTransition(member, txHash, EXPECTED[kind], context)),
    );
    streams.push(...confirmed.map(({ stream }) => stream));
  }
  return { plan, transaction, streams };
};
