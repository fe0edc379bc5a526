import type {
  ActivityLine,
  ClaimableResponse,
  GetStreamResponse,
  InboxResponse,
  ListEventsResponse,
  PortfolioResponse,
  RecordEvent,
  SearchResponse,
  WebhookSecretResponse,
} from '@weir/api-contract';
import { until } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { confirmAirdropClaim, createActiveList, relayClaim, SHARE } from '../support/airdrop-scenario.js';
import { succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { claimOf, createActiveLock } from '../support/lock-scenario.js';
import { moveRequests, signBuilt } from '../support/move-scenario.js';
import { ASSETS } from '../support/test-asset.js';
import { startReceiver, verify } from '../support/webhook-receiver.js';

const HOUR = 3_600;
const fixture = useFixture({ WEBHOOKS: 'local', WATCHER: 'protect', WATCH_INTERVAL: '1' });
const get = <Body>(path: string) => succeeded(fixture.client.get<Body>(path));

/** Signs a payment of a lock as its recipient, or relays it where nothing is to be signed. */
const claim = async (id: string, recipient: Wallet): Promise<void> => {
  const path = `/api/streams/${id}`;
  const { wcTransaction, claimableAmount } = await claimOf(fixture, { path, recipient });
  const { signedTransactionHash: txHash } = await recipient.signTransaction(wcTransaction);
  await succeeded(fixture.client.post(`${path}/confirm-claim`, { txHash, claimedAmount: claimableAmount }));
};
const push = (id: string) => succeeded(fixture.client.post(`/api/streams/${id}/push`, { broadcast: true }));

/**
 * What happens to a lock in its life; then the steps that no reorganisation takes back any more, which blocks report at some
 * time after each. @param first how it pays at first: `push` where nothing is signed
 */
const lifeOf = (first: 'claim' | 'push') => [
  ...['created', 'funded fund', `claimed ${first}`, 'claimed push', 'completed push'],
  ...['final fund', `final ${first}`, 'final push'],
];
const nameOf = ({ kind, step }: Pick<RecordEvent, 'kind' | 'step'>): string =>
  step === null ? kind : `${kind} ${step}`;
/** Lists what happened, then what became final, each in its order. */
const inOrder = (events: readonly RecordEvent[]): readonly string[] => [
  ...events.filter(({ kind }) => kind !== 'final').map(nameOf),
  ...events.filter(({ kind }) => kind === 'final').map(nameOf),
];

describe.each(ASSETS)('the life of a lock of $name', (asset) => {
  const lock = async (title: string) => {
    const made = await createActiveLock(fixture, { description: title }, asset);
    return { id: made.id, sender: made.sender.address, recipient: made.recipient, found: ['stream LOCK'] };
  };
  const claimed = async (title: string) => {
    const recipient = fixture.wallet(1_000_000n, 1_000_000n);
    const start = fixture.time();
    const vesting = { streamType: 'LINEAR', startTime: start, endTime: start + 100 * HOUR };
    const campaign = await createActiveList(fixture, [recipient], { title, vesting }, asset);
    const { txHash } = await succeeded(relayClaim(fixture, campaign.path, recipient));
    const { lock: made } = await succeeded(confirmAirdropClaim(fixture, campaign.path, { txHash }));
    const sender = campaign.creator.address;
    return { id: made?.id ?? '', sender, recipient, found: ['stream LOCK', 'airdrop null'] };
  };

  it.each([
    { of: 'funded alone', make: lock, isClaimed: false },
    { of: 'that a claim opened', make: claimed, isClaimed: true },
  ])('$of is reported, found, listed and exported as what it is', async ({ make, isClaimed }) => {
    const owner = fixture.wallet();
    const client = await fixture.client.signedInAs(owner);
    const receiver = await startReceiver();
    const { webhook, secret } = await succeeded(
      client.post<WebhookSecretResponse>('/api/webhooks', { url: receiver.url, product: 'stream' }),
    );
    // A row of a list is too small to pay by itself: its recipient adds a coin.
    const first = isClaimed ? 'claim' : 'push';
    const life = lifeOf(first);
    const word = `harbour${asset.name.toLowerCase()}${String(isClaimed)}`;
    const { id, sender, recipient, found } = await make(`Team of the ${word}`);

    // Found by a word of its title, like the campaign that has the same.
    const { records, searchedAs } = await get<SearchResponse>(`/api/search?q=${word}`);
    expect(searchedAs).toBe('text');
    expect(records.map(({ kind, contract }) => `${kind} ${String(contract)}`).sort()).toEqual([...found].sort());
    expect(records.find(({ kind }) => kind === 'stream')?.id).toBe(id);

    await fixture.advance(50 * HOUR);
    const portfolio = await get<PortfolioResponse>(`/api/portfolio?addresses=${recipient.address}`);
    expect(portfolio.needs.claim).toMatchObject([{ kind: 'stream', contract: 'LOCK', id }]);
    expect(portfolio.unlocks).toMatchObject([{ kind: 'stream', contract: 'LOCK', id }]);
    const own = fixture.client.as(recipient.address);
    const { claimable } = await succeeded(
      own.get<ClaimableResponse>(`/api/airdrops/claimable?address=${recipient.address}`),
    );
    expect(claimable).toEqual([]);

    await claim(id, recipient);
    await fixture.advance(60 * HOUR);
    await push(id);
    expect((await get<PortfolioResponse>(`/api/portfolio?addresses=${recipient.address}`)).needs.claim).toEqual([]);
    await fixture.mine(11);

    const messages = (await receiver.until(life.length)).filter(({ body }) => body.data.record.id === id);
    expect(inOrder(messages.map(({ body }) => body.data))).toEqual(life);
    for (const message of messages) {
      expect(verify(secret, message)).toEqual(message.body);
      expect(message.body.type).toBe(`stream.${message.body.data.kind}`);
      expect(message.body.data).toMatchObject({ product: 'stream', contract: 'LOCK' });
      expect(message.body.data.figures).not.toHaveProperty('contract');
    }
    const { events } = await get<ListEventsResponse>(`/api/events?format=json&limit=200&record=${id}`);
    expect(inOrder(events)).toEqual(life);
    expect(events.at(-1)?.figures).toMatchObject({ status: 'COMPLETED' });
    const { items } = await get<InboxResponse>(`/api/inbox?addresses=${recipient.address}`);
    const ofLock = items.filter(({ event }) => event.record.id === id);
    expect(ofLock.length).toBeGreaterThan(0);
    expect(new Set(ofLock.map(({ event }) => event.contract))).toEqual(new Set(['LOCK']));
    await client.post(`/api/webhooks/${webhook.id}/remove`);
    receiver.close();

    // What came to the recipient comes by the lock; what its funder paid, by the lock or by the campaign.
    const linesOf = async (address: string) =>
      (await get<{ readonly lines: readonly ActivityLine[] }>(`/api/exports/activity?format=json&address=${address}`))
        .lines;
    const received = await linesOf(recipient.address);
    // Both may be of one second.
    expect(received.map(({ product, kind, direction }) => `${direction} ${kind} ${product}`).toSorted()).toEqual(
      [`in ${first} lock`, 'in push lock'].toSorted(),
    );
    const total = isClaimed ? SHARE : asset.total;
    expect(received.reduce((sum, { amountBase }) => sum + BigInt(amountBase), 0n)).toBe(total);
    const sent = (await linesOf(sender)).map(({ product }) => product);
    expect(new Set(sent)).toEqual(new Set([isClaimed ? 'airdrop' : 'lock']));
    const csv = await get<string>(`/api/exports/activity?format=csv&address=${recipient.address}`);
    expect(csv.split('\r\n').filter((line) => line.includes(',lock,'))).toHaveLength(2);
  });
});

describe.each(ASSETS)('the life of a lock of $name whose recipient changes wallets', (asset) => {
  const { announce, confirm } = moveRequests(fixture);
  /** Blocks between announcement and move. */
  const DELAY = 3;

  it('is reported to both addresses, finished by the service, and paid to each what was its own', async () => {
    const changes = { transferable: true, moveDelayBlocks: DELAY };
    const made = await createActiveLock(fixture, changes, asset);
    const { id, sender, recipient } = made;
    const fresh = fixture.wallet(1_000_000n);
    await fixture.advance(50 * HOUR);
    await claim(id, recipient);
    await fixture.mine();

    const announced = await succeeded(announce({ id, recipient, fresh }));
    await succeeded(confirm(await signBuilt(recipient, announced)));
    await fixture.mine(DELAY + 1);
    const lock = await until('the finish by the service', async () => {
      const { stream } = await get<GetStreamResponse>(`/api/streams/${id}`);
      return stream.recipient === fresh.address && stream.pending_move === null ? stream : undefined;
    });
    expect(lock).toMatchObject({ contract: 'LOCK', transferable: true, sender: sender.address });
    await fixture.advance(60 * HOUR);
    await push(id);
    await fixture.mine(11);

    const start = ['created', 'funded fund', 'claimed push'];
    const move = ['move_announced announce', 'move_finished finish'];
    const end = ['claimed push', 'completed push'];
    const eventsOf = async ({ address }: Wallet) =>
      (
        await get<ListEventsResponse>(`/api/events?format=json&limit=200&record=${id}&address=${address}`)
      ).events.filter(({ kind }) => kind !== 'final');
    // Each address sees what happened while the lock was its own.
    for (const [party, own] of [
      [sender, [...start, ...move, ...end]],
      [recipient, [...start, ...move]],
      [fresh, [...move, ...end]],
    ] as const) {
      const events = await until('all events', async () => {
        const now = await eventsOf(party);
        return now.length >= own.length ? now : undefined;
      });
      expect(events.map(nameOf)).toEqual(own);
    }
    const received = async ({ address }: Wallet) =>
      (
        await get<{ readonly lines: readonly ActivityLine[] }>(`/api/exports/activity?format=json&address=${address}`)
      ).lines
        .filter(({ direction }) => direction === 'in')
        .map(({ kind, amountBase }) => [kind, BigInt(amountBase)] as const);
    const [before, after] = [await received(recipient), await received(fresh)];
    expect(before.map(([kind]) => kind)).toEqual(['push']);
    expect(after.map(([kind]) => kind)).toEqual(['push']);
    expect([...before, ...after].reduce((sum, [, amount]) => sum + amount, 0n)).toBe(asset.total);
    const needs = await get<PortfolioResponse>(`/api/portfolio?addresses=${fresh.address}`);
    expect(needs.needs.claim).toEqual([]);
  });
});
