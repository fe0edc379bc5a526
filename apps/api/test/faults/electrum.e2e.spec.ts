import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimInfoResponse, FundingReady, GetStreamResponse } from '@weir/api-contract';
import { lies, startElectrumProxy, type ElectrumProxy, type Fault } from '@weir/devnet';
import { eventually } from '@weir/testing';
import type { Answer, Refusal } from '../support/client.js';
import { IMPATIENT, startLoggedApp, type LoggedApp } from '../support/faults/logged-app.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import {
  createActiveStream,
  createCancelledStream,
  createStream,
  payFunding,
  type Scenario,
} from '../support/stream-scenario.js';

let fixture: Fixture;
let server: ElectrumProxy;
/** Knows only the server that fails. */
let alone: LoggedApp;
/** The same, and gives up soon. */
let impatient: LoggedApp;
/** Knows another one behind it. */
let both: LoggedApp;
let active: Scenario & { readonly fundingTxHash: string };
beforeAll(async () => {
  fixture = await startFixture();
  server = await startElectrumProxy(fixture.devnet.url);
  alone = await startLoggedApp(fixture, { ELECTRUM_URLS: server.url });
  impatient = await startLoggedApp(fixture, { ELECTRUM_URLS: server.url, ...IMPATIENT });
  both = await startLoggedApp(fixture, { ELECTRUM_URLS: `${server.url},${fixture.devnet.url}` });
  active = await createActiveStream(fixture);
  await fixture.advance(36_000);
});
afterEach(() => server.behave());
afterAll(async () => {
  await alone.stop();
  await impatient.stop();
  await both.stop();
  await server.stop();
  await fixture.stop();
});

const away = {
  status: 503,
  headers: { 'retry-after': expect.stringMatching(/^\d+$/) as string },
  body: { success: false, code: 'CHAIN_UNAVAILABLE', retryable: true },
};
const unready = (reason: string) => ({
  status: 503,
  body: { success: false, checks: { database: { ok: true }, electrum: { ok: false, reason } } },
});

const confirm = ({ client }: LoggedApp, { path }: Scenario, txHash: string): Promise<Answer<Refusal>> =>
  client.post(`${path}/confirm-funding`, { txHash });
const broadcast = ({ client }: LoggedApp, txHex: string): Promise<Answer<Refusal>> =>
  client.post('/api/transactions/broadcast', { txHex });

/** Asks as a client does that was asked to retry. */
const persistently = async (ask: () => Promise<Answer<Refusal>>): Promise<Answer<Refusal>> => {
  for (;;) {
    const answer = await ask();
    if (answer.status === 200) return answer;
    expect(answer).toMatchObject(away);
    await sleep(50);
  }
};
const becomesReady = ({ client }: LoggedApp, body: object = {}): Promise<void> =>
  eventually(async () => expect(await client.get('/ready')).toMatchObject({ status: 200, body }));

const readStream = async ({ path }: Scenario): Promise<GetStreamResponse> =>
  (await fixture.client.get<GetStreamResponse>(path)).body;
const messages = (app: LoggedApp): readonly string[] => app.takeLog().map(({ msg }) => msg);

