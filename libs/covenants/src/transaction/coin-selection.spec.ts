import type { Utxo } from 'cashscript';
import fc from 'fast-check';
import { InsufficientFundsError } from '../errors/covenant-error.js';
import { plainCoins, selectCoins } from './coin-selection.js';

const coin = (vout: number, satoshis: bigint, token = false): Utxo => ({
  txid: '11'.repeat(32),
  vout,
  satoshis,
  ...(token && { token: { category: '22'.repeat(32), amount: 5n } }),
});
const target = (amount: bigint) => (count: number) => amount + 148n * BigInt(count);

describe('selectCoins', () => {
  it('takes the largest first, as few as suffice', () => {
    const chosen = selectCoins([coin(0, 1_000n), coin(1, 5_000n), coin(2, 3_000n)], [], target(5_500n));
    expect(chosen.map(({ vout }) => vout)).toEqual([1, 2]);
  });

  it('never takes a coin with a token, however rich', () => {
    expect(() => selectCoins([coin(0, 1_000_000n, true), coin(1, 1_000n)], [], target(1_000n))).toThrow(
      InsufficientFundsError,
    );
  });

  it('spends required coins first and once', () => {
    const required = coin(7, 600n);
    expect(selectCoins([required, coin(1, 5_000n)], [required], target(2_000n)).map(({ vout }) => vout)).toEqual([
      7, 1,
    ]);
  });

  it('takes nothing where nothing is needed', () => {
    expect(selectCoins([coin(0, 1_000n)], [], () => 0n)).toEqual([]);
  });

  it('leaves coins alone that cost more than they bring, and says what is missing', () => {
    const poor = [coin(0, 1_000n), coin(1, 100n), coin(2, 148n)];
    expect(() => selectCoins(poor, [], target(2_000n))).toThrow(new InsufficientFundsError(2_148n, 1_248n));
  });

  it('covers the target or throws', () => {
    const coins = fc
      .array(fc.tuple(fc.bigInt(1n, 10_000n), fc.boolean()), { maxLength: 30 })
      .map((rows) => rows.map(([value, token], i) => coin(i, value, token)));
    fc.assert(
      fc.property(coins, fc.bigInt(0n, 100_000n), (given, amount) => {
        const worth = plainCoins(given).filter(({ satoshis }) => satoshis > 148n);
        const most = worth.reduce((sum, { satoshis }) => sum + satoshis - 148n, 0n);
        if (most < amount) {
          expect(() => selectCoins(given, [], target(amount))).toThrow(InsufficientFundsError);
          return;
        }
        const chosen = selectCoins(given, [], target(amount));
        expect(chosen.reduce((sum, { satoshis }) => sum + satoshis, 0n) >= target(amount)(chosen.length)).toBe(true);
        expect(chosen.every(({ token }) => token === undefined)).toBe(true);
      }),
    );
  });
});
