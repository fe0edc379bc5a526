import { hash160, type Output } from '@bitauth/libauth';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { outsider, recipient, sender } from '../support/parties.js';
import type { Draft, DraftInput } from '../support/transaction.js';
import { withOutput } from '../treasury/transactions.js';
import { funded } from './changes.js';
import {
  hashesOf,
  holdsTokens,
  isGrant,
  isList,
  isSalary,
  type Kind,
  SHARES,
  shownOf,
  type State,
} from './covenant.js';
import {
  type Act,
  authority,
  draftActs,
  draftAnnounce,
  draftCollect,
  draftEnd,
  draftFinish,
  draftPay,
  draftRefund,
  draftSettle,
  draftSweep,
} from './drafts.js';
import { type Create, newRecipient } from './spends.js';
import {
  createPlan,
  LIST,
  PART,
  type Payment,
  paymentOf,
  type Placing,
  placeStream,
  stateOf,
  type Stream,
  streamInputs,
} from './stream.js';

/** A transaction that a covenant must refuse. */
export interface Row {
  readonly name: string;
  readonly draft: Draft;
}

const LATE = 4_000_000_000n;
const moving = (to = newRecipient.lockingBytecode): Placing => ({ state: { to: hash160(to) } });

/** A payment of another amount than falls due, said alike by all of its outputs. */
const otherwise = (payment: Payment, by: bigint): Payment => ({
  ...payment,
  paid: payment.paid + by,
  left: payment.left - by,
  next: { ...payment.next, released: payment.next.released + by },
});

/** An immutable NFT in place of tokens: to a script it is as good as none of them. */
const asNft = (output: Output): Output => ({
  ...output,
  token: { category: SHARES, amount: 0n, nft: { capability: 'none', commitment: new Uint8Array() } },
});

const paymentRows = (kind: Kind, create: Create): Row[] => {
  const address = create(kind);
  const place = (some: Placing = {}): Stream => placeStream(address, some);
  const pending = place(moving());
  const row = (name: string, draft: Draft): Row => ({ name: `payment: ${name}`, draft: funded(draft) });
  const more = (build: (stream: Stream, payment: Payment) => Draft, stream: Stream, of: string): Row[] =>
    [-1n, 1n].map((by) => row(`${of} of ${by} more`, build(stream, otherwise(paymentOf(stream, 2n), by))));
  const called = (draft: Draft, path: string): Draft => ({
    ...draft,
    inputs: draft.inputs.map((input) => {
      const { unlocking } = input;
      if (unlocking.kind !== 'call' || unlocking.linked === undefined) return input;
      return { ...input, unlocking: { ...unlocking, linked: { ...unlocking.linked, name: path } } };
    }),
  });
  const all = (stream: Stream, count: bigint, state: Partial<State> = {}): Payment => {
    const payment = paymentOf(stream, count);
    return { ...payment, next: { ...payment.next, ...state } };
  };
  return [
    ...more((stream, payment) => draftPay(stream, 2n, { payment }), place(), 'one'),
    ...more((stream, payment) => draftCollect(stream, 2n, { payment }), pending, 'one while a move is pending'),
    row('by the shown function while a move is pending', draftPay(pending, 2n)),
    row('by a stranger while a move is pending', draftCollect(pending, 2n, { by: purse(outsider, 100_000n) })),
    row(
      'by the new recipient while a move is pending',
      draftCollect(pending, 2n, { by: purse(newRecipient, 100_000n) }),
    ),
    row('while a move is pending, by the reserve', called(draftPay(pending, 2n), 'collect')),
    row('as if a move were pending', draftCollect(place(), 2n)),
    row('to the new recipient', draftCollect({ ...pending, to: newRecipient.lockingBytecode }, 2n)),
    row('of the last part to the new recipient', draftEnd({ ...pending, to: newRecipient.lockingBytecode })),
    row(
      'that moves',
      draftCollect(pending, 2n, {
        payment: all(pending, 2n, { recipient: hash160(newRecipient.lockingBytecode), to: new Uint8Array() }),
      }),
    ),
    row('that ends a move', draftCollect(pending, 2n, { payment: all(pending, 2n, { to: new Uint8Array() }) })),
    row('of all, as one that leaves something', draftPay(place(), 12n, { time: LATE })),
    row('of all while a move is pending, as one that leaves something', draftCollect(pending, 12n, { time: LATE })),
    ...(isSalary(kind) ? salaryRows(kind, create) : []),
    ...(isGrant(kind) ? grantRows(kind, create) : []),
    ...(isList(kind) ? listRows(kind, create) : []),
  ];
};

