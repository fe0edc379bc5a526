import type { Output } from '@bitauth/libauth';
import { changeOutput, withoutToken } from '../attacks/mutations.js';
import { at, named32 } from '../support/bytes.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { judgeAttack } from '../support/judge.js';
import { outsider, type Party, recipient, sender } from '../support/parties.js';
import { type ChainPoint, type Coin, type Draft, type DraftInput, seal } from '../support/transaction.js';
import { type Address, isRecurring, pathsOf, PLAN_CLOCK, PLAN_COMPANION, slotsOf } from './covenant.js';
import { clockInput, draftPay, draftRefund, draftSettle, inputOf, streamInputs } from './drafts.js';
import { endOf, MIDDLE, tipAt } from './honest-spends.js';
import { STATUS } from './state.js';
import { draftActs, placesOf, type Act, type Leg } from './stop-drafts.js';
import { clockOutput, DOLLARS, placeStream, PLAN, START, type Stream } from './stream.js';

/** A transaction that must be refused, and a valid one that it was made from. */
export interface Row {
  readonly name: string;
  readonly draft: Draft;
  readonly tip: ChainPoint;
}

/** Each must be refused by a script or a rule of every transaction, so that no miner helps. */
export const expectRefused = (rows: readonly Row[]): void => {
  expect(rows.length).toBeGreaterThan(3);
  for (const { name, draft, tip } of rows) {
    const verdict = judgeAttack(seal(draft), tip);
    expect([name, verdict.accepted ? 'accepted' : verdict.by]).toEqual([name, 'script']);
  }
};

const OLD: ChainPoint = { height: 849_000, mtp: Number(START) };
const MINE = 5n;
const THEIRS = 9n;
const gift = purse(outsider, 50_000n, 'gift');
const authority = purse(sender, 50_000_000n, 'authority');

const unitsTo = (party: Party, amount: bigint, category = PLAN): Output => ({
  ...payTo(party, 800n),
  token: { category, amount },
});

/** A clock of some units, old enough for any notice. */
export const clockOf = (units: bigint, category = PLAN): Coin =>
  coinNamed(`clock of ${units}`, clockOutput(category, units, 1_500n), { mined: OLD });
const spendClock = (coin: Coin, sequence = 40): DraftInput => inputOf(coin, PLAN_CLOCK.unlocking, sequence);

const withMore = (draft: Draft, inputs: readonly DraftInput[], outputs: readonly Output[] = []): Draft => ({
  ...draft,
  inputs: [...draft.inputs, ...inputs],
  outputs: [...draft.outputs, ...outputs],
});

interface Base {
  readonly name: string;
  readonly draft: Draft;
  readonly time: bigint;
  readonly ends: boolean;
}

const placed = (address: Address, index: bigint, noticed: boolean, status = 0n, category = PLAN): Stream => {
  const state = status === 0n ? {} : { state: { status } };
  return placeStream(address, { index, noticed, category, mined: OLD, clockMined: OLD, ...state });
};

/** The valid transactions of one stream that a sibling may ride along with. */
export const basesOf = (address: Address): readonly Base[] => {
  const active = placed(address, MINE, false);
  const noticed = placed(address, MINE, true);
  const end = endOf(address.kind);
  const acted = (stream: Stream, act: Act) => draftActs([{ stream, act }], MIDDLE, { authority });
  const base = (name: string, draft: Draft, time = MIDDLE, ends = false): Base => ({ name, draft, time, ends });
  return [
    base('pay', draftPay(active, MIDDLE)),
    base('push', draftPay(noticed, MIDDLE)),
    base('end', draftPay(active, end), end, true),
    base('end under notice', draftPay(noticed, end), end, true),
    base('refund', draftRefund(noticed), MIDDLE, true),
    base('cancel', acted(active, 'cancel')),
    ...(isRecurring(address.kind)
      ? [
          base('settle', draftSettle(placed(address, MINE, true, STATUS.pausing))),
          base('resume', acted(placed(address, MINE, false, STATUS.pausedRunning), 'resume')),
        ]
      : []),
  ];
};

/** A sibling's state or clock thrown in with a valid transaction of another. */
const ridingAlong = (mine: Address, other: Address, category: Uint8Array): Row[] =>
  basesOf(mine).flatMap(({ name, draft, time }): Row[] => {
    const row = (what: string, changed: Draft): Row => ({ name: `${name}: ${what}`, draft: changed, tip: tipAt(time) });
    const states = [false, true].flatMap((noticed) =>
      pathsOf(other.kind).flatMap((path): Row[] => {
        const sibling = placed(other, THEIRS, noticed, 0n, category);
        const value = payTo(outsider, sibling.state.output.valueSatoshis - 2_000n);
        const who = `a sibling ${noticed ? 'under notice' : 'at work'} along by ${path}`;
        const inputs = [...streamInputs(sibling, path), gift];
        const plain = row(`${who}, its money to a stranger`, withMore(draft, inputs, [value]));
        if (!noticed) return [plain];
        const clocked = [...streamInputs(sibling, path), ...clockInput(sibling), gift];
        return [plain, row(`${who}, its clock too`, withMore(draft, clocked, [value]))];
      }),
    );
    const clock = spendClock(clockOf(THEIRS, category));
    return [
      ...states,
      row(
        "a sibling's clock along, its units to the sender",
        withMore(draft, [clock, gift], [unitsTo(sender, THEIRS, category)]),
      ),
      row("a sibling's clock burned along", withMore(draft, [clock, gift])),
      row("a sibling's clock made again", withMore(draft, [clock, gift], [clockOutput(category, THEIRS, 1_500n)])),
    ];
  });

