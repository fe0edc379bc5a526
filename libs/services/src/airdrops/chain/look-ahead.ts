import { outpointKey } from '@weir/covenants';
import type { ChainReader, LaneRecord, UnspentOutput } from '@weir/infra';
import type { AirdropContext } from '../airdrop-context.js';
import type { LoadedContract } from '../campaign-contracts.js';
import { readKnown } from './read-known.js';
import { hasEnded } from './sync-lane.js';

/** The lanes of one campaign as the chain has them at one moment. */
export interface LanesAhead {
  /** The lanes to be looked at one by one: their recorded state is spent, or they have paid everything. */
  readonly doubtful: ReadonlySet<LaneRecord>;
  /** The context to look at them with: it already has what each look asks for first, read in a few round trips. */
  readonly context: AirdropContext;
}

/** Wraps a chain reader: some answers are there already, all others are asked for. */
const withAnswers = (
  chain: ChainReader,
  answers: {
    readonly unspent: ReadonlyMap<string, boolean>;
    readonly transactions: Awaited<ReturnType<typeof readKnown>>;
    readonly coins: { readonly lockingBytecode: Uint8Array; readonly listed: UnspentOutput[] };
  },
): ChainReader => ({
  ...chain,
  isUnspent: async (txid, vout) => answers.unspent.get(outpointKey({ txid, vout })) ?? chain.isUnspent(txid, vout),
  transaction: async (txid) => answers.transactions.get(txid) ?? chain.transaction(txid),
  unspent: async (lockingBytecode) =>
    lockingBytecode === answers.coins.lockingBytecode ? answers.coins.listed : chain.unspent(lockingBytecode),
});

/**
 * Compares the lanes of a campaign with the chain: one call per lane, 345 of them per round trip. For lanes that have moved,
 * reads the script's unspent outputs once, and their latest steps in batches.
 *
 * @throws ChainUnavailableError
 */
export const lookAhead = async (
  context: AirdropContext,
  lanes: readonly LaneRecord[],
  { contract: { lockingBytecode } }: LoadedContract,
): Promise<LanesAhead> => {
  const { chain } = context;
  const states = lanes.flatMap(({ state }) => (state === null ? [] : [state]));
  const spentOrNot = await chain.areUnspent(states);
  const unspent = new Map(states.map(({ txid, vout }, i) => [outpointKey({ txid, vout }), spentOrNot[i] === true]));
  const stands = ({ state, claims, claimsDue }: LaneRecord): boolean =>
    state !== null && unspent.get(outpointKey(state)) === true && claims < claimsDue;
  const doubtful = lanes.filter((lane) => !hasEnded(lane) && !stands(lane));
  if (doubtful.length === 0) return { doubtful: new Set(), context };
  const listed = await chain.unspent(lockingBytecode);
  const moved = listed.flatMap(({ txid, vout, token }) =>
    token?.nft === undefined || unspent.has(outpointKey({ txid, vout })) ? [] : [txid],
  );
  // Anybody can make this list long by paying to the script; no more than one coin per lane belongs to the lanes.
  const wanted = new Set([...doubtful.map(({ headTxHash }) => headTxHash), ...moved.slice(0, 2 * lanes.length)]);
  const transactions = await readKnown(chain, [...wanted]);
  return {
    doubtful: new Set(doubtful),
    context: { ...context, chain: withAnswers(chain, { unspent, transactions, coins: { lockingBytecode, listed } }) },
  };
};
