import type { CreateStreamResponse } from '@weir/api-contract';
import { createDatabase } from '@weir/infra';
import { createAirdrop, csvOf, sendList, SHARE } from '../support/airdrop-scenario.js';
import { type Answer, type Client, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { creationOf, payFunding } from '../support/stream-scenario.js';
import { BCH } from '../support/test-asset.js';
import { vaultOf } from '../support/vault-scenario.js';

const LIMIT = 3;

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details: { readonly quota: string; readonly limit: number; readonly retryAfterSeconds: number };
}

const fixture = useFixture();
let replicas: readonly [Client, Client];

beforeAll(async () => {
  const settings = { TRUST_PROXY: '127.0.0.1', QUOTA_PENDING_NETWORK: `${LIMIT}`, QUOTA_LIST_BYTES_NETWORK: '4000' };
  replicas = [await fixture.replica(settings), await fixture.replica(settings)];
});

const confirmFunding = (path: string, txHash: string) => fixture.client.post(`${path}/confirm-funding`, { txHash });

let networks = 0;
/** A network nobody has come from before. */
const newNetwork = () => {
  networks += 1;
  return `192.0.2.${networks}`;
};

const post = <Body = Refusal>(client: Client, path: string, body: object, network: string): Promise<Answer<Body>> =>
  client.send('POST', path, body, { 'x-forwarded-for': network });

const createFrom = (network: string, replica = 0, sender = fixture.wallet()) =>
  post<CreateStreamResponse & Refusal>(
    (replicas[replica] ?? replicas[0]).as(sender.address),
    '/api/streams/create',
    creationOf(fixture, fixture.wallet()),
    network,
  );

