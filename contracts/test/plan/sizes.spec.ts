import { createVirtualMachineBch2026, encodeTransactionOutput } from '@bitauth/libauth';
import { append, changeValue } from '../attacks/mutations.js';
import { purse } from '../support/coins.js';
import { accept, dustOf, findRelayProblem } from '../support/judge.js';
import { outsider, sender } from '../support/parties.js';
import { type Draft, seal } from '../support/transaction.js';
import {
  type Address,
  BOUNDS,
  createAddress,
  endBound,
  holdsTokens,
  isRecurring,
  type Kind,
  KINDS,
  PAYOUT,
  type Terms,
} from './covenant.js';
import { draftPay, draftRefund, draftSettle, draftSweep } from './drafts.js';
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

const shortest = (kind: Kind): Extreme => ({
  terms: { notice: 12n, step: 1n, cliff: 0n, interval: 60n },
  placing: {
    index: 1n,
    principal: 24_000n,
    state: { reserve: 5n * BOUNDS[kind], ...(isRecurring(kind) ? { next: START } : { end: START + 100n }) },
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
    bound: 99_999n,
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
    close: draftPay(active, end),
    cancel: act(active, 'cancel', middle),
    'pay under notice': draftPay(noticed, middle),
    'close under notice': draftPay(noticed, end),
    refund: draftRefund(noticed),
    ...(isRecurring(kind)
      ? {
          pause: act(active, 'pause', middle),
          settle: draftSettle(place({ noticed: true, state: { status: STATUS.pausing } })),
          resume: act(place({ state: { status: STATUS.pausedRunning } }), 'resume', middle),
        }
      : {}),
    sweep: draftSweep(active, [stray], authority),
  };
};

/** Bytes of script, then of each path's transaction. */
const sizesOf = (kind: Kind, extreme: Extreme): Record<string, number> => ({
  script: createAddress(kind, extreme.terms).script.length,
  ...Object.fromEntries(Object.entries(sizePaths(kind, extreme)).map(([name, draft]) => [name, seal(draft).size])),
});

/** The smallest standard output that only its receiver can spend, P2SH20, and its 32 bytes of fee. */
const CHEAPEST_SKIM = 540n + 32n;
/** The smallest output nodes relay, a bare script of one byte, and its 10 bytes of fee. */
const BAREST_SKIM = 474n + 10n;
/** What a sender and a recipient of the shortest standard form, P2SH20, would save of the sizes measured. */
const SHORTER = 6n;

/** Paths that the reserve pays for and whose outputs leave room for one more. */
const OPEN = (kind: Kind): readonly string[] => [
  'pay',
  'pay under notice',
  'close',
  'close under notice',
  ...(holdsTokens(kind) ? [] : ['refund']),
  ...(isRecurring(kind) ? ['settle'] : []),
];

const paysOut = (name: string): boolean => name.startsWith('pay') || name.startsWith('close');

describe.each(KINDS)('%s', (kind) => {
  const [short, long] = [EXTREMES.shortest(kind), EXTREMES.longest(kind)];
  const sizes = [sizesOf(kind, short), sizesOf(kind, long)];

  it('measures what the documentation states', () => {
    expect(
      Object.fromEntries(Object.entries(sizes[0] ?? {}).map(([name, size]) => [name, [size, sizes[1]?.[name]]])),
    ).toMatchSnapshot();
  });

  it('every path that needs nobody is accepted with the longest parameters', () => {
    const tip = { height: 900_000, mtp: 4_294_967_296 };
    const bySender = /^(?:cancel|pause|resume|sweep)$/u;
    for (const [name, draft] of Object.entries(sizePaths(kind, long))) if (!bySender.test(name)) accept(draft, tip);
  });

  it("the proposed bound covers more than a satoshi a byte, and leaves too little for a rewriter's output", () => {
    for (const name of OPEN(kind)) {
      const bound = paysOut(name) && holdsTokens(kind) ? BOUNDS[kind] - PAYOUT : endBound(kind, BOUNDS[kind]);
      for (const of of sizes) {
        expect([name, Number(bound) / (of[name] ?? 0) >= 1.15]).toEqual([name, true]);
        expect([name, bound - BigInt(of[name] ?? 0) + SHORTER < CHEAPEST_SKIM]).toEqual([name, true]);
      }
    }
  });

  it('of what continues, the bound leaves too little for the output of a bare script, too', () => {
    const continues = OPEN(kind).filter((name) => name.startsWith('pay') || name === 'settle');
    for (const name of continues) {
      const bound = paysOut(name) && holdsTokens(kind) ? BOUNDS[kind] - PAYOUT : endBound(kind, BOUNDS[kind]);
      // An end pays a sender and a recipient, what continues one of them: P2SH20 saves two bytes of it, and two of the script.
      for (const of of sizes) expect([name, bound - BigInt(of[name] ?? 0) + 4n < BAREST_SKIM]).toEqual([name, true]);
    }
  });

  // Known: within the bound, and out of the reserve that returns to the sender.
  it('of an end, somebody who rewrites it may keep some 500 by a bare script', () => {
    const skim = { lockingBytecode: Uint8Array.of(0x51), valueSatoshis: 474n };
    const { close } = sizePaths(kind, short);
    if (close === undefined) throw new Error('A stream ends');
    const made = seal(append(changeValue(close, 1, -BAREST_SKIM), skim));
    expect([made.fee, findRelayProblem(made)]).toEqual([BigInt(made.size), undefined]);
    expect(createVirtualMachineBch2026(true).verify(made)).toBe(true);
  });

  it('every unlocking bytecode is within 1,650 bytes', () => {
    const unlocking = Object.values(sizePaths(kind, long)).flatMap((draft) => seal(draft).transaction.inputs);
    expect(Math.max(...unlocking.map(({ unlockingBytecode }) => unlockingBytecode.length))).toBeLessThanOrEqual(1_650);
  });

  it('a state is never dust: its floor is above what its output needs', () => {
    const { state } = placeStream(createAddress(kind), { index: 32_767n });
    expect(encodeTransactionOutput(state.output).length).toBeLessThanOrEqual(125);
    expect(dustOf(state.output) < BOUNDS[kind]).toBe(true);
  });
});

it('a clock is dust below 687 satoshis at most', () => {
  expect(dustOf(clockOutput(PLAN, 32_767n, 700n))).toBe(687n);
});
