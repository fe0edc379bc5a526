import type { PortfolioResponse } from '@weir/api-contract';
import { DAY } from '@weir/lives';
import { succeeded } from '../support/client.js';
import {
  createActiveCurrency,
  createCurrency,
  moveCurrency,
  PRICE,
  readCurrency,
  useCurrencyFixture,
} from '../support/currency-scenario.js';

const COIN = 100_000_000n;

const fixture = useCurrencyFixture();

const read = (...addresses: readonly string[]): Promise<PortfolioResponse> =>
  succeeded(fixture.client.get<PortfolioResponse>(`/api/portfolio?addresses=${addresses.join()}`));

/** What an amount of cents is at the price that the oracle of these tests signs. */
const atPrice = (cents: bigint): bigint => (cents * COIN) / PRICE;

describe('payments in a currency in a portfolio', () => {
  it('are summed up in their currency, and beside it in BCH at the latest signed price, apart from exact sums', async () => {
    const other = fixture.wallet();
    const { path, sender, recipient } = await createActiveCurrency(fixture, {
      others: [{ recipient: other.address, amountPerPeriod: '10.50', openingAmount: 1 }],
    });
    const { payment } = await readCurrency(fixture, path);
    const sent = await read(sender.address);
    const periods = BigInt(Math.floor((sent.until - payment.start_date) / DAY) + 1);
    expect(periods > 27n).toBe(true);
    const [sum, ...others] = sent.inCurrency;
    expect(others).toEqual([]);
    const price = { price: 450, price_base: PRICE.toString(), price_decimal: '450.00' };
    expect(sum).toMatchObject({
      currency: 'USD',
      decimals: 2,
      oracle: payment.oracle.public_key,
      incoming: { amount: 0, amount_base: '0', amount_decimal: '0.00' },
      outgoing: { amount_base: (periods * 151_050n).toString(), amount_decimal: (Number(periods) * 1510.5).toFixed(2) },
      estimate: {
        ...price,
        incoming_amount_base: '0',
        outgoing_amount_base: (periods * (atPrice(150_000n) + atPrice(1_050n))).toString(),
      },
    });
    expect(sum?.estimate?.time).toBe(payment.latest_price?.time);
    expect(sent.currencyPaydays).toMatchObject([
      {
        at: payment.start_date,
        opened_with: payment.opened_with,
        recipients: 2,
        currency: 'USD',
        amount_base: '151050',
        amount_decimal: '1510.50',
        estimate: { ...price, estimated_amount_base: (atPrice(150_000n) + atPrice(1_050n)).toString() },
      },
    ]);
    // An estimate is in none of the exact figures.
    expect(sent).toMatchObject({ assets: [], paydays: [], unlocks: [], complete: true });

    const received = await read(recipient.address);
    expect(received.inCurrency).toMatchObject([
      {
        incoming: { amount_base: (periods * 150_000n).toString() },
        outgoing: { amount_base: '0' },
        estimate: {
          ...price,
          incoming_amount_base: (periods * atPrice(150_000n)).toString(),
          outgoing_amount_base: '0',
        },
      },
    ]);
    expect(received.currencyPaydays).toEqual([]);
    // Of one wallet that has both sides.
    const [both] = (await read(sender.address, recipient.address)).inCurrency;
    expect([both?.incoming.amount_base, both?.outgoing.amount_base]).toEqual([
      (periods * 150_000n).toString(),
      (periods * 151_050n).toString(),
    ]);
  });

  it('have a next date, however late it is, and no sum where it is beyond the horizon', async () => {
    const { path, sender } = await createActiveCurrency(fixture, {
      interval: 'YEARLY',
      startDate: fixture.time() + 40 * DAY,
    });
    const { payment } = await readCurrency(fixture, path);
    const { inCurrency, currencyPaydays, until } = await read(sender.address);
    expect(payment.start_date).toBeGreaterThan(until);
    expect(currencyPaydays).toMatchObject([{ at: payment.start_date, amount_base: '150000' }]);
    expect(inCurrency).toMatchObject([{ outgoing: { amount_base: '0' } }]);
  });

  it('have no dates beyond their last period, nor while they are paused, cancelled or not funded', async () => {
    const short = await createActiveCurrency(fixture, { periods: 3 });
    expect((await read(short.sender.address)).inCurrency).toMatchObject([{ outgoing: { amount_base: '450000' } }]);
    await moveCurrency(fixture, short, 'pause');
    expect(await read(short.sender.address)).toMatchObject({ inCurrency: [], currencyPaydays: [] });
    const ended = await createActiveCurrency(fixture);
    await moveCurrency(fixture, ended, 'cancel');
    expect(await read(ended.sender.address)).toMatchObject({ inCurrency: [], currencyPaydays: [] });
    const unfunded = await createCurrency(fixture);
    expect(await read(unfunded.sender.address)).toMatchObject({ inCurrency: [], currencyPaydays: [] });
    expect(await read(fixture.wallet().address)).toMatchObject({ inCurrency: [], currencyPaydays: [] });
  });
});
