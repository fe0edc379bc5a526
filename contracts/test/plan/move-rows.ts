import { hash160, type Output } from '@bitauth/libauth';
import { changeInput, changeOutput, changeValue } from '../attacks/mutations.js';
import { at, named32 } from '../support/bytes.js';
import { payTo, purse } from '../support/coins.js';
import { createParty, outsider, recipient, sender, type Party } from '../support/parties.js';
import type { ChainPoint, Draft } from '../support/transaction.js';
import { holdsTokens, isRecurring, slotsOf, type Address, type Kind, type Terms } from './covenant.js';
import { draftPay, draftSweep, streamInputs } from './drafts.js';
import { endOf, MIDDLE, tipAt } from './honest-spends.js';
import {
  consentOf,
  draftAnnounce,
  draftAnnounceBehind,
  draftFinish,
  draftOwnFinish,
  moveFeeOf,
  noticeOf,
} from './move-drafts.js';
import { paymentOf } from './payment.js';
import type { Row } from './sibling-rows.js';
import { encodeState, readState, STATUS, type State } from './state.js';
import { draftActs } from './stop-drafts.js';
import { DAY, DOLLARS, placeStream, readStream, START, type Placing, type Stream } from './stream.js';

type Create = (kind: Kind, some?: Partial<Terms>) => Address;

/** Where the recipient of these tests moves to. */
export const newRecipient = createParty('recipient, moved');
/** When the streams of these tests were mined. */
export const OLD: ChainPoint = { height: 840_000, mtp: Number(START) };
const TIP = tipAt(MIDDLE);
const authority = purse(sender, 50_000_000n, 'authority');

/** What a state says of somebody who moves. */
export const pairOf = (from: Uint8Array, to: Uint8Array): Uint8Array => Uint8Array.of(...hash160(from), ...hash160(to));
const paired = (to: Uint8Array): Uint8Array => pairOf(recipient.lockingBytecode, to);

/** A stream of the recipient's, while a move is pending or not. */
export const placeMove = (address: Address, pending: boolean, placing: Placing = {}): Stream =>
  placeStream(address, {
    mined: OLD,
    clockMined: OLD,
    ...placing,
    state: {
      ...placing.state,
      ...(pending && { recipient: paired(newRecipient.lockingBytecode) }),
    },
  });

/** A commitment whose state says something else. */
const restated = (kind: Kind, draft: Draft, output: number, change: (state: State) => Partial<State>): Draft =>
  changeOutput(draft, output, (before) => {
    const { token } = before;
    if (token?.nft === undefined) return before;
    const state = readState(kind, before);
    const commitment = encodeState(kind, { ...state, ...change(state) });
    return { ...before, token: { ...token, nft: { ...token.nft, commitment } } };
  });

/** Satoshis more in a state's output, as its commitment says it. */
const moreReserve = (kind: Kind, draft: Draft, output: number, by: bigint): Draft =>
  changeValue(
    restated(kind, draft, output, ({ reserve }) => (holdsTokens(kind) ? {} : { reserve: reserve + by })),
    output,
    by,
  );

type Change = readonly [name: string, change: (draft: Draft) => Draft];

const token = (output: Output, change: (held: NonNullable<Output['token']>) => NonNullable<Output['token']>): Output =>
  output.token === undefined ? output : { ...output, token: change(output.token) };

