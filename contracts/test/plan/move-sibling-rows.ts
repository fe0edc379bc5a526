import type { Output } from '@bitauth/libauth';
import { changeOutput } from '../attacks/mutations.js';
import { at } from '../support/bytes.js';
import { payTo, purse } from '../support/coins.js';
import { outsider, recipient, sender } from '../support/parties.js';
import type { Draft, DraftInput } from '../support/transaction.js';
import { type Address, holdsTokens, pathsOf } from './covenant.js';
import { clockInput, streamInputs } from './drafts.js';
import { endOf, MIDDLE, tipAt } from './honest-spends.js';
import { consentOf, draftAnnounce, draftFinish } from './move-drafts.js';
import { newRecipient, OLD, pairOf, placeMove } from './move-rows.js';
import { basesOf, clockOf, type Row } from './sibling-rows.js';
import { DAY, PLAN, type Placing, type Stream } from './stream.js';

const gift = purse(outsider, 50_000n, 'gift to a move');
const LATE = tipAt(MIDDLE);

/** Two streams in one transaction, the first at input 1. */
interface Batch {
  readonly name: string;
  readonly draft: Draft;
  readonly first: Stream;
  readonly second: Stream;
  readonly path: 'announce' | 'finish';
}

const widthOf = ({ kind }: Address): number => (holdsTokens(kind) ? 2 : 1);

const ofBoth = (mine: Address, other: Address, category: Uint8Array): readonly Batch[] => {
  const one = (pending: boolean, more: Placing = {}): Stream => placeMove(mine, pending, { index: 5n, ...more });
  const two = (pending: boolean, more: Placing = {}): Stream =>
    placeMove(other, pending, { index: 9n, category, ...more });
  const announced = [one(false), two(false)] as const;
  // To different addresses, so that an exchange shows.
  const pending = [
    one(true),
    two(false, { state: { recipient: pairOf(recipient.lockingBytecode, outsider.lockingBytecode) } }),
  ] as const;
  const batch = (
    name: string,
    path: Batch['path'],
    draft: Draft,
    [first, second]: readonly [Stream, Stream],
  ): Batch => ({
    name,
    draft,
    path,
    first,
    second,
  });
  return [
    batch(
      'two announced',
      'announce',
      draftAnnounce(announced, newRecipient.lockingBytecode, consentOf(recipient)),
      announced,
    ),
    batch('two moved', 'finish', draftFinish(pending, delayOf(pending)), pending),
  ];
};

const delayOf = (streams: readonly Stream[]): number =>
  Math.max(...streams.map(({ address }) => Number(address.terms.delay)));

const withMore = (draft: Draft, inputs: readonly DraftInput[], outputs: readonly Output[] = []): Draft => ({
  ...draft,
  inputs: [...draft.inputs, ...inputs],
  outputs: [...draft.outputs, ...outputs],
});

const exchanged = (draft: Draft, x: number, y: number, part: (own: Output, others: Output) => Output): Draft => {
  const [first, second] = [at(draft.outputs, x), at(draft.outputs, y)];
  return changeOutput(
    changeOutput(draft, x, () => part(first, second)),
    y,
    () => part(second, first),
  );
};

const withUnits = (output: Output, by: bigint): Output =>
  output.token === undefined ? output : { ...output, token: { ...output.token, amount: output.token.amount + by } };

const withCommitment = (output: Output, commitment: Uint8Array): Output =>
  output.token?.nft === undefined
    ? output
    : { ...output, token: { ...output.token, nft: { ...output.token.nft, commitment } } };

const commitmentIn = ({ token }: Output): Uint8Array => token?.nft?.commitment ?? new Uint8Array();