const salaryRows = (kind: Kind, create: Create): Row[] => {
  const address = create(kind);
  const row = (name: string, draft: Draft): Row => ({ name: `salary: ${name}`, draft: funded(draft) });
  const inStatus = (status: bigint, unpaid = 12n, to: Uint8Array = new Uint8Array()): Stream =>
    placeStream(address, { noticed: [1n, 2n, 5n, 6n].includes(status), state: { status, unpaid, to } });
  const to = hash160(newRecipient.lockingBytecode);
  // The last period pays more than the others: what is left of it would be the sender's, if no period were left with it.
  const more = (state: Partial<State> = {}): Stream =>
    placeStream(address, { state, principal: (state.unpaid ?? 12n) * PART + 50_000n });
  return [
    row('all periods, without the rest of the last one', draftPay(more(), 12n)),
    row('all periods, without the rest of the last one, while a move is pending', draftCollect(more({ to }), 12n)),
    row(
      'a cancel that pays all periods, without the rest of the last one',
      draftActs([{ stream: more(), act: 'cancel', count: 12n }]),
    ),
    row(
      'a pause that pays all periods, without the rest of the last one',
      draftActs([{ stream: more(), act: 'pause', count: 12n }]),
    ),
    row(
      'a resume that pays the last period, without the rest of it',
      draftActs([{ stream: more({ status: 3n, unpaid: 1n }), act: 'resume', count: 1n }]),
    ),
    ...(holdsTokens(kind)
      ? [
          row(
            'a payment of no period, an NFT in its place',
            withOutput(draftPay(inStatus(0n), 0n, { time: LATE }), 2, asNft),
          ),
          row(
            'the same while a move is pending',
            withOutput(draftCollect(inStatus(0n, 12n, to), 0n, { time: LATE }), 2, asNft),
          ),
        ]
      : []),
    ...[4n, 6n].flatMap((status) => [
      row(`a payment in status ${status}`, draftPay(inStatus(status), 1n)),
      row(`the last payment in status ${status}`, draftEnd(inStatus(status, 1n))),
    ]),
    ...[3n, 5n].flatMap((status) => [
      row(`two payments in status ${status}`, draftPay(inStatus(status), 2n)),
      row(`the last two payments in status ${status}`, draftEnd(inStatus(status, 2n))),
    ]),
    row('a payment of a pause while a move is pending', draftCollect(inStatus(4n, 12n, to), 1n)),
    row('two payments of a pause while a move is pending', draftCollect(inStatus(3n, 12n, to), 2n)),
    row('a payment of no period', draftPay(inStatus(0n), 0n, { time: LATE })),
    row('a payment of no period while a move is pending', draftCollect(inStatus(0n, 12n, to), 0n, { time: LATE })),
    row('the end of no period', {
      ...draftEnd(placeStream(address, { state: { unpaid: 0n }, principal: 900_000n })),
      locktime: Number(LATE),
    }),
  ];
};

