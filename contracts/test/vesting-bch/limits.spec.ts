import { vestedAmount } from '@weir/vesting';
import { purse } from '../support/coins.js';
import { accept, judge } from '../support/judge.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { gainOf } from '../support/transaction.js';
import { clockCoin } from '../vesting/state.js';
import { DAY, FIRST_TIME, START, type Terms } from '../vesting/terms.js';
import { stateCoin } from './support/coins.js';
import { DUST, SHARE_PAID, SUPPLY } from './support/constants.js';
import { draftCancel, draftPayment } from './support/drafts.js';
import { createStream, linear, stepped } from './support/stream.js';

const tipAt = (time: bigint) => ({ height: 900_000, mtp: Number(time) + 1 });

/** A claim with own money, so that no rule about fees decides. */
const claimAt = (terms: Terms, time: bigint, released = 0n) => {
  const stream = createStream(terms);
  const state = stateCoin(stream, { cancelled: false, released, latest: FIRST_TIME }, 20_000n);
  return draftPayment({ stream, state, locktime: Number(time), signer: recipient, purse: purse(recipient, 50_000n) });
};

/** Satoshis paid at a time; 0n where the script itself, and not only a relay rule about dust, pays nothing. */
const paidAt = (terms: Terms, time: bigint, released = 0n): bigint => {
  const verdict = judge(claimAt(terms, time, released), tipAt(time));
  if (!verdict.accepted) {
    expect(verdict).toMatchObject({ by: 'script' });
    return 0n;
  }
  // The claimer's own money pays the fee, which the gain counts.
  return gainOf(verdict.sealed, recipient.lockingBytecode) + verdict.sealed.fee;
};

const STEP = 30n * DAY;
const stepless = { ...stepped, cliff: 0n };
const withCliff = { ...linear, cliff: START + 100n * DAY };

describe('boundaries of time', () => {
  it.each([
    ['before the start', linear, START - 1n, 0n],
    ['at the start', linear, START, 0n],
    ['long before the start', linear, FIRST_TIME, 0n],
    ['when 543 satoshis are due', linear, START + 47n, 543n],
    ['when 555 satoshis are due', linear, START + 48n, 555n],
    ['a second before the cliff', withCliff, START + 100n * DAY - 1n, 0n],
    ['at the cliff', withCliff, START + 100n * DAY, 100_000_000n],
    ['a second before a step', stepless, START + STEP - 1n, 0n],
    ['at a step', stepless, START + STEP, 29_411_764n],
    ['a second after a step', stepless, START + STEP + 1n, 29_411_764n],
    ['a second before the second step', stepless, START + 2n * STEP - 1n, 29_411_764n],
    ['at the second step', stepless, START + 2n * STEP, 58_823_529n],
    ['a second before the end, the short last step unfinished', stepless, linear.end - 1n, 970_588_235n],
    ['at the end', stepless, linear.end, 1_000_000_000n],
    ['at the end', linear, linear.end, 1_000_000_000n],
    ['a second before the end', linear, linear.end - 1n, 999_999_988n],
    ['at the last locktime there is', linear, 4_294_967_295n, 1_000_000_000n],
  ])('%s, what has vested is paid or waits as dust', (_, terms, time, vested) => {
    // Neither dust is paid, nor is dust left behind.
    const left = terms.total - vested;
    expect(vestedAmount(terms, time)).toBe(vested);
    expect(paidAt(terms, time)).toBe(vested < DUST || (left > 0n && left < DUST) ? 0n : vested);
  });

  it('a cliff at the end is a single payment', () => {
    const terms = { ...linear, cliff: linear.end };
    expect(paidAt(terms, linear.end - 1n)).toBe(0n);
    expect(paidAt(terms, linear.end)).toBe(linear.total);
  });

  it('a step of the whole duration is a single payment', () => {
    const terms = { ...linear, step: linear.end - linear.start };
    expect(paidAt(terms, linear.end - 1n)).toBe(0n);
    expect(paidAt(terms, linear.end)).toBe(linear.total);
  });

  it('a stream of one second pays at its end', () => {
    const terms = { ...linear, end: START + 1n };
    expect(paidAt(terms, START)).toBe(0n);
    expect(paidAt(terms, START + 1n)).toBe(linear.total);
  });

  it('a cancel before the start pays nothing and keeps everything under notice', () => {
    const stream = createStream(linear);
    const state = stateCoin(stream, { cancelled: false, released: 0n, latest: FIRST_TIME }, 20_000n);
    const sealed = accept(
      draftCancel({ stream, state, signer: sender, locktime: Number(START) - 1_000_000 }),
      tipAt(START),
    );
    expect(gainOf(sealed, recipient.lockingBytecode)).toBe(0n);
    expect(sealed.transaction.outputs).toHaveLength(2);
  });
});

