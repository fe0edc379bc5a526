import { hexToBin } from '@bitauth/libauth';
import {
  type CurrencyPlanTerms,
  type CurrencyRhythm,
  type CurrencySharedTerms,
  DEFAULT_CURRENCY_FEES,
  DEFAULT_GRACE,
  type SignedPair,
} from '@weir/covenants';
import { startOracle } from '@weir/devnet';
import { INTERVALS } from '@weir/kinds';

/** Seconds between two messages. */
const MINUTE = 60n;

/** What an oracle signs that has one price at all times. */
export interface TestOracle {
  readonly publicKey: Uint8Array;
  /** The pair that fixes the price of a date. @param due as `minuteOf` returns it, Unix seconds */
  pairAt(due: bigint): SignedPair;
}

/** Returns the minute of the oracle that a time is in, Unix seconds. */
export const minuteOf = (time: bigint): bigint => time - ((time - 1_500_000_000n) % MINUTE);

/** Opens the local oracle, without its relay. @param price in cents for one BCH */
export const openOracle = async (price: bigint): Promise<TestOracle> => {
  const oracle = await startOracle({ priceAt: () => price });
  await oracle.stop();
  const signedAt = (time: bigint) => {
    const message = oracle.messageAt(time);
    if (message === undefined) throw new Error('The oracle signs each minute');
    return { bytes: hexToBin(message.message), signature: hexToBin(message.signature) };
  };
  return {
    publicKey: hexToBin(oracle.publicKey),
    pairAt: (due) => ({ message: signedAt(due), previous: signedAt(due - MINUTE) }),
  };
};

/** Returns the terms of payments in US dollars on the devnet, every day unless stated, with the usual fees and a notice of six blocks. */
export const currencyTermsOf = (
  sender: Uint8Array,
  oracle: Pick<TestOracle, 'publicKey'>,
  nonce: number,
  changes: Partial<CurrencySharedTerms> = {},
  rhythm: CurrencyRhythm = { interval: BigInt(INTERVALS.DAILY) },
): CurrencyPlanTerms => ({
  sender,
  nonce: new Uint8Array(16).fill(nonce),
  oracle: oracle.publicKey,
  currency: 'USD',
  decimals: 2,
  grace: DEFAULT_GRACE,
  noticeBlocks: 6,
  pausable: true,
  lowest: 11_000n,
  highest: 180_000n,
  least: DEFAULT_CURRENCY_FEES.bound,
  ...DEFAULT_CURRENCY_FEES,
  ...changes,
  ...rhythm,
});
