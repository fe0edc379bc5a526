import type { PlanDraft, VestingDraft } from '../src/index.js';
import { createTestChain, type TestChain } from './support/chain.js';
import { createParty, type Party } from './support/party.js';
import { mintTo, planOf, PlanScenario, somebody, unitsAt } from './support/plan-scenario.js';

const DAY = 86_400n;
const GROUP = { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 12 } as const;

interface Scene {
  readonly chain: TestChain;
  readonly sender: Party;
  readonly recipient: Party;
  readonly stranger: Party;
  readonly start: bigint;
  readonly asset: string | undefined;
  readonly fund: (
    streams: (start: bigint) => readonly VestingDraft[],
    terms?: Partial<PlanDraft>,
  ) => Promise<PlanScenario>;
}

let scenes = 0;

const open = (tokens: boolean): Scene => {
  const chain = createTestChain();
  scenes += 1;
  const sender = createParty(chain, `plan sender ${scenes}`, 5_000_000_000n, 5_000_000_000n);
  const recipient = createParty(chain, `plan recipient ${scenes}`);
  const stranger = createParty(chain, `plan stranger ${scenes}`, 1_000_000n);
  const asset = tokens ? mintTo(chain, sender, 10_000_000_000n) : undefined;
  chain.mine(1);
  const start = chain.locktime();
  const product = tokens ? 'VESTING_TOKEN' : 'VESTING_BCH';
  return {
    chain,
    sender,
    recipient,
    stranger,
    start,
    asset,
    fund: (streams, terms) =>
      PlanScenario.fund(chain, sender, planOf(product, sender.lockingBytecode, streams(start), terms), asset),
  };
};

const streamTo = (to: Uint8Array, start: bigint, more: Partial<VestingDraft> = {}): VestingDraft => ({
  kind: 'VESTING',
  recipient: to,
  total: 100_000_000n,
  start,
  end: start + 100n * DAY,
  group: GROUP,
  ...more,
});

describe.each([
  ['BCH', false],
  ['tokens', true],
])('a plan of vesting streams in %s', (_, tokens) => {
  it('one signature opens many, each pays by its reserve until its end, and what is not used returns', async () => {
    const { chain, recipient, start, fund, asset } = open(tokens);
    const scenario = await fund((at) => [
      streamTo(recipient.lockingBytecode, at, { payments: 4 }),
      ...Array.from({ length: 5 }, (_none, i) => streamTo(somebody(i), at, { total: 5_000_000n + BigInt(i) })),
    ]);
    const noted = unitsAt(chain, recipient.lockingBytecode, asset);
    for (const quarter of [25n, 50n, 75n, 100n]) {
      chain.reach(start + quarter * DAY);
      const { built, transition } = scenario.pay(1, start + quarter * DAY);
      expect(transition).toMatchObject({ kind: 'pay', paidToRecipient: 25_000_000n });
      expect(built.fee).toBe(BigInt(built.size));
    }
    expect(scenario.stream(1).coin).toBeUndefined();
    expect(unitsAt(chain, recipient.lockingBytecode, asset) - noted).toBe(100_000_000n);
    for (const index of [2, 3, 4, 5, 6]) expect(scenario.pay(index).transition.next).toBeUndefined();
  });

  it('a cancel of many by one signature pays what is due; pushes go on; each refund waits for its notice', async () => {
    const { chain, sender, recipient, start, fund, asset } = open(tokens);
    const scenario = await fund((at) => [
      streamTo(recipient.lockingBytecode, at),
      streamTo(somebody(2), at, { group: { ...GROUP, cliff: 50n * DAY } }),
      streamTo(somebody(3), at, { total: 40_000_000n }),
    ]);
    chain.reach(start + 20n * DAY);
    scenario.pay(1, start + 10n * DAY);
    const before = unitsAt(chain, recipient.lockingBytecode, asset);
    const { transitions } = await scenario.stop([1, 2, 3], 'cancel', sender, start + 20n * DAY);
    expect(transitions.map(({ kind, paidToRecipient }) => [kind, paidToRecipient])).toEqual([
      ['cancel', 10_000_000n],
      ['cancel', 0n],
      ['cancel', 8_000_000n],
    ]);
    expect(unitsAt(chain, recipient.lockingBytecode, asset) - before).toBe(10_000_000n);
    expect(() => scenario.refund(1)).toThrow();
    chain.reach(start + 40n * DAY);
    expect(scenario.pay(1, start + 40n * DAY).transition.paidToRecipient).toBe(20_000_000n);
    chain.mine(12);
    const held = unitsAt(chain, sender.lockingBytecode, asset);
    for (const index of [1, 2, 3]) {
      const { built, transition } = scenario.refund(index);
      expect(transition).toMatchObject({ kind: 'refund', next: undefined });
      expect(built.fee).toBe(BigInt(built.size));
    }
    const returned = unitsAt(chain, sender.lockingBytecode, asset) - held;
    if (tokens) expect(returned).toBe(60_000_000n + 100_000_000n + 32_000_000n);
    else expect(returned).toBeGreaterThan(192_000_000n);
  });

  it('anybody’s coin pays for what the reserve does not, at the rate that nodes ask', async () => {
    const { chain, stranger, recipient, start, fund } = open(tokens);
    const scenario = await fund((at) => [streamTo(recipient.lockingBytecode, at)]);
    chain.reach(start + DAY);
    expect(() => scenario.pay(1, start + DAY)).toThrow('The reserve does not pay');
    const reserve = scenario.coin(1).reserve;
    const { built, transition } = await scenario.payBy(1, stranger, 3_000n);
    expect(built.fee).toBeGreaterThanOrEqual(3n * BigInt(built.size));
    expect(transition.next?.reserve).toBe(reserve);
    chain.reach(start + 60n * DAY);
    const helped = await scenario.payBy(1, stranger, 3_000n);
    expect(helped.transition.next?.reserve).toBe(reserve - scenario.plan.terms.feeBound);
    expect(helped.built.fee).toBeGreaterThanOrEqual(3n * BigInt(helped.built.size));
  });

  it('under notice only the recipient’s own coin makes a payment below a 4,096th', async () => {
    const { chain, sender, recipient, stranger, start, fund } = open(tokens);
    const scenario = await fund((at) => [streamTo(recipient.lockingBytecode, at, { end: at + 10_000n * DAY })]);
    chain.reach(start + DAY);
    await scenario.stop([1], 'cancel', sender, start + DAY);
    chain.reach(start + 2n * DAY);
    expect(scenario.due(1, start + 2n * DAY).payout.small).toBe(true);
    expect(() => scenario.pay(1)).toThrow('The reserve does not pay');
    await expect(scenario.payBy(1, stranger)).rejects.toThrow('recipient’s own');
    const { transition } = await scenario.payBy(1, recipient);
    expect(transition.paidToRecipient).toBeGreaterThan(0n);
  });

  it('a stream under notice may end by its last payment, with its clock', async () => {
    const { chain, sender, recipient, start, fund } = open(tokens);
    const scenario = await fund((at) => [streamTo(recipient.lockingBytecode, at)]);
    chain.reach(start + 50n * DAY);
    await scenario.stop([1], 'cancel', sender, start + 50n * DAY);
    chain.reach(start + 100n * DAY);
    expect(scenario.pay(1, start + 100n * DAY).transition).toMatchObject({
      next: undefined,
      paidToRecipient: 50_000_000n,
    });
  });
});
