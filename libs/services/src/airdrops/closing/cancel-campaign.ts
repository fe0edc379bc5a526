import {
  airdropClosingMessage,
  buildAirdropClose,
  buildAirdropCloseByMessage,
  type CloseApproval,
  readCloseApproval,
  sameOutpoint,
  type WcTransaction,
} from '@weir/covenants';
import type { LaneRecord } from '@weir/infra';
import { confirmationOf } from '../../shared/chain-errors.js';
import { feeRateTooHigh, withFunds } from '../../shared/covenant-refusals.js';
import type { Caller } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { type PayingWallet, walletCoins } from '../../shared/wallet-coins.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import type { LoadedContract } from '../campaign/campaign-contracts.js';
import { toCampaignView } from '../campaign/campaign-view.js';
import {
  assertCreator,
  assertOfKey,
  type BuiltCampaign,
  contractOf,
  findCampaign,
  loadCampaign,
  parseActing,
} from '../campaign/load-campaign.js';
import { confirmStep } from '../chain/confirm-step.js';
import { type OpenLane, sendEnd } from '../chain/end-lane.js';
import { laneKey, stateMoved } from '../chain/lane-steps.js';
import { assertActive, closableAt, openLane, openLanes } from './open-lanes.js';

/** How often the close of a lane is built again when a claim comes first. */
const ATTEMPTS = 8;

interface Close extends BuiltCampaign {
  readonly approval: CloseApproval;
  readonly asOf: bigint;
}

/** Closes one lane, no matter what is claimed meanwhile. @returns the hash of the close; undefined when the lane was closed already */
const closeLane = async (context: AirdropContext, close: Close, lane: LaneRecord): Promise<string | undefined> => {
  const { campaign, loaded, approval, asOf } = close;
  let current = lane;
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const open = await openLane(context, close, current);
    if (open === undefined) return undefined;
    const feeRate = await context.chain.feeRate();
    const built = buildAirdropCloseByMessage(loaded.contract, open.coin, approval, asOf, { feeRate });
    if (built === undefined)
      throw feeRateTooHigh(
        'close',
        feeRate,
        'sign the closes that cancel returns (coins of the creator pay their fees), or wait for a lower fee rate',
      );
    if ((await sendEnd(context, close, open, built)) !== undefined) return built.txid;
    current = (await context.airdrops.laneOf(campaign.id, lane.lane)) ?? current;
  }
  throw stateMoved();
};

/**
 * Closes all lanes as they are by the creator's signed message.
 *
 * @throws ServiceError FORBIDDEN, WRONG_STATE, NOT_CANCELABLE, STATE_MOVED
 */
export const closeCampaign = async (context: AirdropContext, id: string, signature: string) => {
  const campaign = await loadCampaign(context, id);
  assertOfKey(campaign, { words: 'close', kind: 'cancel' });
  const loaded = await contractOf(context, campaign);
  const approval = readCloseApproval(loaded.contract, signature);
  if (approval === undefined) {
    throw new ServiceError('FORBIDDEN', "The signature must be the creator's, of the message that cancel returns", {
      field: 'signature',
      creator: campaign.creator,
    });
  }
  assertActive(campaign);
  const asOf = await closableAt(context, loaded, campaign);
  const txHashes: string[] = [];
  for (const lane of await context.airdrops.lanesOf(id)) {
    if (lane.closed) continue;
    await context.turns.take(laneKey(id, lane.lane), campaign.creatorHash);
    const txid = await closeLane(context, { campaign, loaded, approval, asOf }, lane);
    if (txid !== undefined) txHashes.push(txid);
  }
  const [after, lanes] = [await loadCampaign(context, id), await context.airdrops.lanesOf(id)];
  const open = lanes.filter(({ closed }) => !closed).length;
  return {
    message: 'The lanes are closed; the rest has returned to the creator',
    txHashes,
    openLanes: open,
    status: after.status,
    campaign: toCampaignView(after),
  };
};

/** The close of one lane, for the creator to sign. */
interface LaneClose {
  readonly lane: number;
  readonly wcTransaction: WcTransaction;
}

