import { binToHex, type Output } from '@bitauth/libauth';
import { decodeAirdropState } from '@weir/covenants';
import { walkBack, type CampaignRecord, type ChainTransaction, type LaneRecord, type LaneStep } from '@weir/infra';
import { confirmedTransaction, withUniqueHash } from '../../shared/chain-errors.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../airdrop-context.js';
import { finishLane } from '../closing/open-lanes.js';
import { contractOf, loadCampaign } from '../load-campaign.js';
import { readLane, recordLane, toAirdropCoin } from './record-lane.js';

/** How often a confirm starts over when somebody else moves the lane while it reads the chain. */
const ATTEMPTS = 8;

/** What a confirm endpoint expects of a step; verified the same way before and after the step is recorded. */
export interface ExpectedStep {
  /** In words, for errors. */
  readonly name: string;
  /** What differs, in words; undefined when the step is the expected one. */
  readonly mismatch: (step: { readonly kind: string; readonly amount: bigint }) => string | undefined;
}

const mismatch = (txHash: string, problem: string): ServiceError =>
  new ServiceError('TX_MISMATCH', problem, { txHash });

const foreign = (txHash: string): ServiceError =>
  mismatch(
    txHash,
    'The transaction does not descend from the recorded state of this campaign: it belongs to something else, or the record is behind the chain (retry in a minute)',
  );

const laneIn = (output: Output | undefined, category: string | undefined): number | undefined =>
  output?.token?.nft !== undefined && binToHex(output.token.category) === category
    ? decodeAirdropState(binToHex(output.token.nft.commitment))?.lane
    : undefined;

/**
 * Finds the lane that a transaction moves, by the state it creates or else by the one it spends. @throws ServiceError TX_MISMATCH
 */
const laneOf = async (
  { airdrops, chain }: AirdropContext,
  { txid, transaction }: ChainTransaction,
  { id, funding }: CampaignRecord,
): Promise<LaneRecord> => {
  const left = laneIn(transaction.outputs[0], funding?.category);
  const [input] = transaction.inputs;
  const spent = async () => {
    const parent = input && (await chain.transaction(binToHex(input.outpointTransactionHash)));
    return parent && laneIn(parent.transaction.outputs[input.outpointIndex], funding?.category);
  };
  const number = left ?? (await spent());
  const lane = number === undefined ? undefined : await airdrops.laneOf(id, number);
  if (lane === undefined) throw foreign(txid);
  return lane;
};

const assertExpected = (
  txHash: string,
  expected: ExpectedStep,
  step: { readonly kind: string; readonly amount: bigint },
): void => {
  const problem = expected.mismatch(step);
  if (problem !== undefined) throw mismatch(txHash, problem);
};

const assertFunded = ({ status }: CampaignRecord, expected: ExpectedStep): void => {
  if (status === 'PENDING')
    throw new ServiceError('WRONG_STATE', `The campaign is PENDING: there is no ${expected.name} to confirm`, {
      status,
    });
};

const recordedStep = async (
  { airdrops }: AirdropContext,
  campaign: CampaignRecord,
  txHash: string,
  expected: ExpectedStep,
): Promise<LaneStep | undefined> => {
  const step = await airdrops.stepByHash(campaign.id, txHash);
  if (step !== undefined) assertExpected(txHash, expected, { kind: step.kind, amount: step.claim?.amount ?? 0n });
  return step;
};

/**
 * Whether a transaction that does not follow the lane was recorded before the lane was read: then the next attempt finds it.
 * @throws ServiceError TX_MISMATCH
 */
const isRecorded = async ({ airdrops }: AirdropContext, campaign: CampaignRecord, lane: LaneRecord, txHash: string) => {
  const [step, now] = [await airdrops.stepByHash(campaign.id, txHash), await airdrops.laneOf(campaign.id, lane.lane)];
  if (step === undefined && now?.headTxHash === lane.headTxHash) throw foreign(txHash);
};

/** Makes one attempt; records nothing when the lane has moved meanwhile. */
const attempt = async (
  context: AirdropContext,
  campaign: CampaignRecord,
  transaction: ChainTransaction,
  expected: ExpectedStep,
): Promise<void> => {
  const loaded = await contractOf(context, campaign);
  const lane = await laneOf(context, transaction, campaign);
  const { state } = lane;
  if (state === null || campaign.funding === null) return isRecorded(context, campaign, lane, transaction.txid);
  const limits = { maxSteps: context.catchUp.steps, lockingBytecode: loaded.contract.lockingBytecode };
  const path = await walkBack(context.chain, transaction, state, limits);
  const steps = path && readLane(loaded, toAirdropCoin(state, campaign.funding.category), path);
  const last = steps?.at(-1);
  if (steps === undefined || last === undefined) return isRecorded(context, campaign, lane, transaction.txid);
  assertExpected(transaction.txid, expected, {
    kind: last.kind,
    amount: last.kind === 'claim' ? last.claimed.amount : 0n,
  });
  const recorded = await withUniqueHash(() =>
    recordLane(context, campaign, lane, steps, { confirmed: true, reserve: true }),
  );
  if (recorded !== undefined) await finishLane(context, { campaign, loaded }, recorded);
};

/**
 * Records a step that a client reports, following its lane from the recorded state to the transaction: steps made by others
 * in between are recorded as well. The same transaction again, in parallel or later, changes nothing.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, TX_NOT_FOUND, TX_REPLACED, TX_UNCONFIRMED, TX_MISMATCH, HASH_ALREADY_USED, CHAIN_UNAVAILABLE
 */
export const confirmStep = async (context: AirdropContext, id: string, txHash: string, expected: ExpectedStep) => {
  const campaign = await loadCampaign(context, id);
  assertFunded(campaign, expected);
  const known = await recordedStep(context, campaign, txHash, expected);
  const hasOpenLane = known !== undefined || (await context.airdrops.lanesOf(id)).some(({ closed }) => !closed);
  if (!hasOpenLane)
    throw new ServiceError(
      'WRONG_STATE',
      `The campaign is ${campaign.status}: there is no ${expected.name} to confirm`,
      { status: campaign.status },
    );
  const transaction = await confirmedTransaction(context, txHash, (lost) => context.airdrops.replacementOf(id, lost));
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const step = await recordedStep(context, campaign, txHash, expected);
    if (step !== undefined) return { campaign: await loadCampaign(context, id), transaction, step };
    await attempt(context, campaign, transaction, expected);
  }
  throw new ServiceError('STATE_MOVED', 'The campaign is changing; retry', {
    status: campaign.status,
  });
};
