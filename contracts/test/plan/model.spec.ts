import fc from 'fast-check';
import { lastTimeOfAtMost, nearestSoundCliff } from '@weir/vesting';
import { at, DEEP, RUNS } from '../support/bytes.js';
import { createParty, outsider } from '../support/parties.js';
import { type Address, createAddress, holdsTokens, isRecurring, type Kind } from './covenant.js';
import { leastOf } from './payment.js';
import { PlanScenario, type Followed } from './plan-scenario.js';
import type { Act } from './stop-drafts.js';
import { DAY, START } from './stream.js';

const DAYS = Number(DAY);
/** Scenarios of plans, each of about ten steps: in `npm run model:plans` more than 10,000 steps of each asset. */
const SCENARIOS = RUNS(DEEP ? 45 : 16);
/** Weighted: what keeps a plan alive more often than what ends its streams. */
const KINDS_OF_STEP = [
  'pay',
  'pay',
  'pay',
  'pause',
  'cancel',
  'resume',
  'resume',
  'mixed',
  'settle',
  'settle',
  'refund',
  'wait',
  'wait',
  'pass the cliff',
  'pass the cliff',
  'announce',
  'announce',
  'announce',
  'undo',
  'move',
  'move',
  'move',
] as const;

const anyStep = fc.record({
  kind: fc.constantFrom(...KINDS_OF_STEP),
  which: fc.nat({ max: 1_000 }),
  /** How many streams of the plan take part in an act. */
  many: fc.constantFrom(1, 1, 1, 2, 3),
  /** Thousandths of the time since the start; 1,000 is now, above it not yet minable. */
  share: fc.oneof({ weight: 3, arbitrary: fc.constant(1_000) }, { weight: 2, arbitrary: fc.nat({ max: 1_002 }) }),
  own: fc.boolean(),
  blocks: fc.constantFrom(1, 12, 36, 40),
  seconds: fc.constantFrom(600, 3_600, DAYS, 11 * DAYS, 31 * DAYS, 90 * DAYS),
});
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** Where a stream has its cliff, if need be at the nearest sound one: the last one is the latest before the end. */
const CLIFFS = ['none', 'first second', 'day 60', 'near the start', 'near the end', 'last', 'last', 'end'] as const;
/** Totals of vesting streams in BCH: the smallest, those that take a single payment, those that take a few, large ones. */
const TOTALS = [576n, 577n, 1_151n, 1_152n, 6_900n, 30_000n, 1_000_003n, 300_000_000n];

const anyStream = (tokens: boolean) =>
  fc.record({
    recurring: fc.boolean(),
    group: fc.constantFrom(0, 1),
    cliff: fc.constantFrom(...CLIFFS),
    /** Thousandths of a payment's time between a cliff and what it is near to. */
    away: fc.bigInt(0n, 4_000n),
    fees: fc.constantFrom(0n, 1n, 4n, 19n),
    principal: fc.constantFrom(...(tokens ? [3n, 97n, 1_000_000n, 1n << 60n] : TOTALS)),
    unpaid: fc.constantFrom(1n, 2n, 3n, 5n),
  });
type AnyStream = ReturnType<typeof anyStream> extends fc.Arbitrary<infer T> ? T : never;

const GROUPS = [
  { notice: 36n, step: 1n, interval: 30n * DAY, delay: 1_008n },
  { notice: 12n, step: 7n * DAY, interval: 5n * DAY, delay: 12n },
] as const;
const DURATION = 300n * DAY;

/** Seconds from the start. */
const cliffOf = (kind: Kind, { cliff: place, away, group, principal: total }: AnyStream): bigint => {
  const { step } = at(GROUPS, group);
  const least = leastOf(kind);
  const schedule = { total, start: START, end: START + DURATION, cliff: 0n, step };
  const last = (lastTimeOfAtMost(schedule, total - least) ?? START) - START;
  const near = (away * least * DURATION) / (total * 1_000n);
  const within = near > DURATION ? DURATION : near;
  const cliff = {
    none: 0n,
    'first second': 1n,
    'day 60': 60n * DAY,
    last,
    end: DURATION,
    'near the start': within,
    'near the end': DURATION - within,
  }[place];
  const sound = cliff === 0n ? 0n : nearestSoundCliff({ ...schedule, cliff: START + cliff }, least);
  return sound === 0n ? 0n : sound - START;
};

const addresses = new Map<string, Address>();

/** The address of a kind of streams, made once. */
const addressOf = (kind: Kind, group: number, cliff: bigint): Address => {
  const key = `${kind} ${group} ${cliff}`;
  const address = addresses.get(key) ?? createAddress(kind, { ...at(GROUPS, group), cliff });
  addresses.set(key, address);
  return address;
};

