import type { Output } from '@bitauth/libauth';
import { append, changeValue } from '../attacks/mutations.js';
import { littleEndian } from '../support/bytes.js';
import { CLOCK } from '../support/clock.js';
import { coinNamed, FUNDED, payTo, purse } from '../support/coins.js';
import { accept, judge } from '../support/judge.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { coinOf, gainOf, type Coin, type Draft } from '../support/transaction.js';
import { draftSweep } from '../vesting/drafting.js';
import { clockCoin, stateOutput } from '../vesting/state.js';
import type { Stream } from '../vesting/stream.js';
import { DAY, FIRST_TIME, START } from '../vesting/terms.js';
import { stateCoin } from './support/coins.js';
import { FEE, FLOOR } from './support/constants.js';
import { draftCancel, draftPayment, draftRefund } from './support/drafts.js';
import { createStream, linear } from './support/stream.js';

const stream = createStream(linear);
const { total, end } = linear;
const LATE = START + 900n * DAY;
const tip = { height: 900_000, mtp: Number(LATE) + 1 };
const INITIAL = { cancelled: false, released: 0n, latest: FIRST_TIME };
const PRINCIPAL = total + FLOOR + 16n * FEE;

/** The funding transaction: the category is the txid of an input that spends an output of index 0. */
const fund = (
  changeState: (output: Output) => Output,
  extra: readonly Output[] = [],
): { draft: Draft; category: Uint8Array } => {
  const coin = coinNamed(
    'genesis',
    { lockingBytecode: sender.lockingBytecode, valueSatoshis: PRINCIPAL + 100_000n },
    { vout: 0 },
  );
  const state = stateOutput({ ...stream, category: coin.txid }, INITIAL, PRINCIPAL);
  const input = { coin, sequence: 0xfffffffe, unlocking: { kind: 'key', owner: sender } } as const;
  const tokens = extra.map((output) =>
    output.token === undefined ? output : { ...output, token: { ...output.token, category: coin.txid } },
  );
  const draft = {
    version: 2,
    locktime: 0,
    inputs: [input],
    outputs: [payTo(sender, 90_000n), changeState(state), ...tokens],
  };
  return { draft, category: coin.txid };
};

/** The deployment's state coin, by the funding transaction that the network accepts. */
const deploy = (changeState: (output: Output) => Output = (output) => output, extra: readonly Output[] = []) => {
  const { draft, category } = fund(changeState, extra);
  const sealed = accept(draft, tip);
  return { stream: { ...stream, category }, state: coinOf(sealed, 1, FUNDED), sealed };
};

const withCommitment =
  (commitment: Uint8Array) =>
  (output: Output): Output => ({
    ...output,
    token: {
      category: output.token?.category ?? new Uint8Array(32),
      amount: 1n,
      nft: { capability: 'mutable', commitment },
    },
  });

const unit = (owner: Output): Output => ({ ...owner, token: { category: new Uint8Array(32), amount: 1n } });

describe('a deployment', () => {
  it('is funded and claimed from its exact genesis', () => {
    const deployment = deploy();
    const claim = draftPayment({ ...deployment, locktime: Number(LATE), signer: recipient });
    expect(gainOf(accept(claim, tip), recipient.lockingBytecode)).toBe((total * 9n) / 10n);
  });
});

/**
 * What the covenant cannot defend against by itself: it trusts its genesis. These are thefts that the network accepts,
 * and the reason why nobody may take a funding for a deployment without the checks named here.
 */
