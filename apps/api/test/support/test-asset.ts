import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import type { Fixture } from './fixture.js';

/** An asset for tests, so that every route is tried with each. */
export interface TestAsset {
  readonly name: string;
  readonly tokenType: 'BCH' | 'FUNGIBLE_TOKEN';
  /** A stream's total, in base units. */
  readonly total: bigint;
  /** What a payment pays each of twelve periods, in base units. */
  readonly perPeriod: bigint;
  /** A base amount as responses carry it. */
  number(base: bigint): number;
  /** A base amount as requests carry it in text. */
  text(base: bigint): string;
  /** A base amount as responses carry it exactly: null without a token's decimals. */
  decimal(base: bigint): string | null;
  /** Gives a wallet the asset, for one stream. @returns what its creation says of the asset */
  endow(fixture: Fixture, wallet: Wallet): object;
  /** Returns the amount that a party received by a transaction, base units. */
  paidTo(fixture: Fixture, wallet: Wallet, txHash: string): bigint[];
}

export const COIN = 100_000_000n;

const outputsTo = (fixture: Fixture, wallet: Wallet, txHash: string) => {
  const lockingBytecode = binToHex(lockingBytecodeOf(wallet.publicKeyHash));
  return (fixture.devnet.node.transaction(txHash)?.outputs ?? []).filter(
    (output) => output.lockingBytecode === lockingBytecode,
  );
};

/** Streams of 1 BCH. */
export const BCH: TestAsset = {
  name: 'BCH',
  tokenType: 'BCH',
  total: COIN,
  perPeriod: 5_000_000n,
  number: (base) => Number(base) / 1e8,
  text: (base) => `${base / COIN}.${(base % COIN).toString().padStart(8, '0')}`,
  decimal(base) {
    return this.text(base).replace(/\.?0+$/, '');
  },
  endow(fixture, wallet) {
    fixture.fund(wallet, 2n * COIN);
    return { totalAmount: 1 };
  },
  paidTo: (fixture, wallet, txHash) => outputsTo(fixture, wallet, txHash).map(({ satoshis }) => satoshis),
};

/** Streams of the largest token supply: far beyond what a number holds exactly. */
export const TOKENS: TestAsset = {
  name: 'tokens',
  tokenType: 'FUNGIBLE_TOKEN',
  total: 9_223_372_036_854_775_807n,
  perPeriod: 9_223_372_036_854_775_807n / 12n,
  number: Number,
  text: String,
  decimal: () => null,
  endow(fixture, wallet) {
    const { category } = fixture.devnet.node.mint(binToHex(lockingBytecodeOf(wallet.publicKeyHash)), {
      amount: this.total,
    });
    fixture.fund(wallet, COIN / 100n);
    return { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category, totalAmount: this.total.toString() };
  },
  paidTo: (fixture, wallet, txHash) =>
    outputsTo(fixture, wallet, txHash).flatMap(({ token }) => (token === undefined ? [] : [token.amount])),
};

/** Token fields in answers: null, since nothing is known of tokens that tests mint. */
export const tokenOf = ({ token_category }: { readonly token_category?: string | null | undefined }) => ({
  token: null,
  tokenCategory: token_category ?? null,
});

export const ASSETS = [BCH, TOKENS] as const;
