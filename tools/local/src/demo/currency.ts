import type { CurrencyPayment, CurrencyPaymentHandle } from '@weir/client';
import { DAY, HOUR } from '@weir/lives';
import type { Wallet } from '@weir/wallet';
import { localPriceAt } from '../local-price.js';
import { CALENDAR, dateOf, passTo } from './calendar.js';
import { balanceOf, bch, chainTime, type Fixture, openWallet, passDays, showHash, until } from './fixture.js';

const MONTH = 30 * DAY;

/** A price from a time on, cents of one BCH; undefined while the oracle is silent. Unix seconds. */
interface Turn {
  readonly from: number;
  readonly price: bigint | undefined;
}

/** The prices that the oracle of the demo signs. */
interface Market {
  readonly priceAt: (time: bigint) => bigint | undefined;
  /** Says how prices go on. An oracle signs one price of a minute: the times lie in the future. */
  plan(turns: readonly Turn[]): void;
}

/** Creates the market of the demo: prices of the local stack, until a chapter plans others. */
export const createMarket = (): Market => {
  const planned: Turn[] = [];
  return {
    priceAt(time) {
      const turn = planned.findLast(({ from }) => BigInt(from) <= time);
      return turn === undefined ? localPriceAt(time) : turn.price;
    },
    plan: (turns) => void planned.push(...turns),
  };
};

const showPayment = ({ say }: Fixture, payment: CurrencyPayment): CurrencyPayment => {
  say.fact('status', payment.status);
  say.fact('paid', `${payment.payment_count} periods, ${bch(payment.total_paid_base)}`);
  say.fact('holds', bch(payment.balanceBase));
  if (payment.owedBase > 0n) say.fact('debt', bch(payment.owedBase));
  return payment;
};

/** Waits until the service has paid so many periods by itself, and shows the price of the last one. */
const untilPaid = async (
  fixture: Fixture,
  payment: CurrencyPaymentHandle,
  periods: number,
): Promise<CurrencyPayment> => {
  const { say } = fixture;
  const { payment: record, executions } = await until(`payday ${periods}`, async () => {
    const read = await payment.get();
    return read.payment.payment_count >= periods ? read : undefined;
  });
  const price = executions.findLast((each) => each.price !== null)?.price;
  if (price == null) throw new Error('A payday has a price');
  say.step(`Payday ${periods}: the service pays without any key, at the first price that the oracle signed`);
  say.fact(`at ${price.price_decimal} USD`, bch(price.amountBase));
  return showPayment(fixture, record);
};

const assertDebt = ({ owedBase }: CurrencyPayment, expected: bigint): void => {
  // Fees of earlier payments come out of the money that is paid.
  if (owedBase < expected || owedBase > expected + 10_000n)
    throw new Error(`The payment should have a debt of ${expected} satoshis, and has one of ${owedBase}`);
};

/** Terms in dollars at the price of the stack's oracle, within bounds. */
const dollarTerms = async ({ weir }: Fixture) => {
  const [oracle] = await weir.currencyPayments.oracles();
  if (oracle === undefined) throw new Error('The local stack has an oracle');
  return {
    currency: 'USD',
    oracle: oracle.public_key,
    decimals: oracle.decimals,
    priceBounds: { lowest: 110, highest: 1_800 },
  } as const;
};

const openSalary = async (fixture: Fixture, employer: Wallet, employee: Wallet, startDate: number) => {
  const { weir, say } = fixture;
  const salary = await weir.currencyPayments.create(
    {
      ...(await dollarTerms(fixture)),
      recipient: employee.address,
      recipientName: 'Ada',
      amountPerPeriod: 1_500,
      interval: 'MONTHLY',
      startDate,
      openingAmount: 8,
    },
    employer,
  );
  say.step(`The employer creates ${salary.record.payment_id}: 1,500.00 USD a month, without an end, with 8 BCH`);
  say.fact(
    'a period pays',
    `${bch(salary.record.least_per_period_base)} to ${bch(salary.record.most_per_period_base)}`,
  );
  const { payment } = await salary.fund(employer, { onProgress: showHash(fixture) });
  return { salary, topUpAddress: showPayment(fixture, payment).topUpAddress ?? '' };
};

