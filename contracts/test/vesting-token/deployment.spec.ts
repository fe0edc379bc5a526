import type { Output } from '@bitauth/libauth';
import { append, changeAmount, changeOutput, changeValue } from '../attacks/mutations.js';
import { at } from '../support/bytes.js';
import { coinNamed, FUNDED, payTo, purse } from '../support/coins.js';
import { COMPANION, companionInput } from '../support/companion.js';
import { accept, judge } from '../support/judge.js';
import { outsider, recipient, sender, type Party } from '../support/parties.js';
import { coinOf, gainOf, SEQUENCE_PLAIN, type Coin, type Draft, type DraftInput } from '../support/transaction.js';
import type { Deployment } from '../vesting/deployment.js';
import { stateOutput } from '../vesting/state.js';
import { DAY, FIRST_TIME, START } from '../vesting/terms.js';
import { companionOutput } from './support/coins.js';
import { FLOOR } from './support/constants.js';
import { draftCancel, draftPayment, draftRefund } from './support/drafts.js';
import { createStream, linear, TOKEN } from './support/stream.js';

const { total, end } = linear;
const stream = createStream(linear);
const LATE = START + 900n * DAY;
const DUE = (total * 9n) / 10n;
const tip = { height: 900_000, mtp: Number(LATE) + 1 };
const atEnd = { height: 900_000, mtp: Number(end) + 1 };
const INITIAL = { cancelled: false, released: 0n, latest: FIRST_TIME };

const key = (coin: Coin, owner: Party): DraftInput => ({
  coin,
  sequence: SEQUENCE_PLAIN,
  unlocking: { kind: 'key', owner },
});
const tokenOf = ({ token }: Output) => token ?? { category: TOKEN, amount: 0n };

interface Change {
  readonly state?: (output: Output, category: Uint8Array) => Output;
  readonly companion?: (output: Output, category: Uint8Array) => Output;
  readonly between?: readonly Output[];
  readonly extra?: (category: Uint8Array) => readonly Output[];
  readonly nft?: NonNullable<NonNullable<Output['token']>['nft']>;
  readonly value?: bigint;
}

/** A funding from a coin of BCH and a coin of tokens that the sender holds, as the network accepts it. */
const deploy = ({
  state = (output) => output,
  companion = (output) => output,
  between = [],
  extra = () => [],
  nft,
  value = 60_000n,
}: Change = {}) => {
  const coin = coinNamed('genesis', payTo(sender, 500_000n), { vout: 0 });
  const held = { category: TOKEN, amount: 2n * total, ...(nft === undefined ? {} : { nft }) };
  const tokens = coinNamed('tokens of the sender', { ...payTo(sender, 1_000n), token: held });
  const named = { ...stream, category: coin.txid };
  const outputs = [
    payTo(sender, 300_000n),
    state(stateOutput(named, INITIAL, value), coin.txid),
    ...between,
    companion(companionOutput(total), coin.txid),
    ...extra(coin.txid),
  ];
  const sealed = accept({ version: 2, locktime: 0, inputs: [key(coin, sender), key(tokens, sender)], outputs }, tip);
  const deployment: Deployment = {
    stream: named,
    state: coinOf(sealed, 1, FUNDED),
    companion: coinOf(sealed, 2, FUNDED),
  };
  return { deployment, sealed };
};

const claimAt = (deployment: Deployment, time: bigint): Draft =>
  draftPayment({ ...deployment, locktime: Number(time), signer: recipient });
const withOwn = (deployment: Deployment, time: bigint): Draft =>
  draftPayment({ ...deployment, locktime: Number(time), signer: recipient, purse: purse(recipient, 50_000n) });

describe('a deployment', () => {
  it('is funded by somebody who merely holds the token, and claimed', () => {
    const { deployment } = deploy();
    const sealed = accept(claimAt(deployment, LATE), tip);
    expect(tokenOf(at(sealed.transaction.outputs, 2)).amount).toBe(DUE);
  });

  it('may hold more than the total: the sender gets the rest back at the close and at the refund', () => {
    const { deployment } = deploy({ companion: (output) => changed(output, total + 9n) });
    const closed = accept(claimAt(deployment, end), atEnd);
    expect(closed.transaction.outputs.map((output) => tokenOf(output).amount)).toEqual([total, 9n]);
    expect(at(closed.transaction.outputs, 1).lockingBytecode).toEqual(sender.lockingBytecode);
  });
});

