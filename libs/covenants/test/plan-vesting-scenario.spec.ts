import type { PlanDraft, VestingDraft } from '../src/index.js';
import { createTestChain, type TestChain } from './support/chain.js';
import { createParty, type Party } from './support/party.js';
import { mintTo, planOf, PlanScenario } from './support/plan-scenario.js';

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
});