/** Everything of a state that a move must keep, changed: the state at an output. */
const keeps = (kind: Kind, place = 1): readonly Change[] => [
  ['a satoshi less', (draft) => changeValue(draft, place, -1n)],
  ['a satoshi more', (draft) => changeValue(draft, place, 1n)],
  ...([-1n, 1n] as const).map((by): Change => [
    by < 0n ? 'a satoshi less in the reserve' : 'a satoshi more in the reserve',
    (draft) => moreReserve(kind, draft, place, by),
  ]),
  [
    'another address',
    (draft) => changeOutput(draft, place, (o) => ({ ...o, lockingBytecode: sender.lockingBytecode })),
  ],
  [
    'an immutable state',
    (draft) =>
      changeOutput(draft, place, (o) =>
        token(o, (held) => ({ ...held, ...(held.nft && { nft: { ...held.nft, capability: 'none' } }) })),
      ),
  ],
  [
    'a unit less',
    (draft) => changeOutput(draft, place, (o) => token(o, (held) => ({ ...held, amount: held.amount - 1n }))),
  ],
  ['another index', (draft) => restated(kind, draft, place, ({ index }) => ({ index: index + 1n }))],
  [
    'another counter',
    (draft) =>
      restated(kind, draft, place, ({ released, unpaid }) =>
        isRecurring(kind) ? { unpaid: unpaid - 1n } : { released: released + 1n },
      ),
  ],
  [
    'another date',
    (draft) =>
      restated(kind, draft, place, ({ end, next }) => (isRecurring(kind) ? { next: next - 1n } : { end: end - 1n })),
  ],
  [
    'another place',
    ({ outputs, ...rest }) => ({
      ...rest,
      outputs:
        place === 0
          ? [payTo(outsider, 600n), ...outputs]
          : [...outputs.slice(0, place - 1), at(outputs, place), at(outputs, place - 1), ...outputs.slice(place + 1)],
    }),
  ],
  ...(holdsTokens(kind)
    ? ([
        [
          'a token less',
          (draft) => changeOutput(draft, place + 1, (o) => token(o, (held) => ({ ...held, amount: held.amount - 1n }))),
        ],
        [
          'the tokens elsewhere',
          (draft) => changeOutput(draft, place + 1, (o) => ({ ...o, lockingBytecode: recipient.lockingBytecode })),
        ],
        [
          'other tokens',
          (draft) =>
            changeOutput(draft, place + 1, (o) => token(o, (held) => ({ ...held, category: named32('other tokens') }))),
        ],
        ['a satoshi less with the tokens', (draft) => changeValue(draft, place + 1, -1n)],
      ] satisfies Change[])
    : []),
];

const sequenced = (draft: Draft, sequence: number): Draft => changeInput(draft, 1, (input) => ({ ...input, sequence }));

const noticed = (draft: Draft, lockingBytecode: Uint8Array): Draft =>
  changeOutput(draft, 0, (output) => ({ ...output, lockingBytecode }));

/** A coin that wants output 0 for itself, and one of the same owner that pays. */
const behindOf = (owner: Party) => {
  const lead = consentOf(owner);
  return { lead, kept: lead.coin.output, payer: purse(owner, 300_000n, `payer of ${owner.name}`) };
};

