import { keptIn } from '../storage/kept.js';
import { MemoryStorage } from '../storage/memory-storage.js';
import { noteAsked, takeAsked } from './asked-signature.js';

const createTab = () => {
  const storage = new MemoryStorage();
  return { storage, texts: keptIn(() => storage) };
};
const asked = { product: 'stream', id: 'a', verb: 'fund' } as const;

describe('takeAsked', () => {
  it('returns the unanswered request once', () => {
    const { texts } = createTab();
    noteAsked(asked, texts);
    expect(takeAsked(texts)).toEqual(asked);
    expect(takeAsked(texts)).toBeUndefined();
  });

  it('returns nothing after the wallet has answered', () => {
    const { texts } = createTab();
    noteAsked(asked, texts);
    noteAsked(undefined, texts);
    expect(takeAsked(texts)).toBeUndefined();
  });

  it.each(['{', '7', 'null', '{"product":"stream","id":1,"verb":"fund"}', '{"product":"x","id":"a","verb":"fund"}'])(
    'ignores %s in the storage',
    (text) => {
      const { storage, texts } = createTab();
      storage.setItem('weir:asked', text);
      expect(takeAsked(texts)).toBeUndefined();
    },
  );
});
