import type { Utxo } from 'cashscript';
import { MAX_AMOUNT } from '@weir/vesting';
import { sameOutpoint, type Outpoint } from '../../chain/outpoint.js';
import { covenantError, InsufficientTokensError } from '../../errors/covenant-error.js';
import type { PlannedOutput } from '../../transaction/assemble.js';
import { dustOf } from '../../transaction/libauth-output.js';
import { selectTokensTo, TOKEN_OUTPUT_SATOSHIS } from '../../transaction/token-selection.js';
import type { TreasuryContract } from '../treasury.js';
import type { SortedHoldings } from '../vault-coin.js';
import { assertNoDust, MAX_TOKEN_OUTPUTS, MAX_VAULT_COINS } from './vault-size.js';

/** What a spend pays. */
export type VaultPayout =
  | { readonly type: 'BCH'; readonly satoshis: bigint }
  /** An amount in base units, accompanied by 1,000 satoshis of the vault. */
  | { readonly type: 'FUNGIBLE_TOKEN'; /** Display-order hex. */ readonly category: string; readonly amount: bigint }
  /** A whole coin that carries a token: its NFT, its fungible units, its satoshis. */
  | { readonly type: 'COIN'; readonly outpoint: Outpoint };

/** The coins that a payout takes from the vault beside plain ones, and the outputs it makes. */
export interface PayoutPlan {
  /** Coins with tokens that must be spent. */
  readonly coins: readonly Utxo[];
  /** The payout, then what returns to the vault: NFTs that had to move, tokens left over. */
  readonly outputs: readonly PlannedOutput[];
}

type TokenCoins = SortedHoldings['tokens'];

const mostFirst = ({ token: a }: TokenCoins[number], { token: b }: TokenCoins[number]): number =>
  a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1;

/**
 * Returns the coins that may be chosen for an amount: each NFT among them returns by an output of its own, for which
 * there must be room.
 */
const selectable = ({ tokens }: Pick<SortedHoldings, 'tokens'>, category: string): TokenCoins => {
  const ofCategory = tokens.filter(({ token }) => token.category === category && token.amount > 0n);
  const withNft = ofCategory.filter(({ token }) => token.nft !== undefined).sort(mostFirst);
  return [...ofCategory.filter(({ token }) => token.nft === undefined), ...withNft.slice(0, MAX_TOKEN_OUTPUTS - 2)];
};

/**
 * Chooses tokens among as many coins as one transaction can take beside the state.
 *
 * @throws InsufficientTokensError
 */
export const selectTokens = (
  { lockingBytecode }: Pick<TreasuryContract, 'lockingBytecode'>,
  holdings: Pick<SortedHoldings, 'tokens'>,
  category: string,
  amount: bigint,
) => {
  try {
    return selectTokensTo(lockingBytecode, selectable(holdings, category), category, amount, MAX_VAULT_COINS - 2);
  } catch (error) {
    if (error instanceof InsufficientTokensError)
      throw new InsufficientTokensError(category, error.data.needed, error.data.available, 'vault');
    throw error;
  }
};

/**
 * Plans a payout to a locking bytecode.
 *
 * @throws CovenantError AMOUNT_OUT_OF_RANGE, BELOW_DUST or NO_SUCH_COIN
 * @throws InsufficientTokensError
 */
export const planPayout = (
  contract: Pick<TreasuryContract, 'lockingBytecode'>,
  holdings: Pick<SortedHoldings, 'tokens'>,
  recipient: Uint8Array,
  payout: VaultPayout,
): PayoutPlan => {
  if (payout.type === 'BCH') {
    const paid: PlannedOutput = { to: recipient, amount: payout.satoshis };
    assertNoDust(paid);
    return { coins: [], outputs: [paid] };
  }
  if (payout.type === 'FUNGIBLE_TOKEN') {
    const { category, amount } = payout;
    if (amount < 1n || amount > MAX_AMOUNT)
      throw covenantError('AMOUNT_OUT_OF_RANGE', `A payout of ${amount.toString()} base units is not possible`);
    const { coins, returns } = selectTokens(contract, holdings, category, amount);
    return {
      coins,
      outputs: [{ to: recipient, amount: TOKEN_OUTPUT_SATOSHIS, token: { category, amount } }, ...returns],
    };
  }
  const coin = holdings.tokens.find((each) => sameOutpoint(each, payout.outpoint));
  if (coin === undefined) throw covenantError('NO_SUCH_COIN', 'The vault has no coin with a token at that outpoint');
  return { coins: [coin], outputs: [asItIs(coin, recipient)] };
};

/**
 * Plans the move of a coin with a token to a locking bytecode, with at least the satoshis that its output needs
 * there.
 */
export const asItIs = ({ satoshis, token }: SortedHoldings['tokens'][number], to: Uint8Array): PlannedOutput => {
  const least = dustOf({ to, amount: satoshis, token });
  return { to, amount: satoshis < least ? least : satoshis, token };
};
