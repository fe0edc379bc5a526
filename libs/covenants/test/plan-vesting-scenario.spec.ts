import { openPlan, streamOf } from './support/plan-scenario.js';

const DAY = 86_400n;

describe.each(['VESTING_BCH', 'VESTING_TOKEN'] as const)('a plan of vesting streams, %s', (product) => {
  const open = (days: number) =>
    openPlan(product, (start, recipient) => [
      streamOf(product, recipient, start, { total: 100_000_000n, periods: days }),
    ]);

  it('anybody’s coin pays for what the reserve does not, at the rate that nodes ask', async () => {
    const { chain, stranger, start, scenario } = await open(100);
    chain.reach(start + DAY);
    expect(() => scenario.pay(1, start + DAY)).toThrow('The reserve does not pay');
    const reserve = scenario.coin(1).reserve;
    const { built, transition } = await scenario.payBy(1, stranger, 3_000n);
    expect(built.fee).toBeGreaterThanOrEqual(3n * BigInt(built.size));
    expect(transition.next?.reserve).toBe(reserve);
    chain.reach(start + 60n * DAY);
    const helped = await scenario.payBy(1, stranger, 3_000n);
    expect(helped.transition.next?.reserve).toBe(reserve - scenario.plan.terms.fee);
    expect(helped.built.fee).toBeGreaterThanOrEqual(3n * BigInt(helped.built.size));
  });

  it('under notice only the recipient’s own coin makes a payment below a 4,096th', async () => {
    const { chain, sender, recipient, stranger, start, scenario } = await open(10_000);
    chain.reach(start + DAY);
    await scenario.stop([1], 'cancel', sender, start + DAY);
    chain.reach(start + 2n * DAY);
    expect(scenario.due(1, start + 2n * DAY).payout.small).toBe(true);
    expect(() => scenario.pay(1)).toThrow('The reserve does not pay');
    await expect(scenario.payBy(1, stranger)).rejects.toThrow('add a coin of the recipient');
    const { transition } = await scenario.payBy(1, recipient);
    expect(transition.paidToRecipient).toBeGreaterThan(0n);
  });
});
