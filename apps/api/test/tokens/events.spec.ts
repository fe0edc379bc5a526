import type { CreateStreamResponse, RecordEvent, WebhookSecretResponse } from '@weir/api-contract';
import { startFixture, type Fixture } from '../support/fixture.js';
import { registryOf, startRegistryServer, type RegistryServer } from '../support/registry-server.js';
import { issueTo, named } from '../support/token-scenario.js';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';

let fixture: Fixture;
let server: RegistryServer;
let receiver: WebhookReceiver;
beforeAll(async () => {
  fixture = await startFixture({ TOKENS: 'local', WEBHOOKS: 'local' });
  server = await startRegistryServer();
  receiver = await startReceiver();
});
afterAll(async () => {
  receiver.close();
  server.close();
  await fixture.stop();
});

const WORDS = { name: 'Weir Test', symbol: 'WEIR', decimals: 3 };
const SAID = {
  token: { ...WORDS, verified: true },
  amountDecimal: '12.345',
  figures: { totalAmountDecimal: '12.345' },
};

describe('an event of a token', () => {
  it('has its name in pages, in streams and in webhooks', async () => {
    const holder = fixture.wallet(1_000_000n);
    const { category } = await issueTo(fixture, holder, (own) => server.serve('/r.json', registryOf(own, WORDS)));
    await named(fixture.client, category);
    const client = await fixture.client.signedInAs(holder);
    await client.post<WebhookSecretResponse>('/api/webhooks', { url: receiver.url });
    const origin = await fixture.listen();
    const following = new AbortController();
    const stream = await fetch(`${origin}/api/events?product=stream`, {
      headers: { accept: 'text/event-stream' },
      signal: following.signal,
    });
    const { body } = await fixture.client.as(holder.address).post<CreateStreamResponse>('/api/streams/create', {
      recipient: fixture.wallet().address,
      tokenType: 'FUNGIBLE_TOKEN',
      tokenCategory: category,
      totalAmount: 12_345,
      streamType: 'LINEAR',
      startTime: fixture.time(),
      endTime: fixture.time() + 1_000,
    });

    const [message] = await receiver.until(1);
    expect(message?.body.data).toMatchObject({ record: { id: body.stream.id }, ...SAID });
    const page = await fixture.client.get<{ readonly events: readonly RecordEvent[] }>(
      `/api/events?format=json&record=${body.stream.id}`,
    );
    expect(page.body.events).toMatchObject([{ kind: 'created', ...SAID }]);
    let text = '';
    const decoder = new TextDecoder();
    for await (const piece of stream.body ?? []) {
      text += decoder.decode(piece as Uint8Array, { stream: true });
      if (/"kind":"created".*\n\n/u.test(text)) break;
    }
    following.abort();
    expect(text).toContain('"symbol":"WEIR"');
    expect(text).toContain('"totalAmountDecimal":"12.345"');
  });
});
