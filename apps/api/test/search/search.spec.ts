import type { SearchResponse } from '@weir/api-contract';
import { createAirdrop } from '../support/airdrop-scenario.js';
import type { Client } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { createPayment } from '../support/payment-scenario.js';
import { createActivePlan } from '../support/plan-scenario.js';
import { createActiveStream, createStream } from '../support/stream-scenario.js';
import { createActiveVault, createVault, propose } from '../support/vault-scenario.js';

const fixture = useFixture();

const ask = (q: string, client: Client = fixture.client) =>
  client.get<SearchResponse>(`/api/search?q=${encodeURIComponent(q)}`);

describe('GET /api/search', () => {
  it('finds a stream by each thing that is known of it', async () => {
    const { id, path, created, fundingTxHash } = await createActiveStream(fixture);
    const { contract_address: address, stream_id: displayId } = created.stream;
    const questions: readonly (readonly [q: string, as: SearchResponse['searchedAs']])[] = [
      [id, 'id'],
      [displayId, 'displayId'],
      [displayId.slice(1).toLowerCase(), 'displayId'],
      [address, 'contract'],
      [address.slice(address.indexOf(':') + 1), 'contract'],
      [address.toUpperCase(), 'contract'],
      [fundingTxHash, 'transaction'],
      [` ${fundingTxHash.toUpperCase()} `, 'transaction'],
    ];
    for (const [q, searchedAs] of questions) {
      const { status, body } = await ask(q);
      expect([q, status, body.searchedAs, body.more, body.records.map((record) => record.url)]).toEqual([
        q,
        200,
        searchedAs,
        false,
        [path],
      ]);
      expect(body.records[0]).toMatchObject({ kind: 'stream', id, display_id: displayId, status: 'ACTIVE' });
      expect((await fixture.client.get(body.records[0]?.url ?? '')).status).toBe(200);
    }
    // One of the funding's outputs is its state.
    const states = await Promise.all([0, 1, 2, 3].map((vout) => ask(`${fundingTxHash}:${vout}`)));
    expect(states.map(({ body }) => body.records.length).filter((count) => count === 1)).toHaveLength(1);
  });

  it('finds a private vault for its members alone', async () => {
    const { created, creator } = await createVault(fixture);
    for (const q of [created.id, created.vaultId, created.contractAddress]) {
      expect((await ask(q)).body.records).toEqual([]);
      expect((await ask(q, fixture.client.as(fixture.wallet().address))).body.records).toEqual([]);
      expect((await ask(q, fixture.client.as(creator.address))).body.records).toMatchObject([
        { kind: 'vault', id: created.id },
      ]);
    }
  });

  it('answers with nothing where there is nothing, and says what it cannot read', async () => {
    for (const q of ['00'.repeat(32), `${'00'.repeat(32)}:4294967295`, 'WEIR-BCH-999999', "'; DROP TABLE streams"])
      expect([q, (await ask(q)).body.records]).toEqual([q, []]);
    const mixed = `BCHTEST:${fixture.wallet().address.slice('bchtest:'.length)}`;
    for (const q of ['x', mixed, '#', `${'00'.repeat(32)}:-1`, '\u0000'])
      expect([q, (await ask(q)).status]).toEqual([q, 400]);
    expect((await fixture.client.get('/api/search')).status).toBe(400);
    expect((await ask('x')).body).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('contract address') as string,
      details: { field: 'q' },
    });
  });

  it('finds records by the words of their public titles, and nothing that is private', async () => {
    const word = 'Quellwasser';
    const drop = await createAirdrop(fixture, { title: `${word} für alle`, description: 'Spring 2026' });
    const stream = await createStream(fixture, { description: `Grant of ${word.toLowerCase()}-research` });
    const payment = await createPayment(fixture, { recipientName: `${word} GmbH` });
    await createActivePlan(fixture, 2, { description: word });
    const [open, hidden] = [await createActiveVault(fixture, { isPublic: true }), await createActiveVault(fixture)];
    const shown = await propose(fixture, open, { reason: `Pay the ${word}` });
    await propose(fixture, hidden, { reason: word });
    const found = async (q: string) => (await ask(q)).body;
    const titles = new Map((await found(word)).records.map(({ id, title }) => [id, title]));
    expect([drop, stream, payment, shown].map(({ id }) => titles.get(id))).toEqual([
      `${word} für alle`,
      `Grant of ${word.toLowerCase()}-research`,
      `${word} GmbH`,
      `Pay the ${word}`,
    ]);
    const all = [shown.id, payment.id, stream.id, drop.id].sort();
    for (const q of [word, 'quell', 'QUELLWASSER'])
      expect([q, (await found(q)).records.map(({ id }) => id).sort()]).toEqual([q, all]);
    expect(await found('quellw spring')).toMatchObject({ searchedAs: 'text', more: false, records: [{ id: drop.id }] });
    expect((await found('quellw nowhere')).records).toEqual([]);
    expect((await ask(word, fixture.client.as(hidden.creator.address))).body.records).toHaveLength(4);
  });
});