const grantRows = (kind: Kind, create: Create): Row[] => {
  const row = (name: string, draft: Draft): Row => ({ name: `grant: ${name}`, draft: funded(draft) });
  const cliff = create(kind, { cliff: 3n });
  const pending = hash160(newRecipient.lockingBytecode);
  const nothing = (moves: boolean): Draft => {
    const state = { released: 200_000n, ...(moves && { to: pending }) };
    const stream = placeStream(create(kind), { state });
    return moves ? draftCollect(stream, 2n) : draftPay(stream, 2n);
  };
  // 2,400 installments of a twelfth of what is well above dust.
  const thin = (state: Partial<State> = {}): Stream =>
    placeStream(create(kind), { state: { installments: 2_400n, month: 0n, ...state } });
  // 1,200 installments of 500 satoshis each, the last one before 2100.
  const rich = (state: Partial<State> = {}): Stream =>
    placeStream(create(kind), { principal: 600_000n, state: { installments: 1_200n, month: 0n, ...state } });
  return [
    row('before the cliff', draftPay(placeStream(cliff), 2n)),
    row('before the cliff while a move is pending', draftCollect(placeStream(cliff, { state: { to: pending } }), 2n)),
    row('a cancel that pays before the cliff', draftActs([{ stream: placeStream(cliff), act: 'cancel', count: 2n }])),
    row('a cancel that pays all', draftActs([{ stream: placeStream(create(kind)), act: 'cancel', count: 12n }])),
    row('a payment of nothing', draftPay(placeStream(create(kind), { state: { released: 200_000n } }), 2n)),
    row('a payment that takes back', draftPay(placeStream(create(kind), { state: { released: 300_000n } }), 2n)),
    ...(holdsTokens(kind)
      ? [
          row('a payment of nothing, an NFT in its place', withOutput(nothing(false), 2, asNft)),
          row('the same while a move is pending', withOutput(nothing(true), 2, asNft)),
        ]
      : [
          row('a payment below dust', draftPay(thin(), 1n)),
          row('a payment that leaves less than dust', draftPay(rich(), 1_199n)),
          row('a payment below dust while a move is pending', draftCollect(thin({ to: pending }), 1n)),
          row('one that leaves less than dust while a move is pending', draftCollect(rich({ to: pending }), 1_199n)),
        ]),
  ];
};

const listRows = (kind: Kind, create: Create): Row[] => {
  const address = create(kind);
  const row = (name: string, draft: Draft): Row => ({ name: `tranches: ${name}`, draft: funded(draft) });
  const early = placeStream(address, { paid: 10 });
  const other = LIST.map((each) => ({ ...each, at: each.at - 1n }));
  const shown = (stream: Stream, argument: Uint8Array, list: Uint8Array): Payment => {
    const payment = paymentOf(stream, 2n);
    return { ...payment, argument, next: { ...payment.next, list } };
  };
  const second = hashesOf(other)[2] ?? new Uint8Array();
  const pending = placeStream(address, moving());
  return [
    ...(holdsTokens(kind)
      ? [
          row(
            'all of them, an NFT in place of what is left',
            withOutput(draftPay(placeStream(address), 12n), 1, asNft),
          ),
          row('the same while a move is pending', withOutput(draftCollect(pending, 12n), 1, asNft)),
        ]
      : []),
    row(
      'of another list',
      draftPay(placeStream(address), 2n, { payment: shown(placeStream(address), shownOf(other, 0, 2), second) }),
    ),
    row(
      'of another list while a move is pending',
      draftCollect(pending, 2n, { payment: shown(pending, shownOf(other, 0, 2), second) }),
    ),
    row('the last ones of another list', {
      ...draftEnd(early),
      inputs: draftEnd(early).inputs.map((input, at) =>
        at === 0 ? address.input(early.state, 'end', shownOf(other, 10, 2)) : input,
      ),
    }),
    row('not the last one, as the last one', {
      ...draftEnd(early),
      inputs: draftEnd(early).inputs.map((input, at) =>
        at === 0 ? address.input(early.state, 'end', shownOf(LIST, 10, 1)) : input,
      ),
    }),
  ];
};

