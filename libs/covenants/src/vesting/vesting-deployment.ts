import { binsAreEqual, binToHex, type Output, type TransactionCommon } from '@bitauth/libauth';
import type { VestingAsset } from '../contract/asset.js';
import type { VestingCoin } from './vesting-coin.js';
import { VESTING_STATE_FLOOR, type VestingContract } from './vesting-contract.js';
import { encodeVestingState, INITIAL_VESTING_STATE } from './vesting-state.js';

/** The deployment, or why a transaction is not the funding of a contract, in words for the user. */
export type DeploymentResult<Coin extends VestingCoin = VestingCoin> =
  | { readonly ok: true; readonly coin: Coin }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Returns the categories that a transaction may create: the txids of its inputs that spend an output with index 0. */
const freshCategories = (transaction: TransactionCommon): ReadonlySet<string> =>
  new Set(
    transaction.inputs
      .filter(({ outpointIndex }) => outpointIndex === 0)
      .map((input) => binToHex(input.outpointTransactionHash)),
  );

/**
 * Finds what keeps an output from being the first state of a deployment.
 *
 * @param needed satoshis that it must hold
 * @param initial the commitment that it must carry, hex
 */
export const findStateProblems = (
  output: Output,
  transaction: TransactionCommon,
  needed: bigint,
  initial = encodeVestingState(INITIAL_VESTING_STATE),
): string[] => {
  const problems: string[] = [];
  const { token } = output;
  if (token?.nft === undefined) return ['the output carries no NFT'];
  const category = binToHex(token.category);
  if (!freshCategories(transaction).has(category))
    problems.push('the NFT is not of a category made in this transaction');
  if (token.nft.capability !== 'mutable') problems.push(`the NFT is ${token.nft.capability}, not mutable`);
  if (token.amount !== 1n) problems.push(`it carries ${token.amount.toString()} fungible units of its category, not 1`);
  const commitment = binToHex(token.nft.commitment);
  if (commitment !== initial) problems.push(`the commitment is ${commitment}, not the initial ${initial}`);
  if (output.valueSatoshis < needed)
    problems.push(`it holds ${output.valueSatoshis.toString()} satoshis, less than ${needed.toString()}`);
  const ofCategory = transaction.outputs.filter(
    (other) => other.token !== undefined && binToHex(other.token.category) === category,
  );
  if (ofCategory.length > 1) problems.push('the category has more than one output');
  return problems;
};

/** The rules of one kind of contract for an output at its address. */
export interface DeploymentRules<Coin extends VestingCoin> {
  problemsOf(output: Output, vout: number): readonly string[];
  /** Returns the coin of an output without problems. */
  coinOf(state: VestingCoin, vout: number): Coin | undefined;
}

/** Finds the sound output among those at a contract's address, or tells what is wrong with each. */
export const findDeployment = <Coin extends VestingCoin>(
  { address, lockingBytecode }: VestingContract<VestingAsset>,
  txid: string,
  transaction: TransactionCommon,
  rules: DeploymentRules<Coin>,
): DeploymentResult<Coin> => {
  const candidates = transaction.outputs
    .map((output, vout) => ({ output, vout }))
    .filter(({ output }) => binsAreEqual(output.lockingBytecode, lockingBytecode))
    .map((candidate) => ({ ...candidate, problems: rules.problemsOf(candidate.output, candidate.vout) }));
  const sound = candidates.find(({ problems }) => problems.length === 0);
  const token = sound?.output.token;
  if (sound !== undefined && token !== undefined) {
    const state = {
      outpoint: { txid, vout: sound.vout },
      satoshis: sound.output.valueSatoshis,
      category: binToHex(token.category),
      state: INITIAL_VESTING_STATE,
    };
    const coin = rules.coinOf(state, sound.vout);
    if (coin !== undefined) return { ok: true, coin };
  }
  if (candidates.length === 0) return { ok: false, problems: [`no output pays to ${address}`] };
  return {
    ok: false,
    problems: candidates.flatMap(({ vout, problems }) => problems.map((problem) => `output ${vout}: ${problem}`)),
  };
};

/**
 * Finds the deployment that a transaction makes of a contract: the only output of a category made in this
 * transaction, mutable, with one fungible unit, the exact initial commitment and enough value. Anything else at the
 * address is another coin, not this stream.
 *
 * @param txid display-order hex
 */
export const findVestingDeployment = (
  contract: VestingContract,
  txid: string,
  transaction: TransactionCommon,
): DeploymentResult => {
  const needed = contract.parameters.schedule.total + VESTING_STATE_FLOOR;
  return findDeployment(contract, txid, transaction, {
    problemsOf: (output) => findStateProblems(output, transaction, needed),
    coinOf: (state) => state,
  });
};
