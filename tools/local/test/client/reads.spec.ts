import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@weir/testing';
import { BCH, startFixture, type Fixture } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ WEBHOOKS: 'local' });
});
afterAll(() => fixture.stop());

const fundedStream = async () => {
  const [sender, recipient] = [await fixture.wallet(10n * BCH), await fixture.wallet()];
  const terms = { recipient: recipient.address, totalAmount: BCH, streamType: 'LINEAR' } as const;
  const stream = await fixture.weir.streams.create(terms, sender);
  await stream.fund(sender);
  return { stream, sender, recipient };
};

describe('what is read', () => {
  it('describes the service, and finds records by what is known of them', async () => {
    const { weir } = fixture;
    const { network, addressPrefix, auth, chain } = await weir.info();
    expect([network, addressPrefix, auth.mode]).toEqual(['devnet', 'bchtest', 'header']);
    expect(chain?.height).toBeGreaterThan(0);
    const { stream, sender } = await fundedStream();
    for (const q of [stream.id, stream.record.stream_id, stream.record.contract_address])
      expect((await weir.search(q, { wallet: sender })).records.map(({ id }) => id)).toEqual([stream.id]);
    expect((await weir.search('WEIR-BCH-999999')).records).toEqual([]);
  });

  it('shows everything there is, page by page, with its figures', async () => {
    const { weir } = fixture;
    await fundedStream();
    const before = await weir.explorer.stats({ status: 'ACTIVE' });
    const { stream } = await fundedStream();
    const page = await weir.explorer.page({ status: 'ACTIVE', limit: 1 });
    expect([page.streams.map(({ id }) => id), page.nextCursor]).toEqual([[stream.id], expect.any(String)]);
    expect(page.stats.totalVolumeBase).toBe(before.totalVolumeBase + BCH);
    const all = [];
    for await (const { id, total_amount_base: amount } of weir.explorer.list({ limit: 1 })) all.push([id, amount]);
    expect(all).toHaveLength((await weir.explorer.stats()).totalCount);
    expect(all[0]).toEqual([stream.id, BCH]);
  });

  it('returns the name that a token’s issuer published', async () => {
    const { weir } = fixture;
    const { category } = await weir.dev.tokens(
      { amount: 5n, name: 'Weir Test', symbol: 'WTST', decimals: 3 },
      await fixture.wallet(),
    );
    await weir.dev.mine();
    const known = await eventually(async () => {
      const token = await weir.token(category);
      expect(token.pending).toBe(false);
      return token;
    });
    // The dev kit publishes a registry for what it makes.
    expect([known.category, known.status, known.token?.verified]).toEqual([category, 'named', true]);
    expect(known.token).toMatchObject({ name: 'Weir Test', symbol: 'WTST', decimals: 3 });
    await expect(weir.token('nonsense')).rejects.toMatchObject({ code: 'INVALID_REQUEST', remedy: 'CHANGE_INPUT' });
  });

  it('exports what was paid, line by line and as a file, and stops at the requested line', async () => {
    const { weir } = fixture;
    const { stream, sender } = await fundedStream();
    const lines = [];
    for await (const line of weir.exports.activity({ address: sender.address })) lines.push(line);
    expect(lines.map(({ kind, direction, recordId }) => [kind, direction, recordId])).toEqual([
      ['funding', 'out', stream.id],
      ['reserve', 'out', stream.id],
    ]);
    expect(lines[0]).toMatchObject({ amountBase: BCH, runningTotalBase: -BCH, product: 'stream' });
    const file = await new Response(await weir.exports.activityFile({ address: sender.address })).text();
    expect(file.trimEnd().split('\r\n')).toHaveLength(1 + lines.length);
    expect(file).toContain(stream.record.stream_id);
    const json = await weir.exports.activityFile({ address: sender.address, format: 'json', from: 1, to: 2 });
    expect(await new Response(json).json()).toMatchObject({ lines: [], count: 0 });
    const page = new AbortController();
    const left = weir.exports.activity({ address: sender.address }, { signal: page.signal });
    page.abort(new Error('closed'));
    await expect(left.next()).rejects.toThrow('closed');
    await expect(weir.exports.activity({ address: 'nobody' }).next()).rejects.toMatchObject({
      code: 'INVALID_ADDRESS',
    });
  });

  it('comes from the chain itself, too', async () => {
    const { weir, stack } = fixture;
    const { stream, recipient } = await fundedStream();
    await stack.control.mine();
    const query = { address: recipient.address };
    // A funding is seen before its block is; until the first block the index has no height.
    await eventually(async () => {
      expect((await weir.indexer.streams(query)).streams).not.toEqual([]);
      expect((await weir.indexer.status()).height).not.toBeNull();
    });
    const [seen] = (await weir.indexer.streams(query)).streams;
    expect([seen?.contractAddress, seen?.totalAmountBase]).toEqual([stream.record.contract_address, BCH]);
    expect((await weir.indexer.tvl()).current.bch.amountBase).toBeGreaterThanOrEqual(BCH);
    // The chain of this stack began two months ago.
    const now = await fixture.now();
    const { days } = await weir.indexer.volume({ from: now - 86_400, to: now + 86_400 });
    expect(days.at(-1)?.bch.amountBase).toBeGreaterThanOrEqual(BCH);
    expect((await weir.indexer.status()).height).toBeGreaterThan(0);
  });
});

describe('a webhook', () => {
  it('is registered, tested, called for events, rotated, and removed', async () => {
    const { weir } = fixture;
    const got: { readonly type: string; readonly id: IncomingMessage['headers'][string] }[] = [];
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        got.push({ type: (JSON.parse(text) as { type: string }).type, id: request.headers['webhook-id'] });
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const hears = (type: string) => eventually(() => expect(got.map((message) => message.type)).toContain(type));
    const [sender, recipient] = [await fixture.wallet(10n * BCH), await fixture.wallet()];
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/weir`;
    const filters = { address: recipient.address, products: ['stream'], kinds: ['created', 'funded'] } as const;
    const webhook = await weir.webhooks.register({ url, ...filters, description: 'Ledger' }, recipient);
    expect(webhook.secret).toMatch(/^whsec_/);
    expect(webhook.record).toMatchObject({ status: 'active', filter: { product: 'stream', kind: 'created,funded' } });
    await webhook.test(recipient);
    await hears('webhook.test');
    const terms = { recipient: recipient.address, totalAmount: BCH, streamType: 'LINEAR' } as const;
    await (await weir.streams.create(terms, sender)).fund(sender);
    await hears('stream.created');
    await hears('stream.funded');
    expect((await weir.webhooks.list(recipient)).map(({ id }) => id)).toEqual([webhook.id]);
    expect(await weir.webhooks.list(sender)).toEqual([]);
    const again = weir.webhooks.at(webhook.id);
    expect((await again.get(recipient)).url).toBe(url);
    expect((await again.rotate(recipient)).secret).not.toBe(webhook.secret);
    const deliveries = [];
    for await (const delivery of again.deliveries(recipient)) deliveries.push(delivery);
    const funded = deliveries.find(({ type }) => type === 'stream.funded');
    expect((await again.deliveriesPage({ limit: 1 }, recipient)).deliveries).toHaveLength(1);
    const count = got.length;
    await again.redeliver(funded?.id ?? '', recipient);
    await eventually(() => expect(got.length).toBeGreaterThan(count));
    expect(got.at(-1)).toEqual({ type: 'stream.funded', id: funded?.messageId });
    await expect(again.enable(recipient)).rejects.toMatchObject({ code: 'WRONG_STATE' });
    await again.remove(recipient);
    await expect(again.get(recipient)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    server.close();
  });
});
