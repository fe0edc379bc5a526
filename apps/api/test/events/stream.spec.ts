import type { ListEventsResponse, RecordEvent } from '@weir/api-contract';
import {
  createDatabase,
  createPublishedEventsRepository,
  createSearchRepository,
  listenToOutbox,
  type EventScan,
} from '@weir/infra';
import { createEventsService, createEventTail } from '@weir/services';
import { eventually } from '@weir/testing';
import { type Refusal, succeeded } from '../support/client.js';
import { followEvents, type EventClient } from '../support/event-client.js';
import { useFixture } from '../support/fixture.js';
import { openRaw, requestOf, statusesIn } from '../support/raw-connection.js';
import { createActiveStream, createStream, payClaim, payFunding } from '../support/stream-scenario.js';
import { createActiveVault, createVault, propose } from '../support/vault-scenario.js';

const HOUR = 3_600;

const fixture = useFixture();
let origin: string;
const open = new Set<EventClient>();
const follow = async (
  query = '',
  options: Parameters<typeof followEvents>[1] = {},
  at = origin,
): Promise<EventClient> => {
  const client = await followEvents(`${at}/api/events${query}`, options);
  open.add(client);
  return client;
};
beforeAll(async () => {
  origin = await fixture.listen({ EVENTS_HEARTBEAT: '200' });
});
afterEach(() => {
  for (const client of open) client.close();
  open.clear();
});

const namesOf = (events: readonly RecordEvent[]): string[] => events.map(({ kind, product }) => `${product} ${kind}`);