describe('a server that hangs up in the middle of a call', () => {
  const METHODS = [
    'blockchain.transaction.get',
    'blockchain.transaction.get_height',
    'blockchain.headers.get_tip',
    'blockchain.block.headers',
    'blockchain.transaction.get_merkle',
  ];

  it('a confirmation is recorded once or can be retried, cut off at any point', async () => {
    const stream = await createStream(fixture);
    const txHash = await payFunding(fixture, stream);
    await fixture.mine();
    for (const [i, method] of METHODS.entries()) {
      server.misbehave({ fault: { kind: i % 2 === 0 ? 'drop' : 'refuse' }, methods: [method], count: 1 });
      expect([method, await persistently(() => confirm(alone, stream, txHash))]).toMatchObject([
        method,
        { status: 200 },
      ]);
      expect([method, server.misdeeds]).toEqual([method, 1]);
    }
    expect((await readStream(stream)).stream).toMatchObject({ status: 'ACTIVE', funding_tx_hash: txHash });
  });

  it.each(['refuse', 'drop'] as const)('a transaction to be sent is not lost: %s', async (kind) => {
    const stream = await createStream(fixture);
    const { body } = await fixture.client.get<FundingReady>(`${stream.path}/funding-info`);
    const { signedTransaction: hex, signedTransactionHash: txid } = await stream.sender.signTransaction({
      ...body.wcTransaction,
      broadcast: false,
    });
    server.misbehave({ fault: { kind }, methods: ['blockchain.transaction.broadcast'], count: 1 });
    expect(await broadcast(alone, hex)).toMatchObject(away);
    expect(fixture.devnet.node.transaction(txid) !== undefined).toBe(kind === 'drop');
    expect(await persistently(() => broadcast(alone, hex))).toMatchObject({ status: 200, body: { txid } });
    expect(fixture.devnet.node.mempool().filter((each) => each.txid === txid)).toHaveLength(1);
  });

  it('a transaction goes by another server at once', async () => {
    const stream = await createStream(fixture);
    const { body } = await fixture.client.get<FundingReady>(`${stream.path}/funding-info`);
    const { signedTransaction: hex, signedTransactionHash: txid } = await stream.sender.signTransaction({
      ...body.wcTransaction,
      broadcast: false,
    });
    server.misbehave({ fault: { kind: 'drop' }, methods: ['blockchain.transaction.broadcast'] });
    expect(await broadcast(both, hex)).toMatchObject({ status: 200, body: { txid } });
  });

  it('a refund whose sending was not answered is known, and sent once', async () => {
    const stream = await createCancelledStream(fixture);
    await fixture.mine(7);
    const before = fixture.devnet.node.mempool().length;
    server.misbehave({ fault: { kind: 'drop' }, methods: ['blockchain.transaction.broadcast'], count: 1 });
    expect(await alone.client.post<Refusal>(`${stream.path}/refund`)).toMatchObject(away);
    const [sent, ...others] = fixture.devnet.node.mempool().slice(before);
    expect(others).toEqual([]);
    expect(await persistently(() => alone.client.post<Refusal>(`${stream.path}/refund`))).toMatchObject({
      status: 200,
      body: { txHash: sent?.txid },
    });
    expect((await readStream(stream)).stream.refund).toMatchObject({ status: 'sent', txHash: sent?.txid });
    expect(fixture.devnet.node.mempool()).toHaveLength(before + 1);
  });
});