/** A salary in dollars: the price halves, the money runs out, somebody sends more, the oracle is silent for half a day. */
export const salaryInDollars = async (fixture: Fixture, market: Market): Promise<void> => {
  const { control, say } = fixture;
  say.chapter('A salary of 1,500 USD a month, paid in BCH: the price halves, the money runs out, the oracle is silent');
  // The service dates prices by the later clock: that of the machine, as long as the chain is behind it.
  const behind = Math.floor(Date.now() / 1_000) - (await chainTime(fixture));
  if (behind > 0) await control.passTime(behind + HOUR);
  const employer = await openWallet(fixture, 'Employer', 2_000_000_000n);
  const employee = await openWallet(fixture, 'Employee', 0n);
  const first = (await chainTime(fixture)) + DAY;
  const [second, third] = [first + MONTH, first + 2 * MONTH];
  market.plan([
    { from: first - HOUR, price: 45_000n },
    { from: first + MONTH / 2, price: 22_500n },
    { from: third - HOUR, price: undefined },
    { from: third + 12 * HOUR, price: 30_000n },
  ]);
  const { salary, topUpAddress } = await openSalary(fixture, employer, employee, first);
  const note = await balanceOf(fixture, employee.address);

  await passDays(fixture, 1.25);
  await untilPaid(fixture, salary, 1);
  await passDays(fixture, (second - first) / DAY);
  say.step('BCH has lost half of its value: the same salary is twice as many BCH, and the money does not suffice');
  assertDebt(await untilPaid(fixture, salary, 2), 199_999_999n);
  say.step('Anybody sends BCH to the address of top-ups, from any wallet');
  say.fact('address', topUpAddress);
  await control.fund(topUpAddress, 2_000_000_000n);
  await control.mine();
  const paid = await until('the debt to be paid', async () => {
    const { payment } = await salary.get();
    return payment.owedBase === 0n ? payment : undefined;
  });
  say.step('The service adds it, and the debt is paid');
  showPayment(fixture, paid);

  await passDays(fixture, MONTH / DAY);
  say.step('The oracle is silent on payday: nobody picks another price');
  if ((await salary.get()).payment.payment_count !== 2)
    throw new Error('Nothing fixes a price while the oracle is silent');
  await passDays(fixture, 1);
  say.step('It signs again: its first price a day later counts');
  await untilPaid(fixture, salary, 3);
  const periods = await salary.checkPrices();
  say.step('The typed client computes each payday again from the messages that the oracle signed');
  for (const { price, satoshis } of periods) say.fact(`${Number(price) / 100} USD`, bch(satoshis));

  say.step('The employer cancels, and gets the rest back after the notice');
  showPayment(fixture, (await salary.cancel(employer, { onProgress: showHash(fixture) })).payment);
  await control.mine(7);
  const { payment: over } = await until('the refund', async () => {
    const read = await salary.get();
    return read.payment.refund?.status === 'sent' ? read : undefined;
  });
  const received = (await balanceOf(fixture, employee.address)) - note;
  const expected = periods.reduce((sum, { satoshis }) => sum + satoshis, 0n);
  say.fact('employee', bch(received));
  if (periods.length !== 3 || received !== expected || over.total_paid_base !== expected)
    throw new Error(`The employee should have ${expected} satoshis for three months, and has ${received}`);
};

/** A rent in dollars on the 15th and the last day of each month, however many days the month has. */
export const rentInDollars = async (fixture: Fixture): Promise<void> => {
  const { weir, say } = fixture;
  say.chapter('A rent of 750 USD on the 15th and the last day of each month, paid in BCH');
  const tenant = await openWallet(fixture, 'Tenant', 2_000_000_000n);
  const landlord = await openWallet(fixture, 'Landlord', 0n);
  const rent = await weir.currencyPayments.create(
    {
      ...(await dollarTerms(fixture)),
      recipient: landlord.address,
      recipientName: 'Rent',
      amountPerPeriod: 750,
      calendar: { ...CALENDAR, day: 15, secondDay: 31 },
      startDate: await chainTime(fixture),
      openingAmount: 10,
    },
    tenant,
  );
  const paydays = (rent.record.calendar?.paydays ?? []).slice(0, 3);
  say.step(`The tenant creates ${rent.record.payment_id}, with 10 BCH`);
  say.fact('first paydays', paydays.map(dateOf).join(', '));
  await rent.fund(tenant, { onProgress: showHash(fixture) });
  for (const [index, payday] of paydays.entries()) {
    await passTo(fixture, payday);
    await untilPaid(fixture, rent, index + 1);
    const due = (await rent.checkPrices())[index]?.due;
    say.fact('its day', dateOf(due ?? 0));
    if (due !== payday) throw new Error(`The rent of ${dateOf(payday)} was due on ${String(due)}`);
  }
  const { next_payment_date: next } = (await rent.get()).payment;
  if (paydays.length !== 3 || next === null || next <= (paydays[2] ?? next))
    throw new Error('Three paydays of the rent should be paid, and a fourth one should follow');
};
