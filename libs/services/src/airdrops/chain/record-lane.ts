import { binToHex, type TransactionCommon } from '@bitauth/libauth';
import { addressOf, readAirdropTransition, type AirdropCoin, type AirdropTransition } from '@weir/covenants';
import type { CampaignRecord, LaneRecord, NewLaneClaim, NewLaneStep } from '@weir/infra';
import type { AirdropContext } from '../airdrop-context.js';
import type { LoadedContract } from '../campaign-contracts.js';
import { toLaneState } from './lane-coin.js';

/** The part of a transaction that a lane's history needs. */
export interface LaneTransaction {
  readonly txid: string;
  readonly transaction: TransactionCommon;
  /** Height of its block; undefined while it is in the mempool. */
  readonly height?: number | undefined;
}

/** A step as read from its transaction. */
export type LaneTransition = AirdropTransition & { readonly isMined: boolean };

/** Returns the key of a lane among those of all campaigns. */
export const laneKey = (campaignId: string, lane: number): string => `${campaignId}/${lane}`;

/** Reads consecutive transactions as steps of a lane; undefined when one does not spend the state that the one before created. */
export const readLane = (
  { contract }: LoadedContract,
  from: AirdropCoin,
  path: readonly LaneTransaction[],
): LaneTransition[] | undefined => {
  const transitions: LaneTransition[] = [];
  let coin: AirdropCoin | undefined = from;
  for (const { txid, transaction, height } of path) {
    const transition: AirdropTransition | undefined = coin && readAirdropTransition(contract, coin, txid, transaction);
    if (transition === undefined) return undefined;
    transitions.push({ ...transition, isMined: height !== undefined });
    coin = transition.next;
  }
  return transitions;
};

const claimOf = async (
  transition: AirdropTransition,
  campaign: CampaignRecord,
  { airdrops, network }: AirdropContext,
): Promise<NewLaneClaim | null> => {
  if (transition.kind !== 'claim') return null;
  const { recipient, amount, count = 1 } = transition.claimed;
  const recipientHash = binToHex(recipient);
  const listed = campaign.requireKyc ? await airdrops.findRecipient(campaign.id, recipientHash) : undefined;
  return { recipient: addressOf(recipient, network), recipientHash, amount, row: listed?.row ?? null, count };
};

/** What the end of a lane returned to the creator, base units. */
const returnedBy = (transition: AirdropTransition, { tokenType }: CampaignRecord): bigint => {
  if (transition.kind === 'claim') return 0n;
  return tokenType === 'BCH' ? transition.satoshisToCreator : transition.tokensToCreator;
};

const toStep = async (
  transition: LaneTransition,
  source: NewLaneStep['source'],
  campaign: CampaignRecord,
  context: AirdropContext,
): Promise<NewLaneStep> => ({
  kind: transition.kind,
  txHash: transition.txid,
  state: transition.next === undefined ? null : toLaneState(transition.next),
  claim: await claimOf(transition, campaign, context),
  toCreator: returnedBy(transition, campaign),
  source,
  isMined: transition.isMined,
});

/** How the service learned of steps. */
export interface StepsOrigin {
  /** Whether the last step was reported by a client or sent by this service; all others were found on the chain. */
  readonly confirmed: boolean;
  /** Whether the last step's hash is reserved for this campaign from now on, because a client reported it. */
  readonly reserve?: boolean;
}

/**
 * Records steps that follow the lane as it was read.
 *
 * @returns the lane afterwards; undefined when it moved meanwhile, and nothing was recorded
 * @throws TransactionHashInUseError
 */
export const recordLane = async (
  campaign: CampaignRecord,
  lane: LaneRecord,
  transitions: readonly LaneTransition[],
  { confirmed, reserve = false }: StepsOrigin,
  context: AirdropContext,
): Promise<LaneRecord | undefined> => {
  const last = transitions.length - 1;
  const steps = await Promise.all(
    transitions.map((transition, index) =>
      toStep(transition, confirmed && index === last ? 'confirm' : 'chain', campaign, context),
    ),
  );
  const own = reserve ? steps.at(-1)?.txHash : undefined;
  const recorded = await context.airdrops.withLane(campaign.id, lane.lane, async (scope) => {
    if (scope.lane.head !== lane.head || scope.lane.headTxHash !== lane.headTxHash) return undefined;
    if (own !== undefined) await scope.useTransactionHash(own);
    await scope.advance(steps);
    return scope.lane;
  });
  if (recorded !== undefined && steps.length > 0) context.turns.moved(laneKey(campaign.id, lane.lane));
  return recorded;
};
