import type { NodeTransaction } from '../../node/node.types.js';
import { feeHistogram } from './fees.js';

const transaction = (size: number, rate: number): NodeTransaction => ({
  txid: '',
  hex: '',
  size,
  fee: BigInt(size * rate),
  version: 2,
  locktime: 0,
  inputs: [],
  outputs: [],
  time: 0,
});

const many = (count: number, size: number, rate: number) =>
  Array.from({ length: count }, () => transaction(size, rate));

describe('feeHistogram', () => {
  it('says nothing of a mempool that fills no bin', () => {
    expect(feeHistogram([])).toEqual([]);
    expect(feeHistogram(many(10, 250, 1))).toEqual([]);
  });

  it('shows rates from the highest on, each with the bytes down to it', () => {
    const pool = [...many(2, 60_000, 5), ...many(1, 50_000, 3), ...many(1, 90_000, 2), ...many(1, 1000, 1)];
    expect(feeHistogram(pool)).toEqual([
      [5, 120_000],
      [2, 140_000],
    ]);
  });
});
