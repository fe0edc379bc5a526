import fc from 'fast-check';
import { BCH_DECIMALS } from '@weir/kinds';
import { decimalText } from '../tokens/name-tokens.js';
import { presentAmount } from './serializer-of.js';

const MAX_SATOSHIS = 21n * 10n ** 14n;

describe('presentAmount', () => {
  it('writes BCH with its decimals and tokens in base units', () => {
    expect(presentAmount(150_000_000n)).toBe(1.5);
    expect(presentAmount(1n)).toBe(1e-8);
    expect(presentAmount(MAX_SATOSHIS)).toBe(21_000_000);
    expect(presentAmount(1_500n, 'FUNGIBLE_TOKEN')).toBe(1_500);
  });

  it('is the number that the exact decimal text reads as', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: MAX_SATOSHIS }),
        (satoshis) => presentAmount(satoshis) === Number(decimalText(satoshis.toString(), BCH_DECIMALS)),
      ),
      { numRuns: 2_000 },
    );
  });
});