const changed = (output: Output, amount: bigint): Output => ({ ...output, token: { ...tokenOf(output), amount } });

/**
 * What the covenant cannot defend against by itself: it trusts its genesis. These are thefts and traps that the network
 * accepts, and the reason why nobody may take a funding for a deployment without the checks named here.
 */
describe('a genesis that must not pass for a deployment', () => {
  const cancelAt = (deployment: Deployment) =>
    accept(
      draftCancel({ ...deployment, signer: sender, locktime: Number(START + 5n * DAY), purse: purse(sender, 90_000n) }),
      tip,
    );
  /** A refund at once, with a coin of the sender's for a clock. */
  const refundWith = (deployment: Deployment, spare: Coin): Draft => {
    const cancelled = cancelAt(deployment);
    const next = {
      stream: deployment.stream,
      state: coinOf(cancelled, 0),
      companion: coinOf(cancelled, 1),
      clock: spare,
    };
    const refund = draftRefund(next);
    return changeValue(
      {
        ...refund,
        inputs: refund.inputs.map((input, index) => (index === 2 ? { ...key(spare, sender), sequence: 36 } : input)),
      },
      0,
      -110n,
    );
  };
  const takesAll = (draft: Draft): boolean =>
    tokenOf(at(accept(draft, tip).transaction.outputs, 0)).amount > (total * 9n) / 10n;

  it('with a second unit, or an immutable NFT of its category: the sender refunds with it the moment they cancelled', () => {
    const unit = deploy({ extra: (category) => [{ ...payTo(sender, 1_000n), token: { category, amount: 1n } }] });
    expect(takesAll(refundWith(unit.deployment, coinOf(unit.sealed, 3, FUNDED)))).toBe(true);
    const nft = { capability: 'none', commitment: new Uint8Array() } as const;
    const immutable = deploy({
      extra: (category) => [{ ...payTo(sender, 1_000n), token: { category, amount: 0n, nft } }],
    });
    expect(takesAll(refundWith(immutable.deployment, coinOf(immutable.sealed, 3, FUNDED)))).toBe(true);
  });

  it('with tokens of the state’s own category: every one of them is a clock', () => {
    const { deployment } = deploy({
      companion: (output, category) => ({ ...output, token: { category, amount: total } }),
    });
    const paid = accept(claimAt(deployment, START + 4n * DAY), tip);
    const bought = {
      ...coinOf(paid, 2, FUNDED),
      output: { ...at(paid.transaction.outputs, 2), lockingBytecode: sender.lockingBytecode },
    };
    const next = { stream: deployment.stream, state: coinOf(paid, 0), companion: coinOf(paid, 1) };
    expect(takesAll(refundWith(next, bought))).toBe(true);
  });

  it('with tokens locked by anything but the companion script: their owner takes them', () => {
    const { deployment } = deploy({ companion: (output) => ({ ...output, lockingBytecode: sender.lockingBytecode }) });
    const { companion } = deployment;
    if (companion === undefined) throw new Error('A pair');
    const theft = {
      version: 2,
      locktime: 0,
      inputs: [key(companion, sender), purse(sender, 9_000n)],
      outputs: [{ ...companion.output, valueSatoshis: 8_000n }],
    };
    expect(judge(theft, tip).accepted).toBe(true);
    expect(judge(claimAt(deployment, LATE), tip).accepted).toBe(false);
  });

  it('with tokens that do not stand right behind the state: neither is ever spent', () => {
    const { deployment, sealed } = deploy({ between: [payTo(sender, 1_000n)] });
    expect(judge(claimAt({ ...deployment, companion: coinOf(sealed, 3) }, LATE), tip)).toMatchObject({ by: 'script' });
    expect(judge(claimAt(deployment, LATE), tip).accepted).toBe(false);
  });

  it('with too few tokens: what they do not cover is never paid', () => {
    const { deployment } = deploy({ companion: (output) => changed(output, total / 2n) });
    expect(judge(claimAt(deployment, LATE), tip).accepted).toBe(false);
    expect(judge(claimAt(deployment, end), atEnd).accepted).toBe(false);
    expect(judge(claimAt(deployment, START + 400n * DAY), tip).accepted).toBe(true);
  });

  it('with an NFT beside the tokens, immutable: whoever pushes first carries it off', () => {
    const nft = { capability: 'none', commitment: Uint8Array.of(7) } as const;
    const { deployment } = deploy({ nft, companion: (output) => ({ ...output, token: { ...tokenOf(output), nft } }) });
    const push = draftPayment({ ...deployment, locktime: Number(LATE), purse: purse(outsider, 50_000n) });
    const carried = append(
      changeOutput(changeValue(push, 3, -2_000n), 1, (output) => ({
        ...output,
        token: { category: TOKEN, amount: total - DUE },
      })),
      {
        ...payTo(outsider, 1_000n),
        token: { category: TOKEN, amount: 0n, nft },
      },
    );
    expect(judge(carried, tip).accepted).toBe(true);
  });

  it.each(['mutable', 'minting'] as const)(
    'with an NFT beside the tokens, %s: no honest payment of tokens alone is accepted',
    (capability) => {
      const nft = { capability, commitment: new Uint8Array() };
      const { deployment } = deploy({
        nft,
        companion: (output) => ({ ...output, token: { ...tokenOf(output), nft } }),
      });
      expect(judge(claimAt(deployment, LATE), tip)).toMatchObject({ by: 'script' });
    },
  );

  it('with tokens of nothing: nothing is paid, the sender gets their satoshis back', () => {
    const { deployment } = deploy({
      companion: ({ lockingBytecode, valueSatoshis }) => ({ lockingBytecode, valueSatoshis }),
    });
    expect(judge(claimAt(deployment, LATE), tip).accepted).toBe(false);
    const cancelled = accept(draftCancel({ ...deployment, signer: sender, locktime: Number(START) }), tip);
    const [state, companion, clock] = [0, 1, 2].map((index) => coinOf(cancelled, index, FUNDED));
    if (state === undefined || companion === undefined || clock === undefined)
      throw new Error('A cancel makes three outputs');
    const refund = draftRefund({ stream: deployment.stream, state, companion, clock });
    expect(judge(refund, tip).accepted).toBe(true);
    expect(at(refund.outputs, 0).token).toBeUndefined();
  });

  it('with less than its floor of satoshis: the recipient must fill it up with money of their own', () => {
    const { deployment } = deploy({ value: FLOOR - 1n });
    expect(judge(claimAt(deployment, LATE), tip)).toMatchObject({ by: 'script' });
    const filled = withOwn(deployment, LATE);
    expect(judge(filled, tip).accepted).toBe(true);
    expect(gainOf(accept(filled, tip), stream.lockingBytecode)).toBe(1n);
  });
});