const lifeOf = (tokens: boolean, streams: readonly AnyStream[]) =>
  new PlanScenario(
    streams.map((stream) => {
      const { recurring, group, fees, unpaid } = stream;
      const kind: Kind = `${recurring ? 'recurring' : 'vesting'}-${tokens ? 'token' : 'bch'}`;
      const address = addressOf(kind, group, recurring ? 0n : cliffOf(kind, stream));
      const { interval } = address.terms;
      // Each period pays at least what a payment must.
      const principal = recurring && !tokens ? stream.principal + 30_000n : stream.principal;
      const periods = holdsTokens(kind) && principal < unpaid ? 1n : unpaid;
      const own = recurring
        ? { unpaid: periods, next: START + interval, amount: principal / periods }
        : { start: START, end: START + DURATION };
      const reserve = address.terms.floor + fees * address.terms.fee;
      return { address, placing: { principal, state: { ...own, reserve } } };
    }),
  );

/** A vesting stream knows no pause. */
const actsOf = (one: Followed, act: Act): { one: Followed; act: Act }[] => {
  if (one.stream === undefined || isRecurring(one.stream.address.kind)) return [{ one, act }];
  return act === 'cancel' ? [{ one, act }] : [];
};

/** Everything that can be done to any stream of the plan, in one transaction: to each something of its own. */
const mixedActs = (scenario: PlanScenario, which: number, time: bigint) =>
  scenario.followed.flatMap((one, k) => {
    const acts = scenario.possibleActs(one, time);
    return acts.length === 0 ? [] : [{ one, act: at(acts, (which >> k) % acts.length) }];
  });

/** Waits until some time between a stream's cliff and its end, where that is still to come. */
const passCliff = (scenario: PlanScenario, { stream }: Followed, thousandths: number): void => {
  if (stream === undefined || isRecurring(stream.address.kind)) return;
  const { cliff } = stream.address.terms;
  const time = START + cliff + ((DURATION - cliff) * BigInt(thousandths)) / 1_000n;
  scenario.wait(1, Math.max(0, Number(time) + 1 - scenario.tip.mtp));
};

const take = (scenario: PlanScenario, step: Step): void => {
  const one = at(scenario.followed, step.which % scenario.followed.length);
  const past = BigInt(scenario.tip.mtp) - 1n - (START - DAY);
  const time = START - DAY + (past * BigInt(step.share)) / 1_000n;
  if (step.kind === 'wait') scenario.wait(step.blocks, step.seconds);
  else if (step.kind === 'pass the cliff') passCliff(scenario, one, step.which);
  else if (step.kind === 'pay') scenario.pay(one, time, step.own);
  else if (step.kind === 'settle') scenario.settle(one);
  else if (step.kind === 'refund') scenario.refund(one);
  else if (step.kind === 'announce' || step.kind === 'undo') {
    const to = step.kind === 'undo' ? one.owner : createParty(`recipient ${one.index} at home ${step.which % 3}`);
    scenario.announce(one, to, step.which % 7 === 0 ? outsider : one.owner);
  } else if (step.kind === 'move') {
    if (step.own && one.stream !== undefined) scenario.wait(Number(one.stream.address.terms.delay), 600);
    scenario.move(one);
  } else if (step.kind === 'mixed') scenario.act(mixedActs(scenario, step.which, time), time);
  else {
    const chosen = new Set(
      Array.from({ length: step.many }, (_, k) => at(scenario.followed, (step.which + k) % scenario.followed.length)),
    );
    scenario.act(
      [...chosen].flatMap((each) => actsOf(each, step.kind as Act)),
      time,
    );
  }
};

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

describe.each([
  ['BCH', false],
  ['tokens', true],
] as const)('random scenarios of whole plans in %s, beside plain numbers', (_, tokens) => {
  it('agree after every step, and end with everybody having what is theirs', () => {
    const seen = new Map<string, number>();
    let steps = 0;
    let most = 0n;
    fc.assert(
      fc.property(
        fc.array(anyStream(tokens), { minLength: 1, maxLength: 4 }),
        fc.array(anyStep, { minLength: 10, maxLength: 30, size: 'max' }),
        (streams, todo) => {
          const scenario = lifeOf(tokens, streams);
          for (const step of todo) {
            take(scenario, step);
            for (const one of scenario.followed) most = max(most, scenario.unreachable(one));
          }
          for (const one of scenario.followed) scenario.finish(one);
          steps += scenario.steps;
          for (const [kind, count] of scenario.accepted) seen.set(kind, (seen.get(kind) ?? 0) + count);
        },
      ),
      { numRuns: SCENARIOS },
    );
    // The search reaches what it is meant to search.
    for (const kind of ['pay', 'push', 'cancel', 'pause', 'settle', 'resume', 'refund', 'mixed', 'announce', 'move'])
      expect([kind, (seen.get(kind) ?? 0) >= SCENARIOS / 16]).toEqual([kind, true]);
    expect(steps).toBeGreaterThan(SCENARIOS * 8);
    // Of what has vested, less than two payments of 576 satoshis are out of reach at times; of tokens nothing.
    expect(most > 0n).toBe(!tokens);
    expect(most <= (tokens ? 0n : 1_150n)).toBe(true);
    if (DEEP)
      process.stdout.write(`${SCENARIOS} scenarios, ${steps} steps: ${JSON.stringify(Object.fromEntries(seen))}\n`);
  });
});
