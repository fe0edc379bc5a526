import { encodeDataPush, flattenBinArray } from '@bitauth/libauth';
import { changeInput } from '../attacks/mutations.js';
import { named32, sampled } from '../support/bytes.js';
import { purse } from '../support/coins.js';
import { accept, judge } from '../support/judge.js';
import { outsider, recipient, sender, type Party } from '../support/parties.js';
import { seal, type ChainPoint, type Draft } from '../support/transaction.js';
import { sign } from '../support/unlocking.js';
import { createAddress, holdsTokens, isRecurring, KINDS, slotsOf, type Address } from './covenant.js';
import { draftPay, draftRefund } from './drafts.js';
import { endOf, MIDDLE, tipAt } from './honest-spends.js';
import { consentOf, draftAnnounce, draftFinish, draftOwnFinish } from './move-drafts.js';
import { newRecipient, OLD, pairOf, placeMove } from './move-rows.js';
import { movesAlong, moveSiblingRows } from './move-sibling-rows.js';
import { expectRefused } from './sibling-rows.js';
import { STATUS } from './state.js';
import { draftActs, type Act } from './stop-drafts.js';
import { placeStream, PLAN, streamAfter, type Stream } from './stream.js';

const authority = purse(sender, 50_000_000n, 'authority');
const OTHER_PLAN = named32('category of another plan');
const categoryFor = (kind: string, other: string): Uint8Array =>
  kind.endsWith('token') === other.endsWith('token') ? PLAN : OTHER_PLAN;

const { lockingBytecode: to } = newRecipient;
const own = (party: Party) => purse(party, 100_000n, `own of ${party.name}`);

/** A stream in each state that moves know, and who is its recipient. */
const STATES = {
  'nothing pending': ({ address }) => placeMove(address, false),
  'a move pending': ({ address }) => placeMove(address, true),
  'the old address announced': ({ address }) =>
    placeMove(address, false, { state: { recipient: pairOf(recipient.lockingBytecode, recipient.lockingBytecode) } }),
  moved: ({ address }) => placeMove(address, false, { to }),
  'under notice': ({ address }) => placeMove(address, false, { noticed: true }),
} as const satisfies Record<string, (of: { readonly address: Address }) => Stream>;

/** Every step that somebody may try. */
const STEPS = {
  'an announcement by the old recipient': (stream) => draftAnnounce([stream], to, consentOf(recipient)),
  'an announcement by the new one': (stream) => draftAnnounce([stream], to, consentOf(newRecipient)),
  'its undoing': (stream) => draftAnnounce([stream], recipient.lockingBytecode, consentOf(recipient)),
  'the move, at once': (stream) => draftFinish([stream], 0),
  'the move, after the delay': (stream) => draftFinish([stream]),
  'the move, by itself, at once': (stream) => draftOwnFinish(stream, 0),
  'the move, by itself, after the delay': (stream) => draftOwnFinish(stream),
  'a payment by the reserve': (stream) => draftPay(stream, MIDDLE),
  'a payment by a stranger': (stream) => draftPay(stream, MIDDLE, { purse: own(outsider) }),
  'a payment by the old recipient': (stream) => draftPay(stream, MIDDLE, { purse: own(recipient) }),
  'a payment by the new one': (stream) => draftPay(stream, MIDDLE, { purse: own(newRecipient) }),
  'a cancel': (stream) => draftActs([{ stream, act: 'cancel' }], MIDDLE, { authority }),
  'a refund': (stream) => draftRefund(stream),
} as const satisfies Record<string, (stream: Stream) => Draft>;

type StepName = keyof typeof STEPS;

const PAID: readonly StepName[] = [
  'a payment by the reserve',
  'a payment by a stranger',
  'a payment by the old recipient',
  'a payment by the new one',
];

/** What the rules of moves allow next, in words. */
const NEXT: Readonly<Record<keyof typeof STATES, readonly StepName[]>> = {
  'nothing pending': ['an announcement by the old recipient', 'its undoing', ...PAID, 'a cancel'],
  'a move pending': [
    ...(['an announcement by the old recipient', 'its undoing', 'the move, after the delay'] as const),
    ...(['the move, by itself, after the delay'] as const),
    ...(['a payment by the old recipient', 'a cancel'] as const),
  ],
  'the old address announced': [
    ...([
      'an announcement by the old recipient',
      'its undoing',
      'the move, at once',
      'the move, after the delay',
      'the move, by itself, at once',
      'the move, by itself, after the delay',
    ] as const),
    ...(['a payment by the old recipient', 'a cancel'] as const),
  ],
  moved: ['an announcement by the new one', ...PAID, 'a cancel'],
  'under notice': [...PAID, 'a refund'],
};

const tip = tipAt(MIDDLE);

const isTaken = (make: () => Draft): boolean => {
  let draft: Draft;
  try {
    draft = make();
  } catch {
    // There is no such transaction.
    return false;
  }
  return judge(draft, tip).accepted;
};

