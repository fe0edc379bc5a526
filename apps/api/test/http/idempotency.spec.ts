import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CreateStreamResponse } from '@weir/api-contract';
import { createDatabase, type Database } from '@weir/infra';
import type { Wallet } from '@weir/wallet';
import { createAirdrop } from '../support/airdrop-scenario.js';
import { type Client, type Refusal, refusal } from '../support/client.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { paymentOf } from '../support/payment-scenario.js';
import { createPlan, planOf } from '../support/plan-scenario.js';
import { creationOf } from '../support/stream-scenario.js';
import { createActiveVault, vaultOf } from '../support/vault-scenario.js';

const KEY = 'idempotency-key';

let fixture: Fixture;
let database: Database;
let replicas: readonly [Client, Client];
beforeAll(async () => {
  fixture = await startFixture();
  database = createDatabase({ url: fixture.config.databaseUrl });
  replicas = [fixture.client, await fixture.replica()];
});
afterAll(async () => {
  await database.destroy();
  await fixture.stop();
});

let keys = 0;
const newKey = (): string => {
  keys += 1;
  return `key-${keys}`;
};
const rowsOf = async (table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(table)}`.execute(database);
  return Number(rows[0]?.count);
};

/** A creation of one kind, and the same with something else asked for. */
interface Kind {
  readonly table: string;
  readonly path: string;
  readonly caller: Wallet;
  readonly body: object;
  readonly other: object;
  readonly isProven?: boolean;
}

const KINDS: Readonly<Record<string, () => Kind | Promise<Kind>>> = {
  stream: () => {
    const body = creationOf(fixture, fixture.wallet());
    const other = { ...body, totalAmount: 2 };
    return { table: 'streams', path: '/api/streams/create', caller: fixture.wallet(), body, other };
  },
  payment: () => {
    const body = paymentOf(fixture, fixture.wallet(), { amountPerPeriod: 0.01 });
    const other = { ...body, recipientName: 'somebody else' };
    return { table: 'streams', path: '/api/payments/create', caller: fixture.wallet(), body, other };
  },
  plan: () => {
    const body = planOf(fixture, [fixture.wallet(), fixture.wallet()]);
    const other = { ...body, description: 'another' };
    return { table: 'plans', path: '/api/plans', caller: fixture.wallet(), body, other };
  },
  'list of a plan': async () => {
    const plan = await createPlan(fixture, 2);
    const streams = [{ recipient: fixture.wallet().address, amount: 0.02 }];
    const path = `${plan.path}/recipients`;
    const other = { streams: [...streams, ...streams] };
    return { table: 'plan_recipients', path, caller: plan.sender, body: { streams }, other };
  },
  campaign: () => {
    const body = { title: 'Drop', totalAmount: 1, amountPerClaim: 0.1, requireKyc: true };
    const other = { ...body, title: 'Another' };
    return { table: 'airdrop_campaigns', path: '/api/airdrops/create', caller: fixture.wallet(), body, other };
  },
  vault: () => {
    const body = vaultOf([fixture.wallet(), fixture.wallet(), fixture.wallet()]);
    const other = { ...body, name: 'Another' };
    return { table: 'vaults', path: '/api/vaults', caller: fixture.wallet(), body, other };
  },
  proposal: async () => {
    const vault = await createActiveVault(fixture);
    const body = { recipient: fixture.wallet().address, amount: 0.1, reason: 'rent' };
    const path = `${vault.path}/proposals`;
    const other = { ...body, amount: 0.2 };
    return { table: 'vault_proposals', path, caller: vault.creator, body, other };
  },
  webhook: () => {
    const body = { url: 'https://weir.example/hook' };
    const other = { url: 'https://weir.example/other' };
    return { table: 'webhooks', path: '/api/webhooks', caller: fixture.wallet(), body, other, isProven: true };
  },
};

describe.each(Object.entries(KINDS))('a %s', (_, kindOf) => {
  it('is created once for each key, and asked for again answered alike by any replica', async () => {
    const { table, path, caller, body, other, isProven } = await kindOf();
    const as = async (replica: Client): Promise<Client> =>
      isProven === true ? replica.signedInAs(caller) : replica.as(caller.address);
    const [one, two] = [await as(replicas[0]), await as(replicas[1])];
    const [key, before] = [newKey(), await rowsOf(table)];
    const first = await one.send('POST', path, body, { [KEY]: key });
    expect([200, 201]).toContain(first.status);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    const after = await rowsOf(table);
    expect(after).not.toBe(before);
    const fields = Object.fromEntries(Object.entries(body).reverse());
    for (const [client, again] of [
      [one, body],
      [two, body],
      [two, fields],
    ] as const) {
      const repeated = await client.send('POST', path, again, { [KEY]: `"${key}"` });
      // A secret is shown once.
      const shown = table === 'webhooks' ? { ...(first.body as object), secret: null } : first.body;
      expect([repeated.status, repeated.body]).toEqual([first.status, shown]);
      expect(repeated.headers['idempotency-replayed']).toBe('true');
    }
    expect(await two.send<Refusal>('POST', path, other, { [KEY]: key })).toMatchObject(
      refusal(422, 'IDEMPOTENCY_KEY_REUSED'),
    );
    expect(await rowsOf(table)).toBe(after);
    expect((await two.send('POST', path, other, { [KEY]: newKey() })).status).toBe(first.status);
  });
});

const createWith = (client: Client, key: string, body: object) =>
  client.send<Pick<CreateStreamResponse, 'stream'> & Partial<Refusal>>('POST', '/api/streams/create', body, {
    [KEY]: key,
  });

describe('a key', () => {
  it('creates one record however many ask at once, on two replicas', async () => {
    const [caller, body, key] = [fixture.wallet(), creationOf(fixture, fixture.wallet()), newKey()];
    const before = await rowsOf('streams');
    const ask = (i: number) => createWith((replicas[i % 2] ?? fixture.client).as(caller.address), key, body);
    const answers = await Promise.all(Array.from({ length: 16 }, (_, i) => ask(i)));
    const done = answers.filter(({ status }) => status === 200);
    expect(done.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(new Set(done.map(({ body: { stream } }) => stream.id)).size).toBe(1);
    for (const { status, body: refusal, headers } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, refusal]).toMatchObject([409, { code: 'IDEMPOTENCY_KEY_IN_USE', retryable: true }]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await rowsOf('streams')).toBe(before + 1);
  });

  it("is refused while its first request is at work, and that one's answer given afterwards", async () => {
    const [caller, body, key] = [fixture.wallet(), creationOf(fixture, fixture.wallet()), newKey()];
    const [one, two] = [replicas[0].as(caller.address), replicas[1].as(caller.address)];
    const first = await database.transaction().execute(async (transaction) => {
      await sql`LOCK TABLE streams IN EXCLUSIVE MODE`.execute(transaction);
      const waiting = createWith(one, key, body);
      const held = sql`SELECT FROM idempotency_keys WHERE key = ${key}`;
      while ((await held.execute(database)).rows.length === 0) await sleep(5);
      expect(await createWith(two, key, body)).toMatchObject(refusal(409, 'IDEMPOTENCY_KEY_IN_USE'));
      return { waiting };
    });
    const { body: made } = await first.waiting;
    expect(await createWith(two, key, body)).toMatchObject({ status: 200, body: made });
  });

  it("is its caller's own", async () => {
    const [body, key] = [creationOf(fixture, fixture.wallet()), newKey()];
    const ids = new Set<string>();
    for (const caller of [fixture.wallet(), fixture.wallet()])
      ids.add((await createWith(fixture.client.as(caller.address), key, body)).body.stream.id);
    const proven = await fixture.replica({ AUTH_MODE: 'signed' });
    const wallet = fixture.wallet();
    ids.add((await createWith(await proven.signedInAs(wallet), key, body)).body.stream.id);
    // Who only says to be somebody is not given what they did.
    ids.add((await createWith(fixture.client.as(wallet.address), key, body)).body.stream.id);
    expect(ids.size).toBe(4);
  });

  it('takes a request for the same however its amounts and addresses are written', async () => {
    const client = fixture.client.as(fixture.wallet().address);
    const recipient = fixture.wallet();
    const [body, key] = [{ ...creationOf(fixture, recipient), totalAmount: 0.1 }, newKey()];
    const made = await createWith(client, key, body);
    expect(made.status).toBe(200);
    const [, bare = ''] = recipient.address.split(':');
    for (const change of [{ totalAmount: '0.1' }, { totalAmount: '0.10' }, { recipient: bare.toUpperCase() }])
      expect(await createWith(client, key, { ...body, ...change })).toMatchObject({ status: 200, body: made.body });
    expect(await createWith(client, key, { ...body, totalAmount: '0.11' })).toMatchObject(
      refusal(422, 'IDEMPOTENCY_KEY_REUSED'),
    );
  });

  it('is free again after a request that failed', async () => {
    const client = fixture.client.as(fixture.wallet().address);
    const [key, body] = [newKey(), creationOf(fixture, fixture.wallet())];
    expect((await createWith(client, key, { ...body, totalAmount: 0.000001 })).status).toBe(400);
    const made = await createWith(client, key, body);
    expect([made.status, made.headers['idempotency-replayed']]).toEqual([200, undefined]);
  });

  it.each(['', 'a b', 'ä', 'x'.repeat(256)])('is a word: %j is none', async (key) => {
    const client = fixture.client.as(fixture.wallet().address);
    const answer = await createWith(client, key, creationOf(fixture, fixture.wallet()));
    expect(answer).toMatchObject(refusal(400, 'INVALID_REQUEST'));
  });

  it('is one of so many of a network', async () => {
    const client = (await fixture.replica({ QUOTA_IDEMPOTENCY_KEYS_NETWORK: '3', TRUST_PROXY: '127.0.0.1' }))
      .as(fixture.wallet().address)
      .with({ 'x-forwarded-for': '192.0.2.77' });
    const body = creationOf(fixture, fixture.wallet());
    const first = newKey();
    for (const key of [first, newKey(), newKey()]) expect((await createWith(client, key, body)).status).toBe(200);
    expect(await createWith(client, newKey(), body)).toMatchObject(
      refusal(429, 'QUOTA_EXCEEDED', { details: { of: 'idempotency_keys', limit: 3 } }),
    );
    expect((await createWith(client, first, body)).headers['idempotency-replayed']).toBe('true');
  });
});

describe('a list of recipients', () => {
  it('is kept once for each key, sent in any form', async () => {
    const { path, creator } = await createAirdrop(fixture, { requireKyc: true, amountPerClaim: null });
    const client = fixture.client.as(creator.address);
    const recipients = Array.from({ length: 600 }, () => ({ address: fixture.wallet().address, amount: '0.0001' }));
    const csv = recipients.map(({ address, amount }) => `${address},${amount}\n`).join('');
    const send = (key: string, payload: string | object, type: string) =>
      client.send<Refusal>('POST', `${path}/generate-merkle`, payload, { [KEY]: key, 'content-type': type });
    const form = (boundary: string) =>
      [
        () => `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n`,
        () => `content-type: text/csv\r\n\r\n${csv}\r\n--${boundary}--\r\n`,
      ]
        .map((part) => part())
        .join('');
    const [rows, text] = [newKey(), newKey()];
    const asRows = await send(rows, { recipients }, 'application/json');
    const asText = await send(text, csv, 'text/csv');
    expect([asRows.status, asText.status]).toEqual([200, 200]);
    const trees = await rowsOf('airdrop_trees');
    for (const repeated of [
      await send(rows, { recipients }, 'application/json'),
      await send(text, csv, 'text/csv'),
      await send(text, form('one'), 'multipart/form-data; boundary=one'),
      await send(text, form('two'), 'multipart/form-data; boundary=two'),
      await send(text, { csv }, 'application/json'),
    ]) {
      expect([repeated.status, repeated.headers['idempotency-replayed']]).toEqual([200, 'true']);
      expect([asRows.body, asText.body]).toContainEqual(repeated.body);
    }
    const other = await send(text, csv.replace('0.0001', '0.0002'), 'text/csv');
    expect(other).toMatchObject(refusal(422, 'IDEMPOTENCY_KEY_REUSED'));
    expect(await send(text, `${csv}${csv.slice(0, csv.indexOf('\n') + 1)}`, 'text/csv')).toMatchObject({ status: 422 });
    expect(await rowsOf('airdrop_trees')).toBe(trees);
  });
});