describe('boundaries of amounts', () => {
  const small = (total: bigint): Terms => ({ ...linear, total, label: `of ${total}` });

  it('546 satoshis are paid at the end, and nothing before', () => {
    expect(paidAt(small(546n), linear.end - 1n)).toBe(0n);
    expect(paidAt(small(546n), linear.end)).toBe(546n);
  });

  it('545 satoshis due are dust, 546 are not', () => {
    const terms = small(10_000n);
    const at = (vested: bigint) => START + (vested * (linear.end - START)) / terms.total;
    expect(vestedAmount(terms, at(545n))).toBe(545n);
    expect(paidAt(terms, at(545n))).toBe(0n);
    expect(paidAt(terms, at(546n))).toBe(546n);
  });

  it('a cancel pays 546 satoshis that are due, and leaves 545 for a later push', () => {
    const terms = small(10_000n);
    const stream = createStream(terms);
    const state = stateCoin(stream, { cancelled: false, released: 0n, latest: FIRST_TIME }, 20_000n);
    const cancelAt = (vested: bigint) => {
      const time = START + (vested * (linear.end - START)) / terms.total;
      return draftCancel({ stream, state, signer: sender, locktime: Number(time) });
    };
    const tip = tipAt(linear.end);
    expect(gainOf(accept(cancelAt(546n), tip), recipient.lockingBytecode)).toBe(546n);
    expect(gainOf(accept(cancelAt(545n), tip), recipient.lockingBytecode)).toBe(0n);
  });

  it('1,091 satoshis cannot be divided, 1,092 can, once', () => {
    const half = START + (linear.end - START) / 2n;
    expect(paidAt(small(1_091n), half + 1_000_000n)).toBe(0n);
    expect(paidAt(small(1_092n), half)).toBe(546n);
    expect(paidAt(small(1_092n), linear.end, 546n)).toBe(546n);
  });

  it('what would leave dust waits for the end', () => {
    const terms = small(10_000n);
    const at = (vested: bigint) => START + (vested * (linear.end - START)) / terms.total;
    expect(paidAt(terms, at(9_454n))).toBe(9_454n);
    expect(paidAt(terms, at(9_455n))).toBe(0n);
    expect(paidAt(terms, linear.end)).toBe(10_000n);
  });

  it('21,000,000 BCH vest to the satoshi', () => {
    // The tip of the supply is left to the reserve and the claimer's purse.
    const terms = small(SUPPLY - 100_000n);
    const third = START + 28_800_000n;
    expect(paidAt(terms, third)).toBe((SUPPLY - 100_000n) / 3n);
    expect(paidAt(terms, linear.end, (SUPPLY - 100_000n) / 3n)).toBe(SUPPLY - 100_000n - (SUPPLY - 100_000n) / 3n);
  });
});

describe('who pays the fee of a claim', () => {
  const claim = (terms: Terms, due: bigint, reserve: bigint) => {
    const stream = createStream(terms);
    const time = START + ((terms.total / 2n) * (terms.end - START)) / terms.total;
    const state = stateCoin(
      stream,
      { cancelled: false, released: vestedAmount(terms, time) - due, latest: FIRST_TIME },
      reserve,
    );
    return judge(draftPayment({ stream, state, locktime: Number(time), signer: recipient }), tipAt(time));
  };

  it.each([
    ['a 256th of a large total', linear, linear.total / 256n],
    ['1,000 satoshis of a small one', { ...linear, total: 100_000n, label: 'small' }, 1_000n],
  ])('the reserve, from %s on', (_, terms, least) => {
    expect(claim(terms, least, 20_000n).accepted).toBe(true);
    expect(claim(terms, least - 1n, 20_000n)).toMatchObject({ by: 'script' });
  });

  it('not the principal of an active stream, however much is claimed', () => {
    expect(SHARE_PAID < linear.total / 4n).toBe(true);
    expect(claim(linear, linear.total / 4n, 20_000n).accepted).toBe(true);
    expect(claim(linear, linear.total / 4n, 1_000n)).toMatchObject({ by: 'script' });
  });

  it('never the stream for a push while it is active', () => {
    const stream = createStream(linear);
    const state = stateCoin(stream, { cancelled: false, released: 0n, latest: FIRST_TIME }, 20_000n);
    const time = START + 400n * DAY;
    expect(
      judge(draftPayment({ stream, state, locktime: Number(time), purse: purse(outsider, 50_000n) }), tipAt(time))
        .accepted,
    ).toBe(true);
    expect(judge(draftPayment({ stream, state, locktime: Number(time) }), tipAt(time))).toMatchObject({ by: 'script' });
    expect(judge(draftPayment({ stream, state, locktime: Number(linear.end) }), tipAt(linear.end))).toMatchObject({
      by: 'script',
    });
  });
});

describe('the smallest deployment under notice', () => {
  const terms = { ...linear, total: 1_000n, label: 'tiny' };
  const stream = createStream(terms);

  it('closes by a push at the end, from its floor and its clock', () => {
    const state = stateCoin(stream, { cancelled: true, released: 0n, latest: START }, 0n);
    const sealed = accept(
      draftPayment({ stream, state, clock: clockCoin(stream, 681n), locktime: Number(terms.end) }),
      tipAt(terms.end),
    );
    expect(gainOf(sealed, recipient.lockingBytecode)).toBe(1_000n);
  });

  it('leaves up to 545 satoshis with the sender: a cancel may cut the rest below dust', () => {
    const late = START + ((terms.end - START) * 9n) / 10n;
    const state = stateCoin(stream, { cancelled: false, released: 0n, latest: START }, 5_000n);
    const cancelled = accept(draftCancel({ stream, state, signer: sender, locktime: Number(late) }), tipAt(late));
    expect(gainOf(cancelled, recipient.lockingBytecode)).toBe(900n);
  });
});