describe('a server that does not answer', () => {
  it.each<[string, Fault]>([
    ['hangs', { kind: 'hang' }],
    ['answers with errors', { kind: 'error', message: 'excessive resource usage' }],
    ['answers too late', { kind: 'delay', milliseconds: 1_500 }],
    ['answers with what is no message', { kind: 'garbage', text: '<html>502 Bad Gateway</html>' }],
    ['answers nobody', { kind: 'garbage', text: '{"jsonrpc":"2.0","id":null,"result":1}' }],
  ])('keeps nobody waiting, and all is well as soon as it is: %s', async (_, fault) => {
    server.misbehave({ fault });
    expect(await confirm(impatient, active, active.fundingTxHash)).toMatchObject(away);
    expect(await impatient.client.get('/health')).toMatchObject({ status: 200 });
    expect(await impatient.client.get(active.path)).toMatchObject({ status: 200 });
    expect(await impatient.client.get('/ready')).toMatchObject(unready('no Electrum server answers'));
    await server.behave();
    expect(await persistently(() => confirm(impatient, active, active.fundingTxHash))).toMatchObject({ status: 200 });
    await becomesReady(impatient);
  });

  it('is suspended where there is another one, so that only one call waited for it', async () => {
    const waitsOnce = async (fresh: LoggedApp): Promise<void> => {
      expect(await fresh.client.get('/ready')).toMatchObject({ status: 200 });
      server.misbehave({ fault: { kind: 'hang' } });
      expect(await confirm(fresh, active, active.fundingTxHash)).toMatchObject({ status: 200 });
      const waited = server.misdeeds;
      expect(waited).toBeGreaterThan(0);
      expect(await confirm(fresh, active, active.fundingTxHash)).toMatchObject({ status: 200 });
      expect(await fresh.client.get('/ready')).toMatchObject({ status: 200 });
      expect(server.misdeeds).toBe(waited);
      // One of two, by what is noticed first: no answer, or a connection that was given up for it.
      expect(messages(fresh).join()).toMatch(/Electrum server suspended|Lost the connection to an Electrum server/);
    };
    // Where the machine is so busy that the other one, too, seems to hang, or that ten seconds pass, it is tried again.
    await eventually(async () => {
      await server.behave();
      const fresh = await startLoggedApp(fixture, {
        ...IMPATIENT,
        ELECTRUM_URLS: `${server.url},${fixture.devnet.url}`,
      });
      try {
        await waitsOnce(fresh);
      } finally {
        await fresh.stop();
      }
    });
  });

  it('is half-open: the connection is open and nothing comes', async () => {
    const other = await startLoggedApp(fixture, { ...IMPATIENT, ELECTRUM_URLS: `${server.url},${fixture.devnet.url}` });
    server.freeze();
    expect(await confirm(impatient, active, active.fundingTxHash)).toMatchObject(away);
    expect(await impatient.client.get('/ready')).toMatchObject(unready('no Electrum server answers'));
    expect(await persistently(() => confirm(other, active, active.fundingTxHash))).toMatchObject({ status: 200 });
    await other.stop();
    await server.behave();
    expect(await persistently(() => confirm(impatient, active, active.fundingTxHash))).toMatchObject({ status: 200 });
  });

  it('is down: the log says since when, and when it is back', async () => {
    alone.takeLog();
    await server.shut();
    expect(await confirm(alone, active, active.fundingTxHash)).toMatchObject(away);
    expect(await alone.client.get('/api/streams')).toMatchObject({ status: 200 });
    expect(await alone.client.get('/ready')).toMatchObject(unready('no Electrum server answers'));
    await server.behave();
    expect(await persistently(() => confirm(alone, active, active.fundingTxHash))).toMatchObject({ status: 200 });
    const log = messages(alone);
    expect(log).toContain('Lost the connection to an Electrum server');
    expect(log).toContain('Connected to an Electrum server');
  });
});

describe('a server that lags', () => {
  const asOf = async ({ client }: LoggedApp): Promise<number> =>
    (await client.get<ClaimInfoResponse>(`${active.path}/claim-info`)).body.claimInfo.asOf;

  it('does not take the time back, and /ready says so', async () => {
    const { height } = fixture.devnet.node.tip;
    await becomesReady(alone, { checks: { electrum: { height } } });
    const before = await asOf(alone);
    server.misbehave(lies.lowerTip(fixture.devnet.node, 5));
    server.hangUp();
    expect(await persistently(() => confirm(alone, active, active.fundingTxHash))).toMatchObject({ status: 200 });
    await eventually(async () =>
      expect(await alone.client.get('/ready')).toMatchObject({
        ...unready('all Electrum servers lag behind a block seen before'),
        body: { checks: { electrum: { height } } },
      }),
    );
    expect(await asOf(alone)).toBe(before);
    // Nobody but another server can say that the preferred one lagged from the start.
    const fresh = await startLoggedApp(fixture, { ELECTRUM_URLS: `${server.url},${fixture.devnet.url}` });
    await becomesReady(fresh, { checks: { electrum: { height } } });
    await fresh.stop();
    await server.behave();
    server.hangUp();
    await persistently(() => confirm(alone, active, active.fundingTxHash));
    await becomesReady(alone, { checks: { electrum: { height } } });
  });
});

describe('a server of another chain', () => {
  it('is not used', async () => {
    const stranger = await startLoggedApp(fixture, { BCH_NETWORK: 'testnet4' });
    expect(await stranger.client.get('/ready')).toMatchObject(unready('no Electrum server answers'));
    expect(
      await stranger.client.post<Refusal>('/api/transactions/broadcast', {
        txHex: fixture.devnet.node.transaction(active.fundingTxHash)?.hex,
      }),
    ).toMatchObject(away);
    expect(stranger.takeLog()).toContainEqual(
      expect.objectContaining({
        msg: 'Electrum server unreachable; retrying',
        reason: expect.stringContaining('serves another chain') as string,
      }),
    );
    await stranger.stop();
  });
});
