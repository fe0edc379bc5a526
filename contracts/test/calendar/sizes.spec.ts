import { hash160 } from '@bitauth/libauth';
import type { CalendarForm } from '../../scripts/calendar-source.js';
import type { FeeLimits } from '../../src/index.js';
import { purse } from '../support/coins.js';
import { costOf } from '../support/cost.js';
import { accept, dustOf, judge } from '../support/judge.js';
import { recipient, sender } from '../support/parties.js';
import { type Draft, seal } from '../support/transaction.js';
import {
  holdsTokens,
  isGrant,
  isList,
  isSalary,
  type Kind,
  KINDS,
  type Terms,
  type Tranche,
  ZERO_UTC,
} from './covenant.js';
import {
  draftActs,
  draftAnnounce,
  draftCollect,
  draftEnd,
  draftFinish,
  draftOwnFinish,
  draftPay,
  draftRefund,
  draftSettle,
  draftSweep,
} from './drafts.js';
import { newRecipient } from './spends.js';
import { createPlan, feesOf, lessPayout, LIST, type Placing, placeStream, type Stream, TIP } from './stream.js';

/** A locking bytecode of the longest standard form, P2SH32. */
const longLock = (byte: number): Uint8Array => Uint8Array.of(0xaa, 0x20, ...new Uint8Array(32).fill(byte), 0x87);

interface Extreme {
  readonly terms: Partial<Terms>;
  readonly form: CalendarForm;
  readonly placing: Placing;
  /** How many parts a payment names. */
  readonly parts: bigint;
}

const shortest = (): Extreme => ({
  terms: { notice: 12n, delay: 144n, day: 1n },
  form: {},
  placing: { state: { index: 1n, month: 300n } },
  parts: 1n,
});

/** Six tranches at the latest dates. */
const LATE_LIST: readonly Tranche[] = Array.from({ length: 6 }, (_, i) => ({
  at: 4_100_000_000n + BigInt(i),
  left: (6n - BigInt(i) - 1n) * 1_000_000_000_000n,
}));

const longest = (kind: Kind): Extreme => ({
  terms: {
    sender: longLock(1),
    notice: 65_535n,
    delay: 65_535n,
    fee: 99_999n,
    day: 31n,
    gap: 30n,
    months: 1n,
    zero: ZERO_UTC + 200_000n,
    cliff: 1_000n,
  },
  // Shares by the longest rule.
  form: kind === 'calendar-vesting-token' ? { allocation: 'BACK_LOADED' } : {},
  placing: {
    to: longLock(2),
    ...(isList(kind) ? {} : { principal: holdsTokens(kind) ? 9_223_372_036_854_775_000n : 2_000_000_000_000_000n }),
    list: LATE_LIST,
    state: {
      index: 32_767n,
      month: 100n,
      unpaid: 1_100n,
      installments: 1_100n,
      reserve: 8_000_000n,
      amount: 1_000_000_000_000n,
    },
  },
  parts: 1_001n,
});

const EXTREMES = { shortest, longest } as const;

/** Each path's transaction, for the sizes; coins of parties are P2PKH. */
const pathsOf = (kind: Kind, { terms, form, placing, parts }: Extreme): Record<string, Draft> => {
  const address = createPlan(kind, terms, form);
  const place = (some: Placing = {}): Stream =>
    placeStream(address, { ...placing, ...some, state: { ...placing.state, ...some.state } });
  const count = isList(kind) ? 1n : parts;
  const movingTo = hash160(newRecipient.lockingBytecode);
  const active = place();
  const noticed = place({ noticed: true });
  const moving = place({ state: { to: movingTo } });
  // Of a party, whose consent is needed.
  const own = { to: recipient.lockingBytecode };
  const stray = { ...active.state, output: { lockingBytecode: address.lockingBytecode, valueSatoshis: 100_000n } };
  const ending = isList(kind) ? { paid: (placing.list ?? LIST).length - 1 } : {};
  return {
    pay: draftPay(active, count),
    end: draftEnd(place(ending)),
    cancel: draftActs([{ stream: active, act: 'cancel', count: isList(kind) ? 0n : parts }]),
    'pay under notice': draftPay(noticed, count),
    'end under notice': draftEnd(place({ ...ending, noticed: true })),
    refund: draftRefund(noticed),
    ...(isSalary(kind)
      ? {
          pause: draftActs([{ stream: active, act: 'pause', count: parts }]),
          settle: draftSettle(place({ noticed: true, state: { status: 1n } })),
          resume: draftActs([{ stream: place({ state: { status: 3n } }), act: 'resume', count: parts }]),
        }
      : {}),
    sweep: draftSweep(active, stray),
    announce: draftAnnounce([place(own)], newRecipient.lockingBytecode, purse(recipient, 900_000n)),
    finish: draftFinish([moving], undefined, purse(sender, 900_000n)),
    'finish by itself': draftOwnFinish(moving),
    collect: draftCollect(place({ ...own, state: { to: movingTo } }), count),
  };
};

/** Bytes of script, then of each path's transaction. */
const sizesOf = (kind: Kind, extreme: Extreme): Record<string, number> => ({
  script: createPlan(kind, extreme.terms, extreme.form).script.length,
  ...Object.fromEntries(Object.entries(pathsOf(kind, extreme)).map(([name, draft]) => [name, seal(draft).size])),
});

/** The smallest output nodes relay, a bare script of one byte, and its 10 bytes of fee. */
const BAREST_SKIM = 474 + 10;
/** What a sender and a recipient of the shortest standard form, P2SH20, would save of the sizes measured. */
const SHORTER = 6;

