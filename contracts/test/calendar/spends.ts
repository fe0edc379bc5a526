import { hash160 } from '@bitauth/libauth';
import type { CalendarForm } from '../../scripts/calendar-source.js';
import { named32 } from '../support/bytes.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { createParty, outsider } from '../support/parties.js';
import type { Draft } from '../support/transaction.js';
import { type Address, holdsTokens, isGrant, isList, isSalary, type Kind, SHARES, type Terms } from './covenant.js';
import {
  type Act,
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
import { createPlan, type Placing, placeStream, type Stream } from './stream.js';

/** A valid transaction of streams by the calendar. */
export interface CalendarSpend {
  readonly name: string;
  readonly draft: Draft;
  /** The streams in it, the first one first. */
  readonly streams: readonly Stream[];
}

/** Where recipients of these tests move to. */
export const newRecipient = createParty('recipient, moved');
const movingTo = (to = newRecipient.lockingBytecode): Placing => ({ state: { to: hash160(to) } });
export const OTHER_PLAN = named32('category of another calendar plan');

/** Creates addresses: the contract's own, or those of a contract that lacks a rule. */
export type Create = (kind: Kind, some?: Partial<Terms>, form?: CalendarForm) => Address;

const withState = (placing: Placing, state: Placing['state']): Placing => ({
  ...placing,
  state: { ...placing.state, ...state },
});

/** The same with a stranger's money to the stranger. */
const withMore = (draft: Draft): Draft => ({
  ...draft,
  inputs: [...draft.inputs, purse(outsider, 10_000n)],
  outputs: [...draft.outputs, payTo(outsider, 8_000n)],
});

/** Every path of a covenant, from states that differ in what its rules look at. */
export const calendarSpends = (
  kind: Kind,
  create: Create = createPlan,
  form: CalendarForm = {},
): readonly CalendarSpend[] => {
  const address = create(kind, {}, form);
  const place = (some: Placing = {}): Stream => placeStream(address, some);
  const spend = (name: string, draft: Draft, ...streams: readonly Stream[]): CalendarSpend => ({
    name,
    draft,
    streams,
  });
  const of = (name: string, stream: Stream, build: (stream: Stream) => Draft): CalendarSpend =>
    spend(name, build(stream), stream);
  const salary = isSalary(kind);
  const act = (name: string, which: Act, stream: Stream, count = 0n): CalendarSpend =>
    of(name, stream, () => draftActs([{ stream, act: which, count }]));
  const noticed = place({ noticed: true });
  const second = (some: Placing): Stream => place(withState(some, { index: 9n }));
  const cliff = placeStream(create(kind, { cliff: 3n }, form));
  const stray = coinNamed('a stray', { lockingBytecode: address.lockingBytecode, valueSatoshis: 60_000n });
  const token = { category: SHARES, amount: 5n };
  return [
    of('a payment', place(), (stream) => draftPay(stream, 1n)),
    of('a payment of several parts', place(), (stream) => draftPay(stream, 5n)),
    of('a payment under notice', noticed, (stream) => draftPay(stream, 2n)),
    of('a payment while a move is pending', place(movingTo()), (stream) => draftCollect(stream, 2n)),
    of('the last payment', place(), (stream) => draftEnd(stream)),
    of('the last payment under notice', noticed, (stream) => draftEnd(stream)),
    of('the last payment while a move is pending', place(movingTo()), (stream) => draftEnd(stream)),
    of('the last payment, with an output more', noticed, (stream) => withMore(draftEnd(stream))),
    ...(holdsTokens(kind)
      ? []
      : [of('a refund, with an output more', noticed, (stream) => withMore(draftRefund(stream)))]),
    act('a cancel', 'cancel', place()),
    act('a cancel while a move is pending', 'cancel', place(movingTo())),
    of('a refund', noticed, (stream) => draftRefund(stream)),
    spend(
      'a cancel of two',
      draftActs([
        { stream: place(), act: 'cancel' },
        { stream: second({}), act: 'cancel' },
      ]),
      place(),
      second({}),
    ),
    of('a sweep', place(), (stream) => draftSweep(stream, stray)),
    of('a sweep of tokens', place(), (stream) => draftSweep(stream, { ...stray, output: { ...stray.output, token } })),
    of('an announcement', place(), (stream) => draftAnnounce([stream], newRecipient.lockingBytecode)),
    of('another announcement', place(movingTo()), (stream) => draftAnnounce([stream], stream.to)),
    spend(
      'an announcement of two',
      draftAnnounce([place(), second({})], newRecipient.lockingBytecode),
      place(),
      second({}),
    ),
    of('a move', place(movingTo()), (stream) => draftFinish([stream])),
    spend('a move of two', draftFinish([place(movingTo()), second(movingTo())]), place(movingTo()), second(movingTo())),
    of('a move by itself', place(movingTo()), (stream) => draftOwnFinish(stream)),
    of('an undone move', place({ state: { to: hash160(place().to) } }), (stream) => draftOwnFinish(stream, 0)),
    ...(isList(kind)
      ? [of('a payment of a list in its middle', place({ paid: 4 }), (stream) => draftPay(stream, 3n))]
      : [
          act('a cancel that pays', 'cancel', place(), 4n),
          act('a cancel that pays while a move is pending', 'cancel', place(movingTo()), 4n),
        ]),
    ...(isGrant(kind)
      ? [
          of('a payment of the cliff', cliff, (stream) => draftPay(stream, 3n)),
          of('a payment of a grant that began elsewhere', place({ state: { released: 250_000n } }), (stream) =>
            draftPay(stream, 4n),
          ),
          act('a cancel dated back', 'cancel', place({ state: { released: 500_000n } }), 2n),
        ]
      : []),
    ...(salary
      ? [
          act('a pause', 'pause', place()),
          act('a pause that pays', 'pause', place(), 3n),
          act('a cancel of a pause that runs', 'cancel', place({ state: { status: 3n } })),
          act('a cancel of a pause that runs and pays', 'cancel', place({ state: { status: 3n } }), 1n),
          act('a cancel of a pause', 'cancel', place({ state: { status: 4n } })),
          of('a payment of the period that runs', place({ state: { status: 3n } }), (stream) => draftPay(stream, 1n)),
          of('the last payment of a pause', place({ state: { status: 3n, unpaid: 1n } }), (stream) => draftEnd(stream)),
          of('the end of a notice', place({ noticed: true, state: { status: 1n } }), (stream) => draftSettle(stream)),
          act('a resume before the payday', 'resume', place({ state: { status: 4n } })),
          act('a resume that skips paydays', 'resume', place({ state: { status: 4n } }), 3n),
          act('a resume that pays the period that ran', 'resume', place({ state: { status: 3n } }), 2n),
          act('a resume while a move is pending', 'resume', place(withState(movingTo(), { status: 4n }))),
        ]
      : []),
    ...(holdsTokens(kind) || !isGrant(kind)
      ? []
      : [
          of('a cancel with less than dust due', place({ state: { installments: 2_400n } }), (stream) =>
            draftActs([{ stream, act: 'cancel', count: 1n }]),
          ),
        ]),
  ];
};