const announcements = (kind: Kind, create: Create): Row[] => {
  const address = create(kind);
  const stream = placeMove(address, false);
  const to = newRecipient.lockingBytecode;
  const honest = draftAnnounce([stream], to, consentOf(recipient));
  const notice = noticeOf(to).lockingBytecode;
  const byte = (place: number, value: number): Uint8Array => notice.map((each, i) => (i === place ? value : each));
  const row = (name: string, draft: Draft): Row => ({ name: `an announcement: ${name}`, draft, tip: TIP });
  const toward = (lock: Uint8Array): Draft => draftAnnounce([stream], lock, consentOf(recipient));
  const behind = purse(recipient, 50_000n, 'recipient behind');
  return [
    ...keeps(kind).map(([name, change]) => row(name, change(honest))),
    row('by the sender', draftAnnounce([stream], to, consentOf(sender))),
    row('by a stranger', draftAnnounce([stream], to, consentOf(outsider))),
    row('by the new recipient', draftAnnounce([stream], to, consentOf(newRecipient))),
    row('by the recipient as the last input', {
      ...draftAnnounce([stream], to, consentOf(outsider)),
      inputs: [...draftAnnounce([stream], to, consentOf(outsider)).inputs, behind],
    }),
    row('by a signature that covers no output', draftAnnounce([stream], to, consentOf(recipient, 0x62))),
    row('by one that covers neither inputs nor outputs', draftAnnounce([stream], to, consentOf(recipient, 0xc2))),
    ...[0x43, 0x63, 0xc3].map((sighash) =>
      row(`by one that covers one output: ${sighash}`, draftAnnounce([stream], to, consentOf(recipient, sighash))),
    ),
    row('that puts no fee into the reserve', moreReserve(kind, honest, 1, -moveFeeOf(address))),
    row('that puts two into it', moreReserve(kind, honest, 1, moveFeeOf(address))),
    row('whose notice is not the output that the locktime numbers', { ...honest, locktime: 1 }),
    row('at a time', { ...honest, locktime: Number(MIDDLE) }),
    row('whose locktime numbers an output that is none', { ...honest, locktime: honest.outputs.length }),
    row('with a notice behind the one that counts', {
      ...honest,
      outputs: [noticeOf(outsider.lockingBytecode), ...honest.outputs.slice(1), noticeOf(to)],
    }),
    row('behind a coin, by locktime 0', {
      ...draftAnnounceBehind([stream], to, behindOf(recipient)),
      locktime: 0,
    }),
    row('behind a stranger’s coin', draftAnnounceBehind([stream], to, behindOf(outsider))),
    ...(holdsTokens(kind)
      ? []
      : [
          row(
            'of a reserve that has no room',
            draftAnnounce(
              [placeMove(address, false, { state: { reserve: 8_388_608n - moveFeeOf(address) } })],
              to,
              consentOf(recipient),
            ),
          ),
        ]),
    row('under notice', draftAnnounce([placeMove(address, false, { noticed: true })], to, consentOf(recipient))),
    row(
      'of a stream that does not move',
      draftAnnounce([placeMove(create(kind, { delay: 0n }), false)], to, consentOf(recipient)),
    ),
    row('of a state that need not be mined', sequenced(honest, 0)),
    row('of a state two blocks old', sequenced(honest, 2)),
    row('by a sequence number without its lock', sequenced(honest, 0xfffffffe)),
    row('by a lock in seconds', sequenced(honest, 0x400001)),
    row('in version 1', { ...honest, version: 1 }),
    row('without a notice', noticed(honest, recipient.lockingBytecode)),
    row('a notice of another product', noticed(honest, byte(8, 16))),
    row('a notice of another version', noticed(honest, byte(7, 2))),
    row('a notice of somebody else', noticed(honest, byte(3, 0x58))),
    row('a notice of another length', noticed(honest, byte(2, to.length + 5))),
    row('a notice that names the sender', noticed(honest, noticeOf(sender.lockingBytecode).lockingBytecode)),
    row(
      'the hash of a stranger',
      restated(kind, honest, 1, () => ({ recipient: paired(outsider.lockingBytecode) })),
    ),
    row(
      'moved at once',
      restated(kind, honest, 1, () => ({ recipient: hash160(to) })),
    ),
    row(
      'the old recipient gone',
      restated(kind, honest, 1, () => ({ recipient: Uint8Array.of(...hash160(to), ...hash160(to)) })),
    ),
    row(
      'a byte more',
      restated(kind, honest, 1, () => ({ recipient: Uint8Array.of(...paired(to), 0) })),
    ),
    row('an address that nodes do not pay', toward(Uint8Array.of(0x6a, ...to.slice(1)))),
    row('an address that begins like a token', toward(Uint8Array.of(0xef, ...to.slice(1)))),
    row('an address of 36 bytes', toward(new Uint8Array(36).fill(0x51))),
    row('two addresses', {
      ...draftAnnounce([placeMove(address, true)], to, consentOf(recipient)),
      outputs: restated(kind, draftAnnounce([placeMove(address, true)], to, consentOf(recipient)), 1, () => ({
        recipient: Uint8Array.of(...paired(to), ...hash160(to)),
      })).outputs,
    }),
    ...foreignTokens(honest, stream).map(([name, change]) => row(name, change(honest))),
  ];
};

