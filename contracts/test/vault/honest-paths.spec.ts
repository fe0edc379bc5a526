import { binToHex } from '@bitauth/libauth';
import { SignatureTemplate } from 'cashscript';
import { at } from '../support/bytes.js';
import { FUNDED, payTo } from '../support/coins.js';
import { accept, judge } from '../support/judge.js';
import { recipient } from '../support/parties.js';
import { coinOf, seal, type Coin } from '../support/transaction.js';
import {
  createVault,
  deposit,
  draftSpend,
  first,
  instantiate,
  movedTo,
  second,
  signatureOf,
  SIGNERS,
  stateCoin,
  stateOutput,
  strays,
  vault,
} from './support/vault.js';

const TIP = { ...FUNDED, height: FUNDED.height + 1 };

describe('a coin without a state can be input 0, and leaves unchanged', () => {
  const nameOf = ({ token }: Coin['output']): string =>
    `${token?.nft?.capability ?? 'fungible'} ${binToHex(token?.nft?.commitment ?? new Uint8Array())}`;

  it.each(strays(vault).map((stray) => [nameOf(stray.output), stray] as const))('%s', (_, stray) => {
    const fuel = deposit(vault, 'fuel');
    const outputs = [
      ...movedTo([stray], recipient.lockingBytecode, 0n),
      ...movedTo([fuel], recipient.lockingBytecode, 2_000n),
    ];
    const coins = [stray, fuel];
    expect(judge(draftSpend({ vault, coins, outputs }), TIP)).toMatchObject({ accepted: true });
  });
});

describe('signatures', () => {
  const coins = [stateCoin(vault, 3), deposit(vault, 'one')];
  const outputs = [stateOutput(vault, 4, 1_000_000n), payTo(recipient, 40_000n)];
  const honest = draftSpend({ vault, coins, outputs });
  const [leader, follower] = [at(honest.inputs, 0), at(honest.inputs, 1)];

  it.each(['schnorr', 'ecdsa'] as const)(
    'are good by %s, each beside either kind, with and without UTXOS',
    (scheme) => {
      for (const other of ['schnorr', 'ecdsa'] as const) {
        for (const sighash of [0x41, 0x61]) {
          const args = [
            ...signatureOf(first, { scheme, sighash }),
            ...signatureOf(second, { scheme: other, sighash: 0x61 }),
          ];
          const inputs = [
            { ...leader, unlocking: { kind: 'call', script: vault.script, selector: 0n, args } as const },
            follower,
          ];
          expect(judge({ ...honest, inputs }, TIP)).toMatchObject({ accepted: true });
        }
      }
    },
  );

  it("are placed as cashscript's own unlocker places them", () => {
    const { transaction, sourceOutputs } = seal(honest);
    const { unlock } = instantiate('treasury');
    const signed = unlock.spend(
      first.publicKey,
      new SignatureTemplate(first.privateKey),
      second.publicKey,
      new SignatureTemplate(second.privateKey),
    );
    const theirs = [signed, unlock.follow()].map((unlocker, inputIndex) =>
      unlocker.generateUnlockingBytecode({ transaction, sourceOutputs, inputIndex }),
    );
    expect(transaction.inputs.map(({ unlockingBytecode }) => binToHex(unlockingBytecode))).toEqual(
      theirs.map(binToHex),
    );
  });
});

describe('a state', () => {
  it('counts to the last number its four bytes hold, and can still be closed there', () => {
    const last = stateCoin(vault, 0x7fffffff);
    expect(
      judge(draftSpend({ vault, coins: [last], outputs: [stateOutput(vault, 0x80000000, 990_000n)] }), TIP).accepted,
    ).toBe(false);
    expect(judge(draftSpend({ vault, coins: [last], outputs: [payTo(recipient, 990_000n)] }), TIP).accepted).toBe(true);
    const before = stateCoin(vault, 0x7ffffffe);
    expect(
      judge(draftSpend({ vault, coins: [before], outputs: [stateOutput(vault, 0x7fffffff, 990_000n)] }), TIP).accepted,
    ).toBe(true);
  });

  it('lets two proposals made for the same state conflict: the second one finds another state', () => {
    const state = stateCoin(vault, 8);
    const proposal = (money: Coin) =>
      draftSpend({
        vault,
        coins: [state, money],
        outputs: [stateOutput(vault, 9, 990_000n), payTo(recipient, 40_000n)],
      });
    const [one, other] = [proposal(deposit(vault, 'one')), proposal(deposit(vault, 'two'))];
    expect([judge(one, TIP).accepted, judge(other, TIP).accepted]).toEqual([true, true]);
    const moved = coinOf(accept(one, TIP), 0);
    expect(
      judge(
        { ...other, inputs: other.inputs.map((input, index) => (index === 0 ? { ...input, coin: moved } : input)) },
        TIP,
      ),
    ).toMatchObject({
      accepted: false,
      by: 'script',
    });
  });
});

describe('parameters', () => {
  it('with one more order of the same signers make another address', () => {
    const [one, two, three] = SIGNERS;
    expect(createVault('treasury', [two, one, three]).lockingBytecode).not.toEqual(vault.lockingBytecode);
    expect(createVault('another').lockingBytecode).not.toEqual(vault.lockingBytecode);
  });
});
