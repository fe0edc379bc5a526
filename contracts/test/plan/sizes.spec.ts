import { createVirtualMachineBch2026, encodeTransactionOutput } from '@bitauth/libauth';
import { append, changeValue } from '../attacks/mutations.js';
import { accept } from '../support/judge.js';
import { dustOf, findRelayProblem } from '../support/relay-rules.js';
import { seal } from '../support/transaction.js';
import { createAddress } from './covenant.js';
import { BOUNDS, endBound, holdsTokens, isRecurring, KINDS, PAYOUT, type Kind } from './kind.js';
import { EXTREMES, sizePaths, sizesOf } from './size-paths.js';
import { clockOutput, placeStream, PLAN } from './stream.js';

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
