import { mostStopsOf } from '../src/index.js';
import { openPlan, streamOf } from './support/plan-scenario.js';

const DAY = 86_400n;

/** A P2PKH of nobody's: the shortest note, as a plan of 640 needs them. */
const nobody = (name: number): Uint8Array =>
  Uint8Array.of(0x76, 0xa9, 0x14, name & 0xff, name >> 8, ...new Uint8Array(18).fill(9), 0x88, 0xac);

describe('a plan of 640', () => {
  it('is one transaction that nodes take, found whole; one signature cancels as many as is promised', async () => {
    const { chain, sender, start, scenario } = await openPlan('VESTING_BCH', (first) =>
      Array.from({ length: 640 }, (_, i) =>
        streamOf('VESTING_BCH', nobody(i), first, { total: 1_000_000n + BigInt(i), periods: 100 }),
      ),
    );
    expect(scenario.streams.size).toBe(640);
    expect(scenario.funding?.size).toBeLessThanOrEqual(100_000);
    chain.reach(start + 50n * DAY);
    expect(scenario.pay(640, start + 50n * DAY).transition.paidToRecipient).toBe(500_319n);
    const many = Array.from({ length: mostStopsOf('VESTING_BCH') }, (_, i) => 5 * i + 1);
    const { transitions, built } = await scenario.stop(many, 'cancel', sender, start + 50n * DAY);
    expect(transitions.every(({ kind, paidToRecipient }) => kind === 'cancel' && paidToRecipient >= 500_000n)).toBe(
      true,
    );
    expect(built.size).toBeLessThanOrEqual(100_000);
  });
});
