import { openPlan, somebody, streamOf } from './support/plan-scenario.js';

const MONTH = 30n * 86_400n;

describe.each(['RECURRING_BCH', 'RECURRING_TOKEN'] as const)('a plan of salaries, %s', (product) => {
  it('a pause lets the running period finish, is settled by anybody, and a resume pays it at once', async () => {
    const { chain, scenario, sender, start, got } = await openPlan(product, (first, recipient) =>
      [recipient, somebody(1), somebody(2)].map((to) => ({
        ...streamOf(product, to, first, { period: MONTH }),
        lastAmount: 1_000_007n,
      })),
    );
    chain.reach(start + MONTH);
    const paused = await scenario.stop([1, 2, 3], 'pause', sender, start + MONTH);
    expect(paused.transitions.map(({ kind, paidToRecipient }) => [kind, paidToRecipient])).toEqual(
      [1, 2, 3].map(() => ['pause', 1_000_000n]),
    );
    expect(() => scenario.settle(1)).toThrow();
    chain.mine(12);
    expect(scenario.settle(1).transition.next?.state).toMatchObject({ status: 'PAUSED', open: 'ONE', unpaid: 11 });
    scenario.settle(2);
    chain.reach(start + 2n * MONTH);
    expect(scenario.pay(2, start + 2n * MONTH).transition.next?.state).toMatchObject({
      status: 'PAUSED',
      open: 'NONE',
    });
    chain.reach(start + 4n * MONTH);
    expect(scenario.payment(2)).toBeUndefined();
    const { transitions } = await scenario.resume([1, 2], sender);
    const now = transitions[0]?.locktime ?? 0n;
    expect(transitions.map(({ paidToRecipient }) => paidToRecipient)).toEqual([1_000_000n, 0n]);
    for (const { next } of transitions)
      expect(next?.state).toMatchObject({ status: 'ACTIVE', open: 'ALL', unpaid: 10, next: now + MONTH });
    expect(got()).toBe(2_000_000n);
    chain.reach(now + 10n * MONTH);
    expect(scenario.pay(1).transition.next).toBeUndefined();
    expect(got()).toBe(12_000_007n);
  });
});
