import { binToHex, lockingBytecodeToCashAddress } from '@bitauth/libauth';
import { buildVaultDeposit, buildVaultFirstDeposit, createVaultContract, type VaultContract } from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import { COIN, type Fixture, startFixture } from './support/fixture.js';

interface Proposal {
  readonly fee: string;
  /** Coins a close has not. */
  readonly left: number;
  readonly requests: readonly { readonly signer: string; readonly wcTransaction: object }[];
}

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

let fixture: Fixture;
let signers: readonly [Wallet, Wallet, Wallet];
let contract: VaultContract;
let terms: string[];

beforeAll(async () => {
  fixture = await startFixture();
  signers = [fixture.wallet(10n * COIN), fixture.wallet(), fixture.wallet()];
  const [alice, bob, carol] = signers;
  contract = createVaultContract(
    { signers: [bob.publicKeyHash, carol.publicKeyHash, alice.publicKeyHash], nonce: new Uint8Array(16).fill(0x5a) },
    'devnet',
  );
  // In another order than the vault's, and named in both ways.
  terms = [
    '--signer',
    alice.address,
    '--signer',
    binToHex(bob.publicKey),
    '--signer',
    carol.tokenAddress,
    '--nonce',
    VAULT_ID,
  ];
});
afterAll(() => fixture.stop());

const answerOf = async (signer: Wallet, { requests }: Proposal): Promise<string> => {
  const request = requests.find((each) => each.signer === signer.address);
  return (await signer.signTransaction(request?.wcTransaction)).signedTransaction;
};

describe('a private vault', () => {
  it('is unknown to the chain until it is used', async () => {
    expect(await fixture.run('vault', ...terms)).toMatchObject({
      code: 4,
      complained: expect.stringContaining('was ever used') as string,
    });
    expect(await fixture.run('vault', ...terms.slice(2))).toMatchObject({ code: 2 });
    expect(await fixture.run('vault', ...terms.slice(0, -1), 'zz')).toMatchObject({
      code: 2,
      complained: expect.stringContaining('--nonce') as string,
    });
  });

  it('is found by its signers and nonce, and pays with two signatures of three', async () => {
    const [alice, bob, carol] = signers;
    const deposit = buildVaultFirstDeposit(contract, await fixture.funds(alice), 3n * COIN);
    if (deposit.kind === 'preparation') throw new Error('This wallet must be prepared first');
    await fixture.send(alice, deposit.transaction);
    await fixture.send(alice, buildVaultDeposit(contract, await fixture.funds(alice), COIN));
    const { category } = fixture.node.mint(binToHex(contract.lockingBytecode), { amount: 77n });
    fixture.node.mine();
    expect(await fixture.ask<ShownVault>('vault', ...terms)).toMatchObject({
      contractAddress: contract.address,
      satoshis: '400001000',
      spends: 0,
      tokens: [{ category, amount: '77' }],
    });

    expect(await fixture.ask<ListedVaults>('list', alice.address)).toMatchObject({
      vaults: [],
      possibleVaults: [contract.address],
    });

    const payee = fixture.wallet();
    const proposal = await fixture.ask<Proposal>(
      'vault',
      'spend',
      ...terms,
      '--to',
      payee.address,
      '--amount',
      '3.5',
      '--out',
      'rent.json',
    );
    const [one, other] = [await answerOf(carol, proposal), await answerOf(alice, proposal)];
    const join = (...signed: string[]) =>
      fixture.run('vault', 'join', 'rent.json', '--broadcast', ...signed.flatMap((each) => ['--signed', each]));
    expect(await join(one)).toMatchObject({ code: 2, complained: expect.stringContaining('Two signatures') as string });
    expect(await join(one, one)).toMatchObject({
      code: 2,
      complained: expect.stringContaining('two of the three') as string,
    });
    expect(await join(one, '00')).toMatchObject({
      code: 2,
      complained: expect.stringContaining('no transaction') as string,
    });
    expect((await join(one, other)).code).toBe(0);
    expect(await fixture.balance(payee)).toBe((7n * COIN) / 2n);

    // A spend has shown its script: from now on who opened it, or was paid by it, need not know the nonce.
    expect(await fixture.ask<ListedVaults>('list', alice.address)).toMatchObject({
      vaults: [{ contractAddress: contract.address, nonce: VAULT_ID.slice(0, 32) }],
      possibleVaults: [],
    });
    expect(await fixture.ask<ListedVaults>('list', payee.address)).toMatchObject({ vaults: [], possibleVaults: [] });

    const tokens = await fixture.ask<Proposal>(
      'vault',
      'spend',
      ...terms,
      '--to',
      payee.tokenAddress,
      '--amount',
      '70',
      '--token',
      category,
      '--out',
      'tokens.json',
    );
    expect(
      (
        await fixture.run(
          'vault',
          'join',
          'tokens.json',
          '--signed',
          await answerOf(bob, tokens),
          '--signed',
          await answerOf(alice, tokens),
          '--broadcast',
        )
      ).code,
    ).toBe(0);
    expect(await fixture.tokens(payee, category)).toBe(70n);

    expect(
      (await fixture.ask<Proposal>('vault', 'close', ...terms, '--to', bob.tokenAddress, '--out', 'early.json')).left,
    ).toBe(1);
    fixture.node.mine();
    const held = BigInt((await fixture.ask<ShownVault>('vault', ...terms)).satoshis);
    const close = await fixture.ask<Proposal>(
      'vault',
      'close',
      ...terms,
      '--to',
      bob.tokenAddress,
      '--out',
      'close.json',
    );
    const ended = await fixture.run(
      'vault',
      'join',
      'close.json',
      '--signed',
      await answerOf(bob, close),
      '--signed',
      await answerOf(carol, close),
      '--broadcast',
    );
    expect(ended.code).toBe(0);
    expect(await fixture.balance(bob)).toBe(held - BigInt(close.fee));
    expect(await fixture.tokens(bob, category)).toBe(7n);
    expect(await fixture.ask<ShownVault>('vault', ...terms)).toMatchObject({
      satoshis: '0',
      state: null,
      spends: 3,
      tokens: [],
    });
    expect((await fixture.run('vault', ...terms)).printed).toContain('closed');
    expect((await fixture.run('list', bob.address)).printed).toContain(`VAULT ${contract.address}`);
  });

  it('refuses what it cannot pay, and to whom it cannot', async () => {
    const order = (...args: string[]) => fixture.run('vault', 'spend', ...terms, '--out', 'x.json', ...args);
    const { address } = lockingBytecodeToCashAddress({ bytecode: contract.lockingBytecode, prefix: 'bchtest' }) as {
      address: string;
    };
    expect(await order('--to', address, '--amount', '1')).toMatchObject({
      code: 5,
      complained: 'The recipient is the vault itself',
    });
    expect(await order('--to', signers[0].address, '--amount', '1')).toMatchObject({
      code: 5,
      complained: expect.stringContaining('The vault needs') as string,
    });
    expect(await order('--to', 'nowhere', '--amount', '1')).toMatchObject({ code: 2 });
    expect(await order('--to', signers[0].address, '--amount', '1,5')).toMatchObject({ code: 2 });
    expect(await order('--to', signers[0].address, '--coin', 'x')).toMatchObject({ code: 2 });
  });
});