describe('a stream of events', () => {
  it('reports every step of a record from its creation on, with its figures', async () => {
    const everything = await follow();
    expect([everything.status, everything.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    const stream = await createActiveStream(fixture);
    await fixture.advance(10 * HOUR);
    const { txHash, claimedAmount, claimedBase } = await payClaim(fixture, stream);
    await succeeded(fixture.client.post(`${stream.path}/confirm-claim`, { txHash, claimedAmount }));
    const events = await everything.until(3);
    expect(namesOf(events)).toEqual(['stream created', 'stream funded', 'stream claimed']);
    expect(events[1]).toMatchObject({
      record: { id: stream.id, parentId: null },
      parties: [
        { role: 'sender', address: stream.sender.address },
        { role: 'recipient', address: stream.recipient.address },
      ],
      txHash: stream.fundingTxHash,
      amount: 1,
      amountBase: '100000000',
      finality: 'mempool',
      figures: { status: 'ACTIVE', totalAmountBase: '100000000', withdrawnAmountBase: '0' },
    });
    expect(events[2]).toMatchObject({
      txHash,
      amount: claimedAmount,
      figures: { withdrawnAmountBase: `${claimedBase}` },
    });
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
  });

  it('is filtered by address, record, product and kind, which combine', async () => {
    const all = await follow();
    const [one, other] = [await createStream(fixture), await createStream(fixture)];
    // A client that follows from now on gets the events after these.
    await all.until(2);
    const queries = [
      `?record=${one.id}`,
      `?address=${one.recipient.address}`,
      `?kind=funded,claimed&address=${one.sender.address}`,
      `?product=vault,payment`,
      `?kind=created&record=${one.id}`,
      `?kind=funded&record=${other.id}`,
      `?address=${one.recipient.address},${fixture.wallet().address},${other.sender.address}`,
    ];
    const clients = await Promise.all(queries.map((query) => follow(query)));
    for (const stream of [one, other])
      await succeeded(
        fixture.client.post(`${stream.path}/confirm-funding`, { txHash: await payFunding(fixture, stream) }),
      );
    const everything = await follow('?format=json');
    everything.close();
    // That of the other one, too, which came last: nothing of this is left for the next followers.
    for (const client of [...clients.slice(0, 3), ...clients.slice(5, 6)])
      expect(namesOf(await client.until(1))).toEqual(['stream funded']);
    await all.until(4);
    for (const client of clients) await client.caughtUp();
    expect(clients.map(({ events }) => events.length)).toEqual([1, 1, 1, 0, 0, 1, 2]);
    // The log is searched by the same.
    const page = await fixture.client.get<ListEventsResponse>(`/api/events${queries.at(-1) ?? ''}&format=json`);
    expect(namesOf(page.body.events)).toEqual(['stream created', 'stream created', 'stream funded', 'stream funded']);
  });

  it('goes on behind the last id, of an event or a heartbeat, without loss or repetition', async () => {
    const first = await follow();
    const before = await createStream(fixture);
    await first.until(1);
    const { lastId } = first;
    // A heartbeat carries an id of its own.
    await eventually(() => expect(first.lastId).not.toBe(lastId));
    first.close();
    const missed = [await createStream(fixture), await createStream(fixture)];
    for (const from of [lastId, first.lastId]) {
      const again = await follow('', { lastId: from });
      missed.push(await createStream(fixture));
      // A duplicate would arrive before the last one.
      missed.push(await createStream(fixture));
      const events = await again.until(missed.length);
      expect(events.map(({ record }) => record.id)).toEqual(missed.map(({ id }) => id));
      again.close();
    }
    expect(first.events.map(({ record }) => record.id)).toEqual([before.id]);
  });

  it('can be read in pages, which a stream goes on from', async () => {
    const all: RecordEvent[] = [];
    let cursor: string | undefined;
    for (let hasMore = true; hasMore;) {
      const { body } = await fixture.client.get<ListEventsResponse>(
        `/api/events?format=json&limit=3${cursor === undefined ? '' : `&cursor=${cursor}`}`,
      );
      all.push(...body.events);
      ({ nextCursor: cursor, hasMore } = body);
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const made = await createStream(fixture);
    const rest = await follow('', { lastId: cursor });
    expect((await rest.until(1)).map(({ record }) => record.id)).toEqual([made.id]);
    const { body } = await fixture.client.get<ListEventsResponse>(
      `/api/events?format=json&cursor=${all.at(-1)?.id ?? ''}`,
    );
    expect(body.events.map(({ record }) => record.id)).toEqual([made.id]);
  });

  it('refuses ids that are none, words it does not know, and ids from before what is kept', async () => {
    const get = (query: string) => fixture.client.get<Refusal>(`/api/events${query}`);
    expect((await get('?cursor=evt_AAAAAAAAAAAAAAAAAAAAAA')).body.code).toBe('INVALID_CURSOR');
    expect((await get('?kind=funded,found')).body).toMatchObject({
      code: 'INVALID_REQUEST',
      details: { field: 'kind' },
    });
    expect((await get('?address=nobody')).body.code).toBe('INVALID_ADDRESS');
    expect((await get(`?address=${fixture.wallet().address},nobody`)).body.code).toBe('INVALID_ADDRESS');
    expect((await get(`?address=${'x,'.repeat(50)}x`)).body.code).toBe('INVALID_REQUEST');
    await createStream(fixture);
    const { body } = await fixture.client.get<ListEventsResponse>('/api/events?format=json&limit=1');
    const database = createDatabase({ url: fixture.config.databaseUrl });
    await createPublishedEventsRepository(database).dropBefore(Math.floor(Date.now() / 1_000) + 60);
    await database.destroy();
    const late = await get(`?cursor=${body.events[0]?.id ?? ''}`);
    expect([late.status, late.body.code]).toEqual([410, 'EVENTS_DROPPED']);
    const stream = await follow('', { lastId: body.events[0]?.id });
    expect(stream.status).toBe(410);
  });

  it('says so where events are dropped after it was seen that they are kept, and before they are read', async () => {
    await createStream(fixture);
    await createStream(fixture);
    const url = fixture.config.databaseUrl;
    const database = createDatabase({ url });
    const kept = createPublishedEventsRepository(database);
    const tail = createEventTail({
      events: kept,
      listen: (onWakeUp) => listenToOutbox({ url, onWakeUp }),
      log: { info: () => undefined, warn: () => undefined },
    });
    const dropping = {
      ...kept,
      async scan(request: EventScan) {
        await kept.dropBefore(Math.floor(Date.now() / 1_000) + 60);
        return kept.scan(request);
      },
    };
    const records = createSearchRepository(database);
    const common = {
      records,
      tail,
      network: 'devnet' as const,
      keptSeconds: 60,
      idSecret: () => Promise.resolve('a secret'),
    };
    await kept.publish();
    const { nextCursor: cursor } = await createEventsService({ ...common, events: kept }).page({ limit: 1 }, undefined);
    const service = createEventsService({ ...common, events: dropping });
    await expect(service.page({ cursor }, undefined)).rejects.toMatchObject({ code: 'EVENTS_DROPPED' });
    expect((await service.page({}, undefined)).events).toEqual([]);
    await tail.stop();
    await database.destroy();
  });

  it('shows private vaults to authenticated members only, for any address that a caller claims', async () => {
    const vault = await createActiveVault(fixture);
    const member = await fixture.client.signedInAs(vault.signers[0]);
    const stranger = await fixture.client.signedInAs(fixture.wallet());
    const bearerOf = (client: typeof member) => ({ headers: { authorization: client.authorization } });
    const clients = await Promise.all([
      follow('', bearerOf(member)),
      follow('', bearerOf(stranger)),
      follow('', { headers: { 'x-user-address': vault.signers[0].address } }),
      follow(`?record=${vault.id}`),
    ]);
    const proposal = await propose(fixture, vault);
    const open = await createVault(fixture, { isPublic: true });
    // The vault's own funding may be published after the clients came.
    const ofOthers = () => clients[0].events.filter(({ record }) => record.id !== vault.id);
    await eventually(() => expect(ofOthers()).toHaveLength(2));
    expect(ofOthers().map(({ record, kind }) => [record.id, record.parentId, kind])).toEqual([
      [proposal.id, vault.id, 'proposed'],
      [open.id, null, 'created'],
    ]);
    for (const client of clients.slice(1, 3))
      expect((await client.until(1)).map(({ record }) => record.id)).toEqual([open.id]);
    expect(clients[3].events).toEqual([]);
    // Pages show them no more than the stream does.
    const page = (client: typeof member) =>
      client.get<ListEventsResponse>(`/api/events?format=json&record=${vault.id}`);
    expect((await page(stranger)).body.events).toEqual([]);
    expect((await page(fixture.client.as(vault.signers[0].address))).body.events).toEqual([]);
    expect((await page(member)).body.events.length).toBeGreaterThan(0);
  });

  it('lets in so many of a network and no more, and each again who left', async () => {
    const narrow = await fixture.listen({ EVENTS_CONNECTIONS_NETWORK: '2' });
    const two = [await follow('', {}, narrow), await follow('', {}, narrow)];
    const third = await follow('', {}, narrow);
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '10']);
    two[0]?.close();
    await eventually(async () => expect((await follow('', {}, narrow)).status).toBe(200));
  });

  it('outlives the time of a request, and ends when the service stops', async () => {
    const quick = await fixture.listen({ REQUEST_TIMEOUT: '1000' });
    const patient = await eventually(async () => {
      const client = await follow('', {}, quick);
      expect(client.status).toBe(200);
      return client;
    });
    const { origin: stopping, close } = await fixture.stoppable();
    const leaving = await follow('', {}, stopping);
    await close();
    await leaving.ended();
    expect(leaving.others.at(-1)).toMatchObject({ event: 'end' });
    // As long as a request may take: one that began after the stream is cut off.
    const late = await openRaw(quick);
    const headers = ['content-type: application/json', 'content-length: 5000'];
    late.socket.write(requestOf('POST', '/api/auth/nonce', headers, '{'));
    expect(statusesIn(await late.ended)).toEqual([408]);
    await createStream(fixture);
    await patient.until(1);
    expect(patient.isOver).toBe(false);
  });
});
