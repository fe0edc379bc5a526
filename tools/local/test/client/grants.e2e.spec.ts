import {
  BCH,
  carryOutAndMine,
  DAY,
  openGrantsVault,
  signByOther,
  startFixture,
  type Fixture,
} from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

it('a vault is signed for by any address of a wallet that is a signer', async () => {
  expect(await signByOther(fixture)).toBe('EXECUTED');
});

describe('what a vault grants', () => {
  it('is a stream: proposed, funded and cancelled by two of three', async () => {
    const { weir } = fixture;
    const { vault, alice, bob, carol } = await openGrantsVault(fixture);
    const recipient = await fixture.wallet();
    const startTime = await fixture.now();
    const stream = await weir.streams.create(
      {
        recipient: recipient.address,
        totalAmount: BCH,
        streamType: 'LINEAR',
        vaultId: vault.id,
        startTime,
        endTime: startTime + 10 * DAY,
      },
      alice,
    );
    const funding = await vault.proposeFunding({ streamIds: [stream.id] }, alice, { reason: 'A grant' });
    expect(funding.record).toMatchObject({ kind: 'stream', amountBase: BCH, reason: 'A grant' });
    expect(await carryOutAndMine(fixture, funding, bob, carol)).toBe('EXECUTED');
    expect((await stream.get()).stream.status).toBe('ACTIVE');
    await fixture.passDays(5);
    await stream.push();
    const cancel = await vault.proposeMove('cancel', { streamIds: [stream.id] }, bob);
    expect(await carryOutAndMine(fixture, cancel, bob, carol)).toBe('EXECUTED');
    expect((await stream.get()).stream.status).toBe('CANCELLED');
    expect((await vault.proposalsPage({ limit: 1 }, alice)).total).toBe(2);
    expect((await weir.vaults.page({ limit: 5 }, alice)).created.map(({ id }) => id)).toEqual([vault.id]);
  });

  it('is a salary: funded and paused', async () => {
    const { weir } = fixture;
    const { vault, alice, bob, carol } = await openGrantsVault(fixture);
    const recipient = await fixture.wallet();
    const terms = {
      recipient: recipient.address,
      amountPerPeriod: 0.05,
      interval: 'DAILY',
      vaultId: vault.id,
    } as const;
    const payment = await weir.payments.create(terms, alice);
    expect(
      await carryOutAndMine(fixture, await vault.proposeFunding({ paymentIds: [payment.id] }, alice), bob, carol),
    ).toBe('EXECUTED');
    const pause = await vault.proposeMove('pause', { paymentIds: [payment.id] }, alice, { reason: 'On leave' });
    expect(await carryOutAndMine(fixture, pause, bob, carol)).toBe('EXECUTED');
    expect((await payment.get()).payment.status).toBe('PAUSED');
    // Which is settled after its notice, and resumed alike.
    await expect(vault.proposeMove('resume', { paymentIds: [payment.id] }, alice)).rejects.toMatchObject({
      code: 'NOTICE_NOT_OVER',
      remedy: 'WAIT',
    });
  });

  it('is by the calendar: a grant by months and tranches are funded and cancelled, a salary is paused', async () => {
    const { weir } = fixture;
    const { vault, alice, bob, carol } = await openGrantsVault(fixture);
    const [recipient, now] = [await fixture.wallet(), await fixture.now()];
    const shared = { recipient: recipient.address, streamType: 'STEP', vaultId: vault.id } as const;
    const calendar = { months: 1, day: 31, time: '09:00', utcOffset: '-03:00' } as const;
    const grant = await weir.streams.create(
      { ...shared, totalAmount: BCH / 10n, startTime: now - 70 * DAY, calendar, installments: 24 },
      alice,
    );
    const tranches = [-1, 1, 40].map((days) => ({ time: now + days * DAY, amount: BCH / 100n }));
    const list = await weir.streams.create({ ...shared, totalAmount: (3n * BCH) / 100n, tranches }, alice);
    const salary = await weir.payments.create(
      { recipient: recipient.address, amountPerPeriod: BCH / 100n, calendar, vaultId: vault.id },
      alice,
    );
    const carriedOut = async (proposal: ReturnType<typeof vault.proposeFunding>) =>
      expect(await carryOutAndMine(fixture, await proposal, bob, carol)).toBe('EXECUTED');
    await carriedOut(vault.proposeFunding({ streamIds: [grant.id] }, alice));
    await carriedOut(vault.proposeFunding({ streamIds: [list.id] }, alice));
    await carriedOut(vault.proposeFunding({ paymentIds: [salary.id] }, alice));
    await list.push();
    expect((await list.get()).claims.map(({ amount_base, payday }) => [amount_base, payday])).toEqual([
      [BCH / 100n, tranches[0]?.time],
    ]);
    await carriedOut(vault.proposeMove('cancel', { streamIds: [grant.id] }, bob));
    await carriedOut(vault.proposeMove('cancel', { streamIds: [list.id] }, bob));
    await carriedOut(vault.proposeMove('pause', { paymentIds: [salary.id] }, bob));
    expect([(await grant.get()).stream.status, (await list.get()).stream.status]).toEqual(['CANCELLED', 'CANCELLED']);
    expect((await salary.get()).payment.status).toBe('PAUSED');
  });

  it('is an airdrop: a member sends its list, it is funded and cancelled', async () => {
    const { weir } = fixture;
    const { vault, alice, bob, carol } = await openGrantsVault(fixture);
    const airdrop = await weir.airdrops.create(
      { title: 'From a vault', totalAmount: BCH / 100n, requireKyc: true, vaultId: vault.id },
      alice,
    );
    expect(airdrop.record.vault_id).toBe(vault.id);
    await airdrop.generateList([{ address: alice.address, amount: BCH / 100n }], bob);
    const funding = await vault.proposeFunding({ campaignId: airdrop.id }, alice);
    expect(funding.record.kind).toBe('airdrop');
    expect(await carryOutAndMine(fixture, funding, bob, carol)).toBe('EXECUTED');
    expect(
      await carryOutAndMine(fixture, await vault.proposeMove('cancel', { campaignId: airdrop.id }, bob), bob, carol),
    ).toBe('EXECUTED');
    const { campaign } = await airdrop.get({ wallet: carol });
    expect(campaign).toMatchObject({ status: 'CANCELLED', vault_id: vault.id });
  });
});
