import { binsAreEqual, binToHex, type Output, type TransactionCommon } from '@bitauth/libauth';
import type { TokenVestingContract } from '../vesting-contract.js';
import { findDeployment, findStateProblems, type DeploymentResult } from '../vesting-deployment.js';
import type { TokenVestingCoin } from './token-vesting-coin.js';
import { TOKEN_VESTING_COMPANION_SATOSHIS, TOKEN_VESTING_STATE_FLOOR } from './token-vesting-rules.js';

/**
 * Finds what keeps the output behind a state from being its companion.
 *
 * @param total base units that it must carry
 */
export const findCompanionProblems = (
  { asset, companion }: Pick<TokenVestingContract, 'asset' | 'companion'>,
  total: bigint,
  output: Output | undefined,
): string[] => {
  if (output === undefined) return ['no companion stands behind it'];
  const problems: string[] = [];
  const { token } = output;
  if (!binsAreEqual(output.lockingBytecode, companion.lockingBytecode))
    problems.push('the output behind it is not locked by the companion script');
  if (output.valueSatoshis < TOKEN_VESTING_COMPANION_SATOSHIS) {
    problems.push(
      `its companion holds ${output.valueSatoshis.toString()} satoshis, less than ${TOKEN_VESTING_COMPANION_SATOSHIS.toString()}`,
    );
  }
  if (token === undefined) return [...problems, 'its companion carries no tokens'];
  const category = binToHex(token.category);
  if (category !== asset.category)
    return [...problems, `its companion carries tokens of ${category}, not of ${asset.category}`];
  if (token.nft !== undefined) problems.push('its companion carries an NFT beside the tokens');
  if (token.amount < total)
    problems.push(`its companion carries ${token.amount.toString()} tokens, less than ${total.toString()}`);
  return problems;
};

/**
 * Finds the deployment that a transaction makes of a contract in token mode: a sound state (as in BCH, but holding
 * only its floor), and right behind it the companion: locked by the universal script, with at least 1,000 satoshis,
 * and nothing but fungible tokens of the contract's category, at least the total. Tokens beyond the total return to
 * the sender in the end.
 *
 * @param txid display-order hex
 */
export const findTokenVestingDeployment = (
  contract: TokenVestingContract,
  txid: string,
  transaction: TransactionCommon,
): DeploymentResult<TokenVestingCoin> =>
  findDeployment(contract, txid, transaction, {
    problemsOf: (output, vout) => [
      ...findStateProblems(output, transaction, TOKEN_VESTING_STATE_FLOOR),
      ...findCompanionProblems(contract, contract.parameters.schedule.total, transaction.outputs[vout + 1]),
    ],
    coinOf(state, vout) {
      const output = transaction.outputs[vout + 1];
      return output?.token && { ...state, companion: { satoshis: output.valueSatoshis, amount: output.token.amount } };
    },
  });
