import type { ChainReader, LaneRecord, UnspentOutput } from '@weir/infra';
import type { AirdropContext } from '../airdrop-context.js';
import type { LoadedContract } from '../campaign-contracts.js';
import { readKnown } from './read-known.js';
import { hasEnded } from './sync-lane.js';

/** Lanes of one campaign as the chain has them at one moment. */
export interface LanesAhead {
  /** Those to be looked at one by one: their state is not unspent, or they have paid all. */
  readonly doubtful: ReadonlySet<LaneRecord>;
  /** The context to look at them with: what each look asks for first has been read, all of it in a few round trips. */
  readonly context: AirdropContext;
}

const outpointKey = (txid: string, vout: number): string => `${txid}:${vout}`;

/** A reader that has some answers already, and asks for all others. */
const withAnswers = (
  chain: ChainReader,
  answers: {
    readonly unspent: ReadonlyMap<string, boolean>;
    readonly transactions: Awaited<ReturnType<typeof readKnown>>;
    readonly coins: { readonly lockingBytecode: Uint8Array; readonly listed: UnspentOutput[] };
  },
): ChainReader => ({
  ...chain,
  isUnspent: async (txid, vout) => answers.unspent.get(outpointKey(txid, vout)) ?? chain.isUnspent(txid, vout),
  transaction: async (txid) => answers.transactions.get(txid) ?? chain.transaction(txid),
  unspent: async (lockingBytecode) =>
    lockingBytecode === answers.coins.lockingBytecode ? answers.coins.listed : chain.unspent(lockingBytecode),
});

/**
 * Compares the lanes of a campaign with the chain: one call a lane, 345 of them a round trip, and for those that have moved
 * one list of what the script holds, their latest steps and what they moved to, many together.
 *
 * @throws ChainUnavailableError
 */
export const lookAhead = async (
  lanes: readonly LaneRecord[],
  { contract: { lockingBytecode } }: LoadedContract,
  context: AirdropContext,
): Promise<LanesAhead> => {
  const { chain } = context;
  const states = lanes.flatMap(({ state }) => (state === null ? [] : [state]));
  const spentOrNot = await chain.areUnspent(states);
  const unspent = new Map(states.map(({ txid, vout }, i) => [outpointKey(txid, vout), spentOrNot[i] === true]));
  const stands = ({ state, claims, claimsDue }: LaneRecord): boolean =>
    state !== null && unspent.get(outpointKey(state.txid, state.vout)) === true && claims < claimsDue;
  const doubtful = lanes.filter((lane) => !hasEnded(lane) && !stands(lane));
  if (doubtful.length === 0) return { doubtful: new Set(), context };
  const listed = await chain.unspent(lockingBytecode);
  const moved = listed.flatMap(({ txid, vout, token }) =>
    token?.nft === undefined || unspent.has(outpointKey(txid, vout)) ? [] : [txid],
  );
  // Whoever pays to the script can make it a long list; more than one coin for each lane is none of the lanes'.
  const wanted = new Set([...doubtful.map(({ headTxHash }) => headTxHash), ...moved.slice(0, 2 * lanes.length)]);
  const transactions = await readKnown(chain, [...wanted]);
  return {
    doubtful: new Set(doubtful),
    context: { ...context, chain: withAnswers(chain, { unspent, transactions, coins: { lockingBytecode, listed } }) },
  };
};