const senderRows = (kind: Kind, create: Create): Row[] => {
  const address = create(kind);
  const row = (name: string, draft: Draft): Row => ({ name: `sender: ${name}`, draft: funded(draft) });
  const place = (some: Placing = {}): Stream => placeStream(address, some);
  const act = (stream: Stream, which: Act, count = 0n, by?: DraftInput): Draft =>
    draftActs([{ stream, act: which, count }], by === undefined ? {} : { by });
  // Behind the sender's change, in both modes.
  const state = 1;
  const written = (draft: Draft, status: bigint): Draft =>
    withOutput(draft, state, (output) => {
      const { token } = output;
      if (token?.nft === undefined) return output;
      const commitment = token.nft.commitment.map((byte, at) => (at === 2 ? Number(status) : byte));
      return { ...output, token: { ...token, nft: { ...token.nft, commitment } } };
    });
  const still = place(moving());
  const stray = coinNamed('a stray', { lockingBytecode: address.lockingBytecode, valueSatoshis: 60_000n });
  return [
    row('a cancel by a stranger', act(place(), 'cancel', 0n, purse(outsider, 3_000_000n))),
    row('a cancel by the recipient', act(place(), 'cancel', 0n, purse(recipient, 3_000_000n))),
    row('a cancel of what is cancelled', act(place({ noticed: true }), 'cancel')),
    row(
      'a cancel without notice',
      act(placeStream(create(kind, { notice: 0n, cancelable: false, pausable: false })), 'cancel'),
    ),
    row('a cancel for no time', { ...act(place(), 'cancel'), locktime: 0 }),
    row('a cancel that stays pending', {
      ...act(still, 'cancel'),
      outputs: act(still, 'cancel').outputs.map((output) => {
        const { token } = output;
        if (token?.nft === undefined) return output;
        const commitment = Uint8Array.of(...token.nft.commitment, ...stateOf(still).to);
        return { ...output, token: { ...token, nft: { ...token.nft, commitment } } };
      }),
    }),
    // A cancel of tranches pays nothing.
    ...(isList(kind)
      ? []
      : [
          row(
            'a cancel that pays the new recipient',
            act({ ...still, to: newRecipient.lockingBytecode }, 'cancel', 4n),
          ),
        ]),
    row('a refund of an active stream', draftRefund({ ...place(), clock: place({ noticed: true }).clock })),
    row('a sweep of a stream', draftSweep(place(), place().state)),
    row('a sweep of a stream that moves', draftSweep(still, still.state)),
    row('a sweep by a stranger', draftSweep(place(), stray, purse(outsider, 3_000_000n))),
    row('a sweep for no time', { ...draftSweep(place(), stray), locktime: 0 }),
    ...(isSalary(kind)
      ? [
          row('a pause of what may not be paused', act(placeStream(create(kind, { pausable: false })), 'pause')),
          row('a cancel of what may not be cancelled', act(placeStream(create(kind, { cancelable: false })), 'cancel')),
          row('a pause of a pause', act(place({ state: { status: 3n } }), 'pause')),
          row('a pause of an idle pause', act(place({ state: { status: 4n } }), 'pause')),
          ...[0n, 3n, 4n, 5n, 6n].map((status) =>
            row(`a stop that writes ${status}`, written(act(place(), 'cancel'), status)),
          ),
          ...[1n, 2n, 3n, 4n, 6n].map((status) =>
            row(
              `a stop of a pause that writes ${status}`,
              written(act(place({ state: { status: 3n } }), 'cancel'), status),
            ),
          ),
          row('a stop of all periods', act(place(), 'cancel', 12n)),
          row('a stop of two periods of a pause', act(place({ state: { status: 3n } }), 'cancel', 2n)),
          row('a stop of a period of an idle pause', act(place({ state: { status: 4n } }), 'cancel', 1n)),
          ...[0n, 1n, 2n, 5n, 6n].map((status) =>
            row(`a resume of status ${status}`, act(place({ state: { status }, noticed: false }), 'resume', 1n)),
          ),
          row(
            'a resume by a stranger',
            act(place({ state: { status: 4n } }), 'resume', 1n, purse(outsider, 3_000_000n)),
          ),
          row('a resume for no time', { ...act(place({ state: { status: 4n } }), 'resume'), locktime: 0 }),
          row('a resume with nothing left', act(place({ state: { status: 3n, unpaid: 1n } }), 'resume', 1n)),
          row('a resume that goes back', act(place({ state: { status: 4n } }), 'resume', -1n)),
          row(
            'a resume that pays the new recipient',
            act(
              { ...place({ state: { status: 3n, to: stateOf(still).to } }), to: newRecipient.lockingBytecode },
              'resume',
              1n,
            ),
          ),
          ...[0n, 2n, 3n, 4n, 5n, 6n].map((status) =>
            row(`a settling of status ${status}`, draftSettle(place({ noticed: true, state: { status } }))),
          ),
          row('a refund of a pause', draftRefund(place({ noticed: true, state: { status: 1n } }))),
        ]
      : []),
  ];
};

