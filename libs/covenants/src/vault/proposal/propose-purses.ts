import { binsAreEqual, encodeDataPush, flattenBinArray } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { covenantError } from '../../errors/covenant-error.js';
import { type PurseCoin, purseUtxo } from '../../purse/purse-coin.js';
import type { PurseContract } from '../../purse/purse-contract.js';
import { type PurseDraft, purseOutputs } from '../../purse/transactions/open-purses.js';
import type { PlannedOutput } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/built-transaction.js';
import { dustOf } from '../../transaction/libauth-output.js';
import { NO_TOKENS, TOKEN_OUTPUT_SATOSHIS } from '../../transaction/token-selection.js';
import { sortHoldings, type VaultHoldings } from '../vault-coin.js';
import type { VaultContract } from '../vault-contract.js';
import { propose } from './propose.js';
import { selectTokens } from './vault-payout.js';
import type { FilledInput, VaultProposal } from './vault-proposal.js';

/** What a treasury does with its purses in one transaction. */
export interface PurseChange {
  /** Purses that come back: their money is the treasury's again. */
  readonly recalled?: readonly { readonly contract: PurseContract; readonly coin: PurseCoin }[];
  /** Purses that are opened; of the same signers and kind of asset. */
  readonly opened?: readonly PurseDraft[];
}

/** Selector of the covenant's `manage`, as an opcode. */
const OP_MANAGE = 0x52;

const isOwned = ({ lockingBytecode }: VaultContract, owner: Uint8Array): boolean =>
  binsAreEqual(lockingBytecode, owner);

const managed = ({ contract, coin }: { contract: PurseContract; coin: PurseCoin }): FilledInput => ({
  utxo: purseUtxo(coin),
  lockingBytecode: contract.lockingBytecode,
  unlockingBytecode: flattenBinArray([Uint8Array.of(OP_MANAGE), encodeDataPush(contract.redeemScript)]),
});

type Token = NonNullable<Utxo['token']>;

/** Returns units of tokens by their category. */
const unitsByCategory = (tokens: readonly (Token | undefined)[]): Map<string, bigint> => {
  const units = new Map<string, bigint>();
  for (const token of tokens)
    if (token !== undefined) units.set(token.category, (units.get(token.category) ?? 0n) + token.amount);
  return units;
};

/** Plans an output of the vault with a token. */
const returned = ({ lockingBytecode: to }: VaultContract, token: Token): PlannedOutput => {
  const least = dustOf({ to, amount: 0n, token });
  return { to, amount: least < TOKEN_OUTPUT_SATOSHIS ? TOKEN_OUTPUT_SATOSHIS : least, token };
};

/**
 * Proposes to open, recall or change purses of a vault: a change recalls the old ones and opens new ones in one transaction. So
 * does a top-up. The satoshis of a recalled purse go to the vault's state, its tokens into new purses or back to the vault.
 *
 * @throws RangeError for purses of another owner, or drafts that no purse may have
 * @throws CovenantError MALFORMED where nothing is recalled or opened; SPENDS_USED_UP, TRANSACTION_TOO_LARGE
 * @throws InsufficientFundsError
 * @throws InsufficientTokensError
 */
export const proposePurses = (
  contract: VaultContract,
  holdings: VaultHoldings,
  { recalled = [], opened = [] }: PurseChange,
  { feeRate }: BuildOptions = {},
): VaultProposal => {
  if (recalled.length + opened.length === 0) throw covenantError('MALFORMED', 'The change recalls and opens no purse');
  const owners = [...recalled.map((each) => each.contract.terms.owner), ...opened.map(({ owner }) => owner)];
  if (!owners.every((owner) => isOwned(contract, owner)))
    throw new RangeError('The vault does not own all these purses');

  const made = opened.length === 0 ? [] : purseOutputs(opened, contract.network);
  const back = unitsByCategory(recalled.map(({ coin }) => coin.token));
  const needed = unitsByCategory(made.map(({ token }) => token));
  const nfts = recalled.flatMap(({ coin: { token } }) =>
    token?.nft === undefined ? [] : [returned(contract, { ...token, amount: 0n })],
  );
  const sorted = sortHoldings(holdings);
  const tokens = [...needed].map(([category, amount]) => {
    const missing = amount - (back.get(category) ?? 0n);
    return missing > 0n ? selectTokens(contract, sorted, category, missing) : NO_TOKENS;
  });
  const surplus = [...back].flatMap(([category, amount]) => {
    const rest = amount - (needed.get(category) ?? 0n);
    return rest > 0n ? [returned(contract, { category, amount: rest })] : [];
  });
  return propose(
    contract,
    holdings,
    {
      kind: 'spend',
      required: tokens.flatMap(({ coins }) => [...coins]),
      filled: recalled.map(managed),
      outputs: [...made, ...tokens.flatMap(({ returns }) => [...returns]), ...surplus, ...nfts],
    },
    { feeRate },
  );
};
