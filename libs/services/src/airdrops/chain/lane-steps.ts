import { binToHex, decodeTransaction, hexToBin } from '@bitauth/libauth';
import {
  addressOf,
  type AirdropCoin,
  type AirdropTransition,
  buildAirdropCompletion,
  decodeAirdropState,
  encodeAirdropState,
  isLaneComplete,
  type KeylessTransaction,
  laneUnits,
  readAirdropTransition,
} from '@weir/covenants';
import {
  BroadcastRejectedError,
  type CampaignRecord,
  type ChainReader,
  type LaneRecord,
  type LaneState,
  type ListedRecipient,
  type NewLaneClaim,
  type NewLaneStep,
  RowNotFoundError,
} from '@weir/infra';
import { refusalOf } from '../../shared/chain-errors.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import type { LoadedContract } from '../campaign/campaign-contracts.js';
import { claimedLocks } from '../campaign/claimed-lock.js';
import type { LaneTransaction } from '../campaign/lane-transaction.js';
import type { BuiltCampaign } from '../campaign/load-campaign.js';

type Companion = NonNullable<AirdropCoin['companion']>;

const CAPABILITIES = ['none', 'mutable', 'minting'] as const;

const nftOf = (text: string): Companion['nft'] => {
  const [named, commitment = ''] = text.split(':');
  return { capability: CAPABILITIES.find((known) => known === named) ?? 'none', commitment };
};

const companionOf = ({ companion }: LaneState): Pick<AirdropCoin, 'companion'> => {
  if (companion === null) return {};
  const { satoshis, amount, nft } = companion;
  return { companion: { satoshis, amount, ...(nft !== null && { nft: nftOf(nft) }) } };
};

/** Converts a stored lane's latest state to a coin that builders spend. */
export const toAirdropCoin = (state: LaneState, category: string): AirdropCoin => {
  const decoded = decodeAirdropState(state.commitment);
  if (decoded === undefined)
    throw new Error(`Stored commitment does not decode as an airdrop lane: ${state.commitment}`);
  return {
    outpoint: { txid: state.txid, vout: state.vout },
    satoshis: state.satoshis,
    category,
    state: decoded,
    ...laneUnits(state.units),
    ...companionOf(state),
  };
};

/** Converts a lane's coin to its stored form. */
export const toLaneState = ({ outpoint, satoshis, state, units = 0n, companion }: AirdropCoin): LaneState => ({
  txid: outpoint.txid,
  vout: outpoint.vout,
  satoshis,
  commitment: encodeAirdropState(state),
  units,
  companion:
    companion === undefined
      ? null
      : {
          satoshis: companion.satoshis,
          amount: companion.amount,
          nft: companion.nft === undefined ? null : `${companion.nft.capability}:${companion.nft.commitment}`,
        },
});

/** A step as read from its transaction. */
export type LaneTransition = AirdropTransition & { readonly isMined: boolean; readonly read: LaneTransaction };

/** Returns the key of a lane among those of all campaigns. */
export const laneKey = (campaignId: string, lane: number): string => `${campaignId}/${lane}`;

/** Reads consecutive transactions as steps of a lane; undefined when one does not spend the state that the one before created. */
export const readLane = ({ contract }: LoadedContract, from: AirdropCoin, path: readonly LaneTransaction[]) => {
  const transitions: LaneTransition[] = [];
  let coin: AirdropCoin | undefined = from;
  for (const read of path) {
    const transition: AirdropTransition | undefined =
      coin && readAirdropTransition(contract, coin, read.txid, read.transaction);
    if (transition === undefined) return undefined;
    transitions.push({ ...transition, isMined: read.height !== undefined, read });
    coin = transition.next;
  }
  return transitions;
};

const recipientsOf = (transitions: readonly LaneTransition[]): string[] =>
  transitions.flatMap((transition) => (transition.kind === 'claim' ? [binToHex(transition.claimed.recipient)] : []));

/** @throws RowNotFoundError where the campaign has lost its funding meanwhile, and with it the rows of its list */
const claimOf = (
  { network }: AirdropContext,
  transition: AirdropTransition,
  campaign: CampaignRecord,
  rows: ReadonlyMap<string, ListedRecipient> | undefined,
): NewLaneClaim | null => {
  if (transition.kind !== 'claim') return null;
  const { recipient, amount, count = 1 } = transition.claimed;
  const recipientHash = binToHex(recipient);
  const listed = rows?.get(recipientHash);
  if (rows !== undefined && listed === undefined)
    throw new RowNotFoundError('airdrop_recipients', `${campaign.id}/${recipientHash}`);
  return { recipient: addressOf(recipient, network), recipientHash, amount, row: listed?.row ?? null, count };
};

/** What the end of a lane returned to the creator, base units. */
const returnedBy = (transition: AirdropTransition, { tokenType }: CampaignRecord): bigint => {
  if (transition.kind === 'claim') return 0n;
  return tokenType === 'BCH' ? transition.satoshisToCreator : transition.tokensToCreator;
};

