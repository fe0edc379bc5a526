import { binToHex } from '@bitauth/libauth';
import {
  BCH_ASSET,
  buildRecurringClaim,
  InsufficientFundsError,
  RECIPIENT_NOTE_SATOSHIS,
  recurringPayout,
  recurringRules,
  type RecurringParameters,
  type VestingAsset,
} from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { createParty, type Party } from './support/party.js';
import { paymentBetween, RecurringScenario } from './support/recurring-scenario.js';
import { tokensOf } from './support/token-stream-scenario.js';

const AMOUNT = 10_000n;
const WEEK = 604_800n;

const ASSETS = [['BCH'], ['FUNGIBLE_TOKEN']] as const;

/** Twelve weeks, the first due now or `later`; the sender holds exactly the tokens of a payment of tokens. */
const scene = async (type: VestingAsset['type'], terms: Partial<RecurringParameters> = {}, later = 0n) => {
  const chain = createTestChain();
  const sender = createParty(chain, 'sender', 50_000_000n);
  const recipient = createParty(chain, 'recipient');
  const stranger = createParty(chain, 'stranger', 500_000n);
  const asset =
    type === 'BCH'
      ? BCH_ASSET
      : { type, category: chain.node.mint(binToHex(sender.lockingBytecode), { amount: 12n * AMOUNT + 5n }).category };
  const firstDue = chain.locktime() + later;
  const plan = { amountPerPeriod: AMOUNT, lastAmount: AMOUNT + 5n, periods: 12n, interval: WEEK, firstDue };
  const scenario = await RecurringScenario.fund(
    chain,
    sender,
    asset,
    paymentBetween(sender, recipient, { plan, ...terms }),
  );
  const received = (party: Party) => (asset.type === 'BCH' ? party.balance() : tokensOf(party, asset.category));
  const before = received(recipient);
  /** Until so many periods have fallen due. */
  const until = (periods: bigint) => chain.reach(firstDue + (periods - 1n) * WEEK);
  return {
    chain,
    sender,
    recipient,
    stranger,
    scenario,
    firstDue,
    until,
    rules: recurringRules(asset),
    paid: () => received(recipient) - before,
    held: () => received(sender),
    nothing: { hash: recipient.hash, coins: [] },
  };
};

