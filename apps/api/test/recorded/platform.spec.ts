import type { IndexedStreamResponse, ListDeliveriesResponse, WebhookSecretResponse } from '@weir/api-contract';
import { eventually } from '@weir/testing';
import { createActiveList, relayClaim } from '../support/airdrop-scenario.js';
import { succeeded } from '../support/client.js';
import { startIndexerBeside } from '../support/indexer-beside.js';
import { createActivePayment } from '../support/payment-scenario.js';
import { Recorder } from '../support/recorder.js';
import { registryOf, startRegistryServer } from '../support/registry-server.js';
import { createActiveStream, createStream, payClaim } from '../support/stream-scenario.js';
import { TOKENS } from '../support/test-asset.js';
import { issueTo, lookedAt } from '../support/token-scenario.js';
import { createActiveVault, propose } from '../support/vault-scenario.js';
import { createWebhooks } from '../support/webhook-receiver.js';

const HOUR = 3_600;

/** A record of each kind. */
const fill = async ({ fixture }: Recorder) => {
  const stream = await createActiveStream(fixture);
  const funded = Date.now();
  await createStream(fixture);
  await createActivePayment(fixture);
  const tokens = await createActiveStream(fixture, {}, TOKENS);
  await fixture.advance(10 * HOUR);
  // Exports order the lines of one second by their hashes, which are others each time.
  await eventually(() => expect(Date.now() - funded).toBeGreaterThan(1_000));
  const { txHash, claimedAmount } = await payClaim(fixture, stream);
  await fixture.client.post(`${stream.path}/confirm-claim`, { txHash, claimedAmount });
  const vault = await createActiveVault(fixture, { isPublic: true });
  await propose(fixture, vault);
  const claimer = fixture.wallet();
  const campaign = await createActiveList(fixture, [claimer]);
  await relayClaim(fixture, campaign.path, claimer);
  return { stream, tokens, vault, claimer, campaign };
};