/** A stream's state moved beside other tokens than its own: each row is what a spender of the pair could put in their place. */
const foreignTokens = (draft: Draft, { companion }: Stream): readonly Change[] => {
  if (companion === undefined) return [];
  const { output } = companion;
  /** Tokens of a stranger's, which return to them. */
  const from = (txid: Uint8Array, vout: number) => (): Draft => {
    const mine = { ...output, lockingBytecode: outsider.lockingBytecode };
    const swapped = changeInput(draft, 2, () => ({
      coin: { ...companion, txid, vout, output: mine },
      sequence: 0xfffffffe,
      unlocking: { kind: 'key', owner: outsider },
    }));
    return changeOutput(swapped, 2, () => mine);
  };
  const other = { category: named32('other tokens'), amount: output.token?.amount ?? 1n };
  const fakes = purse(outsider, 1_000n, 'fakes');
  const given = { ...fakes, coin: { ...fakes.coin, output: { ...fakes.coin.output, token: other } } };
  return [
    ['with tokens of another transaction', from(named32('elsewhere'), companion.vout)],
    ['with tokens of another output', from(companion.txid, companion.vout + 1)],
    [
      'with other tokens, its own burned',
      (whole) => ({
        ...changeOutput(whole, 2, (o) => ({ ...o, token: other })),
        inputs: [...whole.inputs, given],
      }),
    ],
  ];
};

const finishes = (kind: Kind, create: Create): Row[] => {
  const address = create(kind);
  const stream = placeMove(address, true);
  const honest = draftFinish([stream]);
  const delay = Number(address.terms.delay);
  const row = (name: string, draft: Draft): Row => ({ name: `a move: ${name}`, draft, tip: TIP });
  const base = placeMove(address, false);
  const plain = draftFinish([base], delay);
  const other = placeMove(address, false, { index: 9n });
  const first = draftPay(other, MIDDLE);
  const width = first.outputs.length;
  return [
    ...keeps(kind).map(([name, change]) => row(name, change(honest))),
    row('that takes no fee', moreReserve(kind, honest, 1, moveFeeOf(address))),
    row('that takes two', moreReserve(kind, honest, 1, -moveFeeOf(address))),
    row('a block early', sequenced(honest, delay - 1)),
    row('by a lock in seconds', sequenced(honest, 0x400000 + delay)),
    row('without a lock', sequenced(honest, 0xfffffffe)),
    row('in version 1', { ...honest, version: 1 }),
    row(
      'to a stranger',
      restated(kind, honest, 1, () => ({ recipient: hash160(outsider.lockingBytecode) })),
    ),
    row(
      'to the old recipient',
      restated(kind, honest, 1, () => ({ recipient: hash160(recipient.lockingBytecode) })),
    ),
    row(
      'that stays pending',
      restated(kind, honest, 1, () => ({ recipient: readStream(stream).recipient })),
    ),
    row('of nothing announced, to nobody', plain),
    row(
      'of nothing announced, as it is',
      restated(kind, plain, 1, () => ({ recipient: hash160(recipient.lockingBytecode) })),
    ),
    row('beside a payment of its plan', {
      ...first,
      inputs: [
        ...first.inputs,
        ...Array.from({ length: Math.max(0, width - first.inputs.length) }, (_, i) =>
          purse(outsider, 9_000n, `filler ${i}`),
        ),
        ...honest.inputs.slice(1),
      ],
      outputs: [...first.outputs, ...honest.outputs.slice(1)],
    }),
    ...foreignTokens(honest, stream).map(([name, change]) => row(name, change(honest))),
  ];
};

