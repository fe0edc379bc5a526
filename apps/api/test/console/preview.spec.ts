import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConsoleConfig } from '../../src/config/config.js';
import type { Client } from '../support/client.js';
import { type Fixture, startFixture } from '../support/fixture.js';
import { createActiveLock } from '../support/lock-scenario.js';
import { createActivePayment } from '../support/payment-scenario.js';
import { createPlan } from '../support/plan-scenario.js';
import { createActiveStream } from '../support/stream-scenario.js';

const PAGE =
  '<!doctype html><html><head><meta name="description" content="All." /><title>Weir</title>\n<meta\n  property="og:description"\n  content="All." />\n<meta property="og:title" content="Weir" /></head><body></body></html>';
const HOSTILE = `</title><script>alert(1)</script> $& $\` "quoted" 'single'`;

let directory: string;
let fixture: Fixture;
let client: Client;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weir-preview-'));
  await writeFile(join(directory, 'index.html'), PAGE);
  fixture = await startFixture();
  const console: ConsoleConfig = {
    directory,
    devKitUrl: undefined,
    walletConnectProjectId: undefined,
    transactionUrl: undefined,
    sourceUrl: undefined,
    walletConnectRelayUrl: undefined,
    wizardConnectRelayUrl: undefined,
  };
  client = await fixture.replica({ AUTH_DOMAIN: 'app.example' }, { console });
});
afterAll(async () => {
  await fixture.stop();
  await rm(directory, { recursive: true });
});

const read = async (path: string): Promise<string> => {
  const { statusCode, headers, body } = await client.raw('GET', path);
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/html; charset=utf-8',
    'no-cache',
  ]);
  return body;
};

describe('previews of the console', () => {
  it('show what a record is called, its amount and its dates', async () => {
    const { id } = await createActiveStream(fixture, { description: 'Grant of Ada' });
    const html = await read(`/streams/${id}`);
    expect(html).toContain('<title>Grant of Ada · Weir</title>');
    expect(html).toMatch(
      /<meta property="og:description" content="[\d.]+ BCH from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d"/u,
    );
    expect(html).toContain(`<meta property="og:url" content="https://app.example/streams/${id}" />`);
    expect(html).toContain('<meta property="og:image" content="https://app.example/icon-512.png" />');
    expect(html.match(/<title>/gu)).toHaveLength(1);
    expect(html.match(/og:title/gu)).toHaveLength(1);
    expect(html.match(/og:description/gu)).toHaveLength(1);
    const lock = await createActiveLock(fixture);
    expect(await read(lock.path.replace('/api/streams', '/locks'))).toMatch(
      /<title>Lock #WEIR-BCH-\d+ · Weir<\/title>[^]*og:description" content="1 BCH from \d{4}-\d\d-\d\d to \d{4}/u,
    );
    const payment = await createActivePayment(fixture);
    expect(await read(payment.path.replace('/api', ''))).toMatch(/<title>Payment #WEIR-PAY-\d+ · Weir<\/title>/u);
  });

  it("show strangers' words as text", async () => {
    const { id } = await createActiveStream(fixture, { description: HOSTILE });
    const html = await read(`/streams/${id}`);
    expect(html).not.toContain('<script>');
    expect(html).toContain(
      '&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp; $` &quot;quoted&quot; &#39;single&#39;',
    );
    expect(html.match(/<\/head>/gu)).toHaveLength(1);
  });

  it('say nothing of what a stranger may not read, or of what is not there', async () => {
    const { id } = await createPlan(fixture, 2);
    for (const path of [
      `/plans/${id}`,
      '/streams/00000000-0000-7000-8000-000000000000',
      '/claim/not-a-token-of-anybody',
      `/tokens/${'ab'.repeat(32)}`,
      `/vaults/${'ab'.repeat(32)}`,
      '/streams/..%2f..%2fmetrics%2f........',
    ])
      expect(await read(path)).toBe(PAGE);
  });
});
