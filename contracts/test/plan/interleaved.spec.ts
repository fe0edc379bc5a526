import type { Output } from '@bitauth/libauth';
import { named32, sampled } from '../support/bytes.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { accept } from '../support/judge.js';
import { outsider, sender } from '../support/parties.js';
import { type Draft, type DraftInput, seal } from '../support/transaction.js';
import { type Address, createAddress, holdsTokens, isRecurring, KINDS, pathsOf, PLAN_CLOCK } from './covenant.js';
import { draftRefund, inputOf } from './drafts.js';
import { MIDDLE, tipAt } from './honest-spends.js';
import { expectRefused, type Row } from './sibling-rows.js';
import { STATUS } from './state.js';
import { type Act, draftActs, type Leg } from './stop-drafts.js';
import { clockOutput, DOLLARS, placeStream, PLAN, START, type Stream } from './stream.js';

/** Another funding of the same plan: the same address, and indexes that begin anew. */
const SECOND_FUNDING = named32('category of a second funding');
const OLD = { height: 849_000, mtp: Number(START) };
const authority = purse(sender, 50_000_000n, 'authority of many acts');
const gift = purse(outsider, 50_000n, 'gift to many acts');

const placed = (address: Address, index: bigint, more: Parameters<typeof placeStream>[1] = {}): Stream =>
  placeStream(address, { index, mined: OLD, clockMined: OLD, ...more });

/** One transaction of the sender's that does something else to each of several streams, in a funding or in two. */
const interleaved = (address: Address): readonly { readonly name: string; readonly draft: Draft }[] => {
  const acted = (name: string, legs: readonly Leg[]) => ({ name, draft: draftActs(legs, MIDDLE, { authority }) });
  const leg = (act: Act, index: bigint, more: Parameters<typeof placeStream>[1] = {}): Leg => ({
    stream: placed(address, index, more),
    act,
  });
  const twoFundings = acted('cancels of one index in two fundings', [
    leg('cancel', 2n),
    leg('cancel', 2n, { category: SECOND_FUNDING }),
  ]);
  if (!isRecurring(address.kind)) return [acted('two cancels', [leg('cancel', 1n), leg('cancel', 2n)]), twoFundings];
  const paused = { state: { status: STATUS.pausedRunning } };
  return [
    acted('a pause, a resume and a cancel', [leg('pause', 1n), leg('resume', 2n, paused), leg('cancel', 3n)]),
    acted('a resume before a pause', [leg('resume', 3n, paused), leg('pause', 1n)]),
    acted('a pause and a resume of one index in two fundings', [
      leg('pause', 2n),
      leg('resume', 2n, { ...paused, category: SECOND_FUNDING }),
    ]),
    twoFundings,
  ];
};

const pairs = (count: number, from: number): readonly (readonly [number, number])[] =>
  Array.from({ length: count }, (_, i) => Array.from({ length: count }, (__, j) => [i, j] as const))
    .flat()
    .filter(([i, j]) => from <= i && i < j);

const exchanged = <T>(list: readonly T[], i: number, j: number): T[] =>
  list.map((each, at) => (at === i ? (list[j] ?? each) : at === j ? (list[i] ?? each) : each));

const same = (a: unknown, b: unknown): boolean => {
  const text = (value: unknown) =>
    JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each));
  return text(a) === text(b);
};

const withUnits = (output: Output, amount: bigint): Output => {
  const { token, ...plain } = output;
  if (token === undefined) return output;
  return amount === 0n && token.nft === undefined ? plain : { ...plain, token: { ...token, amount } };
};

/** Places exchanged: outputs for outputs, inputs for inputs. */
const misplaced = (draft: Draft): readonly (readonly [string, Draft])[] => [
  ...pairs(draft.outputs.length, 1).flatMap(([i, j]) =>
    same(draft.outputs[i], draft.outputs[j])
      ? []
      : [[`outputs ${i} and ${j} exchanged`, { ...draft, outputs: exchanged(draft.outputs, i, j) }] as const],
  ),
  ...pairs(draft.inputs.length, 0).map(
    ([i, j]) => [`inputs ${i} and ${j} exchanged`, { ...draft, inputs: exchanged(draft.inputs, i, j) }] as const,
  ),
];