/** What a valid transaction does with units: its own, and its own clock. */
const ownUnits = (mine: Address): Row[] =>
  basesOf(mine).flatMap(({ name, draft, time, ends }): Row[] => {
    const row = (what: string, changed: Draft): Row => ({ name: `${name}: ${what}`, draft: changed, tip: tipAt(time) });
    const spendsClock = draft.inputs.some(({ unlocking }) => unlocking === PLAN_CLOCK.unlocking);
    const own = spendClock(clockOf(MINE));
    const kept = [sender, recipient, outsider].map((party) =>
      row(`units to the ${party.name} in one more output`, withMore(draft, [gift], [unitsTo(party, MINE)])),
    );
    const without = draft.outputs.map((output, index) =>
      output.token?.category.toString() === PLAN.toString() && output.token.amount > 0n
        ? row(
            `units of output ${index} to the sender`,
            withMore(
              changeOutput(draft, index, (before) =>
                before.token?.nft === undefined
                  ? withoutToken(before)
                  : { ...before, token: { ...before.token, amount: 0n } },
              ),
              [gift],
              [unitsTo(sender, MINE)],
            ),
          )
        : undefined,
    );
    const hung = ends
      ? draft.outputs.map((_, index) =>
          row(
            `units hung on output ${index}`,
            changeOutput(draft, index, (output) => ({ ...output, token: { category: PLAN, amount: MINE } })),
          ),
        )
      : [];
    const clocks =
      spendsClock || ends
        ? []
        : [
            row('its own clock spent, units to the sender', withMore(draft, [own, gift], [unitsTo(sender, MINE)])),
            row('its own clock burned', withMore(draft, [own, gift])),
            row('its own clock made again', withMore(draft, [own, gift], [clockOutput(PLAN, MINE, 1_500n)])),
          ];
    return [...kept, ...without.filter((made) => made !== undefined), ...hung, ...clocks];
  });

/** Waits on somebody else's clock, or beside it. */
const foreignClocks = (mine: Address): Row[] => {
  const noticed = placed(mine, MINE, true);
  const waits: readonly (readonly [string, Draft])[] = [
    ['refund', draftRefund(noticed)],
    ['end under notice', draftPay(noticed, endOf(mine.kind))],
    ...(isRecurring(mine.kind) ? [['settle', draftSettle(placed(mine, MINE, true, STATUS.pausing))] as const] : []),
  ];
  return waits.flatMap(([name, draft]) => {
    const place = draft.inputs.findIndex(({ unlocking }) => unlocking === PLAN_CLOCK.unlocking);
    const tip = tipAt(endOf(mine.kind));
    const clocked = (input: DraftInput): Draft => ({
      ...draft,
      inputs: draft.inputs.map((before, index) => (index === place ? input : before)),
    });
    const theirs = spendClock(clockOf(THEIRS));
    const row = (what: string, changed: Draft): Row => ({ name: `${name}: ${what}`, draft: changed, tip });
    return [
      row("by a sibling's clock", clocked(theirs)),
      row("by a sibling's clock, its own behind", withMore(clocked(theirs), [spendClock(clockOf(MINE))])),
      row("by a sibling's state for a clock", clocked(at(streamInputs(placed(mine, THEIRS, false), 'pay'), 0))),
    ];
  });
};