describe.each(ASSETS)('a recurring payment in %s', (type) => {
  it('is claimed period by period from the reserve, to the last unit', async () => {
    const { scenario, until, recipient, nothing, paid, rules } = await scene(type);
    for (let period = 1n; period <= 12n; period += 1n) {
      until(period);
      const { built, transition } = await scenario.claim(recipient, nothing);
      expect(transition).toMatchObject({
        kind: 'claim',
        periods: 1n,
        paidToRecipient: period === 12n ? AMOUNT + 5n : AMOUNT,
      });
      expect(built.fee).toBe(BigInt(built.size));
    }
    expect(scenario.coin).toBeUndefined();
    expect(paid()).toBe(12n * AMOUNT + 5n);
    if (type !== 'BCH') expect(recipient.balance()).toBe(RECIPIENT_NOTE_SATOSHIS + 12n * rules.payoutSatoshis);
  });

  it('is claimed all at once three years late, and returns the reserve to the sender', async () => {
    const { chain, scenario, firstDue, recipient, sender, nothing, paid } = await scene(type);
    chain.reach(firstDue + 94_608_000n);
    const before = sender.balance();
    const { transition, built } = await scenario.claim(recipient, nothing);
    expect(transition).toMatchObject({ periods: 12n, next: undefined });
    expect(paid()).toBe(12n * AMOUNT + 5n);
    expect(sender.balance() - before).toBe(transition.satoshisToSender);
    expect(built.fee).toBe(BigInt(built.size));
    expect(chain.node.transaction(transition.txid)?.size).toBe(built.size);
  });

  it('is pushed by a payer while it is active, and never at its own expense', async () => {
    const { scenario, until, stranger, paid } = await scene(type);
    until(3n);
    const { satoshis } = scenario.state;
    expect(() => scenario.push()).toThrow('does not pay');
    const { transition } = await scenario.pushPaidBy(stranger);
    expect(transition).toMatchObject({ kind: 'push', periods: 3n });
    expect(scenario.state.satoshis).toBe(satoshis - (type === 'BCH' ? 3n * AMOUNT : 0n));
    expect(paid()).toBe(3n * AMOUNT);
  });

  it('is paused: due periods are paid, those of the notice are pushed, those of the pause are not', async () => {
    const { chain, scenario, until, sender, recipient, nothing, paid, firstDue } = await scene(type);
    until(3n);
    const paused = await scenario.pause(sender, { ...nothing, hash: sender.hash });
    expect(paused.transition).toMatchObject({
      kind: 'pause',
      periods: 3n,
      next: { state: { status: 'PAUSING', paid: 3n } },
    });
    expect(paused.built.fee).toBe(BigInt(paused.built.size));
    until(4n);
    expect(scenario.push().transition).toMatchObject({ kind: 'push', periods: 1n });
    chain.mine(6);
    const settled = scenario.settle();
    expect(settled.transition).toMatchObject({
      kind: 'settle',
      periods: 0n,
      next: { state: { status: 'PAUSED', paid: 4n } },
    });
    until(9n);
    expect(recurringPayout(scenario.contract.parameters.plan, scenario.state.state, chain.locktime())).toBeUndefined();
    const resumedAt = chain.locktime();
    const resumed = await scenario.resume(sender, resumedAt + 3_600n);
    expect(resumed.transition).toMatchObject({
      kind: 'resume',
      next: { state: { status: 'ACTIVE', nextDue: resumedAt + 3_600n + WEEK } },
    });
    chain.reach(resumedAt + 3_600n + WEEK);
    await scenario.claim(recipient, nothing);
    expect(paid()).toBe(5n * AMOUNT);
    chain.reach(firstDue + 30n * WEEK);
    await scenario.claim(recipient, nothing);
    expect(paid()).toBe(12n * AMOUNT + 5n);
  });

  it('keeps its first due date when it is paused and resumed long before', async () => {
    const { chain, scenario, until, sender, recipient, nothing, paid, firstDue } = await scene(type, {}, 10n * WEEK);
    await scenario.pause(sender);
    chain.mine(6);
    scenario.settle();
    const { transition } = await scenario.resume(sender, chain.locktime() + 3_600n);
    expect(transition.next?.state.nextDue).toBe(firstDue);
    until(1n);
    await scenario.claim(recipient, nothing);
    expect(paid()).toBe(AMOUNT);
  });

  it('is cancelled by a date in the past, which a push without anybody’s money makes good', async () => {
    const { chain, scenario, until, sender, paid, held, firstDue } = await scene(type);
    until(6n);
    const { transition } = await scenario.cancel(sender, sender.funds(), firstDue - 1n);
    expect(transition).toMatchObject({
      kind: 'cancel',
      periods: 0n,
      next: { state: { status: 'CANCELLED', paid: 0n } },
    });
    scenario.push(chain.locktime());
    chain.mine(6);
    const before = held();
    const refund = scenario.refund();
    expect(refund.transition).toMatchObject({ kind: 'refund', next: undefined });
    expect(refund.built.fee).toBe(BigInt(refund.built.size));
    expect(paid()).toBe(6n * AMOUNT);
    expect(held() - before).toBe(refund.transition.paidToSender);
    if (type !== 'BCH') expect(refund.transition.paidToSender).toBe(6n * AMOUNT + 5n);
  });

  it('is cancelled while pausing under a notice of its own', async () => {
    const { chain, scenario, until, sender, paid, firstDue } = await scene(type);
    until(6n);
    await scenario.pause(sender, sender.funds(), firstDue - 1n);
    chain.mine(6);
    await scenario.cancel(sender, sender.funds(), firstDue - 1n);
    expect(() => scenario.refund()).toThrow();
    scenario.push();
    chain.mine(6);
    scenario.refund();
    expect(paid()).toBe(6n * AMOUNT);
  });

  it('is cancelled at once from a settled pause', async () => {
    const { chain, scenario, until, sender, paid, held } = await scene(type);
    until(2n);
    await scenario.pause(sender);
    chain.mine(6);
    scenario.settle();
    const before = held();
    const { transition, built } = await scenario.cancelPaused(sender);
    expect(transition).toMatchObject({ kind: 'cancel', next: undefined });
    expect(built.fee).toBe(BigInt(built.size));
    expect(held() - before).toBe(transition.paidToSender);
    expect(paid()).toBe(2n * AMOUNT);
  });

  it('closes under notice by a push, with the clock', async () => {
    const { scenario, until, sender, paid, firstDue } = await scene(type);
    until(12n);
    await scenario.cancel(sender, sender.funds(), firstDue - 1n);
    const { transition, built } = scenario.push();
    expect(transition).toMatchObject({ kind: 'push', next: undefined, periods: 12n });
    expect(built.fee).toBe(BigInt(built.size));
    expect(paid()).toBe(12n * AMOUNT + 5n);
  });

  it('asks the recipient for the fee once the reserve is used up, but not for the last', async () => {
    const { scenario, until, recipient, stranger, nothing, paid, rules } = await scene(type);
    until(1n);
    // What a claim without reserve would find: everything above the floor has left.
    const { plan } = scenario.contract.parameters;
    scenario.coin = { ...scenario.state, satoshis: rules.floor + (type === 'BCH' ? 12n * AMOUNT + 5n : 0n) };
    expect(() => buildRecurringClaim(scenario.due(), nothing)).toThrow(InsufficientFundsError);
    expect(buildRecurringClaim(scenario.due(), { hash: recipient.hash, coins: stranger.coins() }).fee > 0n).toBe(true);
    const payout = recurringPayout(plan, scenario.state.state, plan.firstDue + 12n * WEEK);
    if (payout === undefined) throw new Error('Everything is due');
    const last = buildRecurringClaim({ contract: scenario.contract, coin: scenario.state, payout }, nothing);
    expect(last.fee >= BigInt(last.size)).toBe(true);
    expect(paid()).toBe(0n);
  });

  it('neither pauses nor cancels where that was not agreed', async () => {
    const { scenario, until } = await scene(type, { cancelable: false, pausable: false, noticeBlocks: 0 });
    until(2n);
    expect(() => scenario.split('PAUSING')).toThrow('Nothing can be stopped');
    expect(() => scenario.split('CANCELLED')).toThrow('Nothing can be stopped');
  });
});
