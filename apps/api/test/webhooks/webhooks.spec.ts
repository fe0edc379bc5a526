import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import type {
  DeliveryResponse,
  ListDeliveriesResponse,
  ListWebhooksResponse,
  RegisterWebhookResponse,
  WebhookResponse,
  WebhookSecretResponse,
} from '@weir/api-contract';
import { createDatabase, createWebhooksRepository, type Database } from '@weir/infra';
import { deferred, eventually } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { type Client, type Refusal, succeeded } from '../support/client.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { textLike } from '../support/like.js';
import { createActiveStream, createStream, payClaim } from '../support/stream-scenario.js';
import { createActiveVault, createVault, propose } from '../support/vault-scenario.js';
import { startReceiver, verify, type WebhookReceiver } from '../support/webhook-receiver.js';

const HOUR = 3_600;

let fixture: Fixture;
let database: Database;
let owner: Wallet;
let client: Client;
const receivers: WebhookReceiver[] = [];
beforeAll(async () => {
  fixture = await startFixture({ WEBHOOKS: 'local' });
  database = createDatabase({ url: fixture.config.databaseUrl });
  owner = fixture.wallet();
  client = await fixture.client.signedInAs(owner);
});
afterEach(async () => {
  for (const receiver of receivers.splice(0)) receiver.close();
  const { body } = await client.get<ListWebhooksResponse>('/api/webhooks');
  for (const { id } of body.webhooks) await client.post(`/api/webhooks/${id}/remove`);
});
afterAll(async () => {
  await database.destroy();
  await fixture.stop();
});

const receive = async (): Promise<WebhookReceiver> => {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
};
const register = async (body: object, by = client): Promise<WebhookSecretResponse> =>
  (await by.post<WebhookSecretResponse>('/api/webhooks', body)).body;
const deliveriesOf = async (id: string) =>
  (await client.get<ListDeliveriesResponse>(`/api/webhooks/${id}/deliveries`)).body.deliveries;
const webhook = async (id: string) => (await client.get<WebhookResponse>(`/api/webhooks/${id}`)).body.webhook;
/** Reads until it looks as expected. */
const becomes = <T extends object>(ask: () => Promise<T>, expected: object): Promise<T> =>
  eventually(async () => {
    const found = await ask();
    expect(found).toMatchObject(expected);
    return found;
  });
const webhookBecomes = (id: string, expected: object) => becomes(() => webhook(id), expected);
/** Its deliveries, the last first. */
const deliveriesBecome = (id: string, ...expected: readonly object[]) => becomes(() => deliveriesOf(id), expected);
/** Lets three days pass for the deliveries of a webhook. */
const passThreeDays = async (id: string): Promise<void> => {
  await sql`UPDATE webhook_deliveries SET first_attempt_at = first_attempt_at - 259200, next_attempt_at = 0 WHERE webhook_id = ${id}`.execute(
    database,
  );
  await sql`UPDATE webhooks SET resume_at = 0 WHERE id = ${id}`.execute(database);
};