describe('a genesis that must not pass for a deployment', () => {
  const takesAlmostAll = (state: Coin, draft: Draft) =>
    gainOf(accept(draft, tip), sender.lockingBytecode) > (state.output.valueSatoshis * 9n) / 10n;
  /** A refund whose "clock" is an old coin of the sender's own. */
  const refundWith = (deployed: Stream, state: Coin, spare: Coin): Draft => {
    const refund = draftRefund({ stream: deployed, state, clock: spare });
    const inputs = refund.inputs.map((input, index) =>
      index === 1 ? { ...input, unlocking: { kind: 'key', owner: sender } as const } : input,
    );
    return changeValue({ ...refund, inputs }, 0, -100n);
  };

  it('with a second unit: the sender refunds with it the moment they cancelled', () => {
    const { sealed, ...deployment } = deploy(undefined, [unit(payTo(sender, 1_000n))]);
    const spare = coinOf(sealed, 2, FUNDED);
    const cancelled = accept(draftCancel({ ...deployment, signer: sender, locktime: Number(START) }), tip);
    expect(takesAlmostAll(deployment.state, refundWith(deployment.stream, coinOf(cancelled, 0), spare))).toBe(true);
  });

  it('with an immutable NFT of the category beside it: the same', () => {
    const token = {
      category: new Uint8Array(32),
      amount: 0n,
      nft: { capability: 'none', commitment: new Uint8Array() },
    } as const;
    const { sealed, ...deployment } = deploy(undefined, [{ ...payTo(sender, 1_000n), token }]);
    const cancelled = accept(draftCancel({ ...deployment, signer: sender, locktime: Number(START) }), tip);
    expect(
      takesAlmostAll(deployment.state, refundWith(deployment.stream, coinOf(cancelled, 0), coinOf(sealed, 2, FUNDED))),
    ).toBe(true);
  });

  it('with counters of its own: a released amount never paid', () => {
    const claimed = Uint8Array.of(1, 0, ...littleEndian(total - 1_000_000n, 8), ...littleEndian(FIRST_TIME, 5));
    const deployment = deploy(withCommitment(claimed));
    expect(judge(draftPayment({ ...deployment, locktime: Number(LATE), signer: recipient }), tip)).toMatchObject({
      by: 'script',
    });
  });

  it('with a commitment of another length: the sender sweeps it', () => {
    const { state, ...rest } = deploy(
      withCommitment(Uint8Array.of(1, 0, ...littleEndian(0n, 8), ...littleEndian(FIRST_TIME, 6))),
    );
    const sweep = draftSweep({ stream: rest.stream, coins: [state], purse: purse(sender, 50_000n) });
    expect(judge(sweep, tip).accepted).toBe(true);
  });

  it('with an immutable state: the sender sweeps it', () => {
    const { state, ...rest } = deploy((output) => ({
      ...output,
      token: {
        category: output.token?.category ?? new Uint8Array(32),
        amount: 1n,
        nft: { capability: 'none', commitment: output.token?.nft?.commitment ?? new Uint8Array() },
      },
    }));
    expect(
      judge(draftSweep({ stream: rest.stream, coins: [state], purse: purse(sender, 50_000n) }), tip).accepted,
    ).toBe(true);
  });

  it('with a minting state: its holder makes a forged state beside the payment', () => {
    const { state, ...rest } = deploy((output) => ({
      ...output,
      token: {
        category: output.token?.category ?? new Uint8Array(32),
        amount: 1n,
        nft: { capability: 'minting', commitment: output.token?.nft?.commitment ?? new Uint8Array() },
      },
    }));
    const claim = draftPayment({ ...rest, state, locktime: Number(LATE), signer: recipient });
    const minting = claim.outputs.map((output, index) =>
      index !== 0 || output.token?.nft === undefined
        ? output
        : { ...output, token: { ...output.token, nft: { ...output.token.nft, capability: 'minting' as const } } },
    );
    const baton = {
      category: rest.stream.category,
      amount: 0n,
      nft: { capability: 'minting', commitment: new Uint8Array() },
    } as const;
    const draft = append(
      { ...claim, outputs: minting, inputs: [...claim.inputs, purse(recipient, 50_000n)] },
      { ...payTo(recipient, 1_000n), token: baton },
    );
    expect(judge(draft, tip).accepted).toBe(true);
  });

  it('without the unit: it can be claimed, but never cancelled', () => {
    const deployment = deploy((output) => ({
      ...output,
      token: {
        category: output.token?.category ?? new Uint8Array(32),
        amount: 0n,
        nft: output.token?.nft ?? { capability: 'mutable', commitment: new Uint8Array() },
      },
    }));
    expect(judge(draftCancel({ ...deployment, signer: sender, locktime: Number(LATE) }), tip)).toMatchObject({
      accepted: false,
    });
  });

  it('with too little money: nothing is paid before the end, and then what there is', () => {
    const short = deploy((output) => ({ ...output, valueSatoshis: total / 2n }));
    expect(judge(draftPayment({ ...short, locktime: Number(LATE), signer: recipient }), tip)).toMatchObject({
      by: 'script',
    });
    const close = draftPayment({ ...short, locktime: Number(end), signer: recipient });
    expect(gainOf(accept(close, { ...tip, mtp: Number(end) + 1 }), recipient.lockingBytecode)).toBe(total / 2n - FEE);
  });
});

describe('a twin: the same address funded again', () => {
  const honest = {
    stream,
    state: stateCoin(stream, { cancelled: true, released: 5_000n, latest: START }, 20_000n),
    clock: clockCoin(stream, 681n),
  };
  const twin = { ...stream, category: coinNamed('twin', payTo(sender, 1n)).txid };
  const twinState = {
    ...stateCoin(twin, { cancelled: true, released: 0n, latest: FIRST_TIME }, 20_000n),
    txid: coinNamed('twin state', payTo(sender, 1n)).txid,
  };
  const twinClock = { ...clockCoin(twin, 681n), txid: coinNamed('twin clock', payTo(sender, 1n)).txid };

  it("does not lend its clock to this deployment's refund, nor to its close", () => {
    expect(judge(draftRefund(honest), tip).accepted).toBe(true);
    expect(judge(draftRefund({ ...honest, clock: twinClock }), tip)).toMatchObject({ by: 'script' });
    const atEnd = { ...tip, mtp: Number(end) + 1 };
    expect(judge(draftPayment({ ...honest, locktime: Number(end) }), atEnd).accepted).toBe(true);
    expect(judge(draftPayment({ ...honest, clock: twinClock, locktime: Number(end) }), atEnd)).toMatchObject({
      by: 'script',
    });
  });

  it('is refunded by itself, without touching this one', () => {
    const refund = draftRefund({ stream: twin, state: twinState, clock: twinClock });
    expect(judge(refund, tip).accepted).toBe(true);
    const withBoth = {
      ...refund,
      inputs: [...refund.inputs, { coin: honest.state, sequence: 0xfffffffe, unlocking: stream.call('refund') }],
    };
    expect(judge(withBoth, tip)).toMatchObject({ by: 'script' });
  });
});

