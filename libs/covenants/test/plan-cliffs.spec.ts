import { nearestSoundCliff, vestedAmount } from '@weir/vesting';
import {
  buildPaidPlanPayment,
  buildPlanFunding,
  layOutPlan,
  planPartOf,
  planPayout,
  slotSchedule,
  type VestingDraft,
} from '../src/index.js';
import { planStream } from '../src/plan/funding/plan-draft.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { planOf, somebody } from './support/plan-scenario.js';
import { fundAsThief } from './support/thief.js';

const DAY = 86_400n;
const DUST = 576n;

interface Trap {
  readonly total: bigint;
  readonly duration: bigint;
  /** Seconds between cliff and end. */
  readonly tail: bigint;
  readonly step?: bigint;
}

/** Streams whose cliff leaves 1 to 575 satoshis; after it the end is further away than a notice of 12 blocks. */
const TRAPS: readonly (readonly [string, Trap])[] = [
  ['7,000,000 over four years', { total: 7_000_000n, duration: 1_461n * DAY, tail: 10_000n }],
  ['700,000 over a year', { total: 700_000n, duration: 365n * DAY, tail: 25_000n }],
  ['11,000 over 30 days', { total: 11_000n, duration: 30n * DAY, tail: (30n * DAY) / 20n }],
  ['6,900 in twelve monthly steps', { total: 6_900n, duration: 360n * DAY, tail: 30n * DAY, step: 30n * DAY }],
];

const draftOf = ({ total, duration, tail, step = 1n }: Trap, start: bigint): VestingDraft => ({
  kind: 'VESTING',
  recipient: somebody(1),
  total,
  start,
  end: start + duration,
  group: { kind: 'VESTING', cliff: duration - tail, step, noticeBlocks: 12 },
});

/** Funds a trap as a thief would: a sound stream of the same terms, whose output holds less than it was laid out for. */
const fundTrap = async (trap: Trap) => {
  // The cliff is an hour away.
  const draftFrom = (now: bigint) => draftOf(trap, now - (trap.duration - trap.tail) + 3_600n);
  let draft = draftFrom(0n);
  const scene = await fundAsThief(
    (now) => {
      draft = draftFrom(now);
      return [{ ...draft, total: draft.total * 1_000n }];
    },
    ([state, ...others], _, part) => {
      if (state === undefined) throw new Error('No state');
      return [{ ...state, amount: trap.total + (part.streams[0]?.reserve ?? 0n) }, ...others];
    },
  );
  const [sound] = scene.coins;
  if (sound === undefined) throw new Error('No stream');
  return { ...scene, draft, coin: { ...sound, principal: trap.total } };
};

describe.each(TRAPS)('a cliff that leaves less than a payment: %s', (_, trap) => {
  it('locks all that has vested, and a cancel dated before it takes it: refused where it is found', async () => {
    const { chain, stranger, draft, contract, coin, verdict, cancel, refundBy } = await fundTrap(trap);
    expect(verdict).toEqual({
      ok: false,
      problems: [{ problem: 'SCHEDULE_UNSOUND', vout: 1 }],
    });

    const { state, principal } = coin;
    if (state.kind !== 'VESTING') throw new Error('A vesting stream');
    const schedule = slotSchedule(contract, coin, state);
    chain.reach(schedule.cliff + trap.tail / 2n);
    const now = chain.locktime();
    const vested = vestedAmount(schedule, now);
    expect(vested * 10n > trap.total * 9n).toBe(true);
    // No payment is possible, at no time that has come, whoever pays for it.
    expect(planPayout(contract, coin, now)).toBeUndefined();
    for (const locktime of [schedule.cliff, schedule.cliff + 1n, now]) {
      const due = vestedAmount(schedule, locktime);
      const left = principal - due;
      const weight = { paid: due, of: principal };
      const payout = { locktime, due, left, state: { ...state, released: due }, weight, small: false };
      const payment = { contract, coin, clock: undefined, recipient: draft.recipient, payout };
      const forced = buildPaidPlanPayment(payment, stranger.funds());
      await expect(stranger.send(forced)).rejects.toThrow('OP_VERIFY');
    }

    const { stop, coin: next, clock } = await cancel(coin, schedule.cliff - 1n);
    expect(stop).toMatchObject({ paid: 0n, left: trap.total });
    chain.mine(12);
    expect(planPayout(contract, next, chain.locktime())).toBeUndefined();
    const refund = refundBy(next, clock);
    expect(chain.transaction(refund).outputs[0]?.valueSatoshis).toBeGreaterThan(trap.total);
  });

  it('is not laid out, nor funded by a builder; with the nearest sound cliff it is', () => {
    const chain = createTestChain();
    const sender = createParty(chain, `sender of a trap ${trap.total}`, 5_000_000_000n);
    const draft = draftOf(trap, 1_700_000_000n);
    const plan = planOf('VESTING_BCH', sender.lockingBytecode, [draft]);
    expect(layOutPlan(plan, 'devnet')).toEqual({ ok: false, problems: [{ row: 0, problem: 'SCHEDULE_UNSOUND' }] });
    const part = planPartOf(plan, [planStream(plan, draft, 1)], 'devnet');
    expect(() => buildPlanFunding(part, sender.funds(), chain.tip())).toThrow(RangeError);

    const { total, start, end, group } = draft;
    const cliff = nearestSoundCliff({ total, start, end, cliff: start + group.cliff, step: group.step }, DUST);
    const sound = { ...draft, group: { ...group, cliff: cliff - start } };
    expect(layOutPlan({ ...plan, streams: [sound] }, 'devnet').ok).toBe(true);
    // One second beyond it is refused again, unless it is the end.
    const beyond = { ...draft, group: { ...group, cliff: cliff - start + 1n } };
    expect(layOutPlan({ ...plan, streams: [beyond] }, 'devnet').ok).toBe(false);
  });
});

describe('a cliff near the end of a stream of tokens', () => {
  it('leaves no dust: any remainder can be paid', () => {
    const tokens = planOf('VESTING_TOKEN', somebody(2), [
      draftOf({ total: 700_000n, duration: DAY, tail: 2n }, 1_700_000_000n),
    ]);
    expect(layOutPlan(tokens, 'devnet').ok).toBe(true);
  });
});
