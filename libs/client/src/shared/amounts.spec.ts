import { runInNewContext } from 'node:vm';
import { isSameAddress } from './address.js';
import { assetOf, bchText, exact, toBody } from './amounts.js';

describe('exact amounts', () => {
  it('are bigint in every part of an answer, beside unchanged decimals', () => {
    const answer = {
      amount: 92233720368.54775807,
      amount_base: '9223372036854775807',
      rows: [{ feeBase: '-5', depositSatoshis: '0', hash: '12' }],
      pool_amount_base: null,
      costs: { fee: '12', reserves: '3' },
      fee: 0.00001,
    };
    expect(exact(answer)).toEqual({
      amount: 92233720368.54775807,
      amount_base: 9223372036854775807n,
      rows: [{ feeBase: -5n, depositSatoshis: 0n, hash: '12' }],
      pool_amount_base: null,
      costs: { fee: 12n, reserves: 3n },
      fee: 0.00001,
    });
  });

  it('are found in objects of another realm, and a body that is not JSON stays unchanged', () => {
    expect(exact(runInNewContext('({ a_base: "1" })'))).toEqual({ a_base: 1n });
    const body = new ReadableStream();
    expect(exact(body)).toBe(body);
  });

  it('leave a transaction for the wallet as it came', () => {
    const wcTransaction = { sourceOutputs: [{ valueSatoshis: '1' }] };
    expect(exact({ wcTransaction })).toEqual({ wcTransaction });
  });

  it('travel as decimal BCH, or as units of a token', () => {
    const terms = { amount: 1n, rows: [{ amount: 150_000_000n }], note: '2' };
    expect(toBody(terms, 'BCH')).toEqual({ amount: '0.00000001', rows: [{ amount: '1.50000000' }], note: '2' });
    expect(toBody(terms, 'token')).toEqual({ amount: '1', rows: [{ amount: '150000000' }], note: '2' });
    expect(bchText(-2_100_000_000_000_000n)).toBe('-21000000.00000000');
    expect([{}, { tokenType: 'BCH' }, { tokenType: 'CASHTOKENS' }].map(assetOf)).toEqual(['BCH', 'BCH', 'token']);
  });
});

describe('addresses', () => {
  const PLAIN = 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07';
  it('are the same with their prefix or without', () => {
    expect(isSameAddress(PLAIN, PLAIN.slice('bchtest:'.length).toUpperCase())).toBe(true);
  });

  it('are others where a character of what they pay to differs', () => {
    expect(isSameAddress(PLAIN, PLAIN.replace('qqhzut3', 'qqhzut4'))).toBe(false);
  });
});
