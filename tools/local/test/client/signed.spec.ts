import { BCH, signByOther, startFixture, type Fixture, type TestWallet } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ AUTH_MODE: 'signed', AUTH_DOMAIN: 'app.example' });
});
afterAll(() => fixture.stop());

/** A wallet that counts the messages it was asked to sign. */
const counted = (wallet: TestWallet) => {
  const asked: string[] = [];
  return { asked, wallet: { ...wallet, signMessage: (text: string) => (asked.push(text), wallet.signMessage(text)) } };
};

describe('where callers have to be proven', () => {
  it('a vault goes from its deposit to its close, each member signing in once', async () => {
    const { weir, stack } = fixture;
    const members = [await fixture.wallet(10n * BCH), await fixture.wallet(), await fixture.wallet()].map(counted);
    const [alice, bob, carol] = members.map(({ wallet }) => wallet);
    if (alice === undefined || bob === undefined || carol === undefined) throw new Error('Three are needed');
    const vault = await weir.vaults.create(
      {
        name: 'Treasury',
        signers: [alice.address, bob.address, carol.address],
        signerPubkeys: [alice, bob, carol].map(({ publicKeyHex }) => publicKeyHex),
        totalDeposit: 3n * BCH,
        isPublic: false,
      },
      alice,
    );
    expect((await vault.deposit(alice)).currentBalanceBase).toBe(3n * BCH);
    await stack.control.mine();
    await expect(vault.deposit(alice)).rejects.toMatchObject({ code: 'NOTHING_TO_SIGN' });
    // More than was planned, in every form of an amount.
    expect((await vault.deposit(alice, { amount: BCH / 2n })).currentBalanceBase).toBe((7n * BCH) / 2n);
    expect((await vault.deposit(alice, { amount: '0.25' })).currentBalanceBase).toBe((15n * BCH) / 4n);
    expect((await vault.deposit(alice, { amount: 0.25 })).currentBalanceBase).toBe(4n * BCH);
    for (const amount of ['0.123456789', 0, 999n, '1,5'])
      await expect(vault.deposit(alice, { amount })).rejects.toMatchObject({ code: 'INVALID_AMOUNT' });
    await stack.control.mine();

    const supplier = await fixture.wallet();
    const [rent, bonus] = [
      await vault.propose({ recipient: supplier.address, amount: BCH, reason: 'Rent' }, alice),
      await vault.propose({ recipient: supplier.address, amount: BCH / 2n, reason: 'Bonus' }, alice),
    ];
    await rent.approve(bob);
    expect((await rent.approve(carol)).status).toBe('APPROVED');
    expect((await rent.execute(bob)).status).toBe('EXECUTED');
    await stack.control.mine();
    // Built on a state that is gone: approving builds it again.
    expect((await bonus.get(alice)).status).toBe('STALE');
    await bonus.approve(alice);
    await bonus.approve(carol);
    expect((await weir.proposals.at(bonus.id).execute(alice)).vault?.currentBalanceBase).toBeGreaterThan(0n);
    await stack.control.mine();
    const unwanted = await vault.propose({ recipient: supplier.address, amount: 1_000n, reason: 'Yacht' }, alice);
    await unwanted.reject(bob);
    expect((await unwanted.reject(carol)).status).toBe('REJECTED');
    const found = [];
    for await (const { reason } of vault.proposals(bob)) found.push(reason);
    expect(found).toEqual(['Yacht', 'Bonus', 'Rent']);
    expect(members.map(({ asked }) => asked.length)).toEqual([1, 1, 1]);
  });

  it('a call that needs somebody says that a wallet is missing, and names no header', async () => {
    const { weir } = fixture;
    const { address } = await fixture.wallet();
    const refused = [
      () => weir.ask((sent) => weir.api.GET('/api/proposals', sent)),
      () => weir.ask((sent) => weir.api.GET('/api/vaults', sent), { address }),
      () => weir.proposals.waiting(),
      () => weir.signIn({}),
    ];
    for (const call of refused)
      await expect(call()).rejects.toMatchObject({
        code: 'WALLET_REQUIRED',
        remedy: 'CONNECT_WALLET',
        message: expect.not.stringContaining('header') as string,
      });
  });

  it('a wallet signs for a vault by the one of its addresses that is a signer', async () => {
    expect(await signByOther(fixture)).toBe('EXECUTED');
  });

  it('questions at once share one signature', async () => {
    const { wallet, asked } = counted(await fixture.wallet());
    await Promise.all(
      Array.from({ length: 4 }, () =>
        fixture.weir.ask((sent) => fixture.weir.api.GET('/api/vaults', sent), { wallet }),
      ),
    );
    expect(asked).toHaveLength(1);
  });

  it('a wallet that signs no messages signs a transaction instead', async () => {
    const { weir } = fixture;
    const [sender, recipient] = [await fixture.wallet(10n * BCH), await fixture.wallet()];
    const mute = {
      getAddresses: () => sender.getAddresses(),
      signTransaction: (request: unknown) => sender.signTransaction(request),
    };
    const startTime = (await fixture.now()) - 10_000;
    const terms = { recipient: recipient.address, totalAmount: 1, streamType: 'LINEAR', startTime } as const;
    const stream = await weir.streams.create(terms, mute);
    expect((await stream.fund(mute)).status).toBe('ACTIVE');
  });
});
