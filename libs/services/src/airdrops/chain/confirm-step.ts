import { binToHex, type Output } from '@bitauth/libauth';
import { decodeAirdropState } from '@weir/covenants';
import { type CampaignRecord, type ChainTransaction, type LaneStep, walkBack } from '@weir/infra';
import { confirmedTransaction } from '../../shared/chain-errors.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import type { LaneTransaction } from '../campaign/lane-transaction.js';
import type { BuiltCampaign, FoundCampaign } from '../campaign/load-campaign.js';
import { finishLane, readLane, recordLane, toAirdropCoin } from './lane-steps.js';

/** How often a record starts over when somebody else moves the lane while it reads the chain. */
const ATTEMPTS = 8;

/** What a confirm endpoint expects of a step; verified the same way before and after the step is recorded. */
export interface ExpectedStep {
  /** In words, for errors. */
  readonly name: string;
  /** What differs, in words; undefined when the step is the expected one. */
  readonly mismatch: (step: { readonly kind: string; readonly amount: bigint }) => string | undefined;
}

/** How a step is recorded. */
interface StepOptions {
  readonly mismatch?: ExpectedStep['mismatch'];
  /** Whether its hash is reserved for this campaign from now on, because a client reported it. */
  readonly reserve?: boolean;
}

/**
 * Records a lane up to a transaction: the steps that others made in between, and its own. Several at once, or later, record it once.
 *
 * @param number of the lane
 * @returns the recorded step; undefined where the transaction does not descend from the recorded state
 * @throws ServiceError TX_MISMATCH, STATE_MOVED; TransactionHashInUseError
 */
export const recordUpTo = async (
  context: AirdropContext,
  built: BuiltCampaign,
  number: number,
  transaction: LaneTransaction,
  { mismatch, reserve = false }: StepOptions = {},
): Promise<LaneStep | undefined> => {
  const { campaign, loaded } = built;
  const { airdrops, chain, catchUp } = context;
  const { id, funding, status } = campaign;
  const { txid } = transaction;
  const limits = { maxSteps: catchUp.steps, lockingBytecode: loaded.contract.lockingBytecode };
  const assertExpected = (kind: string, amount: bigint): void => {
    const problem = mismatch?.({ kind, amount });
    if (problem !== undefined) throw new ServiceError('TX_MISMATCH', problem, { txHash: txid });
  };
  let unrelated: string | undefined;
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const step = await airdrops.stepByHash(id, txid);
    if (step !== undefined) {
      assertExpected(step.kind, step.claim?.amount ?? 0n);
      return step;
    }
    const lane = await airdrops.laneOf(id, number);
    if (lane === undefined || lane.headTxHash === unrelated) return undefined;
    const { state } = lane;
    const path = state === null ? undefined : await walkBack(chain, transaction, state, limits);
    const steps = state && path && funding && readLane(loaded, toAirdropCoin(state, funding.category), path);
    const last = steps?.at(-1);
    if (!steps || last === undefined) {
      // Somebody else may have recorded it since: then it is found in the next attempt.
      unrelated = lane.headTxHash;
      continue;
    }
    assertExpected(last.kind, last.kind === 'claim' ? last.claimed.amount : 0n);
    const recorded = await recordLane(context, campaign, lane, steps, { confirmed: true, reserve });
    if (recorded !== undefined) await finishLane(context, built, recorded);
  }
  throw new ServiceError('STATE_MOVED', 'The campaign is changing; retry', { status });
};

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
