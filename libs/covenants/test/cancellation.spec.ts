import { vestedAmount } from '@weir/vesting';
import {
  buildKeylessVestingPush,
  buildPaidVestingPush,
  buildVestingCancel,
  buildVestingClaim,
  CLOCK_SATOSHIS,
  CovenantError,
  InsufficientFundsError,
  splitVesting,
  VESTING_FEE_BOUND,
  VESTING_SHARE_PAID_PUSH,
  VESTING_STATE_FLOOR,
  vestingMinimumPush,
} from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { StreamScenario, termsBetween } from './support/stream-scenario.js';

const DAY = 86_400n;
const NOTICE = 6;
const total = 100_000_000n;

/** @param extra satoshis in the state beyond the usual funding; negative to leave it with less of a reserve */
const scene = async (extra = 0n) => {
  const chain = createTestChain();
  const sender = createParty(chain, 'sender', 300_000_000n);
  const recipient = createParty(chain, 'recipient');
  const start = chain.locktime();
  const schedule = { total, start, end: start + 100n * DAY, cliff: 0n, step: 0n };
  const scenario = await StreamScenario.fund(
    chain,
    sender,
    termsBetween(sender, recipient, { schedule, noticeBlocks: NOTICE }),
    extra,
  );
  return { chain, sender, recipient, scenario, start, schedule, nobody: { hash: sender.hash, coins: [] } };
};
const exhausted = -16n * VESTING_FEE_BOUND;

describe('a cancel', () => {
  it('pays what is due, starts the clock, and keeps the rest, at the reserve’s expense', async () => {
    const { chain, scenario, sender, recipient, start, nobody } = await scene();
    const before = scenario.state;
    chain.reach(start + 30n * DAY);
    const { built, transition } = await scenario.cancel(sender, nobody);
    expect(built.fee).toBe(BigInt(built.size));
    expect(chain.node.transaction(transition.txid)?.size).toBe(built.size);
    const state = { status: 'CANCELLED', released: (total * 3n) / 10n, latest: chain.locktime() };
    const satoshis = before.satoshis - (total * 3n) / 10n - CLOCK_SATOSHIS - built.fee;
    expect(transition).toEqual({
      kind: 'cancel',
      txid: transition.txid,
      spent: before,
      next: { outpoint: { txid: transition.txid, vout: 0 }, satoshis, category: before.category, state },
      clock: { outpoint: { txid: transition.txid, vout: 1 }, satoshis: CLOCK_SATOSHIS },
      paidToRecipient: (total * 3n) / 10n,
      paidToSender: 0n,
      locktime: chain.locktime(),
    });
    expect(recipient.balance()).toBe(1_000n + (total * 3n) / 10n);
  });

  it('is paid by the sender’s own coins where the reserve is used up', async () => {
    const { chain, scenario, sender, start, nobody } = await scene(exhausted);
    chain.reach(start + 30n * DAY);
    const split = splitVesting(scenario.contract, scenario.state.state, chain.locktime());
    if (split === undefined) throw new Error('No cancel is possible');
    expect(() => buildVestingCancel(scenario.contract, scenario.state, split, nobody)).toThrow(InsufficientFundsError);
    const before = sender.balance();
    const { built, transition } = await scenario.cancel(sender);
    expect(transition).toMatchObject({ kind: 'cancel', paidToRecipient: (total * 3n) / 10n });
    expect(scenario.state.satoshis).toBe(split.left + VESTING_STATE_FLOOR);
    expect(sender.balance()).toBe(before - built.fee - CLOCK_SATOSHIS);
    expect(built.fee).toBe(BigInt(built.size));
  });

  it('before anything is due pays nothing, and what is due below dust stays for a later push', async () => {
    const { chain, scenario, sender, start, nobody } = await scene();
    chain.reach(start + 40n);
    const due = vestedAmount(scenario.contract.parameters.schedule, chain.locktime());
    expect(due > 0n && due < 546n).toBe(true);
    const { transition } = await scenario.cancel(sender, nobody);
    expect(transition).toMatchObject({ kind: 'cancel', paidToRecipient: 0n, next: { state: { released: 0n } } });
    expect(chain.transaction(transition.txid).outputs).toHaveLength(2);
    chain.reach(start + DAY);
    expect(scenario.push().transition.paidToRecipient).toBe(total / 100n);
  });

  it('is none for a stream made without, cancelled already, or all vested', async () => {
    const { chain, scenario, sender, recipient, schedule, start, nobody } = await scene();
    const firm = await StreamScenario.fund(
      chain,
      sender,
      termsBetween(sender, recipient, { schedule, noticeBlocks: 0 }),
    );
    chain.reach(start + DAY);
    expect(splitVesting(firm.contract, firm.state.state, chain.locktime())).toBeUndefined();
    expect(splitVesting(scenario.contract, scenario.state.state, start + 100n * DAY)).toBeUndefined();
    await scenario.cancel(sender, nobody);
    expect(splitVesting(scenario.contract, scenario.state.state, chain.locktime())).toBeUndefined();
  });

  it('is refused by the node with the recipient’s signature', async () => {
    const { chain, scenario, recipient, start } = await scene();
    chain.reach(start + DAY);
    await expect(scenario.cancel(recipient, { hash: recipient.hash, coins: [] })).rejects.toThrow(
      'mandatory-script-verify-flag-failed',
    );
  });
});

