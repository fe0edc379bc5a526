import { encodeTransactionOutput } from '@bitauth/libauth';
import { at } from '../support/bytes.js';
import { purse } from '../support/coins.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { dustOf } from '../support/relay-rules.js';
import { seal, type Draft } from '../support/transaction.js';
import { clockCoin, clockOutput, stateOutput } from '../vesting/state.js';
import { DAY, START, type Terms } from '../vesting/terms.js';
import { stateCoin } from './support/coins.js';
import { FEE, FLOOR, SUPPLY } from './support/constants.js';
import { draftCancel, draftPayment, draftRefund } from './support/drafts.js';
import { createStream } from './support/stream.js';

/** The shortest and the longest script that sound parameters make. */
const SMALLEST: Terms = {
  total: 30_000n,
  start: START,
  end: START + 100n,
  cliff: 0n,
  step: 0n,
  notice: 6,
  label: 'smallest',
};
const LARGEST: Terms = {
  total: SUPPLY,
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
  const released = total / 64n;
  const active = stateCoin(stream, { cancelled: false, released, latest: start }, 50_000n);
  const state = stateCoin(stream, { cancelled: true, released, latest: start }, 50_000n);
  const clock = clockCoin(stream, 681n);
  const cancelled = { stream, state, clock };
  return {
    claim: draftPayment({ stream, state: active, locktime: middle, signer: recipient }),
    'claim with own money': draftPayment({
      stream,
      state: active,
      locktime: middle,
      signer: recipient,
      purse: purse(recipient, 9_000n),
    }),
    push: draftPayment({ stream, state: active, locktime: middle, purse: purse(outsider, 9_000n) }),
    close: draftPayment({ stream, state: active, locktime: Number(end), signer: recipient }),
    cancel: draftCancel({ stream, state: active, locktime: middle, signer: sender }),
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

const KEYLESS = ['push under notice', 'close under notice by a push', 'refund'];
const OWN_MONEY = ['claim with own money', 'push'];
/** The smallest output nodes relay that only its receiver can spend: P2SH20, and what its 32 bytes cost in fee. */
const CHEAPEST_SKIM = 540 + 32;

it('measures what the documentation states', () => {
  expect([sizesOf(SMALLEST), sizesOf(LARGEST)]).toEqual([
    {
      script: 806,
      claim: 1_092,
      'claim with own money': 1_267,
      push: 1_169,
      close: 1_031,
      cancel: 1_170,
      'push under notice': 993,
      'claim under notice': 1_091,
      'close under notice by a push': 992,
      'close under notice by the recipient': 1_090,
      refund: 956,
    },
    {
      script: 824,
      claim: 1_110,
      'claim with own money': 1_285,
      push: 1_187,
      close: 1_049,
      cancel: 1_188,
      'push under notice': 1_011,
      'claim under notice': 1_109,
      'close under notice by a push': 1_010,
      'close under notice by the recipient': 1_108,
      refund: 974,
    },
  ]);
});

describe.each([SMALLEST, LARGEST].map((terms) => [terms.label, terms] as const))(
  'with the %s parameters',
  (_, terms) => {
    const sizes = sizesOf(terms);

    it('the fee bound covers every transition the contract pays for, and is at most twice its size', () => {
      const paid = Object.entries(sizes).filter(([name]) => name !== 'script' && !OWN_MONEY.includes(name));
      for (const [, size] of paid) {
        expect(size).toBeLessThanOrEqual(Number(FEE));
        expect(size * 2).toBeGreaterThanOrEqual(Number(FEE));
      }
    });

    it.each(KEYLESS)('%s leaves too little for an output of somebody who rewrites it', (name) => {
      expect(Number(FEE) - (sizes[name] ?? 0)).toBeLessThan(CHEAPEST_SKIM);
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

  it('never reaches the state: its floor is above what a state output needs', () => {
    const output = stateOutput(stream, { cancelled: false, released: SUPPLY - 1n, latest: 4_294_967_295n }, FLOOR);
    expect(encodeTransactionOutput(output)).toHaveLength(95);
    expect(dustOf(output)).toBe(729n);
    expect(dustOf(output) < FLOOR).toBe(true);
  });

  it('asks 681 satoshis of a clock', () => {
    expect(dustOf(clockOutput(stream, 681n))).toBe(681n);
  });
});
