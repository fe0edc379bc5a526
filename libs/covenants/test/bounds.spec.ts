import {
  buildKeylessVestingPush,
  buildPaidVestingPush,
  buildVestingClaim,
  CLOCK_SATOSHIS,
  CovenantError,
  InsufficientFundsError,
  VESTING_STATE_FLOOR,
  vestingFundingAmount,
} from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { StreamScenario, termsBetween } from './support/stream-scenario.js';

/** One satoshi vests each second, so that every amount can be met exactly. */
const total = 10_000_000n;

/** @param reserve satoshis in the state beside principal and floor */
const scene = async (reserve: bigint) => {
  const chain = createTestChain();
  const sender = createParty(chain, 'sender', 50_000_000n);
  const recipient = createParty(chain, 'recipient');
  const stranger = createParty(chain, 'stranger', 50_000n);
  const start = chain.locktime();
  const schedule = { total, start, end: start + total, cliff: 0n, step: 0n };
  const extra = total + VESTING_STATE_FLOOR + reserve - vestingFundingAmount(total);
  const scenario = await StreamScenario.fund(chain, sender, termsBetween(sender, recipient, { schedule }), extra);
  chain.reach(start + 100_000n);
  return {
    chain,
    sender,
    recipient,
    stranger,
    scenario,
    start,
    nothing: { hash: recipient.hash, coins: [] },
    nobody: { hash: sender.hash, coins: [] },
  };
};

describe('the reserve', () => {
  it('pays a claim of a 256th of the total, not of a satoshi less', async () => {
    const { scenario, recipient, start, nothing } = await scene(20_000n);
    expect(() => buildVestingClaim(scenario.due(start + 39_061n), nothing)).toThrow(InsufficientFundsError);
    const { transition } = await scenario.claim(recipient, nothing, start + 39_062n);
    expect(transition.paidToRecipient).toBe(39_062n);
  });

  it('pays its last claim with its last satoshi', async () => {
    const rich = await scene(20_000n);
    const { fee } = buildVestingClaim(rich.scenario.due(), rich.nothing);
    const enough = await scene(fee);
    await enough.scenario.claim(enough.recipient, enough.nothing);
    expect(enough.scenario.state.satoshis).toBe(total - 100_000n + VESTING_STATE_FLOOR);
    const short = await scene(fee - 1n);
    expect(() => buildVestingClaim(short.scenario.due(), short.nothing)).toThrow(InsufficientFundsError);
    short.chain.fund(short.recipient.lockingBytecode, 5_000n);
    await short.scenario.claim(short.recipient);
    expect(short.scenario.state.satoshis).toBe(total - 100_000n + VESTING_STATE_FLOOR + fee - 1n);
  });

  it('stays whole where the sender pays for a cancel, but for the clock', async () => {
    const { scenario, sender } = await scene(CLOCK_SATOSHIS + 500n);
    const before = sender.balance();
    const { built } = await scenario.cancel(sender);
    expect(scenario.state.satoshis).toBe(total - 100_000n + VESTING_STATE_FLOOR + 500n);
    expect(sender.balance()).toBe(before - built.fee);
    expect(built.fee).toBe(BigInt(built.size));
  });

  it('pays a cancel with its last satoshi', async () => {
    const rich = await scene(20_000n);
    const { built } = await rich.scenario.cancel(rich.sender, rich.nobody);
    const enough = await scene(CLOCK_SATOSHIS + built.fee);
    await enough.scenario.cancel(enough.sender, enough.nobody);
    const short = await scene(CLOCK_SATOSHIS + built.fee - 1n);
    await expect(short.scenario.cancel(short.sender, short.nobody)).rejects.toThrow(InsufficientFundsError);
  });
});

describe('while a notice runs', () => {
  it('the sender’s share pays for a push of 43,200 satoshis, not of one less', async () => {
    const { scenario, sender, start } = await scene(0n);
    await scenario.cancel(sender, sender.funds(), start);
    expect(buildKeylessVestingPush(scenario.due(start + 43_199n))).toBeUndefined();
    expect(scenario.push(start + 43_200n).transition.paidToRecipient).toBe(43_200n);
  });

  it('a payer pushes a 4,096th of the total, not a satoshi less', async () => {
    const { scenario, sender, stranger, start } = await scene(0n);
    await scenario.cancel(sender, sender.funds(), start);
    expect(() => buildPaidVestingPush(scenario.due(start + 2_440n), stranger.funds())).toThrow(CovenantError);
    const { transition } = await scenario.pushPaidBy(stranger, start + 2_441n);
    expect(transition.paidToRecipient).toBe(2_441n);
  });
});

it('pays the recipient’s dust limit, not a satoshi less', async () => {
  const { scenario, stranger, start } = await scene(0n);
  expect(scenario.payment(start + 545n)).toBeUndefined();
  const { transition } = await scenario.pushPaidBy(stranger, start + 546n);
  expect(transition.paidToRecipient).toBe(546n);
});