/** One stream that moves by itself, at input 0. */
const ownFinishes = (kind: Kind, create: Create): Row[] => {
  const address = create(kind);
  const stream = placeMove(address, true);
  const honest = draftOwnFinish(stream);
  const delay = Number(address.terms.delay);
  const fee = moveFeeOf(address);
  const row = (name: string, draft: Draft): Row => ({ name: `a move by itself: ${name}`, draft, tip: TIP });
  const late = (sequence: number, draft = honest): Draft => changeInput(draft, 0, (input) => ({ ...input, sequence }));
  const named = (recipient_: Uint8Array, draft = honest): Draft =>
    restated(kind, draft, 0, () => ({ recipient: recipient_ }));
  const plain = draftOwnFinish(placeMove(address, false));
  const gift = purse(outsider, 50_000n, 'gift to a move');
  const rest = payTo(outsider, 49_000n + fee);
  const sibling = placeMove(address, true, { index: 9n });
  const beside = draftOwnFinish(sibling);
  const width = honest.inputs.length;
  const withGift = (draft: Draft): Draft => ({
    ...draft,
    inputs: [...draft.inputs, gift],
    outputs: [...draft.outputs, rest],
  });
  return [
    ...keeps(kind, 0).map(([name, change]) => row(name, change(withGift(honest)))),
    row('that takes two fees', withGift(moreReserve(kind, honest, 0, -fee))),
    row('that takes none', withGift(moreReserve(kind, honest, 0, fee))),
    row('a block early', late(delay - 1)),
    row('at once', late(0)),
    row('by a lock in seconds', late(0x400000 + delay)),
    row('without a lock', late(0xfffffffe)),
    row('in version 1', { ...honest, version: 1 }),
    row('to a stranger', named(hash160(outsider.lockingBytecode))),
    row('to the old recipient', named(hash160(recipient.lockingBytecode))),
    row('that stays pending', named(readStream(stream).recipient)),
    row('of nothing announced', plain),
    row('of nothing announced, as it is', named(hash160(recipient.lockingBytecode), plain)),
    row('twice', draftOwnFinish({ ...stream, state: { ...stream.state, output: at(honest.outputs, 0) } })),
    row('beside a sibling that moves, too', {
      ...honest,
      inputs: [...honest.inputs, ...beside.inputs],
      outputs: [...honest.outputs, ...beside.outputs],
    }),
    row('beside a sibling that is announced', {
      ...honest,
      inputs: [
        ...honest.inputs,
        ...draftAnnounce(
          [placeMove(address, false, { index: 9n })],
          newRecipient.lockingBytecode,
          consentOf(recipient),
        ).inputs.slice(1),
        consentOf(recipient),
      ],
      outputs: [
        ...honest.outputs,
        ...draftAnnounce(
          [placeMove(address, false, { index: 9n })],
          newRecipient.lockingBytecode,
          consentOf(recipient),
        ).outputs.slice(1, 1 + width),
        noticeOf(newRecipient.lockingBytecode),
      ],
      locktime: 2 * width,
    }),
    ...(holdsTokens(kind)
      ? [
          row('without its tokens', {
            ...honest,
            inputs: [at(honest.inputs, 0), gift],
            outputs: [at(honest.outputs, 0), payTo(outsider, 49_000n)],
          }),
        ]
      : []),
  ];
};

