import type { GetStreamResponse, ListActivityResponse, ListStreamsResponse, ReadyResponse } from '@weir/api-contract';
import { eventually } from '@weir/testing';
import { startPostgres } from '@weir/testing/postgres';
import type { Client, Refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { aNumber } from '../support/like.js';
import { createActiveStream, createCancelledStream, createStream, type Scenario } from '../support/stream-scenario.js';
import { createActiveVault, propose } from '../support/vault-scenario.js';

const HASH = 'a'.repeat(64);
const clock = (): number => Math.floor(Date.now() / 1_000);

const fixture = useFixture();
let pending: Scenario;
let active: Scenario & { readonly fundingTxHash: string };
let cancelled: Scenario;
/** An app whose Electrum server does not exist. */
let cutOff: Client;
beforeAll(async () => {
  pending = await createStream(fixture);
  active = await createActiveStream(fixture);
  cancelled = await createCancelledStream(fixture);
  cutOff = await fixture.replica({ ELECTRUM_URLS: 'ws://127.0.0.1:9' });
});

const away = {
  status: 503,
  headers: { 'retry-after': '5' },
  body: { success: false, code: 'CHAIN_UNAVAILABLE', retryable: true },
};

describe('without an Electrum server', () => {
  it('every route that needs the chain says when to ask again', async () => {
    const asSender = cutOff.as(active.sender.address);
    const asRecipient = cutOff.as(active.recipient.address);
    const answers = await Promise.all([
      cutOff.get<Refusal>(`${pending.path}/funding-info`),
      cutOff.post<Refusal>(`${pending.path}/confirm-funding`, { txHash: HASH }),
      cutOff.get<Refusal>(`${active.path}/claim-info`),
      asRecipient.post<Refusal>(`${active.path}/claim`, { recipientAddress: active.recipient.address }),
      cutOff.post<Refusal>(`${active.path}/confirm-claim`, { txHash: HASH, claimedAmount: 1 }),
      asSender.post<Refusal>(`${active.path}/cancel`, { sender: active.sender.address }),
      cutOff.post<Refusal>(`${active.path}/confirm-cancel`, { txHash: HASH }),
      cutOff.post<Refusal>(`${cancelled.path}/refund`),
      cutOff.post<Refusal>(`${cancelled.path}/push`),
      cutOff.post<Refusal>('/api/transactions/broadcast', {
        txHex: fixture.devnet.node.transaction(active.fundingTxHash)?.hex,
      }),
    ]);
    for (const answer of answers) expect(answer).toMatchObject(away);
  });

  it('vaults say so as well, and show what is recorded', async () => {
    const vault = await createActiveVault(fixture);
    const { id } = await propose(fixture, vault);
    const [asCreator, asSigner] = [cutOff.as(vault.creator.address), cutOff.as(vault.signers[0].address)];
    const answers = await Promise.all([
      asCreator.get<Refusal>(`${vault.path}/deposit`),
      asCreator.post<Refusal>(`${vault.path}/update-balance`, { txid: HASH, amount: 1 }),
      asSigner.post<Refusal>(`${vault.path}/proposals`, { recipient: vault.creator.address, amount: 0.1 }),
      asSigner.post<Refusal>(`/api/proposals/${id}/approve`),
      asSigner.post<Refusal>(`/api/proposals/${id}/confirm-execute`, { txHash: HASH }),
    ]);
    for (const answer of answers) expect(answer).toMatchObject(away);
    expect(await asSigner.get(`${vault.path}/state`)).toMatchObject({
      status: 200,
      body: { state: 'active', currentBalance: 1, tokens: null },
    });
    expect(await asSigner.get(`${vault.path}/proposals`)).toMatchObject({ status: 200, body: { total: 1 } });
    expect(await asSigner.get(`/api/proposals/${id}`)).toMatchObject({ status: 200, body: { status: 'PENDING' } });
  });

  it('what is recorded can be read, at the time of the clock', async () => {
    const before = clock();
    const { status, body } = await cutOff.get<GetStreamResponse>(active.path);
    expect([status, body.stream.id]).toEqual([200, active.id]);
    expect(body.stream.as_of).toBeGreaterThanOrEqual(before);
    expect(body.stream.as_of).toBeLessThanOrEqual(clock());
    expect(await cutOff.get<ListStreamsResponse>('/api/streams')).toMatchObject({ status: 200, body: { total: 3 } });
    const explored = (await cutOff.get<ListActivityResponse>('/api/explorer/activity')).body;
    expect(explored.streams.map(({ id }) => id).sort()).toEqual([pending.id, active.id, cancelled.id].sort());
    expect(explored.asOf).toBeGreaterThanOrEqual(before);
    expect(explored.asOf).toBeLessThanOrEqual(clock());
    expect(await cutOff.get(`${active.path}/schedule`)).toMatchObject({ status: 200 });
  });

  it('the process runs and is not ready', async () => {
    expect(await cutOff.get('/health')).toMatchObject({
      status: 200,
      body: { success: true, status: 'ok', uptimeSeconds: aNumber },
    });
    expect(await cutOff.get<ReadyResponse>('/ready')).toMatchObject({
      status: 503,
      body: {
        success: false,
        status: 'unready',
        checks: { database: { ok: true }, electrum: { ok: false, reason: 'no Electrum server answers' } },
      },
    });
  });
});

describe('with an Electrum server that answers with errors', () => {
  afterEach(() => fixture.control.resetFaults());

  it('says when to ask again', async () => {
    await fixture.control.failCalls({ message: 'excessive resource usage' });
    expect(await fixture.client.post<Refusal>(`${pending.path}/confirm-funding`, { txHash: HASH })).toMatchObject(away);
    expect(await fixture.client.get<Refusal>(`${pending.path}/funding-info`)).toMatchObject(away);
  });

  it('goes on after a server that hung up', async () => {
    await fixture.control.hangUp();
    const statuses = new Set<number>();
    await eventually(async () => {
      const { status } = await fixture.client.get(`${pending.path}/funding-info`);
      statuses.add(status);
      expect(status).toBe(200);
    });
    expect([200, 503]).toEqual(expect.arrayContaining([...statuses]));
  });
});

describe('without a database', () => {
  it('every route says so, and the process runs on', async () => {
    const postgres = await startPostgres();
    await postgres.stop();
    const client = await fixture.replica({ DATABASE_URL: postgres.url });
    const away = {
      status: 503,
      headers: { 'retry-after': '5' },
      body: { success: false, code: 'DATABASE_UNAVAILABLE', retryable: true },
    };
    expect(await client.get('/api/streams')).toMatchObject(away);
    expect(await client.get('/api/explorer/activity')).toMatchObject(away);
    expect(await client.get(`/api/exports/activity?address=${active.sender.address}`)).toMatchObject(away);
    expect(await client.get(active.path)).toMatchObject(away);
    expect(await client.post(`${active.path}/confirm-claim`, { txHash: HASH, claimedAmount: 1 })).toMatchObject(away);
    expect(await client.get('/health')).toMatchObject({ status: 200 });
    expect(await client.get('/ready')).toMatchObject({
      status: 503,
      body: { checks: { database: { ok: false, reason: 'unavailable' } } },
    });
  });

  it('is not ready before the migrations', async () => {
    const postgres = await startPostgres();
    try {
      const client = await fixture.replica({ DATABASE_URL: postgres.url });
      expect(await client.get('/ready')).toMatchObject({
        status: 503,
        body: { checks: { database: { ok: false, reason: expect.stringContaining('an empty database') as string } } },
      });
    } finally {
      await postgres.stop();
    }
  });
});
