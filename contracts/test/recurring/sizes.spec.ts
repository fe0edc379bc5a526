import { at } from '../support/bytes.js';
import { dustOf } from '../support/relay-rules.js';
import { seal } from '../support/transaction.js';
import { BCH, TOKENS } from './mode.js';
import { MODES } from './modes.js';
import { createPayment } from './payment.js';
import { largest, pathsOf, sizesOf, smallest } from './size-paths.js';
import { clockOutput, stateOutput } from './state.js';

const PAYMENTS = ['claim', 'close', 'push under notice', 'claim under notice', 'close under notice, push', 'close under notice, recipient'];
const KEYLESS_PAYMENTS = ['push under notice', 'close under notice, push'];
/** The smallest output nodes relay that only its receiver can spend: P2SH20, and what its 32 bytes cost in fee. */
const CHEAPEST_SKIM = 540 + 32;

it('measures what the documentation states', () => {
  expect([BCH, TOKENS].flatMap((mode) => [sizesOf(mode, smallest(mode)), sizesOf(mode, largest(mode))])).toEqual([
    {
      script: 1_138,
      claim: 1_426,
      'claim with own money': 1_601,
      push: 1_503,
      close: 1_363,
      'push under notice': 1_327,
      'claim under notice': 1_425,
      'close under notice, push': 1_324,
      'close under notice, recipient': 1_422,
      'pause, cancel': 1_504,
      'pause, cancel, nothing due': 1_470,
      'cancel while pausing': 1_563,
      settle: 1_351,
      resume: 1_567,
      refund: 1_290,
      'cancel of a settled pause': 1_329,
    },
    {
      script: 1_155,
      claim: 1_443,
      'claim with own money': 1_618,
      push: 1_520,
      close: 1_380,
      'push under notice': 1_344,
      'claim under notice': 1_442,
      'close under notice, push': 1_341,
      'close under notice, recipient': 1_439,
      'pause, cancel': 1_521,
      'pause, cancel, nothing due': 1_487,
      'cancel while pausing': 1_580,
      settle: 1_368,
      resume: 1_584,
      refund: 1_307,
      'cancel of a settled pause': 1_346,
    },
    {
      script: 1_264,
      claim: 1_722,
      'claim with own money': 1_897,
      push: 1_799,
      close: 1_615,
      'push under notice': 1_623,
      'claim under notice': 1_721,
      'close under notice, push': 1_576,
      'close under notice, recipient': 1_674,
      'pause, cancel': 1_800,
      'pause, cancel, nothing due': 1_731,
      'cancel while pausing': 1_859,
      settle: 1_612,
      resume: 1_828,
      refund: 1_507,
      'cancel of a settled pause': 1_546,
    },
    {
      script: 1_288,
      claim: 1_762,
      'claim with own money': 1_937,
      push: 1_839,
      close: 1_647,
      'push under notice': 1_663,
      'claim under notice': 1_761,
      'close under notice, push': 1_608,
      'close under notice, recipient': 1_706,
      'pause, cancel': 1_840,
      'pause, cancel, nothing due': 1_763,
      'cancel while pausing': 1_899,
      settle: 1_644,
      resume: 1_860,
      refund: 1_539,
      'cancel of a settled pause': 1_578,
    },
  ]);
});

describe.each(MODES.flatMap(([name, mode]) => [smallest(mode), largest(mode)].map((terms) => [`${terms.label} parameters ${name}`, mode, terms] as const)))(
  'with the %s',
  (_, mode, terms) => {
    const sizes = sizesOf(mode, terms);
    const size = (name: string): number => sizes[name] ?? 0;
    const covers = (bound: bigint, cost: number): void => {
      expect(cost).toBeLessThanOrEqual(Number(bound));
      expect(cost * 2).toBeGreaterThanOrEqual(Number(bound));
    };

    it.each(PAYMENTS)('the fee bound covers %s with its payout, and is at most twice that', (name) => covers(mode.fee, size(name) + Number(mode.payout)));

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
      for (const name of KEYLESS_PAYMENTS) expect(Number(mode.fee - mode.payout) - size(name)).toBeLessThan(CHEAPEST_SKIM);
      expect(Number(mode.settleFee) - size('settle')).toBeLessThan(CHEAPEST_SKIM);
      expect(Number(mode.refundFee) - size('refund')).toBeLessThan(CHEAPEST_SKIM);
    });

    it('every unlocking bytecode is within the limit of May 2025', () => {
      const lengths = Object.values(pathsOf(mode, terms)).map((draft) => at(seal(draft).transaction.inputs, 0).unlockingBytecode.length);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(1_650);
    });

    it('neither state nor clock is ever dust', () => {
      const payment = createPayment(mode, terms);
      const state = stateOutput(payment, { status: 'ACTIVE', paid: 1n, nextDue: terms.firstDue, latest: terms.firstDue }, mode.floor);
      expect(mode.floor >= dustOf(state) && mode.clock >= dustOf(clockOutput(payment, mode.clock))).toBe(true);
    });
  },
);