const payments = (kind: Kind, create: Create): Row[] => {
  const address = create(kind);
  const stream = placeMove(address, true);
  const own = purse(recipient, 100_000n, 'own');
  const honest = draftPay(stream, MIDDLE, { purse: own });
  const payee = holdsTokens(kind) ? 2 : 1;
  const row = (name: string, draft: Draft, time = MIDDLE): Row => ({
    name: `while pending: ${name}`,
    draft,
    tip: tipAt(time),
  });
  const called = (draft: Draft, path: 'pay' | 'collect', of: Stream): Draft => ({
    ...draft,
    inputs: [...streamInputs(of, path), ...draft.inputs.slice(streamInputs(of, path).length)],
  });
  const toNew = (draft: Draft, output: number): Draft =>
    changeOutput(draft, output, (o) => ({ ...o, lockingBytecode: newRecipient.lockingBytecode }));
  const end = endOf(kind);
  const active = placeMove(address, false);
  const cancel = draftActs([{ stream, act: 'cancel' }], MIDDLE, { authority });
  const slots = slotsOf(kind, 1);
  const late = paymentOf(stream, end);
  return [
    row('a payment by a stranger', draftPay(stream, MIDDLE, { purse: purse(outsider, 100_000n) })),
    row('a payment by the new recipient', draftPay(stream, MIDDLE, { purse: purse(newRecipient, 100_000n) })),
    row('a payment by the reserve', draftPay(stream, MIDDLE)),
    row('a payment by the shown function', called(honest, 'pay', stream)),
    row('a payment to the new recipient', toNew(honest, payee)),
    row(
      'a payment that moves',
      restated(kind, honest, 0, () => ({ recipient: hash160(newRecipient.lockingBytecode) })),
    ),
    row(
      'a payment that ends it',
      restated(kind, honest, 0, () => ({ recipient: hash160(recipient.lockingBytecode) })),
    ),
    row('a satoshi of the reserve', moreReserve(kind, honest, 0, -1n)),
    row('such a payment where nothing is pending', called(draftPay(active, MIDDLE, { purse: own }), 'collect', active)),
    row(
      'all that is left, not at the end',
      draftPay(stream, MIDDLE, { purse: own, payment: { ...late, ends: false } }),
    ),
    row('an end to the new recipient', toNew(draftPay(stream, end), 0), end),
    row('a cancel to the new recipient', toNew(cancel, slots.payee)),
    row(
      'a cancel that stays pending',
      restated(kind, cancel, slots.state, () => ({ recipient: readStream(stream).recipient })),
    ),
    row(
      'a cancel that moves',
      restated(kind, cancel, slots.state, () => ({ recipient: hash160(newRecipient.lockingBytecode) })),
    ),
    row('a state by sweep', draftSweep(stream, [stream.state], authority)),
    row('a sweep for no time', {
      ...draftSweep(
        active,
        [{ ...active.state, output: { lockingBytecode: address.lockingBytecode, valueSatoshis: 70_000n } }],
        authority,
      ),
      locktime: 0,
    }),
  ];
};

