import { binToHex } from '@bitauth/libauth';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { judge } from '../support/judge.js';
import { sender } from '../support/parties.js';
import { SEQUENCE_PLAIN, type Coin, type Draft } from '../support/transaction.js';
import { deploymentOf, initialState } from './coins.js';
import { draftPayment, draftRefund, draftSettle } from './drafts.js';
import { MODES } from './modes.js';
import type { Deployment } from './payment.js';
import { commitmentOf } from './state.js';
import { yearOf } from './terms.js';

const year = yearOf(1_000_000n);
const tip = { height: 900_000, mtp: Number(year.firstDue) + 1 };

it('a state is 17 bytes, little-endian', () => {
  expect(binToHex(commitmentOf(initialState(year)))).toBe('0100' + '0000000000' + '00f1536500' + '0065cd1d00');
  expect(binToHex(commitmentOf({ status: 'PAUSED', paid: 0x0102n, nextDue: 0x0304050607n, latest: 0x08090a0bn }))).toBe(
    '0103' + '0201000000' + '0706050403' + '0b0a090800',
  );
});

/**
 * What the covenant cannot defend against by itself: it trusts its genesis. These are thefts that the network accepts, and
 * the reason why nobody may take a funding for a deployment without its checks.
 */
describe.each(MODES)('a genesis that must not pass for a deployment, %s', (_, mode) => {
  /** The same transition with a coin of the sender's in place of the clock. */
  const withSpare = (deployment: Deployment, draft: (of: Deployment) => Draft): Draft => {
    const { category } = deployment.payment;
    const spare: Coin = coinNamed('a second unit', { ...payTo(sender, mode.clock), token: { category, amount: 1n } });
    const built = draft({ ...deployment, clock: spare });
    const inputs = built.inputs.map((input) =>
      input.coin === spare ? { ...input, unlocking: { kind: 'key', owner: sender } as const } : input,
    );
    // The signature makes it a little longer.
    return { ...built, inputs: [...inputs, purse(sender, 1_000n)] };
  };
  const stopped = (status: 'CANCELLED' | 'PAUSING') =>
    deploymentOf(mode, year, { ...initialState(year), status }, { reserve: 60_000n });

  it('with a second unit: the sender refunds, or settles their pause, with it as soon as it is old', () => {
    expect(judge(withSpare(stopped('CANCELLED'), draftRefund), tip).accepted).toBe(true);
    expect(judge(withSpare(stopped('PAUSING'), draftSettle), tip).accepted).toBe(true);
  });

  it('with a commitment of another length: the sender sweeps the money', () => {
    const { payment, state } = deploymentOf(mode, year, initialState(year), { reserve: 0n });
    const { token } = state.output;
    if (token?.nft === undefined) throw new Error('A state carries an NFT');
    const output = {
      ...state.output,
      token: { ...token, nft: { ...token.nft, commitment: Uint8Array.of(...token.nft.commitment, 0) } },
    };
    const sweep = {
      coin: { ...state, output },
      sequence: SEQUENCE_PLAIN,
      unlocking: payment.call('sweep', [sender.publicKey, { signer: sender }]),
    };
    const draft = {
      version: 2,
      locktime: 0,
      inputs: [sweep, purse(sender, 10_000n)],
      outputs: [payTo(sender, output.valueSatoshis)],
    };
    expect(judge(draft, tip).accepted).toBe(true);
  });

  it('with less than its floor: a claim needs money from outside', () => {
    const deployment = deploymentOf(mode, year, initialState(year), { reserve: -1n });
    const claim = { ...deployment, locktime: Number(year.firstDue) };
    expect(judge(draftPayment(claim), tip)).toMatchObject({ by: 'script' });
    expect(judge(draftPayment({ ...claim, purse: purse(sender, 20_000n) }), tip).accepted).toBe(true);
  });
});
