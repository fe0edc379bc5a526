import type { Utxo } from 'cashscript';
import { sameOutpoint } from '../../chain/outpoint.js';
import { InsufficientFundsError } from '../../errors/covenant-error.js';
import { feeOf, type PlannedOutput } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/built-transaction.js';
import { heldBy, total } from '../../transaction/coin-selection.js';
import { dustOf } from '../../transaction/libauth-output.js';
import { TOKEN_OUTPUT_SATOSHIS } from '../../transaction/token-selection.js';
import { isRosterState, sortHoldings, vaultUtxo, type SortedHoldings, type VaultHoldings } from '../vault-coin.js';
import type { VaultContract } from '../vault-contract.js';
import { assertPaysOthers } from './propose-vault-spend.js';
import { asItIs } from './vault-payout.js';
import { proposalOf, type VaultProposal } from './vault-proposal.js';
import { createVaultSizer, MAX_TOKEN_OUTPUTS, MAX_VAULT_COINS, spendableCoins } from './vault-size.js';

/** A close, and the coins that it leaves at the address because one transaction has no room for them. */
export interface VaultClose {
  readonly proposal: VaultProposal;
  /** Two signers can spend them before or after: coins without a state need none. */
  readonly left: readonly Utxo[];
}

/** Coins with tokens that go to one output. */
interface TokenGroup {
  readonly coins: readonly Utxo[];
  readonly output: PlannedOutput;
}

/** The covenant allows three outputs in a transaction that burns the state, and one of them is for the satoshis. */
const TOKEN_OUTPUTS_OF_A_CLOSE = 2;

const groupsOf = (tokens: SortedHoldings['tokens'], to: Uint8Array): TokenGroup[] => {
  const fungible = tokens.filter(({ token }) => token.nft === undefined);
  const categories = [...new Set(fungible.map(({ token }) => token.category))];
  return [
    ...categories.map((category): TokenGroup => {
      const coins = fungible.filter(({ token }) => token.category === category).slice(0, MAX_VAULT_COINS / 2);
      const amount = total(coins.map(({ token }) => token));
      return { coins, output: { to, amount: TOKEN_OUTPUT_SATOSHIS, token: { category, amount } } };
    }),
    ...tokens
      .filter(({ token }) => token.nft !== undefined)
      .map((coin): TokenGroup => ({ coins: [coin], output: asItIs(coin, to) })),
  ];
};

/** Returns as many groups as the outputs and the coins of one transaction allow; each category takes one output. */
const fitting = (groups: readonly TokenGroup[], outputs: number): TokenGroup[] => {
  const taken: TokenGroup[] = [];
  let coins = 1;
  for (const group of groups) {
    if (taken.length === outputs || coins + group.coins.length > MAX_VAULT_COINS) break;
    taken.push(group);
    coins += group.coins.length;
  }
  return taken;
};

/**
 * Proposes to empty a vault: all its satoshis to one output, each token to another, the state burned. Without a state
 * it empties the address all the same. Outputs: the satoshis, then tokens, at most two where a state is burned:
 * fungible ones first, in the order of `coins`, so leave out or put last everything that may have been sent as spam. Other
 * states are closed one by one, each given as `state`.
 *
 * @param recipient locking bytecode of any address but the vault's
 * @throws CovenantError PAYS_ITSELF
 * @throws RangeError for the state of a roster
 * @throws InsufficientFundsError when the satoshis do not cover outputs and fee
 */
export const proposeVaultClose = (
  contract: VaultContract,
  holdings: VaultHoldings,
  recipient: Uint8Array,
  { feeRate }: BuildOptions = {},
): VaultClose => {
  assertPaysOthers(contract, recipient);
  const { state } = holdings;
  if (state !== undefined && isRosterState(state)) throw new RangeError('A roster never ends: it cannot be closed');
  const { plain, tokens } = sortHoldings(holdings);
  // A transaction that ends the state must not carry its category on.
  const payable = tokens.filter(({ token }) => token.category !== state?.category);
  const groups = fitting(
    groupsOf(payable, recipient),
    state === undefined ? MAX_TOKEN_OUTPUTS : TOKEN_OUTPUTS_OF_A_CLOSE,
  );
  const required = [...(state === undefined ? [] : [vaultUtxo(state)]), ...groups.flatMap(({ coins }) => coins)];
  const coins = [...required, ...spendableCoins(plain, required)];

  const outputsWith = (satoshis: bigint): PlannedOutput[] => [
    { to: recipient, amount: satoshis },
    ...groups.map(({ output }) => output),
  ];
  const held = heldBy(coins);
  const least = dustOf({ to: recipient, amount: 0n });
  const costs =
    total(groups.map(({ output }) => output)) +
    feeOf(createVaultSizer(contract)(coins.length, outputsWith(least)), feeRate);
  if (held - costs < least) throw new InsufficientFundsError(costs + least, held, 'vault');

  const left = [...plain, ...tokens].filter((coin) => !coins.some((taken) => sameOutpoint(coin, taken)));
  return { proposal: proposalOf(contract, 'close', coins, outputsWith(held - costs)), left };
};