describe('while the notice runs', () => {
  it('a back-dated cancel gains nothing: a keyless push at the true time takes it all', async () => {
    const { chain, scenario, sender, recipient, start, nobody } = await scene();
    chain.reach(start + 90n * DAY);
    await scenario.cancel(sender, nobody, start);
    const before = scenario.state;
    const { built, transition } = scenario.push();
    expect(transition).toMatchObject({
      kind: 'push',
      paidToRecipient: (total * 9n) / 10n,
      next: { state: { status: 'CANCELLED' } },
    });
    expect(built.fee).toBe(BigInt(built.size));
    expect(chain.feeOf(transition.txid)).toBe(built.fee);
    expect(before.satoshis - scenario.state.satoshis).toBe((total * 9n) / 10n + built.fee);
    expect(recipient.balance()).toBe(1_000n + (total * 9n) / 10n);
  });

  it('a payer’s push leaves the reserve alone', async () => {
    const { chain, scenario, sender, start, nobody } = await scene();
    const stranger = createParty(chain, 'stranger', 50_000n);
    chain.reach(start + 90n * DAY);
    await scenario.cancel(sender, nobody, start);
    const before = scenario.state.satoshis;
    const { built } = await scenario.pushPaidBy(stranger);
    expect(scenario.state.satoshis).toBe(before - (total * 9n) / 10n);
    expect(stranger.balance()).toBe(50_000n - built.fee);
  });

  it('a push takes its fee from the sender’s share once the reserve is used up, and the refund gives the rest', async () => {
    const { chain, scenario, sender, start } = await scene(exhausted);
    chain.reach(start + 50n * DAY);
    await scenario.cancel(sender, sender.funds(), start);
    expect(scenario.state.satoshis).toBe(total + VESTING_STATE_FLOOR);
    const { built } = scenario.push();
    expect(scenario.state.satoshis).toBe(total / 2n + VESTING_STATE_FLOOR - built.fee);
    chain.mine(NOTICE);
    const refund = scenario.refund();
    expect(refund.transition.paidToSender).toBe(
      total / 2n + VESTING_STATE_FLOOR + CLOCK_SATOSHIS - built.fee - refund.built.fee,
    );
  });

  /** In debt: a push paid from the sender's share left the state with less than principal and floor. */
  const inDebt = async () => {
    const made = await scene(exhausted);
    const { chain, scenario, sender, start } = made;
    chain.reach(start + 50n * DAY);
    await scenario.cancel(sender, sender.funds(), start);
    const { built } = scenario.push();
    return { ...made, debt: built.fee, stranger: createParty(chain, 'stranger', 50_000n) };
  };

  it('a small payment out of a state in debt makes up for the debt', async () => {
    const { chain, scenario, recipient, stranger, debt } = await inDebt();
    chain.fund(recipient.lockingBytecode, 20_000n);
    const small = {
      share: vestingMinimumPush(total),
      locktime: scenario.state.state.latest + (vestingMinimumPush(total) * 100n * DAY) / total + 1n,
    };
    chain.reach(small.locktime);
    const { due, left } = scenario.due().payout;
    expect(due >= small.share && due < VESTING_SHARE_PAID_PUSH).toBe(true);
    expect(buildKeylessVestingPush(scenario.due())).toBeUndefined();
    const { built } = await scenario.pushPaidBy(stranger);
    expect(scenario.state.satoshis).toBe(left + VESTING_STATE_FLOOR);
    expect(stranger.balance()).toBe(50_000n - debt - built.fee);

    chain.reach(chain.locktime() + 600n);
    const before = recipient.balance();
    const claim = await scenario.claim(recipient);
    expect(claim.transition).toMatchObject({ kind: 'claim', next: { state: { status: 'CANCELLED' } } });
    expect(recipient.balance()).toBe(before + claim.transition.paidToRecipient - claim.built.fee);
  });

  it('a close of a state in debt pays the recipient what there is, whoever sends it', async () => {
    const { chain, scenario, stranger, start, debt } = await inDebt();
    chain.reach(start + 100n * DAY);
    const held = scenario.state.satoshis + CLOCK_SATOSHIS;
    expect(held).toBe(total / 2n + VESTING_STATE_FLOOR + CLOCK_SATOSHIS - debt);
    const keyless = buildKeylessVestingPush(scenario.due());
    const { built, transition } = await scenario.pushPaidBy(stranger);
    expect(built.fee).toBe(VESTING_FEE_BOUND);
    expect(keyless).toMatchObject({ fee: VESTING_FEE_BOUND, outputs: built.outputs, txid: transition.txid });
    expect(stranger.balance()).toBe(50_000n);
    expect(transition).toMatchObject({
      kind: 'push',
      next: undefined,
      paidToRecipient: held - VESTING_FEE_BOUND,
      paidToSender: 0n,
    });
    expect(total / 2n - transition.paidToRecipient < debt).toBe(true);
  });

  it('a claim is signed as before, and the last one ends the clock too', async () => {
    const { chain, scenario, sender, recipient, start, nobody } = await scene();
    const nothing = { hash: recipient.hash, coins: [] };
    chain.reach(start + 20n * DAY);
    await scenario.cancel(sender, nobody);
    chain.reach(start + 60n * DAY);
    const claim = await scenario.claim(recipient, nothing);
    expect(claim.transition).toMatchObject({ kind: 'claim', paidToRecipient: (total * 4n) / 10n, clock: undefined });
    chain.reach(start + 100n * DAY);
    const held = scenario.state.satoshis + CLOCK_SATOSHIS;
    const { built, transition } = await scenario.claim(recipient, nothing);
    const rest = held - (total * 4n) / 10n - built.fee;
    expect(transition).toMatchObject({
      kind: 'claim',
      next: undefined,
      paidToRecipient: (total * 4n) / 10n,
      paidToSender: rest,
    });
    expect(built.fee).toBe(BigInt(built.size));
    expect(scenario.clock).toBeUndefined();
  });

  it('a close without the clock is not built', async () => {
    const { chain, scenario, sender, recipient, start, nobody } = await scene();
    chain.reach(start + 20n * DAY);
    await scenario.cancel(sender, nobody);
    chain.reach(start + 100n * DAY);
    const payment = { ...scenario.due(), clock: undefined };
    expect(() => buildKeylessVestingPush(payment)).toThrow(RangeError);
    expect(() => buildVestingClaim(payment, recipient.funds())).toThrow('the clock is missing');
    expect(() => buildPaidVestingPush(payment, sender.funds())).toThrow('the clock is missing');
  });

  it('no push below a 4,096th of the total is built, and none that the covenant takes is refused', async () => {
    const { chain, scenario, sender, recipient, start, nobody } = await scene();
    const stranger = createParty(chain, 'stranger', 50_000n);
    chain.reach(start + 10n * DAY);
    await scenario.cancel(sender, nobody);
    const least = vestingMinimumPush(total);
    const { latest, released } = scenario.state.state;
    const paying = (amount: bigint) => {
      let locktime = latest + ((amount - 200n) * 100n * DAY) / total;
      while (vestedAmount(scenario.contract.parameters.schedule, locktime) - released < amount) locktime += 1n;
      return locktime;
    };
    const enough = paying(least);
    chain.reach(enough);
    const tooLittle = scenario.due(enough - 1n);
    expect(tooLittle.payout.due < least).toBe(true);
    expect(() => buildPaidVestingPush(tooLittle, stranger.funds())).toThrow(
      `While its notice runs, a push of this stream pays at least ${least.toString()} satoshis or all that is left; ${tooLittle.payout.due.toString()} are due`,
    );
    expect(() => buildPaidVestingPush(tooLittle, stranger.funds())).toThrow(CovenantError);
    const { transition } = await scenario.pushPaidBy(stranger, enough);
    expect(transition.kind).toBe('push');
    // A claim is not bound by it.
    chain.fund(recipient.lockingBytecode, 20_000n);
    chain.reach(enough + 60n);
    const claim = await scenario.claim(recipient);
    expect(claim.transition.paidToRecipient >= 546n && claim.transition.paidToRecipient < least).toBe(true);
  });
});