const moveRows = (kind: Kind, create: Create): Row[] => {
  const address = create(kind);
  const row = (name: string, draft: Draft): Row => ({ name: `move: ${name}`, draft: funded(draft) });
  const place = (some: Placing = {}): Stream => placeStream(address, some);
  const to = newRecipient.lockingBytecode;
  const still = place(moving());
  const young = placeStream(create(kind, { delay: 0n }));
  const next = place({ state: { index: 9n } });
  const first = draftPay(next, 1n);
  const width = Math.max(first.inputs.length, first.outputs.length);
  const finish = draftFinish([still]);
  return [
    ...[sender, outsider, newRecipient].map((party) =>
      row(`announced by the ${party.name}`, draftAnnounce([place()], to, purse(party, 100_000n))),
    ),
    row('announced under notice', draftAnnounce([place({ noticed: true })], to)),
    row('announced of what does not move', draftAnnounce([young], to)),
    row(
      'announced by a signature for no output',
      draftAnnounce([place()], to, {
        ...purse(recipient, 100_000n),
        unlocking: { kind: 'key', owner: recipient, sighash: 0x62 },
      }),
    ),
    row('a move of nothing', draftFinish([place()])),
    row('a move a block early', draftFinish([still], Number(address.terms.delay) - 1)),
    row('a move to the new recipient of a stranger', draftFinish([place(moving(outsider.lockingBytecode))], 0)),
    row('beside a payment of its plan', {
      ...first,
      inputs: [
        ...first.inputs,
        ...Array.from({ length: width - first.inputs.length }, (_, i) => purse(outsider, 9_000n, `filler ${i}`)),
        ...finish.inputs.slice(1),
      ],
      outputs: [
        ...first.outputs,
        ...Array.from({ length: width - first.outputs.length }, () => payTo(outsider, 1_000n)),
        ...finish.outputs.slice(1),
      ],
    }),
    row(
      'a cancel beside it for the sender',
      draftActs([{ stream: still, act: 'cancel' }], {
        by: { ...authority(), unlocking: { kind: 'key', owner: outsider } },
      }),
    ),
  ];
};

/** A second stream of the plan that runs a path of the first one, so that its money is free. */
const siblingRows = (kind: Kind, create: Create): Row[] => {
  const address = create(kind);
  const place = (index: bigint, some: Placing = {}): Stream =>
    placeStream(address, { ...some, state: { ...some.state, index } });
  const along = (name: string, some: Placing, build: (stream: Stream) => Draft): Row[] => {
    const draft = build(place(7n, some));
    const sibling = place(9n, some);
    const [first] = draft.inputs;
    if (first?.unlocking.kind !== 'call' || first.unlocking.linked === undefined) return [];
    const { args, linked } = first.unlocking;
    const [argument] = args;
    const given = argument instanceof Uint8Array ? argument : undefined;
    const inputs = streamInputs(sibling, linked.name, given).map((input) => ({ ...input, sequence: first.sequence }));
    const collects = linked.name === 'collect';
    const behind = collects ? draft.inputs.length - 1 : draft.inputs.length;
    const both = { ...draft, inputs: draft.inputs.toSpliced(behind, 0, ...inputs) };
    return [
      {
        name: `sibling: ${name}, to a stranger`,
        draft: { ...both, outputs: [...both.outputs, payTo(outsider, 9_000n)] },
      },
      { name: `sibling: ${name}, to the miner`, draft: both },
    ];
  };
  return [
    ...along('a payment', {}, (stream) => draftPay(stream, 2n)),
    ...along('a payment while a move is pending', moving(), (stream) => draftCollect(stream, 2n)),
    ...along('the last payment', {}, (stream) => draftEnd(stream)),
    ...along('a refund', { noticed: true }, (stream) => draftRefund(stream)),
    ...(isSalary(kind)
      ? along('the end of a notice', { noticed: true, state: { status: 1n } }, (stream) => draftSettle(stream))
      : []),
  ];
};

/** What nobody may do, beyond what differs from a valid transaction in one thing. */
export const calendarRows = (kind: Kind, create: Create = createPlan): readonly Row[] =>
  [paymentRows, senderRows, moveRows, siblingRows].flatMap((rows) => rows(kind, create));
