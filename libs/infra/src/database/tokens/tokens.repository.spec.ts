import { sql } from 'kysely';
import { useDatabase } from '../../../test/database.js';
import { type TokenFinding, createTokensRepository, type TokenSettlement } from './tokens.repository.js';

const database = useDatabase();
const tokens = database.over(createTokensRepository);
afterEach(() => sql`TRUNCATE tokens`.execute(database.db));
const QUEUE = { overall: 10, perNetwork: 4 };
const category = (name: number): string => name.toString(16).padStart(64, '0');
const categories = (from: number, count: number) => Array.from({ length: count }, (_, i) => category(from + i));
const waiting = async () => (await tokens.due(1_000, 1_000)).map((token) => [token.askedBy, token.category]);

const UNNAMED: TokenSettlement = {
  standing: 'unnamed',
  position: { authhead: 'aa'.repeat(32), length: 3 },
  genesisSupply: 9_223_372_036_854_775_807n,
  publication: null,
  shown: null,
  failures: 0,
  againIn: null,
  freshFor: 3_600,
};
const TEXTS = { symbol: 'WEIR', name: 'Weir', decimals: 8, description: null, icon: null };
const FOUND: TokenFinding = {
  standing: 'named',
  position: UNNAMED.position,
  genesisSupply: UNNAMED.genesisSupply,
  failures: 0,
  publication: { txid: 'bb'.repeat(32), hash: 'cc'.repeat(32), uris: ['example.com', 'ipfs://x'] },
  shown: { hash: 'cc'.repeat(32), until: 2_000_000_000, texts: TEXTS },
};
const NAMED: TokenSettlement = { ...FOUND, againIn: null, freshFor: 3_600 };

describe('the queue of tokens', () => {
  it('takes so many of one network, and so many in all', async () => {
    await tokens.ask(categories(0, 9), 'a', QUEUE);
    expect((await waiting()).filter(([network]) => network === 'a')).toHaveLength(4);
    await tokens.ask(categories(100, 9), 'b', QUEUE);
    await tokens.ask(categories(200, 9), 'c', QUEUE);
    const queued = await waiting();
    expect([queued.length, queued.filter(([network]) => network === 'c').length]).toEqual([10, 2]);
    await tokens.ask(categories(300, 9), 'd', QUEUE);
    expect(await waiting()).toHaveLength(10);
  });

  it('holds each token once, no matter who asks, also at the same time', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        tokens.ask(i % 2 === 0 ? categories(0, 3) : categories(0, 3).reverse(), `${i}`, QUEUE),
      ),
    );
    expect((await waiting()).map(([, named]) => named).sort()).toEqual(categories(0, 3));
  });

  it('serves networks in turns', async () => {
    await tokens.ask(categories(0, 4), 'a', QUEUE);
    await tokens.ask(categories(100, 1), 'b', QUEUE);
    expect((await tokens.due(2, 10)).map(({ askedBy }) => askedBy).sort()).toEqual(['a', 'a', 'b']);
    expect(new Set((await tokens.due(2, 2)).map(({ askedBy }) => askedBy))).toEqual(new Set(['a', 'b']));
  });

  it('takes a token again once its time is over, and not before', async () => {
    await tokens.ask([category(1)], 'a', QUEUE);
    await tokens.settle(category(1), UNNAMED);
    await tokens.ask([category(1)], 'a', QUEUE);
    expect(await waiting()).toEqual([]);
    await sql`UPDATE tokens SET fresh_until = 0`.execute(database.db);
    await tokens.ask([category(1)], 'b', QUEUE);
    expect(await waiting()).toEqual([['b', category(1)]]);
  });

  it('keeps a token whose look-up is unfinished', async () => {
    await tokens.ask([category(1)], 'a', QUEUE);
    await tokens.settle(category(1), { ...UNNAMED, standing: 'unknown', againIn: 0 });
    expect(await waiting()).toEqual([['a', category(1)]]);
    await tokens.settle(category(1), { ...UNNAMED, standing: 'unknown', againIn: 60 });
    expect(await waiting()).toEqual([]);
    expect(await tokens.find([category(1)])).toMatchObject([
      { queuedAt: expect.any(Number) as number, position: UNNAMED.position, checkedAt: null },
    ]);
  });
});

describe('what is known of tokens', () => {
  it('is read as it was stored', async () => {
    await tokens.ask(categories(1, 2), 'a', QUEUE);
    await tokens.settle(category(1), NAMED);
    const [first, ...others] = await tokens.find([category(1), category(3)]);
    expect([others, first]).toMatchObject([[], { ...FOUND, category: category(1), queuedAt: null }]);
    expect((first?.freshUntil ?? 0) - (first?.checkedAt ?? 0)).toBe(3_600);
    expect(await tokens.oldestAge()).toBeLessThan(60);
    expect(await tokens.find([])).toEqual([]);
  });

  it('is dropped once nobody asks any more: what has no name first', async () => {
    await tokens.ask(categories(0, 4), 'a', QUEUE);
    await tokens.settle(category(0), NAMED);
    await tokens.settle(category(1), UNNAMED);
    await tokens.settle(category(2), NAMED);
    const left = async () => (await tokens.find(categories(0, 4))).map((token) => token.category).sort();
    await sql`UPDATE tokens SET asked_at = asked_at - 1000`.execute(database.db);
    await tokens.drop({ unnamedAfter: 500, namedAfter: 2_000, rows: 100 });
    // The last one waits: it stays.
    expect(await left()).toEqual([category(0), category(2), category(3)]);
    await sql`UPDATE tokens SET asked_at = asked_at - 1 WHERE category = ${category(0)}`.execute(database.db);
    await tokens.drop({ unnamedAfter: 500, namedAfter: 2_000, rows: 1 });
    expect(await left()).toEqual([category(2), category(3)]);
    await tokens.drop({ unnamedAfter: 500, namedAfter: 900, rows: 1 });
    expect(await left()).toEqual([category(3)]);
  });
});