/** What one of two streams has, given to the other. */
const mixes = (batch: Batch): Row[] => {
  const { draft, first, second, name, path } = batch;
  const [a, b] = [1, 1 + widthOf(first.address)];
  const row = (what: string, changed: Draft): Row => ({ name: `${name}: ${what}`, draft: changed, tip: LATE });
  const oneState = (by: bigint): Draft =>
    changeOutput(
      changeOutput(draft, a, (o) => withUnits(o, by)),
      b,
      (o) => withUnits(o, -by),
    );
  const category = second.state.output.token?.category ?? PLAN;
  const isOnePlan = category.toString() === first.state.output.token?.category.toString();
  const rest = draft.inputs.slice(1);
  const [mine, theirs] = [rest.slice(0, widthOf(first.address)), rest.slice(widthOf(first.address))];
  const others = (path === 'announce' ? ['finish', 'collect'] : ['announce', 'collect']) as readonly (
    | 'announce'
    | 'finish'
    | 'collect'
  )[];
  return [
    row(
      'states exchanged',
      exchanged(draft, a, b, (_, other) => other),
    ),
    row(
      'commitments exchanged',
      exchanged(draft, a, b, (own, other) => withCommitment(own, commitmentIn(other))),
    ),
    ...(path === 'finish'
      ? [
          row(
            'recipients exchanged',
            exchanged(draft, a, b, (own, other) =>
              withCommitment(own, Uint8Array.of(...commitmentIn(own).slice(0, -20), ...commitmentIn(other).slice(-20))),
            ),
          ),
        ]
      : []),
    row(
      'satoshis of one in the other',
      changeOutput(
        changeOutput(draft, a, (o) => ({ ...o, valueSatoshis: o.valueSatoshis + 1_000n })),
        b,
        (o) => ({ ...o, valueSatoshis: o.valueSatoshis - 1_000n }),
      ),
    ),
    ...(isOnePlan
      ? [
          row('a unit of one in the other', oneState(1n)),
          row('all units in one', oneState(9n)),
          row('units exchanged', oneState(4n)),
        ]
      : []),
    row(
      'units of the second to the sender',
      withMore(
        changeOutput(draft, b, (o) => withUnits(o, -9n)),
        [gift],
        [{ ...payTo(sender, 800n), token: { category, amount: 9n } }],
      ),
    ),
    row('the outputs of the second missing', {
      ...draft,
      outputs: [...draft.outputs.slice(0, b), ...draft.outputs.slice(b + widthOf(second.address))],
    }),
    row('the inputs exchanged', { ...draft, inputs: [at(draft.inputs, 0), ...theirs, ...mine] }),
    row('the second at input 0', { ...draft, inputs: [...theirs, at(draft.inputs, 0), ...mine] }),
    ...others.map((other) =>
      row(`the second by ${other}`, {
        ...draft,
        inputs: [
          at(draft.inputs, 0),
          ...mine,
          ...streamInputs(second, other).map((input, k) => ({ ...input, sequence: at(theirs, k).sequence })),
        ],
      }),
    ),
    ...pathsOf(second.address.kind)
      .filter((other) => !['announce', 'finish', 'collect'].includes(other))
      .map((other) =>
        row(`the second by ${other}`, {
          ...draft,
          inputs: [at(draft.inputs, 0), ...mine, ...streamInputs(second, other)],
        }),
      ),
    ...(first.companion !== undefined && second.companion !== undefined
      ? [
          row(
            'a token of one with the other',
            changeOutput(
              changeOutput(draft, a + 1, (o) => withUnits(o, 1n)),
              b + 1,
              (o) => withUnits(o, -1n),
            ),
          ),
          row('the tokens of the second behind the first', {
            ...draft,
            inputs: [at(draft.inputs, 0), at(mine, 0), at(theirs, 1), at(theirs, 0), at(mine, 1)],
          }),
        ]
      : []),
    row(
      'a clock of the second along',
      withMore(
        draft,
        [{ ...clockInputOf(second), sequence: 40 }, gift],
        [{ ...payTo(sender, 800n), token: { category, amount: 9n } }],
      ),
    ),
  ];
};

const clockInputOf = (stream: Stream): DraftInput => {
  const { category = PLAN } = stream.state.output.token ?? {};
  const [input] = clockInput({ ...stream, clock: clockOf(9n, category) });
  if (input === undefined) throw new Error('There is one');
  return input;
};

