import { binToHex } from '@bitauth/libauth';
import type { Output, TransactionCommon } from '@bitauth/libauth';
import { encodeVestingState, INITIAL_VESTING_STATE } from './vesting-state.js';
import { VESTING_STATE_FLOOR } from './vesting-contract.js';
import type { VestingContract } from './vesting-contract.js';
import type { VestingCoin } from './vesting-coin.js';

/** Why a transaction is not the funding of a contract, in words for the user. */
export type DeploymentResult = { readonly ok: true; readonly coin: VestingCoin } | { readonly ok: false; readonly problems: readonly string[] };

/** Categories a transaction may create: the txids of its inputs that spend an output with index 0. */
const freshCategories = (transaction: TransactionCommon): ReadonlySet<string> =>
  new Set(transaction.inputs.filter(({ outpointIndex }) => outpointIndex === 0).map((input) => binToHex(input.outpointTransactionHash)));

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

const problemsOf = (output: Output, transaction: TransactionCommon, contract: VestingContract): string[] => {
  const problems: string[] = [];
  const { token } = output;
  if (token?.nft === undefined) return ['the output carries no NFT'];
  const category = binToHex(token.category);
  if (!freshCategories(transaction).has(category)) problems.push('the NFT is not of a category made in this transaction');
  if (token.nft.capability !== 'mutable') problems.push(`the NFT is ${token.nft.capability}, not mutable`);
  if (token.amount !== 1n) problems.push(`it carries ${token.amount.toString()} fungible units of its category, not 1`);
  const commitment = binToHex(token.nft.commitment);
  const initial = encodeVestingState(INITIAL_VESTING_STATE);
  if (commitment !== initial) problems.push(`the commitment is ${commitment}, not the initial ${initial}`);
  const needed = contract.parameters.schedule.total + VESTING_STATE_FLOOR;
  if (output.valueSatoshis < needed) problems.push(`it holds ${output.valueSatoshis.toString()} satoshis, less than ${needed.toString()}`);
  const ofCategory = transaction.outputs.filter((other) => other.token !== undefined && binToHex(other.token.category) === category);
  if (ofCategory.length > 1) problems.push('the category has more than one output');
  return problems;
};

/**
 * Finds the deployment a transaction makes of a contract: exactly one output of a category made in this transaction,
 * mutable, with one fungible unit, the exact initial commitment and enough value. Anything else at the address is
 * another coin, not this stream.
 */
export const findVestingDeployment = (contract: VestingContract, txid: string, transaction: TransactionCommon): DeploymentResult => {
  const candidates = transaction.outputs
    .map((output, vout) => ({ output, vout }))
    .filter(({ output }) => sameBytes(output.lockingBytecode, contract.lockingBytecode))
    .map((candidate) => ({ ...candidate, problems: problemsOf(candidate.output, transaction, contract) }));
  const sound = candidates.find(({ problems }) => problems.length === 0);
  const token = sound?.output.token;
  if (sound !== undefined && token !== undefined) {
    return {
      ok: true,
      coin: {
        outpoint: { txid, vout: sound.vout },
        satoshis: sound.output.valueSatoshis,
        category: binToHex(token.category),
        state: INITIAL_VESTING_STATE,
      },
    };
  }
  if (candidates.length === 0) return { ok: false, problems: [`no output pays to ${contract.address}`] };
  return { ok: false, problems: candidates.flatMap(({ vout, problems }) => problems.map((problem) => `output ${vout}: ${problem}`)) };
};
