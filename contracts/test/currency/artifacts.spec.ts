import { readFile } from 'node:fs/promises';
import { binToHex } from '@bitauth/libauth';
import { linkCurrency } from '../../scripts/currency-source.js';
import { currencyPaymentArtifact } from '../../src/index.js';
import { PLAN_CLOCK } from '../plan/covenant.js';
import { sourceOf } from '../support/sources.js';

describe('the artifact of payments in a currency', () => {
  it('is what its source compiles to', () => {
    expect(linkCurrency(sourceOf('currency-payment'))).toEqual(currencyPaymentArtifact);
  });

  it('shows the payment alone', () => {
    const { shown, hidden } = currencyPaymentArtifact;
    expect([shown, ...hidden].map(({ functions }) => functions.map(({ name }) => name))).toEqual([
      ['pay'],
      ['stop', 'settle', 'resume', 'topUp', 'payDebt', 'close', 'refund', 'sweep'],
    ]);
    expect(hidden.flatMap(({ functions }) => functions.flatMap(({ inputs }) => inputs))).toEqual([]);
  });

  it('sends units to the clock of plans, once', async () => {
    const text = await readFile(new URL('../../cash/currency-payment.cash', import.meta.url), 'utf8');
    expect(text.match(/0xaa20[0-9a-f]{64}87/g)).toEqual([`0x${binToHex(PLAN_CLOCK.lockingBytecode)}`]);
  });
});