/** Anybody may send such coins to the address; all that can be at stake is the money the forger put in. */
describe('forged states', () => {
  const forge = (commitment: Uint8Array): Coin => {
    const output = stateOutput(stream, INITIAL, total + FLOOR + 20_000n);
    return coinNamed('forged', withCommitment(commitment)(output), { vout: 0 });
  };
  const state = (released: Uint8Array, latest: Uint8Array) => Uint8Array.of(1, 0, ...released, ...latest);
  const LATEST = littleEndian(START, 5);

  it('a negative released amount pays more than has vested only out of what the forger added', () => {
    const negative = littleEndian(1_000_000n, 8).map((byte, index) => (index === 7 ? byte | 0x80 : byte));
    const claim = draftPayment({
      stream,
      state: stateCoin(stream, { cancelled: false, released: 0n, latest: START }, 20_000n),
      locktime: Number(LATE),
      signer: recipient,
    });
    const forged = {
      ...claim,
      inputs: claim.inputs.map((input) => ({ ...input, coin: forge(state(negative, LATEST)) })),
    };
    const tooMuch = changeValue(changeValue(forged, 0, -1_000_000n), 1, 1_000_000n);
    expect(judge(forged, tip)).toMatchObject({ by: 'script' });
    expect(judge(tooMuch, tip)).toMatchObject({ by: 'script' });
    const gift = purse(outsider, 1_000_000n);
    expect(judge({ ...changeValue(forged, 1, 1_000_000n), inputs: [...forged.inputs, gift] }, tip)).toMatchObject({
      accepted: false,
      by: 'policy',
    });
  });

  it.each([
    ['a negative latest locktime', littleEndian(0n, 8), Uint8Array.of(1, 0, 0, 0, 0x80)],
    ['a latest locktime that is a height', littleEndian(0n, 8), littleEndian(1_000n, 5)],
    ['a latest locktime past every locktime', littleEndian(0n, 8), littleEndian(0xffffffffn + 1n, 5)],
    ['a released amount above the total', littleEndian(total + 1n, 8), LATEST],
    ['all bits set', new Uint8Array(8).fill(0xff), new Uint8Array(5).fill(0xff)],
  ])('%s is paid by nobody', (_, released, latest) => {
    const claim = draftPayment({
      stream,
      state: forge(state(released, latest)),
      locktime: Number(LATE),
      signer: recipient,
    });
    expect(judge(claim, tip)).toMatchObject({ by: 'script' });
  });

  it.each([
    ['status 02', Uint8Array.of(1, 2)],
    ['version 00', Uint8Array.of(0, 0)],
    ['version 02', Uint8Array.of(2, 1)],
  ])('%s is neither cancelled nor refunded', (_, head) => {
    const coin = forge(Uint8Array.of(...head, ...littleEndian(0n, 8), ...LATEST));
    expect(judge(draftCancel({ stream, state: coin, signer: sender, locktime: Number(LATE) }), tip)).toMatchObject({
      by: 'script',
    });
    expect(judge(draftRefund({ stream, state: coin, clock: clockCoin(stream, 681n) }), tip)).toMatchObject({
      by: 'script',
    });
  });
});

describe('strays', () => {
  const at = (token: NonNullable<Output['token']>): Coin =>
    coinNamed('stray', { lockingBytecode: stream.lockingBytecode, valueSatoshis: 10_000n, token });
  const foreign = coinNamed('foreign category', payTo(outsider, 1n)).txid;
  const sweepOf = (coin: Coin) => judge(draftSweep({ stream, coins: [coin], purse: purse(sender, 50_000n) }), tip);

  it.each([0, 14, 16, 40])('a mutable NFT with %d bytes of commitment goes back to the sender', (length) => {
    expect(
      sweepOf(at({ category: foreign, amount: 0n, nft: { capability: 'mutable', commitment: new Uint8Array(length) } }))
        .accepted,
    ).toBe(true);
  });

  it('a mutable NFT with 15 bytes looks like a state and stays', () => {
    expect(
      sweepOf(at({ category: foreign, amount: 0n, nft: { capability: 'mutable', commitment: new Uint8Array(15) } })),
    ).toMatchObject({
      by: 'script',
    });
  });

  it('a unit of the category of a running deployment could be swept: none ever lies here alone', () => {
    expect(sweepOf(at({ category: stream.category, amount: 1n })).accepted).toBe(true);
    expect(CLOCK.lockingBytecode).not.toEqual(stream.lockingBytecode);
  });
});
