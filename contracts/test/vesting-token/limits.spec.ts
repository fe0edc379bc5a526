import type { Output } from '@bitauth/libauth';
import { MAX_AMOUNT, vestedAmount } from '@weir/vesting';
import { changeOutput } from '../attacks/mutations.js';
import { at } from '../support/bytes.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { accept, judge } from '../support/judge.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { DAY, FIRST_TIME, START, type Terms } from '../vesting/terms.js';
import { deploymentOf } from './support/coins.js';
import { FEE } from './support/constants.js';
import { draftCancel, draftPayment } from './support/drafts.js';
import { createStream, linear, stepped, TOKEN } from './support/stream.js';

const tipAt = (time: bigint) => ({ height: 900_000, mtp: Number(time) + 1 });
const of = (total: bigint, terms: Terms = linear): Terms => ({ ...terms, total, label: `of ${total}` });

/** Units paid to a claim at a time, with own money; 0n where the script pays nothing. */
const paidAt = (terms: Terms, time: bigint, released = 0n): bigint => {
  const deployment = deploymentOf(
    createStream(terms),
    { cancelled: false, released, latest: FIRST_TIME },
    { reserve: 20_000n },
  );
  if (vestedAmount(terms, time) === released) {
    // Nothing is due: neither nothing nor a unit may be paid.
    const later = draftPayment({
      ...deployment,
      locktime: Number(terms.end),
      signer: recipient,
      purse: purse(recipient, 50_000n),
    });
    expect(judge({ ...later, locktime: Number(time) }, tipAt(time))).toMatchObject({ by: 'script' });
    return 0n;
  }
  const sealed = accept(
    draftPayment({ ...deployment, locktime: Number(time), signer: recipient, purse: purse(recipient, 50_000n) }),
    tipAt(time),
  );
  const paid = sealed.transaction.outputs.find(
    ({ token, lockingBytecode }) => token !== undefined && lockingBytecode === recipient.lockingBytecode,
  );
  return paid?.token?.amount ?? 0n;
};

const STEP = 30n * DAY;
const stepless = { ...stepped, cliff: 0n };
const withCliff = { ...linear, cliff: START + 100n * DAY };

describe('boundaries of time', () => {
  it.each([
    ['before the start', linear, START - 1n, 0n],
    ['at the start', linear, START, 0n],
    ['a second after it', linear, START + 1n, 115_740n],
    ['a second before the cliff', withCliff, START + 100n * DAY - 1n, 0n],
    ['at the cliff', withCliff, START + 100n * DAY, 1_000_000_000_000n],
    ['a second before a step', stepless, START + STEP - 1n, 0n],
    ['at a step', stepless, START + STEP, 294_117_647_058n],
    ['a second before the end, the short last step unfinished', stepless, linear.end - 1n, 9_705_882_352_941n],
    ['at the end', stepless, linear.end, linear.total],
    ['a second before the end', linear, linear.end - 1n, 9_999_999_884_259n],
    ['at the last locktime there is', linear, 4_294_967_295n, linear.total],
  ])('%s, what has vested is paid', (_, terms, time, vested) => {
    expect(paidAt(terms, time)).toBe(vested);
  });
});

