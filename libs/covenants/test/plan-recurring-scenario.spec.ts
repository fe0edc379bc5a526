import type { RecurringDraft } from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { mintTo, planOf, PlanScenario, somebody, unitsAt } from './support/plan-scenario.js';

const DAY = 86_400n;
const MONTH = 30n * DAY;
const GROUP = { kind: 'RECURRING', interval: MONTH, noticeBlocks: 12, pausable: true, cancelable: true } as const;

let scenes = 0;

const scene = async (tokens: boolean, more: Partial<RecurringDraft> = {}) => {
  const chain = createTestChain();
  scenes += 1;
  const sender = createParty(chain, `salary sender ${scenes}`, 5_000_000_000n, 5_000_000_000n);
  const recipient = createParty(chain, `salary recipient ${scenes}`);
  const asset = tokens ? mintTo(chain, sender, 10_000_000_000n) : undefined;
  chain.mine(1);
  const start = chain.locktime();
  const salary: RecurringDraft = {
    kind: 'RECURRING',
    recipient: recipient.lockingBytecode,
    amount: 1_000_000n,
    lastAmount: 1_000_007n,
    periods: 12,
    firstDue: start + MONTH,
    group: GROUP,
    ...more,
  };
  const streams = [salary, { ...salary, recipient: somebody(1) }, { ...salary, recipient: somebody(2) }];
  const product = tokens ? 'RECURRING_TOKEN' : 'RECURRING_BCH';
  const scenario = await PlanScenario.fund(chain, sender, planOf(product, sender.lockingBytecode, streams), asset);
  const noted = unitsAt(chain, recipient.lockingBytecode, asset);
  const got = () => unitsAt(chain, recipient.lockingBytecode, asset) - noted;
  return { chain, scenario, sender, recipient, start, asset, got };
};

describe.each([
  ['BCH', false],
  ['tokens', true],
])('a plan of salaries in %s', (_, tokens) => {
  it('a pause lets the running period finish, is settled by anybody, and a resume pays it at once', async () => {
    const { chain, scenario, sender, start, got } = await scene(tokens);
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
