import type { ListProgress } from '@weir/client';
import { createWallet } from '@weir/wallet';
import { BCH, startFixture, type Fixture } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

describe('a campaign', () => {
  it('for a list is claimed by wallets that own nothing, and closed by a signed message', async () => {
    const { weir } = fixture;
    const creator = await fixture.wallet(10n * BCH);
    const claimers = await Promise.all(Array.from({ length: 3 }, () => fixture.wallet()));
    const campaign = await weir.airdrops.create({ title: 'List', totalAmount: BCH, requireKyc: true }, creator);
    await expect(campaign.generateList('address,amount\nnonsense,1\n', creator)).rejects.toMatchObject({
      code: 'INVALID_WHITELIST',
      details: { line: 2 },
    });
    const recipients = claimers.map(({ address }) => ({ address, amount: BCH / 1000n }));
    const list = await campaign.generateList(recipients, creator);
    expect(list.totalAmountBase).toBe((3n * BCH) / 1000n);
    // The same as a file, which is sent as it is; a mistake in one is reported with its line, too.
    const lines = claimers.map(({ address }) => `${address},0.001\n`).join('');
    const reported: ListProgress[] = [];
    const onProgress = (progress: ListProgress) => void reported.push(progress);
    const again = await campaign.generateList(new Blob([lines]), creator, { onProgress });
    expect([again.merkleRoot, reported]).toEqual([list.merkleRoot, [{ sent: 0, size: lines.length }]]);
    await expect(campaign.generateList(new Blob([lines, 'x']), creator)).rejects.toMatchObject({
      details: { line: 4 },
    });
    expect(await campaign.fundingInfo()).toMatchObject({ fundingInfo: { claims: 3, merkleRoot: list.merkleRoot } });
    expect((await campaign.fund(creator)).status).toBe('ACTIVE');

    const [first, second] = claimers;
    if (first === undefined || second === undefined) throw new Error('No claimers');
    const [relayed, named] = [await campaign.claim(first), await campaign.claim(second.address)];
    expect([relayed, named]).toMatchObject([
      { isRelayed: true, claimedAmountBase: BCH / 1000n },
      { isRelayed: true, claimedAmountBase: BCH / 1000n },
    ]);
    await expect(campaign.claim(first)).rejects.toMatchObject({ code: 'CLAIM_LIMIT_REACHED' });

    // Lists are private: shown by a signature alone, which the client has made.
    expect((await campaign.proof(first.address, first)).amountBase).toBe(BCH / 1000n);
    expect((await campaign.downloadList(creator)).split('\n').length).toBeGreaterThanOrEqual(3);
    expect((await weir.airdrops.claimable(claimers[2])).claimable.map(({ amountBase }) => amountBase)).toEqual([
      BCH / 1000n,
    ]);
    expect((await campaign.close(creator)).status).toBe('CANCELLED');
    const paid = [];
    for await (const { amount_base: amount } of campaign.claims()) paid.push(amount);
    expect(paid).toEqual([BCH / 1000n, BCH / 1000n]);
  });

  it('is claimed by any address of a wallet that its list names', async () => {
    const { weir, stack } = fixture;
    const [creator, stranger] = [await fixture.wallet(10n * BCH), await fixture.wallet()];
    const claimer = createWallet({ privateKey: 'claimer of many addresses', addresses: 3 });
    const [first = '', second = '', third = ''] = claimer.accounts.map(({ address }) => address);
    // Coins of another of its addresses pay the fee.
    await stack.control.fund(first, BCH);
    await stack.control.mine();
    const rows = [second, third].map((address, row) => ({ address, amount: BCH / 1000n + BigInt(row) }));
    for (const sponsorFees of [true, false]) {
      const terms = { title: 'For addresses', totalAmount: BCH, requireKyc: true, sponsorFees };
      const campaign = await weir.airdrops.create(terms, creator);
      await campaign.generateList(rows, creator);
      await campaign.fund(creator);
      const claimable = async () =>
        (await weir.airdrops.claimable(claimer, { campaign: campaign.id })).claimable.map(({ address }) => address);
      expect(await claimable()).toEqual([second, third]);
      expect((await weir.airdrops.claimable(stranger, { campaign: campaign.id })).claimable).toEqual([]);
      await expect(campaign.claim(claimer)).rejects.toMatchObject({ code: 'NOT_ELIGIBLE' });
      const { isRelayed, claimedAmountBase } = await campaign.claim(claimer, { address: third });
      expect([isRelayed, claimedAmountBase]).toEqual([sponsorFees, BCH / 1000n + 1n]);
      // The wallet signs only for its own addresses.
      await expect(campaign.claim(stranger, { address: second, isRelayed: false })).rejects.toThrow();
      expect(await claimable()).toEqual([second]);
      await campaign.claim(claimer, { address: second });
      expect(await claimable()).toEqual([]);
    }
  });

  it('for a list that vests is funded and claimed by wallets that check its schedule', async () => {
    const { weir } = fixture;
    const [creator, signer] = [await fixture.wallet(10n * BCH), await fixture.wallet(BCH)];
    const start = Math.floor(Date.now() / 1_000) - 1_000;
    const vesting = { streamType: 'STEP', startTime: start, endTime: start + 4_000, intervalSeconds: 1_000 } as const;
    const terms = { title: 'Vested', totalAmount: BCH, requireKyc: true, sponsorFees: false, vesting };
    const campaign = await weir.airdrops.create(terms, creator);
    await campaign.generateList([{ address: signer.address, amount: BCH / 1000n }], creator);
    // The wallet signs nothing if the service's campaign has other terms.
    expect((await campaign.fund(creator)).status).toBe('ACTIVE');
    expect(campaign.record.vesting).toMatchObject({ stream_type: 'STEP', end_time: start + 4_000 });
    expect(await campaign.claim(signer)).toMatchObject({ isRelayed: false, claimedAmountBase: BCH / 1000n });
    expect((await campaign.get()).campaign.status).toBe('COMPLETED');
  });

  it('for everybody is claimed by a signature, once each', async () => {
    const { weir } = fixture;
    const [creator, claimer] = [await fixture.wallet(10n * BCH), await fixture.wallet()];
    const terms = { title: 'Everybody', totalAmount: 0.1, amountPerClaim: 0.001 };
    const campaign = await weir.airdrops.create(terms, creator);
    await campaign.fund(creator);
    expect(await campaign.claim(claimer)).toMatchObject({ isRelayed: false, claimedAmountBase: BCH / 1000n });
    await expect(campaign.claim(claimer)).rejects.toMatchObject({ code: 'CLAIM_LIMIT_REACHED' });
    expect((await campaign.get()).campaign.claimed_count).toBe(1);
    const token = new URL(campaign.record.claim_link, 'http://x').pathname.split('/').at(-1) ?? '';
    expect((await weir.airdrops.byLink(token)).campaign.id).toBe(campaign.id);
  });
});
