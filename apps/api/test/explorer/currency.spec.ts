import type { ListActivityResponse } from '@weir/api-contract';
import { DEFAULT_CURRENCY_FEES } from '@weir/covenants';
import { succeeded } from '../support/client.js';
import { createActiveCurrency, createCurrency, startCurrencyFixture } from '../support/currency-scenario.js';
import type { Fixture } from '../support/fixture.js';

/** Satoshis that each pays in: 20 BCH, and the reserve. */
const FUNDED = 2_000_000_000n + DEFAULT_CURRENCY_FEES.reserve;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startCurrencyFixture();
});
afterAll(() => fixture.stop());

it('a payment in a currency is listed, found by the name of its recipient, and counted', async () => {
  const active = await createActiveCurrency(fixture, { recipientName: 'Harbour cranes' });
  const pending = await createCurrency(fixture);
  const explore = (query: string) =>
    succeeded(fixture.client.get<ListActivityResponse>(`/api/explorer/activity${query}`));
  const { streams, stats } = await explore('?type=currency-payments');
  expect(streams).toMatchObject([
    { activity_type: 'CURRENCY_PAYMENT', id: pending.id, status: 'PENDING', title: null },
    {
      activity_type: 'CURRENCY_PAYMENT',
      id: active.id,
      contract: null,
      stream_id: expect.stringMatching(/^#WEIR-CUR-\d{6}$/) as string,
      title: 'Harbour cranes',
      sender: active.sender.address,
      recipient: active.recipient.address,
      token_type: 'BCH',
      token_category: null,
      total_amount_base: FUNDED.toString(),
      vested_amount: 0,
      progress_percentage: 0,
      stream_type: 'DAILY',
      status: 'ACTIVE',
      per_period: { currency: 'USD', decimals: 2, amount_base: '150000', amount_decimal: '1500.00' },
      plan: null,
    },
  ]);
  expect(stats).toMatchObject({
    totalVolumeBase: FUNDED.toString(),
    pendingVolumeBase: FUNDED.toString(),
    activeCount: 1,
    completedCount: 0,
    totalCount: 2,
  });
  expect((await explore('')).streams.map(({ id }) => id)).toEqual([pending.id, active.id]);
  expect((await explore('?q=crane')).streams.map(({ id }) => id)).toEqual([active.id]);
  expect((await explore('?sort=largest&token=BCH&status=FUNDED')).streams.map(({ id }) => id)).toEqual([active.id]);
  expect((await explore('?token=FUNGIBLE_TOKEN')).streams).toEqual([]);
});
