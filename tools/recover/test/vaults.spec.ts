import { binToHex, lockingBytecodeToCashAddress } from '@bitauth/libauth';
import { buildVaultDeposit, type VaultContract } from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import { answerOf, COIN, type Proposal, useFixture } from './support/fixture.js';

interface ShownVault {
  readonly contractAddress: string;
  readonly satoshis: string;
  readonly state: string | null;
  readonly spends: number;
  readonly tokens: readonly { readonly category: string; readonly amount: string }[];
}

interface ListedVaults {
  readonly vaults: readonly (ShownVault & { readonly nonce: string })[];
  readonly possibleVaults: readonly string[];
}

const VAULT_ID = '5a'.repeat(32);

const fixture = useFixture();
let signers: readonly [Wallet, Wallet, Wallet];
let contract: VaultContract;
let terms: string;

beforeAll(() => {
  signers = [fixture.wallet(10n * COIN), fixture.wallet(), fixture.wallet()];
  const [alice, bob, carol] = signers;
  // In another order than the vault's, and named in both ways.
  terms = `--signer ${alice.address} --signer ${binToHex(bob.publicKey)} --signer ${carol.tokenAddress} --nonce ${VAULT_ID}`;
});

describe('a private vault', () => {
  it('is unknown to the chain until it is used', async () => {
    expect(await fixture.refusal(`vault ${terms}`)).toMatch(/^4: .*was ever used/);
    expect(await fixture.refusal(`vault ${terms.replace(/--signer \S+ /, '')}`)).toMatch(/^2: /);
    expect(await fixture.refusal(`vault ${terms.replace(VAULT_ID, 'zz')}`)).toMatch(/^2: .*--nonce/);
  });

  it('is found by its signers and nonce, and pays with two signatures of three', async () => {
    const [alice, bob, carol] = signers;
    contract = await fixture.openVault([bob, carol, alice], 0x5a, alice, 3n * COIN);
    await fixture.send(alice, buildVaultDeposit(contract, await fixture.funds(alice), COIN));
    const { category } = fixture.node.mint(binToHex(contract.lockingBytecode), { amount: 77n });
    fixture.node.mine();
    expect(await fixture.ask<ShownVault>(`vault ${terms}`)).toMatchObject({
      contractAddress: contract.address,
      satoshis: '400001000',
      spends: 0,
      tokens: [{ category, amount: '77' }],
    });

    expect(await fixture.ask<ListedVaults>(`list ${alice.address}`)).toMatchObject({
      vaults: [],
      possibleVaults: [contract.address],
    });

    const payee = fixture.wallet();
    const proposal = await fixture.ask<Proposal>(
      `vault spend ${terms} --to ${payee.address} --amount 3.5 --out rent.json`,
    );
    const [one, other] = [await answerOf(carol, proposal), await answerOf(alice, proposal)];
    const join = (...signed: string[]) =>
      fixture.refusal(`vault join rent.json --broadcast ${signed.map((each) => `--signed ${each}`).join(' ')}`);
    expect(await join(one)).toMatch(/^2: .*Two signatures/);
    expect(await join(one, one)).toMatch(/^2: .*two of the three/);
    expect(await join(one, '00')).toMatch(/^2: .*not a transaction/);
    expect(await join(one, other)).toBe('0: ');
    expect(await fixture.balance(payee)).toBe((7n * COIN) / 2n);

    // A spend has shown its script: from now on who opened it, or was paid by it, need not know the nonce.
    expect(await fixture.ask<ListedVaults>(`list ${alice.address}`)).toMatchObject({
      vaults: [{ contractAddress: contract.address, nonce: VAULT_ID.slice(0, 32) }],
      possibleVaults: [],
    });
    expect(await fixture.ask<ListedVaults>(`list ${payee.address}`)).toMatchObject({ vaults: [], possibleVaults: [] });

    const tokens = await fixture.ask<Proposal>(
      `vault spend ${terms} --to ${payee.tokenAddress} --amount 70 --token ${category} --out tokens.json`,
    );
    await fixture.join('tokens.json', tokens, [bob, alice]);
    expect(await fixture.tokens(payee, category)).toBe(70n);

    expect((await fixture.ask<Proposal>(`vault close ${terms} --to ${bob.tokenAddress} --out early.json`)).left).toBe(
      1,
    );
    fixture.node.mine();
    const held = BigInt((await fixture.ask<ShownVault>(`vault ${terms}`)).satoshis);
    const close = await fixture.ask<Proposal>(`vault close ${terms} --to ${bob.tokenAddress} --out close.json`);
    await fixture.join('close.json', close, [bob, carol]);
    expect(await fixture.balance(bob)).toBe(held - BigInt(close.fee));
    expect(await fixture.tokens(bob, category)).toBe(7n);
    expect(await fixture.ask<ShownVault>(`vault ${terms}`)).toMatchObject({
      satoshis: '0',
      state: null,
      spends: 3,
      tokens: [],
    });
    expect((await fixture.run(`vault ${terms}`)).printed).toContain('closed');
    expect((await fixture.run(`list ${bob.address}`)).printed).toContain(`VAULT ${contract.address}`);
  });

  it('refuses what it cannot pay, and to whom it cannot', async () => {
    const order = (line: string) => fixture.refusal(`vault spend ${terms} --out x.json ${line}`);
    const { address } = lockingBytecodeToCashAddress({ bytecode: contract.lockingBytecode, prefix: 'bchtest' }) as {
      address: string;
    };
    expect(await order(`--to ${address} --amount 1`)).toBe('5: The recipient is the vault itself');
    const to = `--to ${signers[0].address}`;
    expect(await order(`${to} --amount 1`)).toMatch(/^5: .*The vault needs/);
    for (const wrong of ['--to nowhere --amount 1', `${to} --amount 1,500`, `${to} --coin x`])
      expect(await order(wrong)).toMatch(/^2: /);
  });
});
