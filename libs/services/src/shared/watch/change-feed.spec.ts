import { ChangeFeed } from './followed-scripts.js';

describe('ChangeFeed', () => {
  /** A table of events: ids with the stream of each. */
  const feedOf = (table: Map<number, string>) =>
    new ChangeFeed({
      lastEventId: () => Promise.resolve([...table.keys()].reduce((most, id) => (id > most ? id : most), 0)),
      eventsAfter: (after) =>
        Promise.resolve(
          [...table]
            .filter(([id]) => id > after)
            .sort(([a], [b]) => a - b)
            .map(([id, resourceId]) => ({ id, resourceId })),
        ),
    });

  it('reports each changed stream once', async () => {
    const table = new Map<number, string>();
    const feed = feedOf(table);
    expect(await feed.changed()).toEqual([]);
    table.set(1, 'a').set(2, 'b').set(3, 'a');
    expect(await feed.changed()).toEqual(['a', 'b']);
    expect(await feed.changed()).toEqual([]);
    table.set(4, 'a');
    expect(await feed.changed()).toEqual(['a']);
  });

  it('hears of an event that appears after later ones', async () => {
    const table = new Map<number, string>([[1, 'a']]);
    const feed = feedOf(table);
    await feed.changed();
    table.set(3, 'late by one');
    expect(await feed.changed()).toEqual(['late by one']);
    table.set(2, 'overtaken');
    expect(await feed.changed()).toEqual(['overtaken']);
    expect(await feed.changed()).toEqual([]);
  });

  it('does not read old events', async () => {
    const feed = feedOf(new Map(Array.from({ length: 5_000 }, (_, i) => [i + 1, `stream ${i + 1}`])));
    const first = await feed.changed();
    expect(first.length).toBeLessThan(1_000);
    expect(first.at(-1)).toBe('stream 5000');
    expect(await feed.changed()).toEqual([]);
  });
});
