import { binsAreEqual, binToHex, type Output, type TransactionCommon } from '@bitauth/libauth';
import { makesCategory } from '../chain/outpoint.js';
import type { VaultCoin } from './vault-coin.js';
import type { VaultContract } from './vault-contract.js';
import { encodeVaultState, INITIAL_VAULT_STATE } from './vault-parameters.js';

/** The state that a first deposit made, or why it made none, in words for the user. */
export type VaultDeploymentResult =
  | { readonly ok: true; readonly coin: VaultCoin }
  | { readonly ok: false; readonly problems: readonly string[] };

const findProblems = ({ token }: Output, transaction: TransactionCommon): string[] => {
  if (token?.nft === undefined) return ['the output carries no NFT'];
  const category = binToHex(token.category);
  const problems: string[] = [];
  if (!makesCategory(transaction, category)) problems.push('the NFT is not of a category made in this transaction');
  if (token.nft.capability !== 'mutable') problems.push(`the NFT is ${token.nft.capability}, not mutable`);
  if (token.amount !== 0n) problems.push(`it carries ${token.amount.toString()} fungible units of its category`);
  const [commitment, initial] = [binToHex(token.nft.commitment), encodeVaultState(INITIAL_VAULT_STATE)];
  if (commitment !== initial) problems.push(`the commitment is ${commitment}, not the initial ${initial}`);
  if (transaction.outputs.filter((output) => output.token && binToHex(output.token.category) === category).length > 1)
    problems.push('the category has more than one output');
  return problems;
};

/**
 * Finds the state that a vault's first deposit makes: the only output of a category made in this transaction,
 * mutable, with the exact initial commitment and no fungible units. Anything else at the address is an ordinary coin
 * of the vault: two signers can spend it, but it does not count spends.
 *
 * @param txid display-order hex
 */
export const findVaultDeployment = (
  { address, lockingBytecode }: VaultContract,
  txid: string,
  transaction: TransactionCommon,
): VaultDeploymentResult => {
  const candidates = transaction.outputs
    .map((output, vout) => ({ output, vout, problems: findProblems(output, transaction) }))
    .filter(({ output }) => binsAreEqual(output.lockingBytecode, lockingBytecode));
  const sound = candidates.find(({ problems }) => problems.length === 0);
  if (sound?.output.token !== undefined) {
    const { output, vout } = sound;
    return {
      ok: true,
      coin: {
        outpoint: { txid, vout },
        satoshis: output.valueSatoshis,
        category: binToHex(sound.output.token.category),
        state: INITIAL_VAULT_STATE,
      },
    };
  }
  if (candidates.length === 0) return { ok: false, problems: [`no output pays to ${address}`] };
  return {
    ok: false,
    problems: candidates.flatMap(({ vout, problems }) => problems.map((problem) => `output ${vout}: ${problem}`)),
  };
};
