import { isDeepStrictEqual } from 'node:util';
import type { StreamHistory, StreamTruth } from '@weir/infra';
import type { StreamContext } from '../../streams/stream-context.js';
import { readActiveChain } from '../../streams/watch/active-chain.js';
import { type CheckOptions, checkRecords } from '../check-records.js';
import type { Repair } from '../doctor.types.js';
import { PageTransactions } from './page-transactions.js';
import { type StreamFault, streamFaults } from './stream-faults.js';
import { type FollowedStream, followNamed, followOn, namedTransactions, truthOf } from './true-stream.js';

/** Records that are read and compared together. */
const PAGE = 500;
/** How often a record that moves during its repair is checked again. */
const ATTEMPTS = 3;

interface Examination {
  readonly history: StreamHistory;
  /** Undefined where the chain does not show enough to repair it. */
  readonly truth: StreamTruth | undefined;
  readonly faults: readonly StreamFault[];
}

const WRONG_TERMS: StreamFault = {
  fault: 'wrong-terms',
  says: 'its funding is on the chain, but opens a stream with other terms than the record has',
};
const UNREADABLE_TERMS: StreamFault = {
  fault: 'wrong-terms',
  says: 'its announcement and commitment do not define a contract, and no funding has them',
};

/**
 * What is wrong with the terms of a record: a transaction by which it says that it was funded exists, and does not fund it; or no contract
 * follows from them.
 */
const termsFault = (
  { contracts }: StreamContext,
  { history: { stream, transitions }, funding }: FollowedStream,
  found: ReadonlyMap<string, unknown>,
): StreamFault | undefined => {
  if (funding !== undefined) return undefined;
  const isFunded = transitions.some(({ kind, txHash }) => kind === 'fund' && found.has(txHash));
  if (isFunded && stream.status !== 'PENDING') return WRONG_TERMS;
  return contracts.isReadable(stream) ? undefined : UNREADABLE_TERMS;
};

/** Reads the chain for some records, many in a round trip. @throws ChainUnavailableError */
const examine = async (
  context: StreamContext,
  histories: readonly StreamHistory[],
  transactions: PageTransactions,
): Promise<readonly Examination[]> => {
  const { chain } = context;
  const { height } = await chain.tip();
  const found = await transactions.read(histories.flatMap(namedTransactions));
  const followed = histories.map((history) => followNamed(context, history, found, transactions));
  const standing = followed.flatMap(({ state }) => (state === undefined ? [] : [state.outpoint]));
  const unspent = new Map((await chain.areUnspent(standing)).map((isThere, index) => [standing[index], isThere]));
  const examined: Examination[] = [];
  for (const each of followed) {
    const isWhole = each.state === undefined || unspent.get(each.state.outpoint) === true;
    const whole = isWhole ? each : await followOn(context, each);
    const { history } = each;
    const wrongTerms = termsFault(context, whole, found);
    if (wrongTerms !== undefined) {
      examined.push({ history, truth: undefined, faults: [wrongTerms] });
      continue;
    }
    const truth = await truthOf(context, whole, height);
    examined.push({ history, truth, faults: streamFaults(history, truth) });
  }
  return examined;
};

/**
 * Why steps that the chain does not show may still be on it; undefined where their blocks are off the chain, or they were never in one.
 *
 * @throws ChainUnavailableError
 */
const whyMayStand = async (
  { chain }: StreamContext,
  history: StreamHistory,
  truth: StreamTruth,
): Promise<string | undefined> => {
  const real = new Set(truth.steps.map(({ transition }) => transition.txHash));
  const replacing = new Set(truth.steps.map(({ transition: { spent } }) => spent && `${spent.txid}:${spent.vout}`));
  const gone = history.transitions.filter(
    ({ txHash, spent }) => !real.has(txHash) && !(spent !== null && replacing.has(`${spent.txid}:${spent.vout}`)),
  );
  if (gone.length === 0) return undefined;
  const active = await readActiveChain(
    chain,
    gone.map(({ block }) => block),
  );
  const standing = gone.find(({ block }) => block !== null && !active.replaces(block));
  return (
    standing &&
    `the block that holds ${standing.txHash} is on the chain, so the Electrum servers hide it: ask other servers`
  );
};

const repair = async (context: StreamContext, id: string, transactions: PageTransactions): Promise<Repair> => {
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const history = await context.streams.history(id);
    const [examined] = history === undefined ? [] : await examine(context, [history], transactions);
    if (examined === undefined || examined.faults.length === 0) return { outcome: 'repaired' };
    const { truth } = examined;
    if (truth === undefined) return { outcome: 'left', why: 'a person has to compare the terms with the contract' };
    const why = await whyMayStand(context, examined.history, truth);
    if (why !== undefined) return { outcome: 'left', why };
    const isWritten = await context.streams.withStream(id, async (scope) => {
      const isAsRead =
        isDeepStrictEqual(scope.stream, examined.history.stream) &&
        isDeepStrictEqual(await scope.transitions(), examined.history.transitions);
      if (isAsRead) await scope.rewrite(truth);
      return isAsRead;
    });
    if (isWritten) return { outcome: 'repaired' };
  }
  return { outcome: 'left', why: 'others keep changing it: run the doctor again' };
};

/**
 * Compares every stream and payment with the chain: follows it from its funding to its unspent state and records that in memory, by
 * the functions by which the services record it.
 *
 * @throws ChainUnavailableError, DatabaseUnavailableError
 */
export const checkStreams = (context: StreamContext, options: CheckOptions): Promise<void> => {
  const transactions = new PageTransactions(context.chain, context.network);
  return checkRecords<StreamHistory, StreamFault>(
    {
      page: PAGE,
      list: (request) => context.streams.histories(request),
      find: (id) => context.streams.history(id),
      idOf: ({ stream }) => stream.id,
      countOf: () => 1,
      examine: async (histories) => (await examine(context, histories, transactions)).map(({ faults }) => faults),
      recordOf: ({ stream: { id, streamId } }) => ({ type: 'stream', id, name: streamId }),
      repair: ({ stream }) => repair(context, stream.id, transactions),
    },
    options,
  );
};
