import type { Utxo } from 'cashscript';
import {
  airdropClosingMessage,
  buildAirdropClose,
  lockingBytecodeOf,
  sameOutpoint,
  type WcTransaction,
} from '@weir/covenants';
import { confirmationOf, onChain } from '../../shared/chain-errors.js';
import { withFunds } from '../../shared/covenant-refusals.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../airdrop-context.js';
import type { LoadedContract } from '../campaign-contracts.js';
import { toCampaignView } from '../campaign-view.js';
import { confirmStep } from '../chain/confirm-step.js';
import { assertCreator, assertOfKey, contractOf, loadCampaign, parseActing } from '../load-campaign.js';
import { assertActive, closableAt, type OpenLane, openLanes } from './open-lanes.js';

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
  { chain }: AirdropContext,
  { contract }: LoadedContract,
  lanes: readonly OpenLane[],
  asOf: bigint,
): Promise<LaneClose[]> => {
  const [feeRate, coins] = await Promise.all([
    chain.feeRate(),
    onChain(() => chain.unspent(lockingBytecodeOf(contract.parameters.creator))),
  ]);
  let left: readonly Utxo[] = coins;
  const closes: LaneClose[] = [];
  for (const { record, coin } of lanes) {
    try {
      const built = withFunds('creator', () => buildAirdropClose(contract, coin, asOf, left, { feeRate }));
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
  caller: string | undefined,
) => {
  const campaign = await loadCampaign(context, id);
  if (creator !== undefined)
    await assertCreator(context, campaign, parseActing(context, creator, 'creator', caller).address, 'creator');
  if (caller !== undefined) await assertCreator(context, campaign, caller, 'x-user-address');
  assertOfKey(campaign, { words: 'close', kind: 'cancel' });
  assertActive(campaign);
  const loaded = await contractOf(context, campaign);
  const asOf = await closableAt(context, loaded, campaign);
  const open = await openLanes(context, campaign, loaded);
  const lanes = await signedCloses(context, loaded, open.slice(0, MAX_SHOWN), asOf);
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
  const { campaign, transaction } = await confirmStep(context, id, txHash, expected);
  const open = (await context.airdrops.lanesOf(id)).filter(({ closed }) => !closed).length;
  const message =
    open === 0
      ? 'The campaign is cancelled; what was left is back with the creator'
      : `One lane is closed; ${open} are open still: close them too, or all at once by the signed message`;
  return { ...confirmationOf(message, transaction), status: campaign.status, campaign: toCampaignView(campaign) };
};
