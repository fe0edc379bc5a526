import { encodeTransactionOutput } from '@bitauth/libauth';
import type { FeeLimits } from '../../src/index.js';
import { purse } from '../support/coins.js';
import { costOf } from '../support/cost.js';
import { accept, dustOf } from '../support/judge.js';
import { outsider, sender } from '../support/parties.js';
import { type Draft, seal } from '../support/transaction.js';
import {
  type Address,
  createAddress,
  feesOf,
  holdsTokens,
  isRecurring,
  type Kind,
  KINDS,
  type Terms,
  lessPayout,
} from './covenant.js';
import { draftPay, draftRefund, draftSettle, draftSweep } from './drafts.js';
import { draftOwnFinish } from './move-drafts.js';
import { DUST } from './payment.js';
import { STATUS } from './state.js';
import { type Act, draftActs } from './stop-drafts.js';
import { clockOutput, placeStream, type Placing, PLAN, START, type Stream } from './stream.js';

/** A locking bytecode of the longest standard form, P2SH32. */
const longLock = (byte: number): Uint8Array => Uint8Array.of(0xaa, 0x20, ...new Uint8Array(32).fill(byte), 0x87);

interface Extreme {
  readonly terms: Partial<Terms>;
  readonly placing: Placing;
  /** A time at which something, but not all, is due. */
  readonly middle: bigint;
  readonly end: bigint;
}

/** A reserve that gives so many fees. */
const reserveFor = (kind: Kind, fees: bigint): bigint => {
  const { fee, floor } = feesOf(kind);
  return floor.default + fees * fee.default;
};

const shortest = (kind: Kind): Extreme => ({
  terms: { notice: 12n, step: 1n, cliff: 0n, interval: 60n },
  placing: {
    index: 1n,
    principal: 24_000n,
    state: { reserve: reserveFor(kind, 20n), ...(isRecurring(kind) ? { next: START } : { end: START + 100n }) },
  },
  middle: START + (isRecurring(kind) ? 0n : 50n),
  end: START + 10_000n,
});

const LAST = 4_294_967_295n;
const longest = (kind: Kind): Extreme => ({
  terms: {
    sender: longLock(1),
    notice: 65_535n,
    step: 2_200_000_000n,
    cliff: 2_200_000_000n,
    interval: 2_200_000_000n,
    fee: 99_999n,
    fill: 6_599_934n,
  },
  placing: {
    index: 32_767n,
    principal: kind.endsWith('bch') ? 2_099_000_000_000_000n : 9_223_372_036_854_775_807n,
    to: longLock(2),
    state: {
      reserve: 8_000_000n,
      ...(isRecurring(kind)
        ? { next: 2_094_967_290n, unpaid: 2n, amount: 1_000_000_000_000_000n }
        : { start: 500_000_000n, end: LAST }),
    },
  },
  middle: LAST - 2_200_000_000n + (isRecurring(kind) ? 0n : 700_000_000n),
  end: LAST,
});

const EXTREMES = { shortest, longest } as const;

const authority = purse(sender, 900_000_000n, 'authority');
const act = (stream: Stream, doing: Act, time: bigint): Draft =>
  draftActs([{ stream, act: doing }], time, { authority });

/** Each path's transaction, for the sizes; authority and purses are P2PKH. */
const sizePaths = (kind: Kind, { terms, placing, middle, end }: Extreme): Record<string, Draft> => {
  const address: Address = createAddress(kind, terms);
  const place = (some: Placing): Stream =>
    placeStream(address, { ...placing, ...some, state: { ...placing.state, ...some.state } });
  const active = place({});
  const noticed = place({ noticed: true });
  const stray = { ...active.state, output: { lockingBytecode: address.lockingBytecode, valueSatoshis: 100_000n } };
  return {
    pay: draftPay(active, middle),
    'pay by own coin': draftPay(active, middle, { purse: purse(outsider, 900_000n) }),
    end: draftPay(active, end),
    cancel: act(active, 'cancel', middle),
    'pay under notice': draftPay(noticed, middle),
    'end under notice': draftPay(noticed, end),
    refund: draftRefund(noticed),
    ...(isRecurring(kind)
      ? {
          pause: act(active, 'pause', middle),
          settle: draftSettle(place({ noticed: true, state: { status: STATUS.pausing } })),
          resume: act(place({ state: { status: STATUS.pausedRunning } }), 'resume', middle),
        }
      : {}),
    sweep: draftSweep(active, [stray], authority),
    finish: draftOwnFinish(place({ state: { recipient: new Uint8Array(40) } })),
  };
};

/** Bytes of script, then of each path's transaction. */
const sizesOf = (kind: Kind, extreme: Extreme): Record<string, number> => ({
  script: createAddress(kind, extreme.terms).script.length,
  ...Object.fromEntries(Object.entries(sizePaths(kind, extreme)).map(([name, draft]) => [name, seal(draft).size])),
});

