import { binToHex } from '@bitauth/libauth';
import fc from 'fast-check';
import { vestedAmount } from '@weir/vesting';
import { buildKeylessTokenVestingPush, splitVesting, TOKEN_VESTING_STATE_FLOOR } from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { termsBetween } from './support/stream-scenario.js';
import { tokensOf, TokenStreamScenario } from './support/token-stream-scenario.js';

const ACTIONS = ['wait', 'claim', 'paid push', 'push', 'cancel', 'refund'] as const;
const DURATION = 1_000_000n;

const action = fc.record({ kind: fc.constantFrom(...ACTIONS), share: fc.bigInt(1n, 400n) });
const terms = fc.record({
  total: fc.oneof(fc.bigInt(1n, 5_000n), fc.constant(9_223_372_036_854_775_807n)),
  payments: fc.bigInt(0n, 12n),
  step: fc.constantFrom(0n, 90_000n),
  cliff: fc.constantFrom(0n, 300_000n),
});

/** One stream, whatever its parties do in whatever order; the units on the chain are compared after each step. */
const live = async (
  { total, payments, step, cliff }: { total: bigint; payments: bigint; step: bigint; cliff: bigint },
  actions: readonly { kind: (typeof ACTIONS)[number]; share: bigint }[],
) => {
  const chain = createTestChain();
  const [sender, recipient, stranger] = ['sender', 'recipient', 'stranger'].map((name) =>
    createParty(chain, name, 2_000_000n),
  );
  if (sender === undefined || recipient === undefined || stranger === undefined) throw new Error('Three parties');
  const { category } = chain.node.mint(binToHex(sender.lockingBytecode), { amount: total });
  const start = chain.locktime();
  const schedule = { total, start, end: start + DURATION, cliff: cliff === 0n ? 0n : start + cliff, step };
  const scenario = await TokenStreamScenario.fund(
    chain,
    sender,
    category,
    termsBetween(sender, recipient, { schedule }),
    payments,
  );
  let released = 0n;
  let toSender = 0n;
  const pushable = () =>
    scenario.state.state.status === 'ACTIVE' ||
    scenario.due().payout.left === 0n ||
    scenario.due().payout.due >= total / 4_096n;

  for (const { kind, share } of actions) {
    if (kind === 'wait') chain.reach(chain.locktime() + (DURATION * share) / 1_000n);
    if (scenario.coin === undefined) break;
    const cancelled = scenario.state.state.status === 'CANCELLED';
    const payable = scenario.payment() !== undefined;
    expect(payable).toBe(vestedAmount(schedule, chain.locktime()) > released);
    if (kind === 'refund' && cancelled) {
      chain.mine(6);
      toSender += scenario.refund().transition.paidToSender;
    } else if (
      kind === 'cancel' &&
      splitVesting(scenario.contract, scenario.state.state, chain.locktime()) !== undefined
    ) {
      released += (await scenario.cancel(sender)).transition.paidToRecipient;
    } else if (payable && kind === 'claim') released += (await scenario.claim(recipient)).transition.paidToRecipient;
    else if (payable && kind === 'paid push' && pushable())
      released += (await scenario.pushPaidBy(stranger)).transition.paidToRecipient;
    else if (payable && kind === 'push' && buildKeylessTokenVestingPush(scenario.due()) !== undefined)
      released += scenario.push().transition.paidToRecipient;
    expect(tokensOf(recipient, category)).toBe(released);
    expect(tokensOf(sender, category)).toBe(toSender);
    const held = scenario.coin as TokenStreamScenario['coin'];
    expect(released + toSender + (held?.companion.amount ?? 0n)).toBe(total);
    if (held !== undefined)
      expect(held.satoshis >= TOKEN_VESTING_STATE_FLOOR && held.state.released === released).toBe(true);
  }
  if (scenario.coin === undefined) return;
  // From wherever it stands, a recipient without any BCH gets all of it in the end.
  if (chain.locktime() < schedule.end) chain.reach(schedule.end);
  await scenario.claim(recipient, { hash: recipient.hash, coins: [] });
  expect(scenario.coin as TokenStreamScenario['coin']).toBeUndefined();
  expect(tokensOf(recipient, category)).toBe(total);
};

it('pays every unit to somebody, in whatever order the parties act', async () => {
  await fc.assert(fc.asyncProperty(terms, fc.array(action, { minLength: 4, maxLength: 14 }), live), { numRuns: 15 });
});