/** Units of siblings that go another way, none made and none burned. */
const misledUnits = (draft: Draft): readonly (readonly [string, Draft])[] =>
  pairs(draft.outputs.length, 1).flatMap(([i, j]) => {
    const [a, b] = [draft.outputs[i], draft.outputs[j]];
    if (a?.token === undefined || b?.token === undefined || !same(a.token.category, b.token.category)) return [];
    const [x, y] = [a.token.amount, b.token.amount];
    const row = (what: string, first: bigint, second: bigint): readonly [string, Draft][] =>
      first === x
        ? []
        : [
            [
              `units of outputs ${i} and ${j} ${what}`,
              {
                ...draft,
                outputs: draft.outputs.map((output, at) =>
                  at === i ? withUnits(output, first) : at === j ? withUnits(output, second) : output,
                ),
              },
            ],
          ];
    return [...row('exchanged', y, x), ...row('at the first', x + y, 0n), ...row('at the second', 0n, x + y)];
  });

const scriptAt = (draft: Draft, input: number) => seal(draft).transaction.inputs[input]?.unlockingBytecode;

/** A stream moved by another function than its outputs are for. */
const misnamed = (draft: Draft, address: Address): readonly (readonly [string, Draft])[] =>
  draft.inputs.flatMap((input, at) =>
    pathsOf(address.kind).flatMap((path): (readonly [string, Draft])[] => {
      const unlocking = address.call(path);
      const isState = input.coin.output.lockingBytecode === address.lockingBytecode;
      if (!isState) return [];
      const inputs = draft.inputs.map((each, i) => (i === at ? { ...each, unlocking } : each));
      const changed = { ...draft, inputs };
      // Nobody signs for a stream: by its own function it is what it was.
      return same(scriptAt(changed, at), scriptAt(draft, at)) ? [] : [[`input ${at} by ${path}`, changed]];
    }),
  );

/** What an honest interleaved transaction becomes in the hands of who mixes its parts. */
const mixedUp = (address: Address): readonly Row[] =>
  interleaved(address).flatMap(({ name, draft }) =>
    [...misplaced(draft), ...misledUnits(draft), ...misnamed(draft, address)].map(([what, changed]) => ({
      name: `${name}: ${what}`,
      draft: changed,
      tip: tipAt(MIDDLE),
    })),
  );

/** Refunds by clocks that are as large and as old, and another stream's. */
const borrowedClocks = (address: Address): readonly Row[] => {
  const own = placed(address, 3n, { noticed: true });
  const honest = draftRefund(own);
  const clockAt = holdsTokens(address.kind) ? 2 : 1;
  const clock = (units: bigint, category: Uint8Array): DraftInput =>
    inputOf(
      coinNamed(`clock of ${units} units`, clockOutput(category, units, 1_500n), { mined: OLD }),
      PLAN_CLOCK.unlocking,
      Number(address.terms.notice),
    );
  const row = (what: string, inputs: readonly DraftInput[], outputs: readonly Output[] = []): Row => ({
    name: `refund by ${what}`,
    draft: { ...honest, inputs, outputs: [...honest.outputs, ...outputs] },
    tip: tipAt(MIDDLE),
  });
  const by = (...clocks: readonly DraftInput[]): DraftInput[] => [...honest.inputs.slice(0, clockAt), ...clocks];
  const money = payTo(outsider, 1_000n);
  return [
    row('the clock of the same index in another funding', by(clock(3n, SECOND_FUNDING))),
    row('the clocks of two siblings that sum up to it', by(clock(1n, PLAN), clock(2n, PLAN))),
    row('a clock of the asset', by(clock(3n, DOLLARS))),
    row('another funding’s clock before its own', by(clock(3n, SECOND_FUNDING), ...honest.inputs.slice(clockAt))),
    row('its own clock, another funding’s burned along', [...honest.inputs, clock(3n, SECOND_FUNDING), gift], [money]),
  ];
};

describe.each(KINDS)('%s, several of it moved at once', (kind) => {
  const address = createAddress(kind);

  it('does to each what is asked of it, in one funding and in two of the same address', () => {
    for (const { draft } of interleaved(address)) accept(draft, tipAt(MIDDLE));
  });

  it('lets nothing of one serve another', () => {
    expectRefused(sampled(mixedUp(address), 4));
  });

  it('is refunded by its own clock alone, whatever others hold as many units', () => {
    expectRefused(borrowedClocks(address));
  });
});

it('streams of all four covenants are ended in one transaction', () => {
  const legs = KINDS.map((kind, at) => ({
    stream: placed(createAddress(kind), BigInt(at) + 1n),
    act: 'cancel' as const,
  }));
  accept(draftActs(legs, MIDDLE, { authority }), tipAt(MIDDLE));
});
