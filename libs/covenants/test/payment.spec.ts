import { vestedAmount } from '@weir/vesting';
import {
  buildKeylessVestingPush,
  buildVestingClaim,
  InsufficientFundsError,
  nextPayoutTime,
  RECIPIENT_NOTE_SATOSHIS,
  VESTING_FEE_BOUND,
  VESTING_STATE_FLOOR,
  vestingFundingAmount,
  vestingPayout,
} from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { StreamScenario, termsBetween } from './support/stream-scenario.js';

const DAY = 86_400n;
const total = 10_000_000n;
const none = { coins: [] };

const scene = async (terms: { step?: bigint; cliff?: bigint } = {}) => {
  const chain = createTestChain();
  const sender = createParty(chain, 'sender', 100_000_000n);
  const recipient = createParty(chain, 'recipient');
  const start = chain.locktime() + DAY;
  const schedule = { total, start, end: start + 100n * DAY, cliff: 0n, step: 0n, ...terms };
  const scenario = await StreamScenario.fund(chain, sender, termsBetween(sender, recipient, { schedule }));
  const parties = { chain, sender, recipient, scenario, start, schedule };
  const nothing = { hash: recipient.hash, ...none };
  return { ...parties, nothing };
};

describe('a claim', () => {
  it('pays exactly what has vested at its locktime, at the reserve’s expense, to a recipient who owns nothing', async () => {
    const { chain, scenario, recipient, schedule, start, nothing } = await scene();
    expect(scenario.payment()).toBeUndefined();
    const before = scenario.state;
    chain.reach(start + 25n * DAY);
    const { built, transition } = await scenario.claim(recipient, nothing);

    const vested = vestedAmount(schedule, chain.locktime());
    expect(vested).toBe(total / 4n);
    expect(transition).toEqual({
      kind: 'claim',
      txid: transition.txid,
      spent: before,
      next: {
        outpoint: { txid: transition.txid, vout: 0 },
        satoshis: before.satoshis - vested - built.fee,
        category: before.category,
        state: { status: 'ACTIVE', released: vested, latest: chain.locktime() },
      },
      clock: undefined,
      paidToRecipient: vested,
      paidToSender: 0n,
      locktime: chain.locktime(),
    });
    expect(recipient.balance()).toBe(RECIPIENT_NOTE_SATOSHIS + vested);
    expect(chain.feeOf(transition.txid)).toBe(built.fee);
    expect(chain.node.transaction(transition.txid)?.size).toBe(Number(built.fee));
    expect(built.size).toBe(Number(built.fee));
  });

  it('follows another unconfirmed one, and finds nothing due in between', async () => {
    const { chain, scenario, recipient, start, nothing } = await scene();
    chain.reach(start + 10n * DAY);
    await scenario.claim(recipient, nothing);
    expect(scenario.payment()).toBeUndefined();
    chain.reach(nextPayoutTime(scenario.contract.parameters.schedule, scenario.state.state) ?? 0n);
    expect(scenario.payment()?.payout.due).toBe(546n);
    chain.reach(start + 20n * DAY);
    await scenario.claim(recipient, nothing);
    expect(scenario.state.state.released).toBe(total / 5n);
  });

  it('too small for the reserve is paid by coins of the recipient, change returned', async () => {
    const { chain, scenario, recipient, start, nothing } = await scene();
    chain.reach(start + (DAY * 100n) / 500n);
    const { due } = scenario.due().payout;
    expect(due < total / 256n && due >= 546n).toBe(true);
    expect(() => buildVestingClaim(scenario.due(), nothing)).toThrow(InsufficientFundsError);
    // The note alone is less than the fee.
    expect(() => buildVestingClaim(scenario.due(), recipient.funds())).toThrow(InsufficientFundsError);
    chain.fund(recipient.lockingBytecode, 5_000n);
    const before = recipient.balance();
    const { satoshis } = scenario.state;
    const { built, transition } = await scenario.claim(recipient);
    expect(transition).toMatchObject({ kind: 'claim', paidToRecipient: due });
    expect(scenario.state.satoshis).toBe(satoshis - due);
    expect(recipient.balance()).toBe(before + due - built.fee);
    expect(built.fee).toBe(BigInt(built.size));
  });

  it('of everything closes the stream; the unused reserve returns to the sender', async () => {
    const { chain, scenario, recipient, sender, start, nothing } = await scene();
    chain.reach(start + 40n * DAY);
    await scenario.claim(recipient, nothing);
    chain.reach(start + 101n * DAY);
    const before = { sender: sender.balance(), satoshis: scenario.state.satoshis };
    const { built, transition } = await scenario.claim(recipient, nothing);
    const rest = before.satoshis - (total * 3n) / 5n - built.fee;
    expect(transition).toMatchObject({
      kind: 'claim',
      next: undefined,
      clock: undefined,
      paidToRecipient: (total * 3n) / 5n,
      paidToSender: rest,
    });
    expect(sender.balance()).toBe(before.sender + rest);
    expect(recipient.balance()).toBe(RECIPIENT_NOTE_SATOSHIS + total);
    expect(built.fee).toBe(BigInt(built.size));
    expect(chain.coinsOf(scenario.contract.lockingBytecode)).toEqual([]);
  });

  it('waits for the start, the cliff and whole steps', async () => {
    const { chain, scenario, recipient, schedule, start, nothing } = await scene({ step: 7n * DAY });
    chain.reach(start + 7n * DAY - 1n);
    expect(scenario.payment()).toBeUndefined();
    expect(nextPayoutTime(schedule, scenario.state.state)).toBe(start + 7n * DAY);
    chain.reach(start + 7n * DAY);
    const { transition } = await scenario.claim(recipient, nothing);
    expect(transition.paidToRecipient).toBe(total / 15n);
  });

  it('pays at the cliff what vested before it', async () => {
    const { chain, recipient, nothing, ...rest } = await scene();
    const cliff = rest.start + 30n * DAY;
    const sender = createParty(chain, 'other sender', 50_000_000n);
    const scenario = await StreamScenario.fund(
      chain,
      sender,
      termsBetween(sender, recipient, { schedule: { ...rest.schedule, cliff } }),
    );
    chain.reach(cliff - 1n);
    expect(scenario.payment()).toBeUndefined();
    chain.reach(cliff);
    const { transition } = await scenario.claim(recipient, nothing);
    expect(transition.paidToRecipient).toBe((total * 3n) / 10n);
  });

  it('dates itself back rather than leave dust behind', async () => {
    const { chain, scenario, recipient, schedule, start, nothing } = await scene();
    chain.reach(start + 100n * DAY - 60n);
    const payout = vestingPayout(schedule, scenario.state.state, chain.locktime());
    expect(payout !== undefined && payout.locktime < chain.locktime()).toBe(true);
    const { transition } = await scenario.claim(recipient, nothing);
    expect(transition.locktime).toBe(payout?.locktime);
    expect(total - scenario.state.state.released >= 546n).toBe(true);
  });

  it('is refused by the node where it claims a second that has not passed', async () => {
    const { chain, scenario, recipient, start } = await scene();
    chain.reach(start + 10n * DAY);
    await expect(scenario.claim(recipient, recipient.funds(), chain.locktime() + 1n)).rejects.toThrow('non-final');
  });

  it('is refused by the node with anybody else’s signature', async () => {
    const { chain, scenario, sender, start } = await scene();
    chain.reach(start + 10n * DAY);
    await expect(scenario.claim(sender, { hash: sender.hash, coins: [] })).rejects.toThrow(
      'mandatory-script-verify-flag-failed',
    );
  });
});

