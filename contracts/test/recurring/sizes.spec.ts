import { at } from '../support/bytes.js';
import { dustOf } from '../support/relay-rules.js';
import { seal } from '../support/transaction.js';
import { BCH, TOKENS } from './mode.js';
import { MODES } from './modes.js';
import { createPayment } from './payment.js';
import { largest, pathsOf, sizesOf, smallest } from './size-paths.js';
import { clockOutput, stateOutput } from './state.js';

const PAYMENTS = [
  'claim',
  'close',
  'push under notice',
  'claim under notice',
  'close under notice, push',
  'close under notice, recipient',
];
const KEYLESS_PAYMENTS = ['push under notice', 'close under notice, push'];
/** The smallest output nodes relay that only its receiver can spend: P2SH20, and what its 32 bytes cost in fee. */
const CHEAPEST_SKIM = 540 + 32;

it('measures what the documentation states', () => {
  expect([BCH, TOKENS].flatMap((mode) => [sizesOf(mode, smallest(mode)), sizesOf(mode, largest(mode))])).toEqual([
    {
      script: 1_140,
      claim: 1_428,
      'claim with own money': 1_603,
      push: 1_505,
      close: 1_365,
      'push under notice': 1_329,
      'claim under notice': 1_427,
      'close under notice, push': 1_326,
      'close under notice, recipient': 1_424,
      'pause, cancel': 1_506,
      'pause, cancel, nothing due': 1_472,
      'cancel while pausing': 1_565,
      settle: 1_353,
      resume: 1_569,
      refund: 1_292,
      'cancel of a settled pause': 1_331,
    },
    {
      script: 1_157,
      claim: 1_445,
      'claim with own money': 1_620,
      push: 1_522,
      close: 1_382,
      'push under notice': 1_346,
      'claim under notice': 1_444,
      'close under notice, push': 1_343,
      'close under notice, recipient': 1_441,
      'pause, cancel': 1_523,
      'pause, cancel, nothing due': 1_489,
      'cancel while pausing': 1_582,
      settle: 1_370,
      resume: 1_586,
      refund: 1_309,
      'cancel of a settled pause': 1_348,
    },
    {
      script: 1_266,
      claim: 1_724,
      'claim with own money': 1_899,
      push: 1_801,
      close: 1_617,
      'push under notice': 1_625,
      'claim under notice': 1_723,
      'close under notice, push': 1_578,
      'close under notice, recipient': 1_676,
      'pause, cancel': 1_802,
      'pause, cancel, nothing due': 1_733,
      'cancel while pausing': 1_861,
      settle: 1_614,
      resume: 1_830,
      refund: 1_509,
      'cancel of a settled pause': 1_548,
    },
    {
      script: 1_290,
      claim: 1_764,
      'claim with own money': 1_939,
      push: 1_841,
      close: 1_649,
      'push under notice': 1_665,
      'claim under notice': 1_763,
      'close under notice, push': 1_610,
      'close under notice, recipient': 1_708,
      'pause, cancel': 1_842,
      'pause, cancel, nothing due': 1_765,
      'cancel while pausing': 1_901,
      settle: 1_646,
      resume: 1_862,
      refund: 1_541,
      'cancel of a settled pause': 1_580,
    },
  ]);
});

describe.each(
  MODES.flatMap(([name, mode]) =>
    [smallest(mode), largest(mode)].map((terms) => [`${terms.label} parameters ${name}`, mode, terms] as const),
  ),
)('with the %s', (_, mode, terms) => {
  const sizes = sizesOf(mode, terms);
  const size = (name: string): number => sizes[name] ?? 0;
  const covers = (bound: bigint, cost: number): void => {
    expect(cost).toBeLessThanOrEqual(Number(bound));
    expect(cost * 2).toBeGreaterThanOrEqual(Number(bound));
  };

  it.each(PAYMENTS)('the fee bound covers %s with its payout, and is at most twice that', (name) =>
    covers(mode.fee, size(name) + Number(mode.payout)),
  );

  it('the other bounds cover their paths, and are at most twice that', () => {
    const stop = Number(mode.clock + mode.payout);
    covers(mode.stopFee + mode.payout, size('pause, cancel') + stop);
    covers(mode.stopFee + mode.payout, size('cancel while pausing') + stop);
    covers(mode.stopFee, size('pause, cancel, nothing due') + Number(mode.clock));
    covers(mode.settleFee, size('settle'));
    covers(mode.refundFee, size('refund'));
    covers(mode.refundFee, size('cancel of a settled pause'));
  });

  it('keyless paths leave too little for an output of somebody who rewrites them', () => {
    for (const name of KEYLESS_PAYMENTS)
      expect(Number(mode.fee - mode.payout) - size(name)).toBeLessThan(CHEAPEST_SKIM);
    expect(Number(mode.settleFee) - size('settle')).toBeLessThan(CHEAPEST_SKIM);
    expect(Number(mode.refundFee) - size('refund')).toBeLessThan(CHEAPEST_SKIM);
  });

  it('every unlocking bytecode is within the limit of May 2025', () => {
    const lengths = Object.values(pathsOf(mode, terms)).map(
      (draft) => at(seal(draft).transaction.inputs, 0).unlockingBytecode.length,
    );
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1_650);
  });

  it('neither state nor clock is ever dust', () => {
    const payment = createPayment(mode, terms);
    const state = stateOutput(
      payment,
      { status: 'ACTIVE', paid: 1n, nextDue: terms.firstDue, latest: terms.firstDue },
      mode.floor,
    );
    expect(mode.floor >= dustOf(state) && mode.clock >= dustOf(clockOutput(payment, mode.clock))).toBe(true);
  });
});
