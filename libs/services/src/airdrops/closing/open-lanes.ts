import { airdropClosableFrom, outpointKey } from '@weir/covenants';
import type { CampaignRecord, ChainReader, LaneRecord, UnspentOutput } from '@weir/infra';
import { usableTime } from '../../shared/chain-time.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import type { LoadedContract } from '../campaign/campaign-contracts.js';
import type { BuiltCampaign } from '../campaign/load-campaign.js';
import { finishLane, openAs, type OpenLane } from '../chain/end-lane.js';
import { followLane, hasEnded } from '../chain/follow-lane.js';
import { readKnown } from '../chain/read-known.js';

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
) => {
  const { chain } = context;
  const states = lanes.flatMap(({ state }) => (state === null ? [] : [state]));
  const spentOrNot = await chain.areUnspent(states);
  const unspent = new Map(states.map(({ txid, vout }, i) => [outpointKey({ txid, vout }), spentOrNot[i] === true]));
  const isCurrent = ({ state, claims, claimsDue }: LaneRecord): boolean =>
    state !== null && unspent.get(outpointKey(state)) === true && claims < claimsDue;
  const doubtful = lanes.filter((lane) => !hasEnded(lane) && !isCurrent(lane));
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

/** Checks that a campaign is active. @throws ServiceError WRONG_STATE */
export const assertActive = ({ status }: CampaignRecord): void => {
  if (status !== 'ACTIVE')
    throw new ServiceError('WRONG_STATE', `The campaign is ${status}; only an ACTIVE one can be cancelled`, { status });
};

/**
 * Returns the locktime that a close needs, Unix seconds.
 *
 * @throws ServiceError NOT_CANCELABLE before the contract allows one
 */
export const closableAt = async (
  context: AirdropContext,
  { contract }: LoadedContract,
  { endDate }: CampaignRecord,
): Promise<bigint> => {
  const asOf = await usableTime(context);
  if (asOf >= airdropClosableFrom(contract.parameters)) return asOf;
  const message =
    'The campaign was created as not cancelable, and its contract enforces that. The rest returns to the creator after its end';
  throw new ServiceError('NOT_CANCELABLE', message, { cancelable: false, endDate, asOf: Number(asOf) });
};

/** Brings one lane up to the chain; undefined when it is closed. */
export const openLane = async (context: AirdropContext, built: BuiltCampaign, lane: LaneRecord) =>
  openAs(built.campaign, await finishLane(context, built, await followLane(context, built, lane)));

/** Brings the lanes of a campaign up to the chain and returns those that are open. @throws ServiceError CHAIN_UNAVAILABLE */
export const openLanes = async (context: AirdropContext, built: BuiltCampaign) => {
  const lanes = await context.airdrops.lanesOf(built.campaign.id);
  const ahead = await lookAhead(context, lanes, built.loaded);
  const open: OpenLane[] = [];
  for (const lane of lanes) {
    const found = ahead.doubtful.has(lane) ? await openLane(ahead.context, built, lane) : openAs(built.campaign, lane);
    if (found !== undefined) open.push(found);
  }
  return open;
};
