import { keptIn, type KeptTexts } from '../storage/kept.js';
import { MemoryStorage } from '../storage/memory-storage.js';
import { type PendingAction, pendingActions, removePending, savePending } from './pending.js';

const createStorage = (first?: string): KeptTexts => {
  const storage = new MemoryStorage();
  if (first !== undefined) storage.setItem('weir:pending', first);
  return keptIn(() => storage);
};

const action = (txHash: string): PendingAction => ({
  product: 'stream',
  id: 'a',
  verb: 'fund',
  at: Date.now(),
  pending: { version: 1, path: '/api/streams/{id}/confirm-funding', id: 'a', body: { txHash }, txHash, txHex: '00' },
});
const hashes = (storage: KeptTexts) => pendingActions(storage).map(({ pending }) => pending.txHash);

describe('a pending action', () => {
  it('is stored once, and removed when it is confirmed', () => {
    const storage = createStorage();
    savePending(action('one'), storage);
    savePending(action('two'), storage);
    savePending(action('one'), storage);
    expect(hashes(storage)).toEqual(['two', 'one']);
    removePending('two', storage);
    expect(hashes(storage)).toEqual(['one']);
  });

  it('is dropped after a week', () => {
    const storage = createStorage();
    savePending(action('one'), storage);
    expect(pendingActions(storage, Date.now() + 8 * 86_400_000)).toEqual([]);
  });

  it.each([
    '{',
    '7',
    '[null,{"id":1}]',
    // As earlier versions of the page kept it.
    '[{"product":"stream","id":"a","verb":"fund","txHash":"00","txHex":"00","at":9999999999999}]',
  ])('is passed over where storage holds %s', (text) => expect(pendingActions(createStorage(text))).toEqual([]));
});