/** The smallest output nodes relay, a bare script of one byte, and its 10 bytes of fee. */
const BAREST_SKIM = 474 + 10;
/** What a sender and a recipient of the shortest standard form, P2SH20, would save of the sizes measured. */
const SHORTER = 6;

/** Paths that the reserve pays for and whose outputs leave room for one more. */
const OPEN = (kind: Kind): readonly string[] => [
  'pay',
  'pay under notice',
  'end',
  'end under notice',
  'finish',
  ...(holdsTokens(kind) ? [] : ['refund']),
  ...(isRecurring(kind) ? ['settle'] : []),
];

/** Paths that the reserve pays for. */
const PAID = (kind: Kind): readonly string[] => [...new Set([...OPEN(kind), 'refund'])];

/** What a path may take for its fee, by one value of the terms. */
const feeFor = (kind: Kind, name: string, value: keyof FeeLimits): number => {
  const { fee, floor } = feesOf(kind);
  return Number(lessPayout(kind, (name.startsWith('pay') ? fee : floor)[value]));
};

/** Bytes that the longest of a path may have. */
const MOST: Readonly<Record<Kind, number>> = {
  'vesting-bch': 500,
  'vesting-token': 690,
  'recurring-bch': 460,
  'recurring-token': 675,
};
/** Bytes that the shortest cancel may have. */
const MOST_CANCEL: Readonly<Record<Kind, number>> = {
  'vesting-bch': 1_180,
  'vesting-token': 1_410,
  'recurring-bch': 1_250,
  'recurring-token': 1_500,
};

const BY_SENDER = /^(?:cancel|pause|resume|sweep)$/u;

describe.each(KINDS)('%s', (kind) => {
  const [short, long] = [EXTREMES.shortest(kind), EXTREMES.longest(kind)];
  // The longest sender has no key here: where one must consent, it is a party.
  const consenting = { ...long, terms: { ...long.terms, sender: sender.lockingBytecode } };
  const sizes = [sizesOf(kind, short), sizesOf(kind, long)];
  const sizeOf = (name: string, which: 0 | 1): number => sizes[which]?.[name] ?? 0;

  it('measures what the documentation states', () => {
    expect(
      Object.fromEntries(Object.entries(sizes[0] ?? {}).map(([name, size]) => [name, [size, sizes[1]?.[name]]])),
    ).toMatchSnapshot();
  });

  it('has payments and cancels of no more bytes than was promised', () => {
    expect(sizeOf('pay', 1)).toBeLessThanOrEqual(MOST[kind]);
    expect(sizeOf('cancel', 0)).toBeLessThanOrEqual(MOST_CANCEL[kind]);
  });

  it('every path is accepted with the shortest and the longest parameters', () => {
    const tip = { height: 900_000, mtp: 4_294_967_296 };
    for (const extreme of [short, long, consenting])
      for (const [name, draft] of Object.entries(sizePaths(kind, extreme)))
        if (extreme !== long || !BY_SENDER.test(name)) accept(draft, tip);
  });

  it('the proposed fee and floor cover 1.2 satoshis a byte, the least ones one', () => {
    for (const name of PAID(kind)) {
      expect([name, feeFor(kind, name, 'default') >= 1.2 * sizeOf(name, 1)]).toEqual([name, true]);
      expect([name, feeFor(kind, name, 'least') >= sizeOf(name, 1)]).toEqual([name, true]);
    }
  });

  it("the largest fee and floor leave too little for a rewriter's output, even one of a bare script", () => {
    for (const name of OPEN(kind))
      expect([name, feeFor(kind, name, 'most') - sizeOf(name, 0) + SHORTER < BAREST_SKIM]).toEqual([name, true]);
  });

  it('stays far within what scripts may cost: a budget grows with the unlocking bytecode', () => {
    for (const extreme of [short, consenting])
      for (const [name, draft] of Object.entries(sizePaths(kind, extreme))) {
        const covenant = draft.inputs.findIndex(({ unlocking }) => unlocking.kind === 'call');
        const { operations, hashes, unlocking } = costOf(draft, covenant);
        expect([name, operations < 0.11, hashes < 0.08, unlocking < 1_000]).toEqual([name, true, true, true]);
      }
  });

  it('a state is never dust by its least floor and, in BCH, what is left; nor is a clock that pays for a settle', () => {
    const { state, clock } = placeStream(createAddress(kind), { index: 32_767n, noticed: true });
    const { least } = feesOf(kind).floor;
    expect(encodeTransactionOutput(state.output).length).toBeLessThanOrEqual(125);
    expect(dustOf(state.output) < least + (holdsTokens(kind) ? 0n : DUST)).toBe(true);
    if (clock === undefined) throw new Error('A notice runs');
    expect(dustOf(clock.output) < lessPayout(kind, least)).toBe(true);
  });
});

it('a clock is dust below 687 satoshis at most', () => {
  expect(dustOf(clockOutput(PLAN, 32_767n, 700n))).toBe(687n);
});
