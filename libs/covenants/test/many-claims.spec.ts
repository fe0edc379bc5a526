import { vestedAmount } from '@weir/vesting';
import { buildVestingClaim, InsufficientFundsError, VESTING_FEE_BOUND, VESTING_STATE_FLOOR } from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { StreamScenario, termsBetween } from './support/stream-scenario.js';

const CLAIMS = 50n;
const MONTH = 2_592_000n;
/** No fiftieth of it is whole. */
const total = 10_987_654_357n;

const scene = async (extra: bigint) => {
  const chain = createTestChain();
  const sender = createParty(chain, 'sender', total + 10_000_000n);
  const recipient = createParty(chain, 'recipient');
  const start = chain.locktime();
  const schedule = { total, start, end: start + CLAIMS * MONTH, cliff: 0n, step: 0n };
  const scenario = await StreamScenario.fund(
    chain,
    sender,
    termsBetween(sender, recipient, { schedule, noticeBlocks: 0 }),
    extra,
  );
  return { chain, sender, recipient, scenario, start, schedule };
};

describe('a stream claimed fifty times, to the last satoshi', () => {
  it('at the reserve’s expense alone, where it was funded for that many', async () => {
    const { chain, sender, recipient, scenario, start, schedule } = await scene((CLAIMS - 16n) * VESTING_FEE_BOUND);
    const nothing = { hash: recipient.hash, coins: [] };
    const funded = scenario.state.satoshis;
    const before = { sender: sender.balance(), recipient: recipient.balance() };
    let fees = 0n;
    let returned = 0n;
    for (let claim = 1n; claim <= CLAIMS; claim += 1n) {
      chain.reach(start + claim * MONTH);
      const { built, transition } = await scenario.claim(recipient, nothing);
      expect(recipient.balance() - before.recipient).toBe(vestedAmount(schedule, start + claim * MONTH));
      fees += built.fee;
      returned += transition.paidToSender;
    }
    expect(scenario.coin).toBeUndefined();
    expect(recipient.balance() - before.recipient).toBe(total);
    expect(sender.balance() - before.sender).toBe(returned);
    expect(total + returned + fees).toBe(funded);
  });

  it('by coins of the recipient once the reserve is used up; the close is the stream’s again', async () => {
    const { chain, sender, recipient, scenario, start } = await scene(0n);
    chain.fund(recipient.lockingBytecode, 100_000n);
    const before = { sender: sender.balance(), recipient: recipient.balance() };
    const nothing = { hash: recipient.hash, coins: [] };
    let ownFees = 0n;
    let paidByReserve = 0n;
    let size = 0n;
    for (let claim = 1n; claim < CLAIMS; claim += 1n) {
      chain.reach(start + claim * MONTH);
      const kept = scenario.state.satoshis;
      const { built, transition } = await scenario.claim(recipient);
      const fromReserve = kept - scenario.state.satoshis - transition.paidToRecipient;
      expect(fromReserve === 0n || fromReserve === built.fee).toBe(true);
      if (fromReserve > 0n) {
        paidByReserve += 1n;
        size = built.fee;
      } else ownFees += built.fee;
    }
    // The reserve is of sixteen fees at the bound, and pays claims of their actual size.
    expect(paidByReserve).toBe((16n * VESTING_FEE_BOUND) / size);
    expect(paidByReserve > 16n).toBe(true);
    chain.reach(start + CLAIMS * MONTH - MONTH / 2n);
    expect(() => buildVestingClaim(scenario.due(), nothing)).toThrow(InsufficientFundsError);
    chain.reach(start + CLAIMS * MONTH);
    const rest = scenario.state.satoshis - scenario.due().payout.due;
    const { built, transition } = await scenario.claim(recipient, nothing);
    expect(rest >= VESTING_STATE_FLOOR && rest < VESTING_STATE_FLOOR + VESTING_FEE_BOUND).toBe(true);
    expect(transition.next).toBeUndefined();
    expect(recipient.balance() - before.recipient).toBe(total - ownFees);
    expect(sender.balance() - before.sender).toBe(transition.paidToSender);
    expect(transition.paidToSender + built.fee).toBe(rest);
  });
});
