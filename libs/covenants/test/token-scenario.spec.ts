import { binToHex } from '@bitauth/libauth';
import {
  buildKeylessTokenVestingPush,
  buildTokenVestingClaim,
  CLOCK_SATOSHIS,
  CovenantError,
  InsufficientFundsError,
  RECIPIENT_NOTE_SATOSHIS,
  TOKEN_VESTING_CANCEL_FLOOR,
  TOKEN_VESTING_FEE_BOUND,
  TOKEN_VESTING_PAYOUT_SATOSHIS,
  TOKEN_VESTING_STATE_FLOOR,
  tokenVestingFunding,
} from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { termsBetween } from './support/stream-scenario.js';
import { tokensOf, TokenStreamScenario } from './support/token-stream-scenario.js';

const DURATION = 1_000_000n;
/** One unit vests each second where the total is as long as the stream. */
const total = DURATION;

interface Setting {
  /** Payments the reserve is for. */
  readonly payments?: bigint;
  readonly amount?: bigint;
  /** Units the sender owns. */
  readonly held?: bigint;
}

const scene = async ({ payments = 16n, amount = total, held = amount }: Setting = {}) => {
  const chain = createTestChain();
  const sender = createParty(chain, 'sender', 50_000_000n);
  const recipient = createParty(chain, 'recipient');
  const stranger = createParty(chain, 'stranger', 500_000n);
  const { category } = chain.node.mint(binToHex(sender.lockingBytecode), { amount: held });
  const start = chain.locktime();
  const schedule = { total: amount, start, end: start + DURATION, cliff: 0n, step: 0n };
  const scenario = await TokenStreamScenario.fund(
    chain,
    sender,
    category,
    termsBetween(sender, recipient, { schedule }),
    payments,
  );
  return {
    chain,
    sender,
    recipient,
    stranger,
    category,
    scenario,
    start,
    nothing: { hash: recipient.hash, coins: [] },
    nobody: { hash: sender.hash, coins: [] },
  };
};

describe('a claim of tokens', () => {
  it('is paid by the reserve, with satoshis for its output', async () => {
    const { chain, scenario, recipient, category, start, nothing } = await scene();
    chain.reach(start + 250_000n);
    const { satoshis } = scenario.state;
    const { built, transition } = await scenario.claim(recipient, nothing);
    expect(transition).toMatchObject({
      kind: 'claim',
      paidToRecipient: 250_000n,
      paidToSender: 0n,
      satoshisToSender: 0n,
      clock: undefined,
    });
    expect(built.fee).toBe(BigInt(built.size));
    expect(chain.node.transaction(transition.txid)?.size).toBe(built.size);
    expect(scenario.state).toMatchObject({
      satoshis: satoshis - built.fee - TOKEN_VESTING_PAYOUT_SATOSHIS,
      companion: { satoshis: 1_000n, amount: total - 250_000n },
      state: { status: 'ACTIVE', released: 250_000n, latest: start + 250_000n },
    });
    expect(tokensOf(recipient, category)).toBe(250_000n);
    expect(recipient.balance()).toBe(RECIPIENT_NOTE_SATOSHIS + TOKEN_VESTING_PAYOUT_SATOSHIS);
  });

  it('below a 256th of the total is paid by the recipient, down to one unit', async () => {
    const { chain, scenario, recipient, category, start, nothing } = await scene();
    chain.fund(recipient.lockingBytecode, 20_000n);
    chain.reach(start + 1n);
    const { satoshis } = scenario.state;
    expect(() => buildTokenVestingClaim(scenario.due(), nothing)).toThrow(InsufficientFundsError);
    const { transition } = await scenario.claim(recipient);
    expect(transition.paidToRecipient).toBe(1n);
    expect(scenario.state.satoshis).toBe(satoshis);
    expect(tokensOf(recipient, category)).toBe(1n);
    chain.reach(start + 3_907n);
    expect(() => buildTokenVestingClaim(scenario.due(start + 3_906n), nothing)).toThrow(InsufficientFundsError);
    await scenario.claim(recipient, nothing, start + 3_907n);
    expect(tokensOf(recipient, category)).toBe(3_907n);
  });

  it('of everything closes the stream from its floor alone, the rest of it to the sender', async () => {
    const { chain, scenario, sender, recipient, category, start, nothing } = await scene({ payments: 0n });
    chain.reach(start + DURATION);
    const before = sender.balance();
    const { built, transition } = await scenario.claim(recipient, nothing);
    const back = TOKEN_VESTING_STATE_FLOOR - built.fee;
    expect(transition).toMatchObject({
      kind: 'claim',
      next: undefined,
      paidToRecipient: total,
      paidToSender: 0n,
      satoshisToSender: back,
    });
    expect(sender.balance()).toBe(before + back);
    expect(tokensOf(recipient, category)).toBe(total);
    expect(chain.coinsOf(scenario.contract.companion.lockingBytecode)).toEqual([]);
  });

  it('of all the tokens that can exist, to the last unit', async () => {
    const amount = 9_223_372_036_854_775_807n;
    const { chain, scenario, recipient, category, start, nothing } = await scene({ amount });
    chain.reach(start + DURATION - 1n);
    await scenario.claim(recipient, nothing);
    expect(tokensOf(recipient, category)).toBe((amount * (DURATION - 1n)) / DURATION);
    chain.reach(start + DURATION);
    await scenario.claim(recipient, nothing);
    expect(tokensOf(recipient, category)).toBe(amount);
  });

  it('of a stream of a single unit, at its end', async () => {
    const { chain, scenario, recipient, category, start, nothing } = await scene({ amount: 1n, held: 5n });
    chain.reach(start + DURATION - 1n);
    expect(scenario.payment()).toBeUndefined();
    chain.reach(start + DURATION);
    await scenario.claim(recipient, nothing);
    expect(tokensOf(recipient, category)).toBe(1n);
  });

  it('is refused by the node a second early, and with anybody else’s signature', async () => {
    const { chain, scenario, sender, recipient, start, nothing, nobody } = await scene();
    chain.reach(start + 250_000n);
    await expect(scenario.claim(recipient, nothing, chain.locktime() + 1n)).rejects.toThrow('non-final');
    await expect(scenario.claim(sender, nobody)).rejects.toThrow('mandatory-script-verify-flag-failed');
  });
});

