import type { TokenDetails } from 'cashscript';
import { lockingBytecodeOf, type PublicKeyHash } from '../chain/address.js';
import { InsufficientTokensError } from '../errors/covenant-error.js';
import type { PlannedOutput } from './assemble.js';
import { total, type WalletCoin } from './coin-selection.js';

/** Satoshis that accompany an output of fungible tokens, above the dust of any amount (at most 705). */
export const TOKEN_OUTPUT_SATOSHIS = 1_000n;

/** Most token coins that one transaction spends, to stay well within the size that nodes relay. */
export const MAX_TOKEN_COINS = 400;

type TokenCoin = WalletCoin & { readonly token: TokenDetails };

/** Tokens chosen from a wallet, and what returns to it. */
export interface TokenSelection {
  readonly coins: readonly WalletCoin[];
  /** Each NFT that had to move, unchanged; then the tokens left over. */
  readonly returns: readonly PlannedOutput[];
}

/** Nothing chosen, for amounts in BCH. */
export const NO_TOKENS: TokenSelection = { coins: [], returns: [] };

/** Orders coins without an NFT first, and within each kind those with the most tokens first, so that few are spent. */
const preferred = (a: TokenCoin, b: TokenCoin): number => {
  const nfts = Number(a.token.nft !== undefined) - Number(b.token.nft !== undefined);
  if (nfts !== 0) return nfts;
  return a.token.amount === b.token.amount ? 0 : a.token.amount > b.token.amount ? -1 : 1;
};

const nftReturn = ({ token: { category, nft }, satoshis }: TokenCoin, to: Uint8Array): PlannedOutput[] =>
  nft === undefined ? [] : [{ to, amount: satoshis, token: { category, amount: 0n, nft } }];

/**
 * Chooses coins for an amount of a category, and plans the outputs that return everything else they carry to their
 * owner: no token is ever burned. A coin with an NFT is touched only where the others do not suffice.
 *
 * @param to locking bytecode of the owner, where the rest returns
 * @param category display-order hex
 * @param amount base units, at least 1
 * @param most how many coins to choose among
 * @throws InsufficientTokensError when those do not hold the amount
 */
export const selectTokensTo = (
  to: Uint8Array,
  coins: readonly WalletCoin[],
  category: string,
  amount: bigint,
  most: number,
): TokenSelection => {
  const candidates = coins
    .filter((coin): coin is TokenCoin => coin.token?.category === category && coin.token.amount > 0n)
    .sort(preferred)
    .slice(0, most);
  const chosen: TokenCoin[] = [];
  let held = 0n;
  for (const coin of candidates) {
    if (held >= amount) break;
    chosen.push(coin);
    held += coin.token.amount;
  }
  const rest = held - amount;
  if (rest < 0n) throw new InsufficientTokensError(category, amount, total(candidates.map(({ token }) => token)));
  const change: PlannedOutput[] =
    rest === 0n ? [] : [{ to, amount: TOKEN_OUTPUT_SATOSHIS, token: { category, amount: rest } }];
  return { coins: chosen, returns: [...chosen.flatMap((coin) => nftReturn(coin, to)), ...change] };
};

/**
 * Chooses tokens like {@link selectTokensTo}, for a wallet of one key.
 *
 * @param most how many token coins to choose among: by default 400, fewer where the transaction has much else in it
 * @throws InsufficientTokensError
 */
export const selectTokens = (
  owner: PublicKeyHash,
  coins: readonly WalletCoin[],
  category: string,
  amount: bigint,
  most = MAX_TOKEN_COINS,
): TokenSelection => selectTokensTo(lockingBytecodeOf(owner), coins, category, amount, most);