describe('unfunded records', () => {
  it('is bounded for each network, over all replicas and however many ask at once', async () => {
    const network = newNetwork();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => createFrom(network, i % 2)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(LIMIT).fill(200),
      ...Array<number>(9).fill(429),
    ]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'QUOTA_EXCEEDED', details: { quota: 'network', limit: LIMIT } });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(29 * 86_400);
    expect((await createFrom(newNetwork())).status).toBe(200);
    // From any address of its /64.
    const home = '2001:db8:1:2';
    for (let i = 1; i <= LIMIT; i += 1) expect((await createFrom(`${home}::${i}`)).status).toBe(200);
    expect((await createFrom(`${home}:9:9:9:9`)).status).toBe(429);
  });

  it('counts as before once it is discarded, so that nobody stores more by discarding', async () => {
    const network = newNetwork();
    const sender = fixture.wallet();
    const { body } = await createFrom(network, 0, sender);
    for (let i = 1; i < LIMIT; i += 1) await createFrom(network);
    const draft = { kind: 'stream', id: body.stream.id };
    expect((await fixture.client.as(sender.address).post('/api/portfolio/discard', draft)).status).toBe(200);
    expect((await createFrom(network)).status).toBe(429);
  });

  it('counts no longer once it is funded', async () => {
    const network = newNetwork();
    const sender = fixture.wallet(200_000_000n);
    const { body } = await createFrom(network, 0, sender);
    for (let i = 1; i < LIMIT; i += 1) await createFrom(network);
    expect((await createFrom(network)).status).toBe(429);
    const path = `/api/streams/${body.stream.id}`;
    const txHash = await payFunding(fixture, { id: body.stream.id, path, sender, recipient: sender, created: body });
    expect((await confirmFunding(path, txHash)).status).toBe(200);
    expect((await createFrom(network)).status).toBe(200);
    expect((await createFrom(network)).status).toBe(429);
  });

  it('is not used up by others in the name of a caller who is only believed', async () => {
    const victim = fixture.wallet();
    const strict = await fixture.replica({ TRUST_PROXY: '127.0.0.1', QUOTA_PENDING_CALLER: '1' });
    for (let i = 0; i < 3; i += 1) {
      const body = creationOf(fixture, fixture.wallet());
      expect((await post(strict.as(victim.address), '/api/streams/create', body, newNetwork())).status).toBe(200);
    }
  });

  it('is bounded for each caller who has proven who they are, from any network', async () => {
    const settings = { AUTH_MODE: 'signed', TRUST_PROXY: '127.0.0.1', QUOTA_PENDING_CALLER: '2' };
    const signed = [await fixture.replica(settings), await fixture.replica(settings)] as const;
    const [one, other] = [fixture.wallet(200_000_000n), fixture.wallet()];
    const here = await signed[0].signedInAs(one);
    const there = await signed[1].signedInAs(one);
    const create = (client: Client) =>
      post<CreateStreamResponse & Refusal>(
        client,
        '/api/streams/create',
        creationOf(fixture, fixture.wallet()),
        newNetwork(),
      );
    const answers = await Promise.all([here, there, here, there, here].map(create));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429]);
    expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      message: expect.stringContaining('Limit of 2') as string,
      details: { quota: 'caller', limit: 2 },
    });
    expect((await create(await signed[0].signedInAs(other))).status).toBe(200);
    // What is funded counts no longer.
    const created = answers.find(({ status }) => status === 200)?.body;
    if (created === undefined) throw new Error('Nothing was created');
    const path = `/api/streams/${created.stream.id}`;
    const txHash = await payFunding(fixture, { id: created.stream.id, path, sender: one, recipient: one, created });
    expect((await confirmFunding(path, txHash)).status).toBe(200);
    expect((await create(there)).status).toBe(200);
    expect((await create(here)).status).toBe(429);
  });

  it('is bounded for payments, campaigns and vaults too', async () => {
    const creator = fixture.wallet();
    const client = replicas[0].as(creator.address);
    const signers = [fixture.wallet(), fixture.wallet(), fixture.wallet()];
    const campaign = { title: 'x', totalAmount: 1, requireKyc: true };
    const payment = { recipient: creator.address, amountPerPeriod: 1, interval: 'DAILY' };
    for (const [path, body, success] of [
      ['/api/airdrops/create', campaign, 200],
      ['/api/payments/create', payment, 200],
      ['/api/vaults', vaultOf(signers), 201],
    ] as const) {
      const network = newNetwork();
      const statuses = [];
      for (let i = 0; i <= LIMIT; i += 1) statuses.push((await post(client, path, body, network)).status);
      expect([path, statuses]).toEqual([path, [...Array<number>(LIMIT).fill(success), 429]]);
    }
  });

  it('is bounded in bytes of lists, where the same list again costs nothing', async () => {
    const scenario = await createAirdrop(fixture, {
      requireKyc: true,
      amountPerClaim: null,
      totalAmount: BCH.text(SHARE * 100n),
    });
    const client = replicas[0].as(scenario.creator.address);
    const wallets = Array.from({ length: 40 }, () => fixture.wallet());
    const first = csvOf(scenario, wallets.slice(0, 20));
    expect((await sendList(fixture, scenario, first, client)).status).toBe(200);
    const second = await sendList<Refusal>(fixture, scenario, csvOf(scenario, wallets.slice(20)), client);
    expect(second).toMatchObject(refusal(429, 'QUOTA_EXCEEDED', { details: { limit: 4_000 } }));
    expect((await sendList(fixture, scenario, first, client)).status).toBe(200);
  });
});

describe('the expiry of unfunded records', () => {
  it('is shown with the record, and is gone once it is funded', async () => {
    const sender = fixture.wallet(200_000_000n);
    const { body } = await createFrom(newNetwork(), 0, sender);
    const { id, created_at: createdAt, expires_at: expiresAt } = body.stream;
    expect(expiresAt).toBeGreaterThanOrEqual(createdAt + 30 * 86_400 - 2);
    const path = `/api/streams/${id}`;
    await confirmFunding(path, await payFunding(fixture, { id, path, sender, recipient: sender, created: body }));
    expect((await fixture.client.get<CreateStreamResponse>(path)).body.stream.expires_at).toBeNull();
  });

  it('ends the offer to fund it, not the confirming of what was paid', async () => {
    const sender = fixture.wallet(200_000_000n);
    const { body } = await fixture.client
      .as(sender.address)
      .post<CreateStreamResponse>('/api/streams/create', creationOf(fixture, sender));
    const { id } = body.stream;
    const path = `/api/streams/${id}`;
    const txHash = await payFunding(fixture, { id, path, sender, recipient: sender, created: body });
    const database = createDatabase({ url: fixture.config.databaseUrl });
    await database
      .updateTable('streams')
      .set({ expiresAt: Math.floor(Date.now() / 1_000) - 1 })
      .where('id', '=', id)
      .execute();
    await database.destroy();
    expect(await fixture.client.get(`${path}/funding-info`)).toMatchObject(refusal(410, 'RECORD_EXPIRED'));
    expect((await confirmFunding(path, txHash)).status).toBe(200);
  });
});
