import { binToHex } from '@bitauth/libauth';
import { vestedAmount } from '@weir/vesting';
import {
  buildTokenVestingClaim,
  InsufficientFundsError,
  RECIPIENT_NOTE_SATOSHIS,
  TOKEN_VESTING_PAYOUT_SATOSHIS,
  tokenVestingFunding,
} from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { termsBetween } from './support/stream-scenario.js';
import { tokensOf, TokenStreamScenario } from './support/token-stream-scenario.js';

const CLAIMS = 50n;
const MONTH = 2_592_000n;
/** No fiftieth of it is whole. */
const total = 10_987_654_357n;

const scene = async (payments: bigint) => {
  const chain = createTestChain();
  const sender = createParty(chain, 'sender', 10_000_000n);
  const recipient = createParty(chain, 'recipient');
  const { category } = chain.node.mint(binToHex(sender.lockingBytecode), { amount: total });
  const start = chain.locktime();
  const schedule = { total, start, end: start + CLAIMS * MONTH, cliff: 0n, step: 0n };
  const scenario = await TokenStreamScenario.fund(
    chain,
    sender,
    category,
    termsBetween(sender, recipient, { schedule, noticeBlocks: 0 }),
    payments,
  );
  return {
    chain,
    sender,
    recipient,
    category,
    scenario,
    start,
    schedule,
    nothing: { hash: recipient.hash, coins: [] },
  };
};

describe('a stream of tokens claimed fifty times, to the last unit', () => {
  it('by a recipient who owns no BCH at all, where the reserve was made for that many', async () => {
    const { chain, sender, recipient, category, scenario, start, schedule, nothing } = await scene(CLAIMS);
    const { state, companion } = tokenVestingFunding(CLAIMS);
    const before = sender.balance();
    let fees = 0n;
    let returned = 0n;
    for (let claim = 1n; claim <= CLAIMS; claim += 1n) {
      chain.reach(start + claim * MONTH);
      const { built, transition } = await scenario.claim(recipient, nothing);
      expect(tokensOf(recipient, category)).toBe(vestedAmount(schedule, start + claim * MONTH));
      fees += built.fee;
      returned += transition.satoshisToSender;
    }
    expect(scenario.coin).toBeUndefined();
    expect(tokensOf(recipient, category)).toBe(total);
    expect(recipient.balance()).toBe(RECIPIENT_NOTE_SATOSHIS + CLAIMS * TOKEN_VESTING_PAYOUT_SATOSHIS);
    expect(sender.balance() - before).toBe(returned);
    expect(returned + fees + CLAIMS * TOKEN_VESTING_PAYOUT_SATOSHIS).toBe(state + companion);
  });

  it('with a reserve for sixteen: without BCH not before the end, and then all at once', async () => {
    const { chain, sender, recipient, category, scenario, start, nothing } = await scene(16n);
    const before = sender.balance();
    let claims = 0n;
    for (let claim = 1n; claim < CLAIMS; claim += 1n) {
      chain.reach(start + claim * MONTH);
      try {
        await scenario.claim(recipient, nothing);
        claims += 1n;
      } catch (error) {
        expect(error).toBeInstanceOf(InsufficientFundsError);
      }
    }
    // The reserve is of sixteen costs at the bound, and pays claims at what they really cost.
    expect(claims).toBe(16n);
    expect(scenario.state.state.released < total).toBe(true);
    chain.reach(start + CLAIMS * MONTH);
    const { transition } = await scenario.claim(recipient, nothing);
    expect(transition.next).toBeUndefined();
    expect(tokensOf(recipient, category)).toBe(total);
    expect(sender.balance() - before).toBe(transition.satoshisToSender);
  });

  it('with the reserve used up by coins of their own: the claim costs its fee, the tokens bring their satoshis', async () => {
    const { chain, recipient, category, scenario, start, nothing } = await scene(0n);
    chain.fund(recipient.lockingBytecode, 200_000n);
    const before = recipient.balance();
    let fees = 0n;
    for (let claim = 1n; claim < CLAIMS; claim += 1n) {
      chain.reach(start + claim * MONTH);
      const { built } = await scenario.claim(recipient);
      fees += built.fee;
    }
    chain.reach(start + CLAIMS * MONTH - MONTH / 2n);
    expect(() => buildTokenVestingClaim(scenario.due(), nothing)).toThrow(InsufficientFundsError);
    chain.reach(start + CLAIMS * MONTH);
    await scenario.claim(recipient, nothing);
    expect(tokensOf(recipient, category)).toBe(total);
    expect(recipient.balance()).toBe(before - fees + TOKEN_VESTING_PAYOUT_SATOSHIS);
  });
});