/**
 * Builds closes of lanes for the creator to sign. Where nodes ask for more than the lanes may give, the creator's coins pay the
 * rest. Each coin pays for one close alone, so that the closes do not depend on each other: there are as many as there are coins
 * for, and one at least.
 *
 * @throws ServiceError INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
const signedCloses = async (
  context: AirdropContext,
  { contract }: LoadedContract,
  lanes: readonly OpenLane[],
  { asOf, wallet }: { readonly asOf: bigint; readonly wallet: PayingWallet | undefined },
): Promise<LaneClose[]> => {
  const [feeRate, funds] = await Promise.all([
    context.chain.feeRate(),
    walletCoins(context, contract.parameters.creator, wallet),
  ]);
  let left = funds.coins;
  const closes: LaneClose[] = [];
  for (const { record, coin } of lanes) {
    try {
      const built = withFunds('creator', () =>
        buildAirdropClose(contract, coin, asOf, { ...funds, coins: left }, { feeRate }),
      );
      left = left.filter((each) => !built.inputs.some((spent) => sameOutpoint(spent, each)));
      closes.push({ lane: record.lane, wcTransaction: built.wcTransaction });
    } catch (error) {
      if (closes.length === 0) throw error;
      return closes;
    }
  }
  return closes;
};

/** How many single closes one answer holds, at most: a creator with more lanes signs the message. */
const MAX_SHOWN = 16;

const heldBy = ({ coin }: OpenLane): bigint => coin.companion?.amount ?? coin.satoshis;

/**
 * Builds the closes for the creator to sign. Nobody else can sign them, so the answer is harmless in other hands.
 *
 * @throws ServiceError INVALID_ADDRESS, FORBIDDEN, WRONG_STATE, NOT_CANCELABLE
 */
export const cancelCampaign = async (
  context: AirdropContext,
  id: string,
  creator: string | undefined,
  caller: Caller | undefined,
  wallet?: PayingWallet,
) => {
  const campaign = await loadCampaign(context, id);
  if (creator !== undefined)
    await assertCreator(context, campaign, parseActing(context, creator, 'creator', caller).address, 'creator');
  if (caller !== undefined) await assertCreator(context, campaign, caller, 'x-user-address');
  assertOfKey(campaign, { words: 'close', kind: 'cancel' });
  assertActive(campaign);
  const loaded = await contractOf(context, campaign);
  const asOf = await closableAt(context, loaded, campaign);
  const open = await openLanes(context, { campaign, loaded });
  const lanes = await signedCloses(context, loaded, open.slice(0, MAX_SHOWN), { asOf, wallet });
  const [first] = lanes;
  if (first === undefined)
    throw new ServiceError('WRONG_STATE', 'All lanes of the campaign are closed', { status: campaign.status });
  return {
    tokenType: campaign.tokenType,
    tokenCategory: campaign.tokenCategory,
    returnedAmount: open.reduce((sum, lane) => sum + heldBy(lane), 0n),
    cancelReturnAddress: campaign.creator,
    openLanes: open.length,
    asOf: Number(asOf),
    message: airdropClosingMessage(loaded.contract.parameters.nonce),
    wcTransaction: first.wcTransaction,
    lanes,
  };
};

/**
 * Records the close of a lane.
 *
 * @throws ServiceError WRONG_STATE, TX_NOT_FOUND, TX_UNCONFIRMED, TX_MISMATCH, HASH_ALREADY_USED
 */
export const confirmCancel = async (context: AirdropContext, id: string, txHash: string) => {
  const expected = {
    name: 'cancel',
    mismatch: ({ kind }: { readonly kind: string }) =>
      kind === 'close' ? undefined : `The transaction is a ${kind} of this campaign, not a cancel`,
  };
  const { campaign, transaction } = await confirmStep(context, await findCampaign(context, id), txHash, expected);
  const open = (await context.airdrops.lanesOf(id)).filter(({ closed }) => !closed).length;
  const message =
    open === 0
      ? 'The campaign is cancelled; the rest has returned to the creator'
      : `One lane is closed, ${open} are open: close them too, or all at once with the signed message`;
  return { ...confirmationOf(message, transaction), status: campaign.status, campaign: toCampaignView(campaign) };
};
