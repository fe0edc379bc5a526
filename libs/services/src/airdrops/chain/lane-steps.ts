import { binToHex, decodeTransaction, hexToBin } from '@bitauth/libauth';
import {
  addressOf,
  type AirdropCoin,
  type AirdropContract,
  type AirdropTransition,
  decodeAirdropState,
  encodeAirdropState,
  laneUnits,
  readAirdropTransition,
} from '@weir/covenants';
import {
  type CampaignRecord,
  type LaneState,
  type ListedRecipient,
  type NewLaneClaim,
  type NewLaneStep,
  RowNotFoundError,
} from '@weir/infra';
import type { Lineage, Step } from '../../shared/follow/lineage.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import { claimedLocks } from '../campaign/claimed-lock.js';
import type { LaneTransaction } from '../campaign/lane-transaction.js';

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
export type LaneRead = Step<AirdropTransition, LaneTransaction>;

/** Returns how the state of a lane moves. */
export const laneLineage = (contract: AirdropContract): Lineage<AirdropCoin, AirdropTransition> => ({
  lockingBytecode: () => contract.lockingBytecode,
  read: (from, txid, transaction) => readAirdropTransition(contract, from, txid, transaction),
});

/** Returns the key of a lane among those of all campaigns. */
export const laneKey = (campaignId: string, lane: number): string => `${campaignId}/${lane}`;

const recipientsOf = (steps: readonly LaneRead[]): string[] =>
  steps.flatMap(({ transition }) => (transition.kind === 'claim' ? [binToHex(transition.claimed.recipient)] : []));

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
  steps: readonly LaneRead[],
  sourceOf: (step: LaneRead) => NewLaneStep['source'],
  campaign: CampaignRecord,
): Promise<readonly NewLaneStep[]> => {
  const rows = campaign.requireKyc
    ? await context.airdrops.findRecipients(campaign.id, recipientsOf(steps))
    : undefined;
  const lockOf = claimedLocks(context.network, campaign);
  return steps.map((step) => {
    const { transition, transaction } = step;
    const source = sourceOf(step);
    return {
      kind: transition.kind,
      txHash: transition.txid,
      state: transition.next === undefined ? null : toLaneState(transition.next),
      claim: claimOf(context, transition, campaign, rows),
      toCreator: returnedBy(transition, campaign),
      source,
      mined: transaction.height !== undefined,
      lock: transition.kind === 'claim' ? lockOf?.(transition.claimed, transaction, source) : undefined,
    };
  });
};

/** Makes the refusal of a transaction whose lane has moved since it was built. */
export const stateMoved = (cause?: unknown): ServiceError =>
  new ServiceError('STATE_MOVED', 'Another claim of the same lane came first: ask for a new claim', {}, { cause });

/** Reads a transaction that was just sent as the chain would return it. */
export const sentTransaction = (txid: string, hex: string): LaneTransaction => {
  const transaction = decodeTransaction(hexToBin(hex));
  if (typeof transaction === 'string') throw new Error(`Broadcast transaction does not decode: ${transaction}`);
  return { txid, transaction };
};
