import type {
  DiscardResponse,
  ListPaymentsResponse,
  ListStreamsResponse,
  PaymentResource,
  PortfolioResponse,
  StreamResource,
  WaitingProposalsResponse,
} from '@weir/api-contract';
import { Chance } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { createActiveAirdrop, createActiveList, createAirdrop } from '../support/airdrop-scenario.js';
import { type Client, refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { actAsSender, createActivePayment, createPayment, DAY } from '../support/payment-scenario.js';
import { createActivePlan, createPlan, streamsOf } from '../support/plan-scenario.js';
import { createActiveStream, createStream, payCancel, payClaim, payFunding } from '../support/stream-scenario.js';
import { BCH, TOKENS } from '../support/test-asset.js';
import { createActiveVault, createVault, propose, sign } from '../support/vault-scenario.js';

const fixture = useFixture({}, { clockStopped: true });
const chance = new Chance(20_261_128);

const portfolioOf = (wallets: readonly Wallet[], client: Client = fixture.client): Promise<PortfolioResponse> =>
  succeeded(client.get(`/api/portfolio?addresses=${wallets.map(({ address }) => address).join(',')}`));

type Sums = Record<string, bigint>;
const assetOf = ({ token_category: category }: { readonly token_category: string | null }) => category ?? 'BCH';

/** What the records' own pages say can be claimed, by asset. */
const claimableOn = async (
  side: 'sender' | 'recipient',
  wallets: readonly Wallet[],
  counts: (status: string) => boolean = () => true,
): Promise<Sums> => {
  const sums: Sums = {};
  for (const { address } of wallets) {
    const { streams } = await succeeded(fixture.client.get<ListStreamsResponse>(`/api/streams?${side}=${address}`));
    const { payments } = await succeeded(fixture.client.get<ListPaymentsResponse>(`/api/payments?${side}=${address}`));
    const records: readonly (StreamResource | PaymentResource)[] = [...streams, ...payments];
    for (const record of records.filter(({ status }) => counts(status)))
      sums[assetOf(record)] = (sums[assetOf(record)] ?? 0n) + BigInt(record.claimable_amount_base);
  }
  return sums;
};

const sumsOf = (
  { assets }: PortfolioResponse,
  name: 'claimable' | 'unlocking' | 'owed' | 'outgoing' | 'locked',
): Sums => Object.fromEntries(assets.map((asset) => [assetOf(asset), BigInt(asset[`${name}_amount_base`])]));

const added = (one: Sums, other: Sums): Sums =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => [
      key,
      (one[key] ?? 0n) + (other[key] ?? 0n),
    ]),
  );
/** Without what is nothing. */
const some = (sums: Sums): Sums => Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum > 0n));

const anyStream = async (recipient: Wallet): Promise<Wallet> => {
  const [now, hours] = [fixture.time(), chance.between(1, 3_000)];
  const startTime = now - chance.between(0, 400) * 3_600;
  const endTime = now + hours * 3_600;
  const streamType = chance.of(['LINEAR', 'STEP'] as const);
  const cliff = chance.chance(0.3) ? { cliffTimestamp: now + chance.between(1, hours) * 1_800 } : {};
  const step = streamType === 'STEP' ? { intervalSeconds: chance.between(600, hours * 3_600) } : {};
  const terms = { recipient: recipient.address, startTime, endTime, streamType, ...cliff, ...step };
  const stream = await createActiveStream(fixture, terms, chance.of([BCH, BCH, TOKENS]));
  if (chance.chance(0.3)) {
    await fixture.advance(3_600);
    const { id, path } = stream;
    if (chance.chance(0.5)) {
      const txHash = await payCancel(fixture, stream);
      await succeeded(fixture.client.post(`${path}/confirm-cancel`, { txHash }));
    } else if ((await portfolioOf([recipient])).needs.claim.some((claim) => claim.id === id)) {
      const paid = await payClaim(fixture, { ...stream, recipient });
      await succeeded(
        fixture.client.post(`${path}/confirm-claim`, { txHash: paid.txHash, claimedAmount: paid.claimedAmount }),
      );
    }
  }
  return stream.sender;
};

const anyPayment = async (recipient: Wallet): Promise<Wallet> => {
  const interval = chance.of(['DAILY', 'WEEKLY', 'MONTHLY']);
  const startDate = fixture.time() + chance.between(0, 40) * DAY + 60;
  const terms = { recipient: recipient.address, interval, startDate };
  const payment = await createActivePayment(fixture, terms, chance.of([BCH, TOKENS]));
  if (chance.chance(0.4)) await actAsSender(fixture, payment, chance.of(['pause', 'cancel']));
  return payment.sender;
};

