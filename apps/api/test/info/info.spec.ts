import type { InfoResponse } from '@weir/api-contract';
import { useFixture } from '../support/fixture.js';

const fixture = useFixture();

describe('GET /api/info', () => {
  it('returns network, sign-in mode, version and limits', async () => {
    const { status, body } = await fixture.client.get<InfoResponse>('/api/info');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      name: 'weir',
      version: '0.1.0',
      network: 'devnet',
      addressPrefix: 'bchtest',
      auth: { mode: 'header', domain: 'localhost', bearerSeconds: 1_800 },
      limits: { bodyBytes: 1_048_576, requestsPerWindow: null, airdropRecipients: 1_048_576, minNoticeBlocks: 6 },
      features: { indexer: false, watcher: false, mail: false, channels: [] },
    });
  });

  it('reports the chain’s height, block by block', async () => {
    const [block] = await fixture.mine();
    const { body } = await fixture.client.get<InfoResponse>('/api/info');
    expect(body.chain).toEqual({
      height: block?.height,
      hash: block?.hash,
      time: block?.time,
      medianTimePast: block?.medianTimePast,
      asOf: (block?.medianTimePast ?? 0) - 1,
    });
  });

  it('reports other settings', async () => {
    const signed = await fixture.replica({
      AUTH_MODE: 'signed',
      AUTH_DOMAIN: 'app.example',
      RATE_LIMIT_MAX: '70',
      WATCHER: 'protect',
      INDEXER_URL: 'http://127.0.0.1:9',
    });
    const { body } = await signed.get<InfoResponse>('/api/info');
    expect([body.auth, body.limits.requestsPerWindow, body.features]).toEqual([
      { mode: 'signed', domain: 'app.example', bearerSeconds: 1_800 },
      70,
      { indexer: true, watcher: true, mail: false, channels: [] },
    ]);
  });

  it('answers without a chain, too', async () => {
    const alone = await fixture.replica({ ELECTRUM_URLS: 'ws://127.0.0.1:9' });
    const { status, body } = await alone.get<InfoResponse>('/api/info');
    expect([status, body.chain]).toEqual([200, null]);
  });
});