/** Payments by the recipient while a move is pending, of more or less than they may be. */
const unduePayments = (kind: Kind, create: Create): Row[] => {
  const own = purse(recipient, 100_000n, 'own');
  const placed = (placing: Placing = {}, some: Partial<Terms> = {}): Stream =>
    placeMove(create(kind, some), true, placing);
  const row = (name: string, draft: Draft, time: bigint): Row => ({
    name: `while pending: ${name}`,
    draft,
    tip: tipAt(time),
  });
  const paid = (stream: Stream, time: bigint, payment = paymentOf(stream, time)): Draft =>
    draftPay(stream, time, { purse: own, payment });
  /** Beside a coin that is not the last one. */
  const beside = (draft: Draft, held: NonNullable<Output['token']>): Draft => {
    const coin = purse(outsider, 2_000n, 'a coin with a token');
    const given = { ...coin, coin: { ...coin.coin, output: { ...coin.coin.output, token: held } } };
    return { ...draft, inputs: [...draft.inputs.slice(0, -1), given, at(draft.inputs, draft.inputs.length - 1)] };
  };
  const dollar = { category: DOLLARS, amount: 1n };
  const badge = { category: DOLLARS, amount: 0n, nft: { capability: 'none', commitment: new Uint8Array() } } as const;
  const honest = paid(placed(), MIDDLE);
  /** As many other tokens in an output; those of the stream are burned. */
  const faked = (name: string, output: number): Row => {
    const fake = { category: named32('a token alike'), amount: at(honest.outputs, output).token?.amount ?? 1n };
    const draft = changeOutput(honest, output, (before) => ({ ...before, token: fake }));
    return row(name, beside(draft, fake), MIDDLE);
  };
  const sibling = placed({ index: 9n });
  const last = honest.inputs.length - 1;
  const along: Draft = {
    ...honest,
    inputs: [...honest.inputs.slice(0, last), ...streamInputs(sibling, 'collect'), at(honest.inputs, last)],
    outputs: [...honest.outputs, payTo(outsider, sibling.state.output.valueSatoshis - 2_000n)],
  };
  const ofTokens = holdsTokens(kind)
    ? [
        faked('a payment in as many other tokens', 2),
        faked('as many other tokens left', 1),
        row(
          'a payment of nothing, an NFT of the token in its place',
          beside(
            changeOutput(paid(placed(), START), 2, (output) => ({ ...output, token: badge })),
            badge,
          ),
          START,
        ),
      ]
    : [
        row(
          'a payout with a token on it',
          beside(
            changeOutput(honest, 1, (output) => ({ ...output, token: dollar })),
            dollar,
          ),
          MIDDLE,
        ),
      ];
  const ofAll = [...ofTokens, row('a sibling paid along, its money to a stranger', along, MIDDLE)];
  if (!isRecurring(kind)) {
    const weekly = placed({}, { step: 7n * DAY });
    const end = endOf(kind);
    const small = placed({ principal: 2_000n, state: { end: START + 1_000n } });
    return [
      ...ofAll,
      row('a payment at the end that leaves the last step', paid(weekly, end, paymentOf(weekly, end - 1n)), end),
      ...(holdsTokens(kind)
        ? []
        : [
            row('a payment of 400', paid(small, START + 200n), START + 200n),
            row('a payment that leaves 400', paid(small, START + 800n), START + 800n),
          ]),
    ];
  }
  const late = endOf(kind) + DAY;
  const uneven = placed({ principal: 40_000_007n, state: { unpaid: 4n, amount: 10_000_000n } });
  const halted = (name: string, status: bigint, time: bigint): Row => {
    const payment = paymentOf(placed(), time);
    return row(
      `${name} in status ${status}`,
      paid(placed({ state: { status } }), time, { ...payment, next: { ...payment.next, status } }),
      time,
    );
  };
  const before = START + 29n * DAY;
  return [
    ...ofAll,
    row('a payment of no period', paid(placed(), before), before),
    row(
      'a payment of all periods that leaves seven units',
      paid(uneven, late, { ...paymentOf(uneven, late), due: 40_000_000n, left: 7n, ends: false }),
      late,
    ),
    halted('three periods', STATUS.pausedRunning, START + 90n * DAY),
    halted('a period', STATUS.pausedIdle, START + 30n * DAY),
  ];
};

const resumes = (kind: Kind, create: Create): Row[] => {
  if (!isRecurring(kind)) return [];
  const stream = placeMove(create(kind), true, { state: { status: STATUS.pausedRunning } });
  const resume = draftActs([{ stream, act: 'resume' }], MIDDLE, { authority });
  const slots = slotsOf(kind, 1);
  const row = (name: string, draft: Draft): Row => ({
    name: `a resume while pending: ${name}`,
    draft,
    tip: tipAt(MIDDLE + DAY),
  });
  return [
    row(
      'to the new recipient',
      changeOutput(resume, slots.payee, (o) => ({ ...o, lockingBytecode: newRecipient.lockingBytecode })),
    ),
    row(
      'that stays pending',
      restated(kind, resume, slots.state, () => ({ recipient: readStream(stream).recipient })),
    ),
  ];
};

/** What nobody may do about a move. */
export const moveRows = (kind: Kind, create: Create): readonly Row[] =>
  [announcements, finishes, ownFinishes, payments, unduePayments, resumes].flatMap((rows) => rows(kind, create));
