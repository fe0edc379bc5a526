import { binToHex, type Output } from '@bitauth/libauth';
import type { TokenDetails } from 'cashscript';
import type { Outpoint } from '../chain/outpoint.js';
import { universalScripts } from './universal-scripts.js';

/** Returns the locking bytecode of a campaign's companion, which is the same on every network. */
export const companionBytecode = (): Uint8Array => universalScripts('mainnet').companion.lockingBytecode;

/**
 * The clock: the output that a cancel or pause makes, and that holds the stream's fungible units while the notice
 * runs.
 */
export interface ClockCoin {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
}

/** The companion: the output right behind a state, which holds the tokens. */
export interface CompanionCoin {
  readonly satoshis: bigint;
  /** Base units: what is left of the total, and any sent beyond it. */
  readonly amount: bigint;
  /**
   * An immutable NFT of the token's category that somebody attached in a push; the covenant cannot distinguish it from the
   * tokens. No transition carries it on, since it would make every later one larger than its fee covers.
   */
  readonly nft?: NonNullable<TokenDetails['nft']>;
}

/** Returns the token field of an output; none for amount 0, since an output carries no zero amount. */
export const tokenOf = (category: string, amount: bigint): { readonly token?: TokenDetails } =>
  amount === 0n ? {} : { token: { category, amount } };

/** Converts the token of an output to CashScript's field; none where the output has no token. */
export const heldToken = ({ token }: Pick<Output, 'token'>): { readonly token?: TokenDetails } =>
  token === undefined
    ? {}
    : {
        token: {
          amount: token.amount,
          category: binToHex(token.category),
          ...(token.nft !== undefined && {
            nft: { capability: token.nft.capability, commitment: binToHex(token.nft.commitment) },
          }),
        },
      };

/** Reads the companion at an output of a transition, no matter what hangs on it; without tokens its amount is 0. */
export const readCompanionCoin = ({
  valueSatoshis,
  token,
}: Pick<Output, 'valueSatoshis' | 'token'>): CompanionCoin => ({
  satoshis: valueSatoshis,
  amount: token?.amount ?? 0n,
  ...(token?.nft !== undefined && {
    nft: { capability: token.nft.capability, commitment: binToHex(token.nft.commitment) },
  }),
});