describe('a push of tokens', () => {
  it('of an active stream is paid by whoever sends it, the last one too', async () => {
    const { chain, scenario, sender, recipient, stranger, category, start } = await scene();
    chain.reach(start + 500_000n);
    expect(buildKeylessTokenVestingPush(scenario.due())).toBeUndefined();
    const { built, transition } = await scenario.pushPaidBy(stranger);
    expect(transition).toMatchObject({ kind: 'push', paidToRecipient: 500_000n });
    expect(scenario.state.satoshis).toBe(tokenVestingFunding().state);
    expect(stranger.balance()).toBe(500_000n - built.fee - TOKEN_VESTING_PAYOUT_SATOSHIS);
    chain.reach(start + DURATION);
    const before = sender.balance();
    expect(buildKeylessTokenVestingPush(scenario.due())).toBeUndefined();
    const last = await scenario.pushPaidBy(stranger);
    const { state, companion } = tokenVestingFunding();
    expect(last.transition).toMatchObject({
      kind: 'push',
      next: undefined,
      paidToRecipient: 500_000n,
      satoshisToSender: state + companion,
    });
    expect(sender.balance()).toBe(before + state + companion);
    expect(tokensOf(recipient, category)).toBe(total);
  });

  it('needs nobody while a notice runs, for its share of what the reserve still holds', async () => {
    const { chain, scenario, sender, recipient, category, start } = await scene({ payments: 0n });
    chain.reach(start + DURATION - 1n);
    await scenario.cancel(sender, sender.funds(), start + 200_000n);
    // Eight fees are held and 800,000 units are left: 100,000 are an eighth of them.
    expect(scenario.state.satoshis).toBe(TOKEN_VESTING_CANCEL_FLOOR);
    expect(buildKeylessTokenVestingPush(scenario.due(start + 299_999n))).toBeUndefined();
    const { built, transition } = scenario.push(start + 300_000n);
    expect(transition).toMatchObject({ kind: 'push', paidToRecipient: 100_000n, clock: undefined });
    expect(built.fee).toBe(BigInt(built.size));
    expect(scenario.state.satoshis).toBe(TOKEN_VESTING_CANCEL_FLOOR - built.fee - TOKEN_VESTING_PAYOUT_SATOSHIS);
    chain.reach(start + DURATION);
    const close = scenario.push();
    expect(close.transition).toMatchObject({ next: undefined, paidToRecipient: 700_000n, paidToSender: 0n });
    expect(tokensOf(recipient, category)).toBe(total);
  });

  it('while a notice runs pays at least a 4,096th, whoever sends it', async () => {
    const { chain, scenario, sender, stranger, start } = await scene();
    chain.reach(start + 500_000n);
    await scenario.cancel(sender, sender.funds(), start + 1_000n);
    await expect(scenario.pushPaidBy(stranger, start + 1_243n)).rejects.toThrow(CovenantError);
    const { transition } = await scenario.pushPaidBy(stranger, start + 1_244n);
    expect(transition.paidToRecipient).toBe(244n);
  });

  it('of everything under notice is at the stream’s expense, with a payer’s coins or without', async () => {
    const { chain, scenario, sender, stranger, start } = await scene();
    chain.reach(start + 500_000n);
    await scenario.cancel(sender);
    chain.reach(start + DURATION);
    expect(() => buildKeylessTokenVestingPush({ ...scenario.due(), clock: undefined })).toThrow(RangeError);
    const { transition } = await scenario.pushPaidBy(stranger);
    expect(transition.next).toBeUndefined();
    expect(stranger.balance()).toBe(500_000n);
  });
});

