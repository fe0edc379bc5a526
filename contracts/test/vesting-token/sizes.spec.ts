import { encodeTransactionOutput } from '@bitauth/libauth';
import { MAX_AMOUNT } from '@weir/vesting';
import { at } from '../support/bytes.js';
import { purse } from '../support/coins.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { dustOf } from '../support/relay-rules.js';
import { seal, type Draft } from '../support/transaction.js';
import { stateOutput } from '../vesting/state.js';
import { DAY, FIRST_TIME, START, type Terms } from '../vesting/terms.js';
import { companionOutput, deploymentOf, payTokens } from './support/coins.js';
import { CANCEL_FEE, COMPANION_VALUE, FEE, FLOOR, PAYOUT, REFUND_FEE } from './support/constants.js';
import { draftCancel, draftPayment, draftRefund } from './support/drafts.js';
import { createStream } from './support/stream.js';

/** The shortest and the longest script that sound parameters make. */
const SMALLEST: Terms = {
  total: 10n,
  start: START,
  end: START + 100n,
  cliff: 0n,
  step: 0n,
  notice: 6,
  label: 'smallest',
};
const LARGEST: Terms = {
  total: MAX_AMOUNT - 5n,
  start: 4_000_000_000n,
  end: 4_294_967_295n,
  cliff: 4_100_000_000n,
  step: 30n * DAY,
  notice: 65_535,
  label: 'largest',
};

const pathsOf = (terms: Terms): Record<string, Draft> => {
  const stream = createStream(terms);
  const { start, end, cliff, total } = terms;
  const middle = Number(cliff === 0n ? (start + end) / 2n : (cliff + end) / 2n);
  const counters = { released: total / 64n, latest: start };
  // The longest path also returns tokens beyond the total.
  const genesis = { reserve: 50_000n, surplus: terms === LARGEST ? 5n : 0n };
  const active = deploymentOf(stream, { cancelled: false, ...counters }, genesis);
  const fresh = deploymentOf(stream, { cancelled: false, released: 0n, latest: FIRST_TIME }, genesis);
  const cancelled = deploymentOf(stream, { cancelled: true, ...counters }, genesis);
  return {
    claim: draftPayment({ ...active, locktime: middle, signer: recipient }),
    'claim with own money': draftPayment({
      ...active,
      locktime: middle,
      signer: recipient,
      purse: purse(recipient, 9_000n),
    }),
    push: draftPayment({ ...active, locktime: middle, purse: purse(outsider, 9_000n) }),
    close: draftPayment({ ...active, locktime: Number(end), signer: recipient }),
    cancel: draftCancel({ ...active, locktime: middle, signer: sender }),
    'cancel, nothing due': draftCancel({ ...fresh, locktime: Number(start), signer: sender }),
    'cancel with own money': draftCancel({
      ...active,
      locktime: middle,
      signer: sender,
      purse: purse(sender, 90_000n),
    }),
    'push under notice': draftPayment({ ...cancelled, locktime: middle }),
    'claim under notice': draftPayment({ ...cancelled, locktime: middle, signer: recipient }),
    'close under notice by a push': draftPayment({ ...cancelled, locktime: Number(end) }),
    'close under notice by the recipient': draftPayment({ ...cancelled, locktime: Number(end), signer: recipient }),
    refund: draftRefund(cancelled),
  };
};

/** Bytes of script, then of each path's transaction. The table of docs/covenants.md. */
const sizesOf = (terms: Terms): Record<string, number> => ({
  script: createStream(terms).script.length,
  ...Object.fromEntries(Object.entries(pathsOf(terms)).map(([name, draft]) => [name, seal(draft).size])),
});

const PAYMENTS = [
  'claim',
  'close',
  'push under notice',
  'claim under notice',
  'close under notice by a push',
  'close under notice by the recipient',
];
const KEYLESS = ['push under notice', 'close under notice by a push'];
/** The smallest output nodes relay that only its receiver can spend: P2SH20, and what its 32 bytes cost in fee. */
const CHEAPEST_SKIM = 540 + 32;

it('measures what the documentation states', () => {
  expect([sizesOf(SMALLEST), sizesOf(LARGEST)]).toEqual([
    {
      script: 901,
      claim: 1_357,
      'claim with own money': 1_532,
      push: 1_434,
      close: 1_217,
      cancel: 1_435,
      'cancel, nothing due': 1_366,
      'cancel with own money': 1_610,
      'push under notice': 1_258,
      'claim under notice': 1_356,
      'close under notice by a push': 1_178,
      'close under notice by the recipient': 1_276,
      refund: 1_142,
    },
    {
      script: 922,
      claim: 1_394,
      'claim with own money': 1_569,
      push: 1_471,
      close: 1_281,
      cancel: 1_472,
      'cancel, nothing due': 1_395,
      'cancel with own money': 1_647,
      'push under notice': 1_295,
      'claim under notice': 1_393,
      'close under notice by a push': 1_242,
      'close under notice by the recipient': 1_340,
      refund: 1_171,
    },
  ]);
});

describe.each([SMALLEST, LARGEST].map((terms) => [terms.label, terms] as const))(
  'with the %s parameters',
  (_, terms) => {
    const sizes = sizesOf(terms);
    const size = (name: string): number => sizes[name] ?? 0;
    const covers = (bound: bigint, cost: number): void => {
      expect(cost).toBeLessThanOrEqual(Number(bound));
      expect(cost * 2).toBeGreaterThanOrEqual(Number(bound));
    };

    it.each(PAYMENTS)('the fee bound covers %s with its payout, and is at most twice that', (name) =>
      covers(FEE, size(name) + Number(PAYOUT)),
    );

    it('the bounds of a cancel and of a refund cover them, and are at most twice that', () => {
      covers(CANCEL_FEE, size('cancel, nothing due') + 681);
      covers(CANCEL_FEE + PAYOUT, size('cancel') + 681 + Number(PAYOUT));
      covers(REFUND_FEE, size('refund'));
    });

    it.each(KEYLESS)('%s leaves too little for an output of somebody who rewrites it', (name) => {
      expect(Number(FEE - PAYOUT) - size(name)).toBeLessThan(CHEAPEST_SKIM);
    });

    it('every unlocking bytecode is within the limit of May 2025', () => {
      const lengths = Object.values(pathsOf(terms)).map(
        (draft) => at(seal(draft).transaction.inputs, 0).unlockingBytecode.length,
      );
      expect(Math.max(...lengths)).toBeLessThanOrEqual(1_650);
    });
  },
);

describe('dust', () => {
  const stream = createStream(LARGEST);

  it('never reaches the state, the companion, a payout or what a close returns', () => {
    const output = stateOutput(stream, { cancelled: false, released: MAX_AMOUNT, latest: 4_294_967_295n }, FLOOR);
    expect(encodeTransactionOutput(output)).toHaveLength(95);
    expect(dustOf(output)).toBe(729n);
    expect(dustOf(companionOutput(MAX_AMOUNT))).toBe(705n);
    expect(dustOf(payTokens(recipient, MAX_AMOUNT))).toBe(675n);
    expect(dustOf(payTokens(recipient, 1n))).toBe(651n);
    // What a close returns at least: nothing of the state's floor, all of the companion's satoshis.
    expect(FLOOR - FEE + COMPANION_VALUE >= dustOf(payTokens(sender, MAX_AMOUNT))).toBe(true);
  });
});