/** The companion script is universal: this is what becomes of coins sent to it by mistake. */
describe('tokens at the companion script without a state', () => {
  const txid = coinNamed('a transaction', payTo(sender, 1n)).txid;
  const lone = (vout: number): Coin => ({ ...coinNamed('lone', companionOutput(500n)), txid, vout });
  const beside = (owner: Party, vout: number): Coin => ({ ...coinNamed('beside', payTo(owner, 9_000n)), txid, vout });
  const take = (leading: DraftInput, coin: Coin, owner: Party): Draft => ({
    version: 2,
    locktime: 0,
    inputs: [leading, companionInput(coin)],
    outputs: [{ ...payTo(owner, 9_000n), token: { category: TOKEN, amount: 500n } }],
  });

  it('belong to the owner of the output before them in their transaction', () => {
    expect(judge(take(key(beside(sender, 4), sender), lone(5), sender), tip).accepted).toBe(true);
  });

  it('are nobody else’s', () => {
    expect(judge(take(purse(outsider, 9_000n), lone(5), outsider), tip)).toMatchObject({ by: 'script' });
    expect(judge(take(key(beside(outsider, 6), outsider), lone(5), outsider), tip)).toMatchObject({ by: 'script' });
    expect(judge(take(key(beside(outsider, 3), outsider), lone(5), outsider), tip)).toMatchObject({ by: 'script' });
  });

  it('are lost at index 0, where there is nothing before them', () => {
    for (const vout of [0, 1, 0xffffffff]) {
      expect(judge(take(key(beside(sender, vout), sender), lone(0), sender), tip)).toMatchObject({ by: 'script' });
    }
  });

  it('are spent only second, one in a transaction', () => {
    const honest = take(key(beside(sender, 4), sender), lone(5), sender);
    expect(judge({ ...honest, inputs: [...honest.inputs].reverse() }, tip)).toMatchObject({ by: 'script' });
    const two = { ...honest, inputs: [...honest.inputs, companionInput(lone(6))] };
    expect(judge(changeAmount(two, 0, 500n), tip)).toMatchObject({ by: 'script' });
    expect(COMPANION.lockingBytecode).not.toEqual(stream.lockingBytecode);
  });
});
