import { binToHex, type Output } from '@bitauth/libauth';
import { decodeAirdropState } from '@weir/covenants';
import type { CampaignRecord, ChainTransaction } from '@weir/infra';
import { confirmedTransaction } from '../../shared/chain-errors.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import type { FoundCampaign } from '../campaign/load-campaign.js';
import { recordUpTo } from './report-lane.js';

/** What a confirm endpoint expects of a step; verified the same way before and after the step is recorded. */
export interface ExpectedStep {
  /** In words, for errors. */
  readonly name: string;
  /** What differs, in words; undefined when the step is the expected one. */
  readonly mismatch: (step: { readonly kind: string; readonly amount: bigint }) => string | undefined;
}

const laneIn = (output: Output | undefined, category: string | undefined): number | undefined =>
  output?.token?.nft !== undefined && binToHex(output.token.category) === category
    ? decodeAirdropState(binToHex(output.token.nft.commitment))?.lane
    : undefined;

/** Finds the lane that a transaction moves, by the state it creates or else by the one it spends. */
const movedLane = async (
  { chain }: Pick<AirdropContext, 'chain'>,
  { transaction }: ChainTransaction,
  { funding }: CampaignRecord,
): Promise<number | undefined> => {
  const left = laneIn(transaction.outputs[0], funding?.category);
  const [input] = transaction.inputs;
  if (left !== undefined || input === undefined) return left;
  const parent = await chain.transaction(binToHex(input.outpointTransactionHash));
  return laneIn(parent.transaction.outputs[input.outpointIndex], funding?.category);
};

const FOREIGN =
  'The transaction does not descend from the recorded state of this campaign: it belongs to something else, or the record is behind the chain (retry in a minute)';

/**
 * Records a step that a client reports, following its lane from the recorded state to the transaction: steps made by others
 * in between are recorded as well. The same transaction again, in parallel or later, changes nothing.
 *
 * @throws ServiceError WRONG_STATE, TX_NOT_FOUND, TX_REPLACED, TX_UNCONFIRMED, TX_MISMATCH; TransactionHashInUseError
 */
export const confirmStep = async (
  context: AirdropContext,
  { campaign, loaded }: FoundCampaign,
  txHash: string,
  { name, mismatch }: ExpectedStep,
) => {
  const { airdrops } = context;
  const { id, status } = campaign;
  const nothing = () =>
    new ServiceError('WRONG_STATE', `The campaign is ${status}: there is no ${name} to confirm`, { status });
  if (status === 'PENDING' || loaded === undefined) throw nothing();
  const known = await airdrops.stepByHash(id, txHash);
  if (known === undefined && (await airdrops.lanesOf(id)).every(({ closed }) => closed)) throw nothing();
  const transaction = await confirmedTransaction(context, txHash, (lost) => airdrops.replacementOf(id, lost));
  const lane = known?.lane ?? (await movedLane(context, transaction, campaign));
  const built = { campaign, loaded };
  const step =
    lane === undefined ? undefined : await recordUpTo(context, built, lane, transaction, { mismatch, reserve: true });
  if (step === undefined) throw new ServiceError('TX_MISMATCH', FOREIGN, { txHash });
  return { campaign: (await airdrops.findById(id)) ?? campaign, transaction, step };
};