/** Paths that the reserve pays for and whose outputs leave room for one more. */
const OPEN = (kind: Kind): readonly string[] => [
  ...['pay', 'pay under notice', 'end', 'end under notice'],
  ...(holdsTokens(kind) ? [] : ['refund']),
  ...(isSalary(kind) ? ['settle'] : []),
];
/** Paths that the reserve pays for. */
const PAID = (kind: Kind): readonly string[] => [...new Set([...OPEN(kind), 'refund', 'finish by itself'])];

/** A payment of tranches takes a satoshi more for each byte that it shows: here of one. */
const shownIn = (kind: Kind, name: string): number => (isList(kind) && name.startsWith('pay') ? 43 : 0);

/** What a path may take for its fee, by one value of the terms, beside what it takes for the tranches that it shows. */
const feeFor = (kind: Kind, name: string, value: keyof FeeLimits): number => {
  const { fee, floor } = feesOf(kind);
  return Number(lessPayout(kind, (name.startsWith('pay') ? fee : floor)[value]));
};

/** Bytes that the longest payment of one part may have, and the most that any may. */
const MOST = (kind: Kind): number => {
  if (isSalary(kind)) return holdsTokens(kind) ? 720 : 500;
  if (isGrant(kind)) return holdsTokens(kind) ? 785 : 600;
  return holdsTokens(kind) ? 720 : 550;
};

const BY_SENDER = /^(?:cancel|pause|resume|sweep)$/u;

describe.each(KINDS)('%s', (kind) => {
  const [short, long] = [EXTREMES.shortest(), EXTREMES.longest(kind)];
  // The longest sender has no key here: where one must consent, it is a party.
  const consenting = { ...long, terms: { ...long.terms, sender: sender.lockingBytecode } };
  const sizes = [sizesOf(kind, short), sizesOf(kind, long)];
  const twice = isSalary(kind) ? sizesOf(kind, { ...long, form: { twice: true } }) : {};
  const sizeOf = (name: string, which: 0 | 1): number => sizes[which]?.[name] ?? 0;

  it('measures what the documentation states', () => {
    expect(
      Object.fromEntries(Object.entries(sizes[0] ?? {}).map(([name, size]) => [name, [size, sizes[1]?.[name]]])),
    ).toMatchSnapshot();
  });

  it('has payments of no more bytes than was promised', () => {
    expect(sizeOf('pay', 1)).toBeLessThanOrEqual(MOST(kind));
    // Two paydays a month take 16 bytes.
    if (isSalary(kind))
      expect([twice['pay'], (twice['script'] ?? 0) - sizeOf('script', 1)]).toEqual([sizeOf('pay', 1) + 16, 16]);
  });

  it('every path is accepted with the shortest and the longest parameters', () => {
    const refused = [short, long, consenting].flatMap((extreme, place) =>
      Object.entries(pathsOf(kind, extreme)).flatMap(([name, draft]) => {
        if (extreme === long && BY_SENDER.test(name)) return [];
        const verdict = judge(draft, TIP);
        return verdict.accepted ? [] : [`${name} (${place}): ${verdict.reason}`];
      }),
    );
    expect(refused).toEqual([]);
  });

  it('the proposed fee and floor cover 1.2 satoshis a byte, the least ones one', () => {
    const all = isSalary(kind) ? [sizes[1], twice] : [sizes[1]];
    for (const measured of all)
      for (const name of PAID(kind)) {
        const size = (measured?.[name] ?? 0) - shownIn(kind, name);
        expect([name, feeFor(kind, name, 'default') >= 1.2 * size]).toEqual([name, true]);
        expect([name, feeFor(kind, name, 'least') >= size]).toEqual([name, true]);
      }
  });

  it("the largest fee and floor leave too little for a rewriter's output, even one of a bare script", () => {
    for (const name of OPEN(kind))
      expect([
        name,
        feeFor(kind, name, 'most') + shownIn(kind, name) - sizeOf(name, 0) + SHORTER < BAREST_SKIM,
      ]).toEqual([name, true]);
  });

  it('stays far within what scripts may cost: a budget grows with the unlocking bytecode', () => {
    for (const extreme of [short, consenting])
      for (const [name, draft] of Object.entries(pathsOf(kind, extreme))) {
        const covenant = draft.inputs.findIndex(({ unlocking }) => unlocking.kind === 'call');
        const { operations, hashes, unlocking } = costOf(draft, covenant);
        expect([name, operations < 0.2, hashes < 0.2, unlocking < 1_200]).toEqual([name, true, true, true]);
      }
  });

  it('a state is never dust by its least floor and, in BCH, what is left; nor is a clock that pays for a settle', () => {
    const { state, clock } = placeStream(createPlan(kind), { noticed: true, state: { index: 32_767n } });
    const { least } = feesOf(kind).floor;
    expect(dustOf(state.output) < least + (holdsTokens(kind) ? 0n : 576n)).toBe(true);
    if (clock === undefined) throw new Error('A notice runs');
    expect(dustOf(clock.output) < lessPayout(kind, least)).toBe(true);
  });
});

it('a payment of 99 tranches stays below the relay limit, and is paid for', () => {
  const list = Array.from({ length: 100 }, (_, i) => ({ at: 1_800_000_000n + BigInt(i), left: BigInt(99 - i) * 600n }));
  for (const kind of ['tranches-bch', 'tranches-token'] as const) {
    const stream = placeStream(createPlan(kind), { list, state: { reserve: 200_000n } });
    const { size, fee } = accept(draftPay(stream, 99n), TIP);
    expect([size < 2_000, fee >= size]).toEqual([true, true]);
  }
});