describe('GET /api/portfolio', () => {
  it('is the sum of the records’ own pages, now and 30 days later', async () => {
    for (let round = 0; round < 3; round += 1) {
      const recipients = [fixture.wallet(10_000_000n, 10_000_000n), fixture.wallet(10_000_000n)];
      const senders: Wallet[] = [];
      for (let i = 0; i < 7; i += 1)
        senders.push(await (chance.chance(0.6) ? anyStream : anyPayment)(chance.of(recipients)));
      const [incoming, outgoing] = [await portfolioOf(recipients), await portfolioOf(senders)];
      expect(some(sumsOf(incoming, 'claimable'))).toEqual(some(await claimableOn('recipient', recipients)));
      expect(some(sumsOf(outgoing, 'owed'))).toEqual(some(await claimableOn('sender', senders)));
      expect(incoming.complete && outgoing.complete).toBe(true);
      const isOpen = (status: string) => status !== 'CANCELLED';
      const [before, owed] = [
        await claimableOn('recipient', recipients, isOpen),
        await claimableOn('sender', senders, isOpen),
      ];
      // Nothing else happens until then.
      await fixture.advance(incoming.until - incoming.asOf - 1);
      const later = await portfolioOf(recipients);
      expect(later.asOf).toBe(incoming.until);
      expect(some(await claimableOn('recipient', recipients, isOpen))).toEqual(
        some(added(before, sumsOf(incoming, 'unlocking'))),
      );
      expect(some(sumsOf(later, 'claimable'))).toEqual(some(await claimableOn('recipient', recipients)));
      expect(some(await claimableOn('sender', senders, isOpen))).toEqual(
        some(added(owed, sumsOf(outgoing, 'outgoing'))),
      );
    }
  });

  it('counts as locked what contracts of the sender still hold, until it is paid or has returned', async () => {
    const [recipient, now] = [fixture.wallet(1_000_000n), fixture.time()];
    const terms = { recipient: recipient.address, startTime: now, endTime: now + 100 * DAY };
    const stream = await createActiveStream(fixture, terms);
    const total = BigInt(stream.created.stream.total_amount_base);
    const lockedBy = async () => sumsOf(await portfolioOf([stream.sender]), 'locked')['BCH'];
    expect(await lockedBy()).toBe(total);
    expect(some(sumsOf(await portfolioOf([recipient]), 'locked'))).toEqual({});
    await fixture.advance(10 * DAY);
    const { txHash, claimedAmount } = await payClaim(fixture, { ...stream, recipient });
    await succeeded(fixture.client.post(`${stream.path}/confirm-claim`, { txHash, claimedAmount }));
    const { body } = await fixture.client.get<{ stream: StreamResource }>(stream.path);
    expect(BigInt(body.stream.withdrawn_amount_base)).toBeGreaterThan(0n);
    expect(await lockedBy()).toBe(total - BigInt(body.stream.withdrawn_amount_base));
  });

  it('counts nothing of a cancelled stream as unlocking', async () => {
    const [recipient, now] = [fixture.wallet(), fixture.time()];
    const terms = { recipient: recipient.address, startTime: now, endTime: now + 100 * DAY };
    const stream = await createActiveStream(fixture, terms);
    await fixture.advance(10 * DAY);
    expect(sumsOf(await portfolioOf([recipient]), 'unlocking')['BCH']).toBeGreaterThan(0n);
    const txHash = await payCancel(fixture, stream);
    await succeeded(fixture.client.post(`${stream.path}/confirm-cancel`, { txHash }));
    expect(some(sumsOf(await portfolioOf([recipient]), 'unlocking'))).toEqual({});
    expect(some(sumsOf(await portfolioOf([stream.sender]), 'outgoing'))).toEqual({});
  });

  it('names the next dates: of a cliff, a step, a period, and the end of what flows by the second', async () => {
    const recipient = fixture.wallet(1_000_000n);
    const now = fixture.time();
    const terms = { recipient: recipient.address, startTime: now, endTime: now + 100 * DAY };
    await createActiveStream(fixture, { ...terms, cliffTimestamp: now + 10 * DAY });
    await createActiveStream(fixture, { ...terms, streamType: 'STEP', intervalSeconds: 20 * DAY });
    await createActiveStream(fixture, terms);
    await createActivePayment(fixture, {
      recipient: recipient.address,
      startDate: now + 5 * DAY,
      recipientName: 'Ada',
    });
    await fixture.advance(60);
    const { unlocks } = await portfolioOf([recipient]);
    expect(unlocks.map(({ kind, at, continuous, title }) => [kind, at - now, continuous, title])).toEqual([
      ['payment', 5 * DAY, false, 'Ada'],
      ['stream', 10 * DAY, false, null],
      ['stream', 20 * DAY, false, null],
      ['stream', 100 * DAY, true, null],
    ]);
    expect(unlocks.map(({ amount }) => amount)).toEqual([0.05, 0.1, 0.2, expect.closeTo(1, 4)]);
    await fixture.advance(6 * DAY);
    expect((await portfolioOf([recipient])).unlocks[1]).toMatchObject({ kind: 'stream', at: now + 10 * DAY });
  });

  it('makes one payday of the salaries of a plan', async () => {
    const first = fixture.time() + 3 * DAY;
    const terms = { product: 'recurring', interval: 'MONTHLY', start: first };
    const recipients = Array.from({ length: 4 }, () => fixture.wallet());
    const streams = recipients.map(({ address }) => ({ recipient: address, amount: 0.01 }));
    const plan = await createActivePlan(fixture, 4, { ...terms, end: first + 60 * DAY, streams });
    const { paydays, assets } = await portfolioOf([plan.sender]);
    expect(paydays).toMatchObject([
      { kind: 'plan', id: plan.id, plan_id: plan.id, at: first, amount: 0.04, recipients: 4 },
    ]);
    expect(assets).toMatchObject([{ token_type: 'BCH', owed_amount: 0, outgoing_amount: 0.04, claimable_amount: 0 }]);
  });

  it('shows open tasks, and private records to their owner alone', async () => {
    const stream = await createStream(fixture);
    const { sender: holder } = stream;
    const payment = await createPayment(fixture);
    const draft = await createPlan(fixture, 2);
    const drop = await createActiveAirdrop(fixture);
    const list = await createActiveList(fixture, [holder, fixture.wallet()]);
    const all = [holder, payment.sender, draft.sender];
    const { needs } = await portfolioOf(all);
    expect(needs.fund.map(({ kind, id }) => [kind, id])).toEqual([
      ['payment', payment.id],
      ['stream', stream.id],
    ]);
    expect(needs.airdrops.map(({ id }) => id)).toContain(drop.id);
    expect(needs.airdrops.map(({ id }) => id)).not.toContain(list.id);
    const own = await portfolioOf(all, fixture.client.as(draft.sender.address));
    expect(own.needs.fund.map(({ kind, id }) => [kind, id])).toContainEqual(['plan', draft.id]);
    const listed = await portfolioOf(all, fixture.client.as(holder.address));
    expect(listed.needs.airdrops[0]).toMatchObject({ id: list.id, address: holder.address, listed: true });
    expect(listed.needs.fund.map(({ id }) => id)).not.toContain(draft.id);
  });

  it('refuses more addresses than a wallet has, and strange ones', async () => {
    const many = Array.from({ length: 51 }, () => fixture.wallet().address).join(',');
    for (const addresses of [many, '', 'x', `${fixture.wallet().address},`, 'bitcoincash:qq'])
      expect([addresses, (await fixture.client.get(`/api/portfolio?addresses=${addresses}`)).status]).toEqual([
        addresses,
        400,
      ]);
    expect(await fixture.client.get('/api/portfolio?addresses=x')).toMatchObject(refusal(400, 'INVALID_ADDRESS'));
  });
});

