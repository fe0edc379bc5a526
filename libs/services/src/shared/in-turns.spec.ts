import { inTurns } from './in-turns.js';

describe('work in turns', () => {
  it('gives all items in their order, and lets others run after every few', async () => {
    const seen: string[] = [];
    // What the event loop runs once it has its turn, again and again.
    let other = setImmediate(function run() {
      seen.push('other');
      other = setImmediate(run);
    });
    for await (const item of inTurns(['a', 'b', 'c', 'd', 'e'], 2)) seen.push(item);
    clearImmediate(other);
    expect(seen).toEqual(['a', 'b', 'other', 'c', 'd', 'other', 'e']);
  });

  it('waits for nothing where there are few items', async () => {
    const seen: string[] = [];
    const other = setImmediate(() => seen.push('other'));
    for await (const item of inTurns(['a', 'b'], 2)) seen.push(item);
    clearImmediate(other);
    expect(seen).toEqual(['a', 'b']);
  });
});
