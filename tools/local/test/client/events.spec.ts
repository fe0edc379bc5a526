import type { WeirEvent } from '@weir/client';
import { BCH, startFixture, type Fixture } from './support/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

describe('events', () => {
  it('arrive as they happen, and continue after a disconnect', async () => {
    const { weir } = fixture;
    const [sender, recipient] = [await fixture.wallet(10n * BCH), await fixture.wallet()];
    const filters = { address: recipient.address, products: ['stream'] } as const;
    const seen: WeirEvent[] = [];
    const page = new AbortController();
    const following = (async () => {
      for await (const event of weir.events(filters, { signal: page.signal })) {
        seen.push(event);
        if (event.kind === 'funded') return;
      }
    })();
    // Events come once the stream is open: publish some until one is heard.
    const terms = { recipient: recipient.address, totalAmount: BCH, streamType: 'LINEAR' } as const;
    while (seen.length === 0) {
      await weir.streams.create(terms, sender);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const stream = await weir.streams.create(terms, sender);
    await stream.fund(sender);
    await following;
    expect(seen.at(-1)).toMatchObject({ kind: 'funded', record: { id: stream.id }, figures: { totalAmountBase: BCH } });

    // A client that reconnects gets what it missed, and nothing twice.
    const createdAt = seen.find(({ record }) => record.id === stream.id)?.id ?? '';
    for await (const event of weir.events(filters, { after: createdAt })) {
      expect(event).toEqual(seen.at(-1));
      break;
    }
  });

  it('end by an abort, and refuse a place that is none', async () => {
    const { weir } = fixture;
    const abort = new AbortController();
    const silence = weir.events({ record: '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2' }, { signal: abort.signal }).next();
    setTimeout(() => abort.abort(new Error('closed')), 300);
    await expect(silence).rejects.toThrow('closed');
    await expect(weir.events({}, { after: 'nonsense' }).next()).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
  });
});