describe('POST /api/portfolio/discard', () => {
  const discard = (kind: string, id: string, wallet: Wallet) =>
    fixture.client.as(wallet.address).post<DiscardResponse>('/api/portfolio/discard', { kind, id });
  const waiting = async (wallet: Wallet): Promise<string[]> =>
    (await portfolioOf([wallet], fixture.client.as(wallet.address))).needs.fund.map(({ id }) => id);

  it('lets an unfunded record of each kind expire, and only once', async () => {
    const stream = await createStream(fixture);
    const payment = await createPayment(fixture);
    const plan = await createPlan(fixture, 2);
    const campaign = await createAirdrop(fixture);
    const vault = await createVault(fixture);
    const drafts = [
      ['stream', stream.id, stream.sender],
      ['payment', payment.id, payment.sender],
      ['plan', plan.id, plan.sender],
      ['airdrop', campaign.id, campaign.creator],
      ['vault', vault.id, vault.creator],
    ] as const;
    for (const [kind, id, wallet] of drafts) {
      const { status, body } = await discard(kind, id, wallet);
      expect({ status, body }).toMatchObject({ status: 200, body: { success: true, kind, id } });
      expect(body.deleted_after - body.expires_at).toBe(7 * DAY);
      expect(await waiting(wallet)).not.toContain(id);
      expect((await discard(kind, id, wallet)).body).toEqual(body);
    }
    expect(await fixture.client.get(`${stream.path}/funding-info`)).toMatchObject(refusal(410, 'RECORD_EXPIRED'));
  });

  it('keeps a record whose funding was signed before, and confirms it', async () => {
    const stream = await createStream(fixture);
    const txHash = await payFunding(fixture, stream);
    expect((await discard('stream', stream.id, stream.sender)).status).toBe(200);
    const confirmed = await fixture.client.post(`${stream.path}/confirm-funding`, { txHash });
    expect(confirmed).toMatchObject({ status: 200, body: { stream: { status: 'ACTIVE' } } });
    expect(await discard('stream', stream.id, stream.sender)).toMatchObject(refusal(409, 'WRONG_STATE'));
  });

  it('refuses strangers, recipients, streams of a plan, records of a treasury, and other kinds', async () => {
    const stream = await createStream(fixture);
    for (const wallet of [fixture.wallet(), stream.recipient])
      expect(await discard('stream', stream.id, wallet)).toMatchObject(refusal(403, 'FORBIDDEN'));
    expect(await discard('payment', stream.id, stream.sender)).toMatchObject(refusal(404, 'NOT_FOUND'));
    expect(await waiting(stream.sender)).toContain(stream.id);
    const vault = await createVault(fixture);
    for (const signer of vault.signers)
      expect(await discard('vault', vault.id, signer)).toMatchObject(refusal(403, 'FORBIDDEN'));
    const plan = await createActivePlan(fixture, 2);
    const [row] = await streamsOf(fixture, plan);
    expect(await discard('stream', row?.id ?? '', plan.sender)).toMatchObject(refusal(409, 'WRONG_STATE'));
  });
});

