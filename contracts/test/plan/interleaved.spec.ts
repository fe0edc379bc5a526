import type { Output } from '@bitauth/libauth';
import { named32 } from '../support/bytes.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { accept } from '../support/judge.js';
import { outsider, sender } from '../support/parties.js';
import type { Draft, DraftInput } from '../support/transaction.js';
import { type Address, createAddress, holdsTokens, isRecurring, KINDS, PLAN_CLOCK } from './covenant.js';
import { draftRefund, inputOf } from './drafts.js';
import { MIDDLE, tipAt } from './honest-spends.js';
import { expectRefused, type Row } from './sibling-rows.js';
import { STATUS } from './state.js';
import { type Act, draftActs, type Leg } from './stop-drafts.js';
import { clockOutput, DOLLARS, placeStream, type Placing, PLAN, START, type Stream } from './stream.js';

/** Another funding of the same plan: the same address, and indexes that start over. */
const SECOND_FUNDING = named32('category of a second funding');
const OLD = { height: 849_000, mtp: Number(START) };
const authority = purse(sender, 50_000_000n, 'authority of many acts');
const gift = purse(outsider, 50_000n, 'gift to many acts');

const placed = (address: Address, index: bigint, more: Placing = {}): Stream =>
  placeStream(address, { index, mined: OLD, clockMined: OLD, ...more });

/** Transactions of the sender's that do something else to each of several streams, in a funding or in two. */
const interleaved = (address: Address): readonly Draft[] => {
  const acted = (...legs: readonly Leg[]) => draftActs(legs, MIDDLE, { authority });
  const leg = (act: Act, index: bigint, more: Placing = {}): Leg => ({ stream: placed(address, index, more), act });
  const second = { category: SECOND_FUNDING };
  const twoFundings = acted(leg('cancel', 2n), leg('cancel', 2n, second));
  if (!isRecurring(address.kind)) return [acted(leg('cancel', 1n), leg('cancel', 2n)), twoFundings];
  const paused = { state: { status: STATUS.pausedRunning } };
  return [
    acted(leg('pause', 1n), leg('resume', 2n, paused), leg('cancel', 3n)),
    acted(leg('resume', 3n, paused), leg('pause', 1n)),
    acted(leg('pause', 2n), leg('resume', 2n, { ...paused, ...second })),
    twoFundings,
  ];
};

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
    for (const draft of interleaved(address)) accept(draft, tipAt(MIDDLE));
  });

  it('is refunded by its own clock alone, even if others hold as many units', () => {
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