/** Two streams ended by one transaction: what one has, given to the other. */
const doubles = (mine: Address, other: Address, category: Uint8Array): Row[] => {
  const legs: readonly Leg[] = [
    { stream: placed(mine, MINE, false), act: 'cancel' },
    { stream: placed(other, THEIRS, false, 0n, category), act: 'cancel' },
  ];
  const both = draftActs(legs, MIDDLE, { authority });
  const [p = 1, q = 2] = placesOf(legs);
  const [a, b] = [slotsOf(mine.kind, p), slotsOf(other.kind, q)];
  const exchanged = (x: number, y: number): Draft =>
    changeOutput(
      changeOutput(both, x, () => at(both.outputs, y)),
      y,
      () => at(both.outputs, x),
    );
  const row = (name: string, draft: Draft): Row => ({ name: `two cancels: ${name}`, draft, tip: tipAt(MIDDLE) });
  const amount = (index: number, units: bigint) => (draft: Draft) =>
    changeOutput(draft, index, (output) =>
      output.token === undefined ? output : { ...output, token: { ...output.token, amount: units } },
    );
  const split = amount(a.clock, 7n)(amount(b.clock, 7n)(both));
  const less = withMore(amount(b.clock, THEIRS - 1n)(both), [gift], [unitsTo(sender, 1n, category)]);
  const others = both.inputs.slice(q);
  const byPath = pathsOf(other.kind)
    .filter((path) => path !== 'cancel' && path !== 'stop')
    .map((path) =>
      row(`the second by ${path}`, {
        ...both,
        inputs: [
          ...both.inputs.slice(0, q),
          ...streamInputs(at(legs, 1).stream, path),
          ...others.slice(streamInputs(at(legs, 1).stream, path).length),
        ],
      }),
    );
  return [
    row('clocks exchanged', exchanged(a.clock, b.clock)),
    row('states exchanged', exchanged(a.state, b.state)),
    row('units split between the clocks', split),
    row('a unit less in a clock, kept', less),
    row('both units in one clock', changeOutput(amount(a.clock, MINE + THEIRS)(both), b.clock, withoutToken)),
    row('units left in the state', changeOutput(amount(a.state, MINE)(both), a.clock, withoutToken)),
    row('one payout for both', {
      ...changeOutput(both, a.payee, (output) => ({
        ...output,
        valueSatoshis: output.valueSatoshis + at(both.outputs, b.payee).valueSatoshis,
      })),
      outputs: both.outputs.slice(0, b.payee),
    }),
    row("the second's outputs missing", { ...both, outputs: both.outputs.slice(0, b.state) }),
    row(
      'indexes exchanged',
      (() => {
        const [x, y] = [at(both.outputs, a.state), at(both.outputs, b.state)];
        return changeOutput(
          changeOutput(both, a.state, (output) => ({
            ...output,
            ...(y.token === undefined ? {} : { token: y.token }),
          })),
          b.state,
          (output) => ({ ...output, ...(x.token === undefined ? {} : { token: x.token }) }),
        );
      })(),
    ),
    row('without authority', { ...both, inputs: [gift, ...both.inputs.slice(1), authority] }),
    row("by the recipient's coin", { ...both, inputs: [purse(recipient, 50_000_000n), ...both.inputs.slice(1)] }),
    row('a stream at input 0', { ...both, inputs: [...both.inputs.slice(1), authority] }),
    ...byPath,
  ];
};

/** Coins of the universal scripts, and states by sweep, without their stream. */
const alone = (mine: Address): Row[] => {
  const stream = placed(mine, MINE, false);
  const dollars = { ...payTo(sender, 900n), token: { category: DOLLARS, amount: 120_000_000n } };
  const row = (name: string, inputs: readonly DraftInput[], outputs: readonly Output[]): Row => ({
    name,
    // A time, without which nothing is swept.
    draft: { version: 2, locktime: Number(START), inputs, outputs },
    tip: tipAt(MIDDLE),
  });
  const fake = coinNamed('fake', {
    ...payTo(outsider, 9_000n),
    token: {
      category: named32('fake'),
      amount: 0n,
      nft: { capability: 'mutable', commitment: stream.state.output.token?.nft?.commitment ?? new Uint8Array() },
    },
  });
  const companion = stream.companion === undefined ? [] : [inputOf(stream.companion, PLAN_COMPANION.unlocking)];
  return [
    row('a clock alone', [spendClock(clockOf(MINE)), gift], [unitsTo(sender, MINE)]),
    row('a clock behind a stranger', [gift, spendClock(clockOf(MINE))], [unitsTo(sender, MINE)]),
    row('two clocks', [spendClock(clockOf(MINE)), spendClock(clockOf(THEIRS)), gift], [unitsTo(sender, 14n)]),
    row(
      'a clock beside a state of another category',
      [inputOf(fake, { kind: 'key', owner: outsider }), spendClock(clockOf(MINE)), gift],
      [unitsTo(sender, MINE)],
    ),
    row('a state by sweep', [authority, inputOf(stream.state, mine.call('sweep'))], [payTo(sender, 900_000n)]),
    row(
      'a state by sweep, its companion behind',
      [authority, ...streamInputs(stream, 'sweep')],
      [payTo(sender, 900_000n)],
    ),
    ...(companion.length === 0
      ? []
      : [
          row('a companion alone', [...companion, gift], [dollars]),
          row('a companion behind the sender', [authority, ...companion], [dollars]),
        ]),
  ];
};

/** Streams of one plan, or of two, against each other. Each must be refused by a script or a rule of every transaction. */
export const siblingRows = (mine: Address, other: Address, category = PLAN): readonly Row[] => [
  ...ridingAlong(mine, other, category),
  ...doubles(mine, other, category),
];

/** What one stream can be tried with beside its own and its siblings' clocks. */
export const loneRows = (mine: Address): readonly Row[] => [...ownUnits(mine), ...foreignClocks(mine), ...alone(mine)];