describe('GET /api/proposals', () => {
  const waiting = async (wallet: Wallet) => {
    const page = await succeeded(fixture.client.as(wallet.address).get<WaitingProposalsResponse>('/api/proposals'));
    return page.proposals.map(({ id, waitsFor }) => [id, waitsFor]);
  };

  it('lists what waits for a signer, of all vaults, until it is signed, rejected or carried out', async () => {
    const vault = await createActiveVault(fixture);
    const { signers, creator } = vault;
    const [one, two] = [await propose(fixture, vault), await propose(fixture, vault)];
    const [first, second, third] = signers;
    expect(await waiting(second)).toEqual([
      [two.id, 'signature'],
      [one.id, 'signature'],
    ]);
    await sign(fixture.client, one.id, first);
    expect(await waiting(first)).toEqual([[two.id, 'signature']]);
    await sign(fixture.client, one.id, second);
    for (const signer of signers) expect(await waiting(signer)).toContainEqual([one.id, 'execution']);
    await succeeded(fixture.client.as(third.address).post(`/api/proposals/${two.id}/reject`));
    expect(await waiting(third)).toEqual([[one.id, 'execution']]);
    // Who made the vault and who is a stranger are not waited for.
    for (const other of [creator, fixture.wallet()]) expect(await waiting(other)).toEqual([]);
    const { needs } = await portfolioOf([second], fixture.client.as(second.address));
    expect(needs.sign.map(({ id }) => id)).toEqual([two.id, one.id]);
    expect(needs.sign[0]).toMatchObject({ vaultName: 'Treasury', vaultId: vault.id });
    expect((await portfolioOf([second])).needs.sign).toEqual([]);
    expect((await portfolioOf([second], fixture.client.as(first.address))).needs.sign).toEqual([]);
  });

  it('pages', async () => {
    const vault = await createActiveVault(fixture);
    const made = [await propose(fixture, vault), await propose(fixture, vault), await propose(fixture, vault)];
    const client = fixture.client.as(vault.signers[2].address);
    const page = await succeeded(client.get<WaitingProposalsResponse>('/api/proposals?limit=2'));
    const rest = await succeeded(
      client.get<WaitingProposalsResponse>(`/api/proposals?limit=2&cursor=${page.nextCursor}`),
    );
    expect([...page.proposals, ...rest.proposals].map(({ id }) => id)).toEqual(made.map(({ id }) => id).toReversed());
    expect(rest.nextCursor).toBeNull();
  });
});