/** Returns what is recorded of steps. @throws RowNotFoundError where the campaign has lost its funding meanwhile */
export const toSteps = async (
  context: AirdropContext,
  transitions: readonly LaneTransition[],
  sourceOf: (transition: LaneTransition) => NewLaneStep['source'],
  campaign: CampaignRecord,
): Promise<readonly NewLaneStep[]> => {
  const rows = campaign.requireKyc
    ? await context.airdrops.findRecipients(campaign.id, recipientsOf(transitions))
    : undefined;
  const lockOf = claimedLocks(context.network, campaign);
  return transitions.map((transition) => ({
    kind: transition.kind,
    txHash: transition.txid,
    state: transition.next === undefined ? null : toLaneState(transition.next),
    claim: claimOf(context, transition, campaign, rows),
    toCreator: returnedBy(transition, campaign),
    source: sourceOf(transition),
    mined: transition.isMined,
    lock: transition.kind === 'claim' ? lockOf?.(transition.claimed, transition.read, sourceOf(transition)) : undefined,
  }));
};

/** How the service learned of steps. */
export interface StepsOrigin {
  /** Whether the last step was reported by a client or sent by this service; all others were found on the chain. */
  readonly confirmed: boolean;
  /** Whether the last step's hash is reserved for this campaign from now on, because a client reported it. */
  readonly reserve?: boolean;
}

/**
 * Records steps that follow the lane as it was read; many of them one batch after another, each of which is by itself.
 *
 * @returns the lane afterwards; undefined when it moved meanwhile, and nothing more was recorded
 * @throws TransactionHashInUseError
 */
export const recordLane = async (
  context: AirdropContext,
  campaign: CampaignRecord,
  lane: LaneRecord,
  transitions: readonly LaneTransition[],
  { confirmed, reserve = false }: StepsOrigin,
): Promise<LaneRecord | undefined> => {
  const last = transitions.at(-1);
  const sourceOf = (transition: LaneTransition) => (confirmed && transition === last ? 'confirm' : 'chain');
  const atOnce = context.catchUp.recorded;
  let current: LaneRecord | undefined = lane;
  for (let from = 0; current !== undefined && (from === 0 || from < transitions.length); from += atOnce) {
    const batch = transitions.slice(from, from + atOnce);
    const steps = await toSteps(context, batch, sourceOf, campaign);
    const own = reserve && batch.at(-1) === last ? last?.txid : undefined;
    const { campaignId, lane: number, head, headTxHash }: LaneRecord = current;
    current = await context.airdrops.withLane(campaignId, number, async (scope) => {
      if (scope.lane.head !== head || scope.lane.headTxHash !== headTxHash) return undefined;
      if (own !== undefined) await scope.useTransactionHash(own);
      await scope.advance(steps);
      return scope.lane;
    });
    if (current !== undefined && steps.length > 0) context.turns.moved(laneKey(campaignId, number));
  }
  return current;
};

/** Makes the refusal of a transaction whose lane has moved since it was built. */
export const stateMoved = (cause?: unknown): ServiceError =>
  new ServiceError('STATE_MOVED', 'Another claim of the same lane came first: ask for a new claim', {}, { cause });

/**
 * Broadcasts a transaction that spends a lane.
 *
 * @returns its hash; undefined when another transaction spends the lane already
 * @throws ServiceError BROADCAST_REJECTED, CHAIN_UNAVAILABLE
 */
export const sendOnLane = async (chain: ChainReader, hex: string): Promise<string | undefined> => {
  try {
    return await chain.broadcast(hex);
  } catch (error) {
    if (error instanceof BroadcastRejectedError && error.areInputsGone) return undefined;
    throw error;
  }
};

/** Reads a transaction that was just sent as the chain would return it. */
export const sentTransaction = (txid: string, hex: string): LaneTransaction => {
  const transaction = decodeTransaction(hexToBin(hex));
  if (typeof transaction === 'string') throw new Error(`Broadcast transaction does not decode: ${transaction}`);
  return { txid, transaction };
};

/** A lane that is not closed, and its coin. */
export interface OpenLane {
  readonly record: LaneRecord;
  readonly coin: AirdropCoin;
}

/** Returns a lane with the coin that ends it; undefined where it is closed. */
export const openAs = ({ funding }: CampaignRecord, record: LaneRecord): OpenLane | undefined =>
  record.state !== null && funding !== null
    ? { record, coin: toAirdropCoin(record.state, funding.category) }
    : undefined;

/**
 * Sends what ends a lane, and records it.
 *
 * @returns the lane afterwards; undefined when another transaction spends it already
 * @throws ServiceError BROADCAST_REJECTED, CHAIN_UNAVAILABLE
 */
export const sendEnd = async (
  context: AirdropContext,
  { campaign, loaded }: BuiltCampaign,
  { record, coin }: OpenLane,
  { hex, txid }: KeylessTransaction,
): Promise<LaneRecord | undefined> => {
  if ((await sendOnLane(context.chain, hex)) === undefined) return undefined;
  const steps = readLane(loaded, coin, [sentTransaction(txid, hex)]) ?? [];
  return (await recordLane(context, campaign, record, steps, { confirmed: false })) ?? record;
};

/**
 * Ends a lane that has paid everything: its remainder returns to the creator without a signature. No request depends on
 * it: where the chain cannot be reached, or nodes ask for more than the lane may give, the next check of the campaign
 * tries again.
 */
export const finishLane = async (context: AirdropContext, built: BuiltCampaign, lane: LaneRecord) => {
  const { contract } = built.loaded;
  const open = openAs(built.campaign, lane);
  if (open === undefined || !isLaneComplete(contract, open.coin)) return lane;
  const end = buildAirdropCompletion(contract, open.coin, { feeRate: await context.chain.feeRate() });
  try {
    return (end && (await sendEnd(context, built, open, end))) ?? lane;
  } catch (error) {
    if (refusalOf(error) === undefined) throw error;
    return lane;
  }
};