describe('boundaries of amounts', () => {
  const half = START + (linear.end - START) / 2n;

  it('a single unit is paid at the end, and nothing before', () => {
    expect(paidAt(of(1n), linear.end - 1n)).toBe(0n);
    expect(paidAt(of(1n), linear.end)).toBe(1n);
  });

  it.each([2n, 7n, 8n, 9n, 255n, 256n, 257n, 4_095n])('%d units are paid in halves, to the last', (total) => {
    expect(paidAt(of(total), half)).toBe(total / 2n);
    expect(paidAt(of(total), linear.end, total / 2n)).toBe(total - total / 2n);
  });

  it('nothing due is not paid for, not even with an NFT of the token in place of tokens', () => {
    const terms = of(8n);
    const deployment = deploymentOf(
      createStream(terms),
      { cancelled: false, released: 3n, latest: FIRST_TIME },
      { reserve: 20_000n },
    );
    const nft = { capability: 'none', commitment: new Uint8Array() } as const;
    const own = {
      ...purse(recipient, 20_000n),
      coin: coinNamed('art', { ...payTo(recipient, 20_000n), token: { category: TOKEN, amount: 0n, nft } }),
    };
    const at3 = START + (3n * (terms.end - START)) / 8n;
    const draft = draftPayment({ ...deployment, locktime: Number(at3) + 1, signer: recipient, purse: own });
    const hung = (amount: bigint) =>
      changeOutput(draft, 2, (output) => ({ ...output, token: { category: TOKEN, amount, nft } }));
    const plain = (output: Output): Output => ({
      lockingBytecode: output.lockingBytecode,
      valueSatoshis: output.valueSatoshis,
    });
    expect(vestedAmount(terms, at3 + 1n)).toBe(3n);
    expect(judge(changeOutput(hung(0n), 3, plain), tipAt(at3 + 1n))).toMatchObject({ by: 'script' });
  });

  it('the last unit waits for the end alone', () => {
    expect(paidAt(linear, linear.end, linear.total - 1n)).toBe(1n);
  });

  it('9,223,372,036,854,775,807 units vest to the unit', () => {
    const third = START + 28_800_000n;
    expect(paidAt(of(MAX_AMOUNT), third)).toBe(MAX_AMOUNT / 3n);
    expect(paidAt(of(MAX_AMOUNT), linear.end, MAX_AMOUNT / 3n)).toBe(MAX_AMOUNT - MAX_AMOUNT / 3n);
    expect(paidAt(of(MAX_AMOUNT), linear.end, MAX_AMOUNT - 1n)).toBe(1n);
    expect(paidAt(of(MAX_AMOUNT, stepped), linear.end - 1n)).toBe((MAX_AMOUNT * 33n) / 34n);
  });

  it.each([
    ['a second before the cliff', -1n, 0n],
    ['at the cliff', 0n, 1_000_000_000_000n],
  ])('a cancel %s pays what has vested', (_, offset, vested) => {
    const time = withCliff.cliff + offset;
    const deployment = deploymentOf(
      createStream(withCliff),
      { cancelled: false, released: 0n, latest: FIRST_TIME },
      { reserve: 60_000n },
    );
    const sealed = accept(draftCancel({ ...deployment, signer: sender, locktime: Number(time) }), tipAt(time));
    expect(at(sealed.transaction.outputs, 1).token?.amount).toBe(linear.total - vested);
  });

  it('a cancel before the start pays nothing, needs no output for it, and keeps everything under notice', () => {
    const deployment = deploymentOf(
      createStream(linear),
      { cancelled: false, released: 0n, latest: FIRST_TIME },
      { reserve: 30_000n },
    );
    const sealed = accept(
      draftCancel({ ...deployment, signer: sender, locktime: Number(START) - 1_000_000 }),
      tipAt(START),
    );
    expect(at(sealed.transaction.outputs, 1).token?.amount).toBe(linear.total);
    expect(sealed.transaction.outputs).toHaveLength(3);
  });
});

describe('who pays the fee of a claim', () => {
  const claim = (terms: Terms, due: bigint, reserve: bigint) => {
    const time = START + ((terms.total / 2n) * (terms.end - START)) / terms.total;
    const released = vestedAmount(terms, time) - due;
    const deployment = deploymentOf(
      createStream(terms),
      { cancelled: false, released, latest: FIRST_TIME },
      { reserve },
    );
    return judge(draftPayment({ ...deployment, locktime: Number(time), signer: recipient }), tipAt(time));
  };

  it.each([
    ['a 256th of a large total', linear, linear.total / 256n],
    ['a 256th, rounded down, of a small one', of(1_000n), 3n],
    ['a unit of 300', of(300n), 1n],
    ['a unit of eight', of(8n), 1n],
  ])('the reserve, from %s on', (_, terms, least) => {
    expect(claim(terms, least, 20_000n).accepted).toBe(true);
    if (least > 1n) expect(claim(terms, least - 1n, 20_000n)).toMatchObject({ by: 'script' });
  });

  it('not the floor of a stream that goes on', () => {
    expect(claim(linear, linear.total / 4n, FEE).accepted).toBe(true);
    expect(claim(linear, linear.total / 4n, 2_000n)).toMatchObject({ by: 'script' });
    expect(claim(linear, linear.total / 4n, 0n)).toMatchObject({ by: 'script' });
  });

  it('never the stream for a push while it is active', () => {
    const stream = createStream(linear);
    const deployment = deploymentOf(
      stream,
      { cancelled: false, released: 0n, latest: FIRST_TIME },
      { reserve: 60_000n },
    );
    const time = START + 400n * DAY;
    expect(
      judge(draftPayment({ ...deployment, locktime: Number(time), purse: purse(outsider, 50_000n) }), tipAt(time))
        .accepted,
    ).toBe(true);
    expect(judge(draftPayment({ ...deployment, locktime: Number(time) }), tipAt(time))).toMatchObject({ by: 'script' });
    expect(judge(draftPayment({ ...deployment, locktime: Number(linear.end) }), tipAt(linear.end))).toMatchObject({
      by: 'script',
    });
  });
});
