import { binsAreEqual, binToHex, type TransactionCommon } from '@bitauth/libauth';
import { fundedTotal } from '@weir/payments';
import { findCompanionProblems } from '../vesting/token/token-vesting-deployment.js';
import { findStateProblems } from '../vesting/vesting-deployment.js';
import type { RecurringCoin } from './recurring-coin.js';
import type { RecurringContract } from './recurring-contract.js';
import { leastKept } from './recurring-rules.js';
import { encodeRecurringState, initialRecurringState } from './recurring-state.js';

/** The deployment, or why a transaction is not the funding of a contract, in words for the user. */
export type RecurringDeploymentResult =
  | { readonly ok: true; readonly coin: RecurringCoin }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Finds what keeps an output at the contract's address from being its deployment. */
const findProblems = (contract: RecurringContract, transaction: TransactionCommon, vout: number): readonly string[] => {
  const { parameters, asset, companion } = contract;
  const output = transaction.outputs[vout];
  if (output === undefined) return ['there is no such output'];
  const initial = encodeRecurringState(initialRecurringState(parameters));
  const problems = findStateProblems(output, transaction, leastKept(parameters.plan, asset, 0n), initial);
  if (asset.type === 'BCH') return problems;
  return [
    ...problems,
    ...findCompanionProblems({ asset, companion }, fundedTotal(parameters.plan), transaction.outputs[vout + 1]),
  ];
};

const coinAt = (
  { parameters, asset }: RecurringContract,
  txid: string,
  { outputs }: TransactionCommon,
  vout: number,
): RecurringCoin | undefined => {
  const [output, beside] = [outputs[vout], outputs[vout + 1]];
  if (output?.token === undefined) return undefined;
  const coin = {
    outpoint: { txid, vout },
    satoshis: output.valueSatoshis,
    category: binToHex(output.token.category),
    state: initialRecurringState(parameters),
  };
  if (asset.type === 'BCH') return coin;
  return beside?.token && { ...coin, companion: { satoshis: beside.valueSatoshis, amount: beside.token.amount } };
};

/**
 * Finds the deployment that a transaction makes of a contract: an output of a category made in this transaction,
 * mutable, with one fungible unit, the exact initial commitment and enough value; in token mode right behind it the
 * companion with all the tokens. Anything else at the address is another coin, not this payment.
 *
 * @param txid display-order hex
 */
export const findRecurringDeployment = (
  contract: RecurringContract,
  txid: string,
  transaction: TransactionCommon,
): RecurringDeploymentResult => {
  const candidates = transaction.outputs
    .map(({ lockingBytecode }, vout) => ({ lockingBytecode, vout }))
    .filter(({ lockingBytecode }) => binsAreEqual(lockingBytecode, contract.lockingBytecode))
    .map(({ vout }) => ({ vout, problems: findProblems(contract, transaction, vout) }));
  const sound = candidates.find(({ problems }) => problems.length === 0);
  const coin = sound && coinAt(contract, txid, transaction, sound.vout);
  if (coin !== undefined) return { ok: true, coin };
  if (candidates.length === 0) return { ok: false, problems: [`no output pays to ${contract.address}`] };
  return {
    ok: false,
    problems: candidates.flatMap(({ vout, problems }) => problems.map((problem) => `output ${vout}: ${problem}`)),
  };
};
