import { binsAreEqual } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import type { ChainTip, Network } from '../../chain/network.js';
import { covenantError } from '../../errors/covenant-error.js';
import { type PurseCoin, purseUtxo } from '../../purse/purse-coin.js';
import type { PurseContract } from '../../purse/purse-contract.js';
import { recallOf } from '../../purse/read-recall.js';
import { type PurseDraft, purseOutputs } from '../../purse/transactions/open-purses.js';
import type { PlannedOutput } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/built-transaction.js';
import { dustOf } from '../../transaction/libauth-output.js';
import { NO_TOKENS, TOKEN_OUTPUT_SATOSHIS } from '../../transaction/token-selection.js';
import type { TreasuryContract } from '../treasury.js';
import { type SortedHoldings, sortHoldings, type VaultHoldings } from '../vault-coin.js';
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

/** The treasury that owns purses: a vault or a roster. */
export interface PurseOwner {
  readonly lockingBytecode: Uint8Array;
  readonly network: Network;
}

/** Options of proposals that open purses. */
export interface PurseOptions extends BuildOptions {
  /** The tip of the chain, where the chain is to list new purses; without it only who knows the treasury finds them. */
  readonly tip?: Pick<ChainTip, 'height'> | undefined;
}

/** What a change of purses takes and makes beside the treasury's state. */
export interface PlannedPurses {
  /** Coins of the treasury with tokens that must be spent. */
  readonly required: readonly Utxo[];
  /** The purses that come back. */
  readonly filled: readonly FilledInput[];
  /** New purses, their announcement and beacon, then what returns to the treasury. */
  readonly outputs: readonly PlannedOutput[];
}

const managed = ({ contract, coin }: { contract: PurseContract; coin: PurseCoin }): FilledInput => ({
  utxo: purseUtxo(coin),
  lockingBytecode: contract.lockingBytecode,
  unlockingBytecode: recallOf(contract),
});

type Token = NonNullable<Utxo['token']>;

/** Returns units of tokens by their category. */
const unitsByCategory = (tokens: readonly (Token | undefined)[]): Map<string, bigint> => {
  const units = new Map<string, bigint>();
  for (const token of tokens)
    if (token !== undefined) units.set(token.category, (units.get(token.category) ?? 0n) + token.amount);
  return units;
};

/** Plans an output of the treasury with a token. */
const returned = ({ lockingBytecode: to }: PurseOwner, token: Token): PlannedOutput => {
  const least = dustOf({ to, amount: 0n, token });
  return { to, amount: least < TOKEN_OUTPUT_SATOSHIS ? TOKEN_OUTPUT_SATOSHIS : least, token };
};

/**
 * Plans a change of purses: the satoshis of a recalled purse go to the treasury's state, its tokens into new purses or back to the
 * treasury.
 *
 * @throws RangeError for purses of another owner, or drafts that no purse may have
 * @throws CovenantError MALFORMED where nothing is recalled or opened
 * @throws InsufficientTokensError
 */
export const planPurses = (
  owner: PurseOwner,
  holdings: Pick<SortedHoldings, 'tokens'>,
  { recalled = [], opened = [] }: PurseChange,
  { tip }: Pick<PurseOptions, 'tip'> = {},
): PlannedPurses => {
  if (recalled.length + opened.length === 0) throw covenantError('MALFORMED', 'The change recalls and opens no purse');
  const owners = [...recalled.map((each) => each.contract.terms.owner), ...opened.map((draft) => draft.owner)];
  if (!owners.every((each) => binsAreEqual(each, owner.lockingBytecode)))
    throw new RangeError('The treasury does not own all these purses');

  const made = opened.length === 0 ? [] : purseOutputs(opened, owner.network, tip);
  const back = unitsByCategory(recalled.map(({ coin }) => coin.token));
  const needed = unitsByCategory(made.map(({ token }) => token));
  const nfts = recalled.flatMap(({ coin: { token } }) =>
    token?.nft === undefined ? [] : [returned(owner, { ...token, amount: 0n })],
  );
  const tokens = [...needed].map(([category, amount]) => {
    const missing = amount - (back.get(category) ?? 0n);
    return missing > 0n ? selectTokens(owner, holdings, category, missing) : NO_TOKENS;
  });
  const surplus = [...back].flatMap(([category, amount]) => {
    const rest = amount - (needed.get(category) ?? 0n);
    return rest > 0n ? [returned(owner, { category, amount: rest })] : [];
  });
  return {
    required: tokens.flatMap(({ coins }) => [...coins]),
    filled: recalled.map(managed),
    outputs: [...made, ...tokens.flatMap(({ returns }) => [...returns]), ...surplus, ...nfts],
  };
};

/**
 * Proposes to open, recall or change purses of a vault: a change recalls the old ones and opens new ones in one transaction. So
 * does a top-up.
 *
 * @throws RangeError for purses of another owner, or drafts that no purse may have
 * @throws CovenantError MALFORMED where nothing is recalled or opened; SPENDS_USED_UP, TRANSACTION_TOO_LARGE
 * @throws InsufficientFundsError
 * @throws InsufficientTokensError
 */
export const proposePurses = (
  contract: TreasuryContract,
  holdings: VaultHoldings,
  change: PurseChange,
  { feeRate, tip }: PurseOptions = {},
): VaultProposal =>
  propose(
    contract,
    holdings,
    { kind: 'allowance', ...planPurses(contract, sortHoldings(holdings), change, { tip }) },
    { feeRate },
  );