describe('a push while the stream is active', () => {
  it('needs somebody who pays for it, and then pays the recipient exactly what is due', async () => {
    const { chain, scenario, recipient, start } = await scene();
    const stranger = createParty(chain, 'stranger', 20_000n);
    chain.reach(start + 50n * DAY);
    expect(buildKeylessVestingPush(scenario.due())).toBeUndefined();
    const { satoshis } = scenario.state;
    const { built, transition } = await scenario.pushPaidBy(stranger);
    expect(transition).toMatchObject({
      kind: 'push',
      paidToRecipient: total / 2n,
      paidToSender: 0n,
      locktime: chain.locktime(),
    });
    expect(scenario.state).toMatchObject({
      satoshis: satoshis - total / 2n,
      state: { status: 'ACTIVE', released: total / 2n, latest: chain.locktime() },
    });
    expect(stranger.balance()).toBe(20_000n - built.fee);
    expect(recipient.balance()).toBe(RECIPIENT_NOTE_SATOSHIS + total / 2n);
  });

  it('takes the smallest amounts too, and at the end closes with the whole reserve for the sender', async () => {
    const { chain, scenario, sender, start } = await scene();
    const stranger = createParty(chain, 'stranger', 20_000n);
    chain.reach(start + (546n * 100n * DAY) / total + 1n);
    const { transition } = await scenario.pushPaidBy(stranger);
    expect(transition.paidToRecipient).toBe(546n);
    chain.reach(start + 100n * DAY);
    const before = sender.balance();
    const last = await scenario.pushPaidBy(stranger);
    expect(last.transition).toMatchObject({
      kind: 'push',
      next: undefined,
      paidToRecipient: total - 546n,
      paidToSender: vestingFundingAmount(0n),
    });
    expect(sender.balance()).toBe(before + vestingFundingAmount(0n));
  });
});

it('keeps principal and floor apart from fees: a funding holds sixteen of them', () => {
  expect(vestingFundingAmount(total)).toBe(total + VESTING_STATE_FLOOR + 16n * VESTING_FEE_BOUND);
});