describe('a refund', () => {
  it('is refused before the notice is over, a block too early, and accepted then', async () => {
    const { chain, scenario, sender, start, nobody } = await scene();
    chain.reach(start + 30n * DAY);
    await scenario.cancel(sender, nobody);
    chain.mine(1);
    const before = sender.balance();
    for (let age = 1; age < NOTICE; age += 1) {
      expect(() => scenario.refund()).toThrow('non-BIP68-final');
      chain.mine(1);
    }
    const held = scenario.state.satoshis + CLOCK_SATOSHIS;
    const { built, transition } = scenario.refund();
    expect(transition).toMatchObject({
      kind: 'refund',
      next: undefined,
      clock: undefined,
      paidToRecipient: 0n,
      paidToSender: held - built.fee,
    });
    expect(built.fee).toBe(BigInt(built.size));
    expect(sender.balance()).toBe(before + held - built.fee);
    chain.mine(1);
    expect(chain.node.transaction(transition.txid)?.block?.height).toBe(chain.tip().height);
  });

  it('comes when it was due, however often the stream is pushed meanwhile', async () => {
    const { chain, scenario, sender, start, nobody } = await scene();
    chain.reach(start + 60n * DAY);
    await scenario.cancel(sender, nobody, start);
    for (let block = 1n; block <= NOTICE; block += 1n) {
      chain.mine(1);
      expect(scenario.push(start + block * 10n * DAY).transition.paidToRecipient).toBe(total / 10n);
    }
    const { transition, built } = scenario.refund();
    expect(transition.paidToSender).toBe(built.inputs.reduce((sum, { satoshis }) => sum + satoshis, 0n) - built.fee);
    expect(scenario.coin).toBeUndefined();
  });
});