describe('the routes of the platform', () => {
  it('answer what was recorded', async () => {
    const recorder = await Recorder.start();
    const { fixture } = recorder;
    const { client } = fixture;
    try {
      recorder.scene('Records to find');
      const { stream, vault, claimer } = await fill(recorder);

      recorder.scene('The process');
      for (const path of ['/health', '/api/info', '/api/none']) await client.get(path);

      recorder.scene('The explorer, exports and search');
      await client.get('/api/explorer/activity');
      await client.get('/api/explorer/activity?type=payment');
      await client.get('/api/explorer/activity?status=PENDING&limit=1');
      await client.get(`/api/exports/activity?format=json&address=${stream.recipient.address}`);
      await client.get(`/api/exports/activity?format=csv&address=${stream.sender.address}`);
      await client.get(`/api/exports/activity?format=json&address=${claimer.address}`);
      await client.get(`/api/activity?limit=1&address=${stream.recipient.address}`);
      await client.get(`/api/activity?address=${claimer.address}`);
      await client.as(claimer.address).get(`/api/portfolio?addresses=${claimer.address},${stream.recipient.address}`);
      for (const q of [stream.id, stream.sender.address, stream.fundingTxHash, vault.created.contractAddress, 'x'])
        await client.get(`/api/search?q=${encodeURIComponent(q)}`);

      recorder.scene('Events');
      await client.get('/api/events?format=json');
      await client.get(`/api/events?format=json&record=${stream.id}&limit=2`);

      recorder.scene('Signing in');
      const owner = await client.signedInAs(stream.sender);

      recorder.scene('Webhooks');
      const { webhook } = await succeeded(
        owner.post<WebhookSecretResponse>('/api/webhooks', { url: 'https://weir.example/hook', record: stream.id }),
      );
      const path = `/api/webhooks/${webhook.id}`;
      await owner.post('/api/webhooks', { url: 'http://127.0.0.1/' });
      await owner.get('/api/webhooks');
      await owner.get(path);
      await owner.post(`${path}/test`);
      const { body } = await owner.get<ListDeliveriesResponse>(`${path}/deliveries`);
      await owner.post(`${path}/deliveries/${body.deliveries[0]?.id ?? ''}/redeliver`);
      await owner.post(`${path}/rotate-secret`);
      await owner.post(`${path}/enable`);
      await owner.post(`${path}/remove`);
      await owner.get(path);
      const { kept: disabled } = await createWebhooks(fixture, stream.sender);
      await owner.get(`/api/webhooks/${disabled}`);
      await owner.post(`/api/webhooks/${disabled}/enable`);

      recorder.scene('Transactions');
      await client.post('/api/transactions/broadcast', { txHex: '00' });
      const sent = fixture.devnet.node.transaction(stream.fundingTxHash)?.hex ?? '';
      await client.post('/api/transactions/broadcast', { txHex: sent });
      await client.get(`/api/transactions/${stream.fundingTxHash}`);
      await client.get(`/api/transactions/balance?addresses=${stream.sender.address}`);

      // Last: its events are published a moment later, and would be among those above or not.
      recorder.scene('Discarded');
      const unwanted = await createStream(fixture);
      for (const caller of [claimer, unwanted.sender, unwanted.sender])
        await client.as(caller.address).post('/api/portfolio/discard', { kind: 'stream', id: unwanted.id });
      recorder.assertAsRecorded('platform', [
        ...['/health', '/api/info', '/api/auth', '/api/explorer', '/api/exports', '/api/search', '/api/events'],
        '/api/portfolio',
        ...['/api/webhooks', '/api/transactions'],
      ]);
    } finally {
      await fixture.stop();
    }
  });

  it('answer what was recorded, with names of tokens', async () => {
    const recorder = await Recorder.start({ TOKENS: 'local' });
    const registry = await startRegistryServer();
    const indexer = await startIndexerBeside(recorder.fixture);
    const { fixture } = recorder;
    try {
      recorder.scene('A token that has a name');
      const holder = fixture.wallet(100_000_000n);
      const words = { name: 'Weir Test', symbol: 'WEIR', decimals: 3 };
      const { category } = await issueTo(fixture, holder, (own) => registry.serve('/r.json', registryOf(own, words)));
      await lookedAt(recorder.unrecorded, category);
      await fixture.client.get(`/api/tokens/${category}`);
      const terms = { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category };
      const { start, end } = { start: fixture.time(), end: fixture.time() + 100 * HOUR };
      await fixture.client.as(holder.address).post('/api/streams/create', {
        ...terms,
        recipient: fixture.wallet().address,
        totalAmount: 12_345,
        streamType: 'LINEAR',
        startTime: start,
        endTime: end,
      });
      await fixture.client.as(holder.address).post('/api/payments/create', {
        ...terms,
        recipient: fixture.wallet().address,
        amountPerPeriod: 100,
        interval: 'DAILY',
        startDate: start + 24 * HOUR,
      });
      await fixture.client.get(`/api/tokens/${'ab'.repeat(32)}`);
      const [block] = await fixture.mine();
      const server = await fixture.replica({ TOKENS: 'local', INDEXER_URL: indexer.url });
      await eventually(async () => {
        const { body } = await server.get<{ readonly height: number | null }>(`/api/tokens/${category}/supply`);
        expect(body.height).toBe(block?.height);
      });
      const client = recorder.of(server);
      for (const supply of ['supply', 'supply/locked', 'badge.svg'])
        await client.get(`/api/tokens/${category}/${supply}`);
      recorder.assertAsRecorded('tokens', ['/api/tokens']);
    } finally {
      registry.close();
      await indexer.stop();
      await fixture.stop();
    }
  });

  it('answer what was recorded, with an indexer', async () => {
    const recorder = await Recorder.start();
    const indexer = await startIndexerBeside(recorder.fixture);
    const { fixture } = recorder;
    try {
      const stream = await createActiveStream(fixture);
      await fixture.mine(2);
      await eventually(async () => expect(await indexer.rows('streams')).toHaveLength(1));
      const server = await fixture.replica({ INDEXER_URL: indexer.url });
      const client = recorder.of(server);
      recorder.scene('A stream as its indexer sees it');
      await client.get(stream.path);
      const { body } = await client.get<{ streams: IndexedStreamResponse['stream'][] }>('/api/indexer/streams');
      await client.get(`/api/indexer/streams/${body.streams[0]?.contractAddress ?? ''}`);
      for (const view of ['payments', 'airdrops', 'none']) await client.get(`/api/indexer/${view}`);
      recorder.assertAsRecorded('indexer', ['/api/indexer']);
    } finally {
      await indexer.stop();
      await fixture.stop();
    }
  });
});
