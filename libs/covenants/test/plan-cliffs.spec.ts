import { nearestSoundCliff } from '@weir/vesting';
import { buildPlanFunding, findPlanFunding, layOutPlan, planPartOf, type VestingDraft } from '../src/index.js';
import { planStream } from '../src/plan/funding/plan-draft.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { fundingOf, partsOf, planOf, replace, somebody, tampered } from './support/plan-scenario.js';

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

describe.each(TRAPS)('a cliff that leaves less than a payment: %s', (_, trap) => {
  it('is not laid out, built nor found: all that has vested would be locked, and returned by a cancel dated back', () => {
    const chain = createTestChain();
    const sender = createParty(chain, `sender of a trap ${trap.total}`, 5_000_000_000n);
    const draft = draftOf(trap, 1_700_000_000n);
    const plan = planOf('VESTING_BCH', sender.lockingBytecode, [draft]);
    expect(layOutPlan(plan, 'devnet')).toEqual({ ok: false, problems: [{ row: 0, problem: 'SCHEDULE_UNSOUND' }] });
    const part = planPartOf(plan, [planStream(plan, draft, 1)], 'devnet');
    expect(() => buildPlanFunding(part, sender.funds(), chain.tip())).toThrow(RangeError);
    // Of a thousand times as much it is sound; an output that holds less is not.
    const [sound] = partsOf({ ...plan, streams: [{ ...draft, total: draft.total * 1_000n }] });
    if (sound === undefined) throw new Error('Nothing to open');
    const valueSatoshis = draft.total + (sound.streams[0]?.reserve ?? 0n);
    const forged = tampered(
      fundingOf(sound),
      replace(1, (output) => ({ ...output, valueSatoshis })),
    );
    expect(findPlanFunding('devnet', 'ee'.repeat(32), forged)).toEqual({
      ok: false,
      problems: [{ problem: 'SCHEDULE_UNSOUND', vout: 1 }],
    });
  });

  it('is laid out with the nearest sound cliff, and not a second later', () => {
    const draft = draftOf(trap, 1_700_000_000n);
    const { total, start, end, group } = draft;
    const cliff = nearestSoundCliff({ total, start, end, cliff: start + group.cliff, step: group.step }, DUST);
    const isLaidOut = (at: bigint): boolean => {
      const stream = { ...draft, group: { ...group, cliff: at - start } };
      return layOutPlan(planOf('VESTING_BCH', somebody(900), [stream]), 'devnet').ok;
    };
    expect([isLaidOut(cliff), isLaidOut(cliff + 1n)]).toEqual([true, false]);
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