describe('a cancel of a stream of tokens', () => {
  it('is paid by the reserve where eight fees stay; the refund returns tokens and satoshis', async () => {
    const { chain, scenario, sender, recipient, category, start, nobody } = await scene();
    chain.reach(start + 400_000n);
    const before = { satoshis: sender.balance(), tokens: tokensOf(sender, category) };
    const { built, transition } = await scenario.cancel(sender, nobody);
    expect(transition).toMatchObject({
      kind: 'cancel',
      paidToRecipient: 400_000n,
      clock: { outpoint: { vout: 2 }, satoshis: CLOCK_SATOSHIS },
    });
    expect(built.fee).toBe(BigInt(built.size));
    expect(scenario.state.satoshis).toBe(
      tokenVestingFunding().state - built.fee - CLOCK_SATOSHIS - TOKEN_VESTING_PAYOUT_SATOSHIS,
    );
    expect(tokensOf(recipient, category)).toBe(400_000n);
    chain.mine(5);
    expect(() => scenario.refund()).toThrow('non-BIP68-final');
    chain.mine(1);
    const held = scenario.state.satoshis + 1_000n + CLOCK_SATOSHIS;
    const refund = scenario.refund();
    expect(refund.transition).toMatchObject({
      kind: 'refund',
      next: undefined,
      paidToRecipient: 0n,
      paidToSender: 600_000n,
      satoshisToSender: held - refund.built.fee,
    });
    expect(refund.built.fee).toBe(BigInt(refund.built.size));
    expect(tokensOf(sender, category)).toBe(before.tokens + 600_000n);
    expect(sender.balance()).toBe(before.satoshis + held - refund.built.fee);
  });

  it('is filled up by the sender where the reserve holds less than eight fees', async () => {
    const { chain, scenario, sender, start, nobody } = await scene({ payments: 0n });
    chain.reach(start + 400_000n);
    await expect(scenario.cancel(sender, nobody)).rejects.toThrow(InsufficientFundsError);
    const before = sender.balance();
    const { built } = await scenario.cancel(sender);
    const topUp =
      TOKEN_VESTING_CANCEL_FLOOR - TOKEN_VESTING_STATE_FLOOR + CLOCK_SATOSHIS + TOKEN_VESTING_PAYOUT_SATOSHIS;
    expect(scenario.state.satoshis).toBe(TOKEN_VESTING_CANCEL_FLOOR);
    expect(sender.balance()).toBe(before - topUp - built.fee);
  });

  it('before anything vests pays nothing, and all returns', async () => {
    const { chain, scenario, sender, category, nobody } = await scene();
    const { transition } = await scenario.cancel(sender, nobody);
    expect(transition.paidToRecipient).toBe(0n);
    chain.mine(6);
    expect(scenario.refund().transition.paidToSender).toBe(total);
    expect(tokensOf(sender, category)).toBe(total);
  });

  it('lets the recipient claim what vests during the notice', async () => {
    const { chain, scenario, sender, recipient, category, start, nothing } = await scene();
    chain.reach(start + 400_000n);
    await scenario.cancel(sender);
    chain.reach(start + 700_000n);
    const { transition } = await scenario.claim(recipient, nothing);
    expect(transition).toMatchObject({ kind: 'claim', paidToRecipient: 300_000n });
    chain.mine(6);
    expect(scenario.refund().transition.paidToSender).toBe(300_000n);
    expect(tokensOf(recipient, category) + tokensOf(sender, category)).toBe(total);
  });
});

it('costs no payment more than the bound, its payout included', async () => {
  const { chain, scenario, recipient, start, nothing } = await scene({ amount: 9_223_372_036_854_775_807n });
  chain.reach(start + 400_000n);
  const { built } = await scenario.claim(recipient, nothing);
  expect(built.fee + TOKEN_VESTING_PAYOUT_SATOSHIS <= TOKEN_VESTING_FEE_BOUND).toBe(true);
});