describe('webhooks', () => {
  it('send what was asked for, signed, in the order of each record, and list it', async () => {
    const receiver = await receive();
    const stream = await createStream(fixture);
    const { webhook: made, secret } = await register({ url: receiver.url, record: stream.id });
    expect(secret).toMatch(/^whsec_/);
    expect(made).toMatchObject({ status: 'active', filter: { record: stream.id, address: null } });
    const other = await createActiveStream(fixture);
    const { body } = await fixture.client.get<{ wcTransaction: never }>(`${stream.path}/funding-info`);
    const { signedTransactionHash: txHash } = await stream.sender.signTransaction(body.wcTransaction);
    await succeeded(fixture.client.post(`${stream.path}/confirm-funding`, { txHash }));
    await fixture.advance(10 * HOUR);
    const claim = await payClaim(fixture, stream);
    await succeeded(
      fixture.client.post(`${stream.path}/confirm-claim`, { txHash: claim.txHash, claimedAmount: claim.claimedAmount }),
    );
    const messages = await receiver.until(2);
    expect(messages.map(({ body: { type } }) => type)).toEqual(['stream.funded', 'stream.claimed']);
    for (const message of messages) {
      expect(verify(secret, message)).toEqual(message.body);
      expect(message.body.data.id).toBe(message.id);
      expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, message)).toThrow(/signature/i);
    }
    expect(other.id).not.toBe(stream.id);
    const once = { status: 'delivered', attempts: 1, responseStatus: 200 };
    await deliveriesBecome(made.id, { type: 'stream.claimed', ...once }, { type: 'stream.funded', ...once });
  });

  it('are tried again with the same id, hold back what follows of the same record, and nothing else', async () => {
    const receiver = await receive();
    const [failing, fine] = [await createStream(fixture), await createStream(fixture)];
    const { webhook: made } = await register({ url: receiver.url });
    let isDown = true;
    receiver.answer((response, { body }) => {
      response.statusCode = isDown && body.data.record.id === failing.id ? 500 : 204;
      response.end();
    });
    const fund = async ({ path, sender }: typeof failing) => {
      const { body } = await fixture.client.get<{ wcTransaction: never }>(`${path}/funding-info`);
      const { signedTransactionHash: txHash } = await sender.signTransaction(body.wcTransaction);
      await succeeded(fixture.client.post(`${path}/confirm-funding`, { txHash }));
    };
    await fund(failing);
    await receiver.until(1);
    await webhookBecomes(made.id, { failures: 1 });
    await fixture.advance(10 * HOUR);
    const claim = await payClaim(fixture, failing);
    await succeeded(
      fixture.client.post(`${failing.path}/confirm-claim`, {
        txHash: claim.txHash,
        claimedAmount: claim.claimedAmount,
      }),
    );
    await fund(fine);
    isDown = false;
    const messages = await receiver.until(4);
    const kinds = (id: string) =>
      messages.filter(({ body }) => body.data.record.id === id).map(({ body }) => body.data.kind);
    expect(kinds(failing.id)).toEqual(['funded', 'funded', 'claimed']);
    expect(kinds(fine.id)).toEqual(['funded']);
    const [first, second] = messages.filter(({ body }) => body.data.record.id === failing.id);
    expect(first?.id).toBe(second?.id);
    await webhookBecomes(made.id, { failures: 0, failingSince: null });
  });

  it.each([
    [
      'redirects',
      (response: ServerResponse) => void response.writeHead(302, { location: '/elsewhere' }).end(),
      /redirects are not followed/,
    ],
    ['refuses', (response: ServerResponse) => void response.writeHead(400, {}).end(), /Answered 400/],
  ])('fail where the receiver %s, and say so', async (_, answer, error) => {
    const receiver = await receive();
    receiver.answer(answer);
    const { webhook: made } = await register({ url: receiver.url });
    await client.post(`/api/webhooks/${made.id}/test`);
    await deliveriesBecome(made.id, { type: 'webhook.test', status: 'pending', error: textLike(error) });
    expect(receiver.received).toHaveLength(1);
  });

  it('are not held up by receivers of others that do not answer, however many these are and however much waits for them', async () => {
    const webhooks = createWebhooksRepository(database);
    const slow = await Promise.all(Array.from({ length: 20 }, receive));
    for (const [count, receiver] of slow.entries()) {
      receiver.answer(() => undefined);
      const { webhook: made } = await register({ url: receiver.url });
      for (let test = 0; test < 8; test += 1)
        await webhooks.addTest(made.id, `test_${count}_${test}`, 'webhook.test', '{}');
    }
    const mine = await receive();
    const other = await fixture.client.signedInAs(fixture.wallet());
    const { webhook: made } = await register({ url: mine.url, kind: 'expired' }, other);
    await succeeded(other.post(`/api/webhooks/${made.id}/test`));
    expect(await mine.until(1)).toHaveLength(1);
    // It was not sent last: most of theirs still wait.
    expect(slow.flatMap(({ received }) => received).length).toBeLessThan(20 * 4);
    await other.post(`/api/webhooks/${made.id}/remove`);
  });

  it('read little of a huge answer, and wait for no end of it', async () => {
    const receiver = await receive();
    const isClosed = deferred();
    receiver.answer((response) => {
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
      response.once('close', () => {
        clearInterval(timer);
        isClosed.resolve();
      });
    });
    const { webhook: made } = await register({ url: receiver.url });
    await client.post(`/api/webhooks/${made.id}/test`);
    await deliveriesBecome(made.id, { status: 'delivered', attempts: 1 });
    await isClosed.promise;
  });

  it('are disabled after three days of failing, visibly, and go on when they are enabled', async () => {
    const receiver = await receive();
    receiver.answer((response) => void response.writeHead(500).end());
    const { webhook: made } = await register({ url: receiver.url });
    await client.post(`/api/webhooks/${made.id}/test`);
    await deliveriesBecome(made.id, { error: textLike(/500/) });
    await passThreeDays(made.id);
    const disabledReason = textLike(/three days: Answered 500/);
    await webhookBecomes(made.id, { status: 'disabled', failures: 2, disabledReason });
    const [failed] = await deliveriesOf(made.id);
    expect(failed).toMatchObject({ status: 'failed', nextAttemptAt: null });
    await createStream(fixture);
    expect((await client.post<Refusal>(`/api/webhooks/${made.id}/test`)).body.code).toBe('WRONG_STATE');
    receiver.answer((response) => void response.end());
    await succeeded(client.post(`/api/webhooks/${made.id}/enable`));
    const again = await client.post<DeliveryResponse>(
      `/api/webhooks/${made.id}/deliveries/${failed?.id ?? ''}/redeliver`,
    );
    expect([again.status, again.body.delivery.messageId]).toEqual([200, failed?.messageId]);
    await deliveriesBecome(made.id, { id: failed?.id, status: 'delivered' });
    expect(receiver.received.at(-1)?.id).toBe(failed?.messageId);
    // What happened while it was disabled is not sent.
    expect(receiver.received.map(({ body }) => body.type)).not.toContain('stream.created');
  });

  it('start over once enabled, after any outcome of a running attempt', async () => {
    const receiver = await receive();
    receiver.answer((response) => void response.writeHead(500).end());
    const { webhook: made } = await register({ url: receiver.url });
    await client.post(`/api/webhooks/${made.id}/test`);
    await client.post(`/api/webhooks/${made.id}/test`);
    await deliveriesBecome(made.id, { error: textLike(/500/) }, { error: textLike(/500/) });
    let held: ServerResponse | undefined;
    receiver.answer((response) => {
      if (held === undefined) held = response;
      else response.writeHead(500).end();
    });
    await passThreeDays(made.id);
    await webhookBecomes(made.id, { status: 'disabled' });
    receiver.answer((response) => void response.end());
    await succeeded(client.post(`/api/webhooks/${made.id}/enable`));
    held?.writeHead(500).end();
    await eventually(async () => {
      const all = await deliveriesOf(made.id);
      const outcomes = all.map(({ status, attempts }) => (status === 'failed' ? status : `${status} ${attempts}`));
      expect(outcomes.sort()).toEqual(['delivered 1', 'failed']);
    });
    expect(await webhook(made.id)).toMatchObject({ status: 'active', failures: 0 });
  });

  it('are signed with the secret before as well, for a day after it was changed', async () => {
    const receiver = await receive();
    const { webhook: made, secret: before } = await register({ url: receiver.url });
    const { body: rotated } = await client.post<WebhookSecretResponse>(`/api/webhooks/${made.id}/rotate-secret`);
    expect(rotated.secret).not.toBe(before);
    await client.post(`/api/webhooks/${made.id}/test`);
    const [message] = await receiver.until(1);
    for (const secret of [before, rotated.secret]) expect(message && verify(secret, message)).toBeDefined();
    expect(JSON.stringify((await client.get('/api/webhooks')).body)).not.toContain('whsec_');
  });

  it('send of private vaults what their owner may see, and to strangers nothing', async () => {
    const [mine, strange] = [await receive(), await receive()];
    const vault = await createActiveVault(fixture);
    const member = await fixture.client.signedInAs(vault.signers[1]);
    const { webhook: made } = await register({ url: mine.url, product: 'vault,proposal' }, member);
    await register({ url: strange.url, product: 'vault,proposal' });
    await propose(fixture, vault);
    const open = await createVault(fixture, { isPublic: true });
    expect((await mine.until(2)).map(({ body }) => body.type)).toEqual(['proposal.proposed', 'vault.created']);
    expect((await strange.until(1)).map(({ body }) => body.data.record.id)).toEqual([open.id]);
    await member.post(`/api/webhooks/${made.id}/remove`);
  });

  it("are their owner's alone, and no more than so many", async () => {
    const receiver = await receive();
    const { webhook: made } = await register({ url: receiver.url });
    const stranger = await fixture.client.signedInAs(fixture.wallet());
    const absent = randomUUID();
    const answered = ({ status, body }: { readonly status: number; readonly body: Refusal }, id: string) =>
      JSON.stringify([status, { ...body, requestId: '' }]).replaceAll(id, 'id');
    for (const path of ['', '/deliveries']) {
      const [others, none] = [made.id, absent].map((id) => stranger.get<Refusal>(`/api/webhooks/${id}${path}`));
      if (others === undefined || none === undefined) throw new Error('Two were asked for');
      expect((await others).status).toBe(404);
      expect(answered(await others, made.id)).toBe(answered(await none, absent));
    }
    for (const path of ['test', 'remove', 'enable', 'rotate-secret', `deliveries/${randomUUID()}/redeliver`]) {
      const others = await stranger.post<Refusal>(`/api/webhooks/${made.id}/${path}`);
      expect(others.status).toBe(404);
      const none = await stranger.post<Refusal>(`/api/webhooks/${absent}/${path}`);
      expect(answered(others, made.id)).toBe(answered(none, absent));
    }
    // Who only names the owner is nobody.
    expect((await fixture.client.as(owner.address).get('/api/webhooks')).status).toBe(401);
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => client.post<Refusal>('/api/webhooks', { url: receiver.url })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(answers.find(({ status }) => status !== 200)?.body.code).toBe('WEBHOOK_LIMIT_REACHED');
  });

  it('have a secret that is shown once, even in repeated requests, and stored in one place', async () => {
    const receiver = await receive();
    const key = { 'idempotency-key': randomUUID() };
    const ask = () => client.send<RegisterWebhookResponse>('POST', '/api/webhooks', { url: receiver.url }, key);
    const [first, again] = [await ask(), await ask()];
    expect(first.body.secret).toMatch(/^whsec_/);
    expect([again.headers['idempotency-replayed'], again.body]).toEqual(['true', { ...first.body, secret: null }]);
    const { rows } = await sql<{
      kept: string;
    }>`SELECT answer AS kept FROM idempotency_keys WHERE answer IS NOT NULL`.execute(database);
    expect(rows.filter(({ kept }) => kept.includes('whsec_'))).toEqual([]);
    const { body: rotated } = await client.post<WebhookSecretResponse>(
      `/api/webhooks/${first.body.webhook.id}/rotate-secret`,
    );
    expect(rotated.secret).toMatch(/^whsec_/);
  });

  it('are limited for each network, for all who register them', async () => {
    const bounded = await fixture.replica({ WEBHOOKS: 'off', TRUST_PROXY: '127.0.0.1', QUOTA_WEBHOOKS_NETWORK: '3' });
    const registerFrom = async (network: string) => {
      const someone = await bounded.signedInAs(fixture.wallet());
      return someone
        .with({ 'x-forwarded-for': network })
        .post<Refusal>('/api/webhooks', { url: 'https://one.example' });
    };
    const answers = await Promise.all(Array.from({ length: 6 }, () => registerFrom('192.0.2.1')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      message: 'Limit of 3 webhooks of your network reached. Remove some',
      details: { quota: 'network', of: 'webhooks', limit: 3 },
    });
    expect((await registerFrom('192.0.2.2')).status).toBe(200);
  });

  it('are tested while their deliveries are added', async () => {
    const receiver = await receive();
    const { webhook: made } = await register({ url: receiver.url });
    await database.transaction().execute(async (adding) => {
      await sql`SELECT FROM webhooks WHERE id = ${made.id} FOR NO KEY UPDATE`.execute(adding);
      for (let test = 0; test < 12; test += 1) await succeeded(client.post(`/api/webhooks/${made.id}/test`));
    });
    expect(await receiver.until(12)).toHaveLength(12);
  });

  it('reach no private network, under any name, unless a setting allows it', async () => {
    const receiver = await receive();
    const guarded = await fixture.replica({ WEBHOOKS: 'on' });
    const there = await guarded.signedInAs(owner);
    for (const url of [
      receiver.url,
      'https://127.0.0.1/x',
      'https://[::1]/',
      'https://10.0.0.1',
      'https://169.254.169.254/latest',
      'https://[::127.0.0.1]/',
      'https://app.example/\r\nx: y',
    ]) {
      const { status, body } = await there.post<Refusal>('/api/webhooks', { url });
      expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
    }
    // A name is judged when it is sent to.
    const { body } = await there.post<WebhookSecretResponse>('/api/webhooks', { url: 'https://localhost:8443/' });
    expect(body.webhook.status).toBe('active');
  });
});