/** A second stream that must not be moved with the first one. */
const strangers = (mine: Address, other: Address, category: Uint8Array): Row[] => {
  const to = newRecipient.lockingBytecode;
  const first = placeMove(mine, false, { index: 5n });
  const second = (placing: Placing): Stream => placeMove(other, false, { index: 9n, category, ...placing });
  const row = (name: string, draft: Draft): Row => ({ name: `a batch: ${name}`, draft, tip: LATE });
  const pending = (placing: Placing = {}): Stream => placeMove(other, true, { index: 9n, category, ...placing });
  const moved = draftFinish([placeMove(mine, true, { index: 5n }), pending()]);
  const late = 1 + widthOf(mine);
  return [
    row(
      "another recipient's stream announced along",
      draftAnnounce([first, second({ to: outsider.lockingBytecode })], to, consentOf(recipient)),
    ),
    row(
      'a stream of the new recipient announced along',
      draftAnnounce([first, second({ to })], to, consentOf(recipient)),
    ),
    row(
      'a stream under notice announced along',
      draftAnnounce([first, second({ noticed: true })], to, consentOf(recipient)),
    ),
    row(
      'a stream with nothing pending moved along',
      draftFinish([placeMove(mine, true, { index: 5n }), placeMove(other, false, { index: 9n, category })]),
    ),
    row('a younger one moved along', {
      ...moved,
      inputs: moved.inputs.map((input, i) =>
        i === late ? { ...input, sequence: Number(other.terms.delay) - 1 } : input,
      ),
    }),
  ];
};

/** A stream's move, at an input and output of the same number, in a transaction of something else. */
const along = (draft: Draft, stream: Stream, move: Draft, width: number): Draft => {
  const place = Math.max(draft.inputs.length, draft.outputs.length);
  const inputs = Array.from({ length: place - draft.inputs.length }, (_, i) =>
    purse(outsider, 9_000n, `filler ${i} of a move`),
  );
  const outputs = Array.from({ length: place - draft.outputs.length }, () => payTo(outsider, 700n));
  return {
    ...draft,
    version: 2,
    inputs: [
      ...draft.inputs,
      ...inputs,
      ...move.inputs.slice(1, 1 + width),
      purse(outsider, 90_000n, `payer behind ${stream.state.vout}`),
    ],
    outputs: [...draft.outputs, ...outputs, ...move.outputs.slice(1, 1 + width)],
  };
};

/** Transactions of a stream, beside which a sibling of the same plan is moved, or announces a move. */
export const movesAlong = (mine: Address, other: Address): readonly (Row & { readonly isAllowed: boolean })[] => {
  const sibling = (pending: boolean): Stream => placeMove(other, pending, { index: 9n, mined: OLD });
  const width = widthOf(other);
  const finish = draftFinish([sibling(true)]);
  const announce = draftAnnounce([sibling(false)], newRecipient.lockingBytecode, consentOf(recipient));
  return basesOf(mine).flatMap(({ name, draft, time }) => {
    const tip = tipAt(time > MIDDLE ? endOf(mine.kind) + DAY : time);
    const bySender = draft.inputs[0]?.coin.output.lockingBytecode === sender.lockingBytecode;
    return [
      {
        name: `${name}: a sibling moved along`,
        draft: along(draft, sibling(true), finish, width),
        tip,
        isAllowed: bySender,
      },
      {
        name: `${name}: a sibling's move announced along`,
        draft: along(draft, sibling(false), announce, width),
        tip,
        isAllowed: false,
      },
      {
        name: `${name}: the same, with its notice at output 0`,
        draft: changeOutput(along(draft, sibling(false), announce, width), 0, () => at(announce.outputs, 0)),
        tip,
        isAllowed: false,
      },
    ];
  });
};

/** Moves of two streams at once, of one plan or of two. Each must be refused by a script or a rule of every transaction. */
export const moveSiblingRows = (mine: Address, other: Address, category = PLAN): readonly Row[] => [
  ...ofBoth(mine, other, category).flatMap(mixes),
  ...strangers(mine, other, category),
];