describe.each(KINDS)('moves of %s', (kind) => {
  const address = createAddress(kind);
  const later = (blocks: number): ChainPoint => ({ ...tip, height: tip.height + blocks });

  it.each(Object.keys(STATES) as (keyof typeof STATES)[])('take in any order what the rules allow: %s', (name) => {
    const stream = STATES[name]({ address });
    const taken = (Object.keys(STEPS) as StepName[]).filter((step) => isTaken(() => STEPS[step](stream)));
    expect(taken.sort()).toEqual([...NEXT[name]].sort());
  });

  it('restart the delay by every announcement', () => {
    const first = streamAfter(
      placeMove(address, false),
      accept(STEPS['an announcement by the old recipient'](placeMove(address, false)), tip),
      1,
      { mined: later(1) },
    );
    const again = accept(draftAnnounce([first], outsider.lockingBytecode, consentOf(recipient)), later(1_000));
    const second = streamAfter(first, again, 1, { mined: later(1_001) });
    expect([1_008, 2_008, 2_009].map((blocks) => judge(draftFinish([second]), later(blocks)).accepted)).toEqual([
      false,
      true,
      true,
    ]);
    expect(judge(draftFinish([second]), later(2_007)).accepted).toBe(false);
  });

  it('are announced once a block, so that a sender can cancel what they see', () => {
    const stream = placeMove(address, false);
    const state = { ...stream.state, mined: undefined };
    expect(judge(draftAnnounce([{ ...stream, state }], to, consentOf(recipient)), tip)).toMatchObject({
      accepted: false,
      by: 'lock',
    });
  });

  it('end with a pause and a resume of a recurring payment', () => {
    if (!isRecurring(kind)) return;
    const acted = (stream: Stream, act: Act) => accept(draftActs([{ stream, act }], MIDDLE, { authority }), tip);
    const { state, clock } = slotsOf(kind, 1);
    const pausing = streamAfter(placeMove(address, true), acted(placeMove(address, true), 'pause'), state, {
      clock,
      mined: later(1),
    });
    expect(isTaken(() => draftFinish([pausing]))).toBe(false);
    const paused = placeMove(address, true, { state: { status: STATUS.pausedRunning } });
    accept(draftFinish([paused]), tip);
    const resumed = streamAfter(paused, acted(paused, 'resume'), state, { mined: later(1) });
    expect(isTaken(() => draftFinish([resumed]))).toBe(false);
  });

  it('pay the old address to the end, by any payer', () => {
    const end = endOf(kind);
    for (const purse_ of [undefined, own(outsider), own(newRecipient)]) {
      const { transaction } = accept(
        draftPay(placeMove(address, true), end, purse_ === undefined ? {} : { purse: purse_ }),
        tipAt(end),
      );
      expect(transaction.outputs[0]?.lockingBytecode).toEqual(recipient.lockingBytecode);
    }
  });

  it.each(KINDS)('keep to themselves beside %s', (other) => {
    const rows = moveSiblingRows(address, createAddress(other), categoryFor(kind, other));
    expectRefused(sampled(rows, 2, KINDS.indexOf(other)));
  });

  it('of one plan are beside the sender’s acts alone', () => {
    const all = KINDS.filter((other) => holdsTokens(other) === holdsTokens(kind)).flatMap((other) =>
      movesAlong(address, createAddress(other)),
    );
    for (const { name, draft, tip: at, isAllowed } of all)
      expect([name, judge(draft, at).accepted]).toEqual([name, isAllowed]);
  });

  it.each([0x41, 0x61, 0xc1])('take a key’s consent by a signature of type %i', (sighash) => {
    accept(draftAnnounce([placeMove(address, false)], to, consentOf(recipient, sighash)), tip);
  });

  it.each([
    [0x41, true],
    [0x42, false],
    [0xc2, false],
  ])('read the type of an ECDSA signature, too: %i', (sighash, isConsent) => {
    const draft = draftAnnounce([placeMove(address, false)], to, consentOf(recipient));
    const { transaction, sourceOutputs } = seal(draft);
    const signature = sign(
      recipient,
      recipient.lockingBytecode,
      { transaction, sourceOutputs, inputIndex: 0 },
      sighash,
      'ecdsa',
    );
    const bytecode = flattenBinArray([encodeDataPush(signature), encodeDataPush(recipient.publicKey)]);
    const signed = changeInput(draft, 0, (input) => ({ ...input, unlocking: { kind: 'raw', bytecode } }));
    expect(judgeScript(signed, tip)).toBe(isConsent);
  });

  it.each([
    ['34 bytes', new Uint8Array(34).fill(0x51), true],
    ['35 bytes', new Uint8Array(35).fill(0x51), true],
    ['36 bytes', new Uint8Array(36).fill(0x51), false],
    ['121 bytes', new Uint8Array(121).fill(0x51), false],
    ['one byte', Uint8Array.of(0x51), true],
    ['no byte', new Uint8Array(), false],
    ['data that nobody spends', Uint8Array.of(0x6a, 1, 1), false],
    ['bytes that a transaction reads as a token', new Uint8Array(25).fill(0xef, 0, 1), false],
  ])('are announced to an address of %s or not', (_, place, isTakenThere) => {
    expect(isTaken(() => draftAnnounce([placeMove(address, false)], place, consentOf(recipient)))).toBe(isTakenThere);
  });
});

const judgeScript = (draft: Draft, at: ChainPoint): boolean => {
  const verdict = judge(draft, at);
  // An ECDSA signature has more bytes than the draft has paid for.
  return verdict.accepted || verdict.by === 'policy';
};

it('streams of all four covenants, of a plan of each asset, move in one transaction', () => {
  const streams = KINDS.map((kind, k) =>
    placeStream(createAddress(kind), { index: BigInt(k) + 1n, mined: OLD, category: categoryFor('vesting-bch', kind) }),
  );
  const sealed = accept(draftAnnounce(streams, to, consentOf(recipient)), tip);
  let place = 1;
  const pending = streams.map((stream) => {
    const after = streamAfter(stream, sealed, place, { mined: { ...tip, height: tip.height + 1 } });
    place += stream.companion === undefined ? 1 : 2;
    return after;
  });
  accept(draftFinish(pending), { ...tip, height: tip.height + 1_008 });
});
