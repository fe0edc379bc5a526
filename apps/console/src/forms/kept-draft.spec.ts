import { keptIn } from '../storage/kept.js';
import { MemoryStorage } from '../storage/memory-storage.js';
import { ownTab } from '../storage/tabs.js';
import { adoptDraft, changesOf, restoredDraft, storedRecordIn } from './kept-draft.js';

const fresh = { recipient: '', start: '2026-11-28T10:00', rows: [{ amount: '' }] };

describe('a kept draft', () => {
  it('has what was changed alone, so that untouched times stay fresh', () => {
    const draft = { ...fresh, recipient: 'bchtest:qa', rows: [{ amount: '1' }, { amount: '' }] };
    const later = { ...fresh, start: '2027-01-01T10:00' };
    expect(restoredDraft(later, changesOf(fresh, draft))).toEqual({ ...draft, start: later.start });
    expect(changesOf(fresh, fresh)).toEqual({});
  });

  it.each([
    undefined,
    null,
    'text',
    {},
    { gone: '1' },
    { recipient: 1 },
    { rows: [1] },
    { rows: [{}] },
    { rows: 'all' },
  ])('is none where %j is stored', (changes) => expect(restoredDraft(fresh, changes)).toBeUndefined());
});

describe('drafts of several tabs', () => {
  const keyOf = (tab: string, kind = 'draft'): string => `weir:${kind}:stream:${tab}`;
  const slot = (at: number, amount: string): string =>
    JSON.stringify({ at, changes: { amount }, begunIn: 'first', hasFile: false });
  const texts = (entries: Readonly<Record<string, string>>) => {
    const storage = new MemoryStorage();
    for (const [key, text] of Object.entries(entries)) storage.setItem(key, text);
    return keptIn(() => storage);
  };
  const isOpen = (tab: string): boolean => tab === 'open';

  it('stay apart: a tab takes over no draft of a tab that is open', () => {
    const kept = texts({ [keyOf('open')]: slot(2, '0.11') });
    adoptDraft('stream', kept, isOpen);
    expect(kept.keys('weir:')).toEqual([keyOf('open')]);
  });

  it('are not lost: a new tab takes over the newest that a closed one has left, with its record', () => {
    const kept = texts({
      [keyOf('closed')]: slot(2, '0.11'),
      [keyOf('closed', 'draft-record')]: '{"id":"a","terms":"m","at":1}',
      [keyOf('earlier')]: slot(1, '0.22'),
      [keyOf('open')]: slot(3, '0.33'),
      [keyOf('unreadable')]: '{',
    });
    adoptDraft('stream', kept, isOpen);
    expect(kept.get(keyOf(ownTab()))).toBe(slot(2, '0.11'));
    expect(kept.get(keyOf(ownTab(), 'draft-record'))).toBe('{"id":"a","terms":"m","at":1}');
    expect(kept.get(keyOf('closed'))).toBeNull();
    // Once: this tab has its own now.
    adoptDraft('stream', kept, isOpen);
    expect(kept.get(keyOf('earlier'))).toBe(slot(1, '0.22'));
    expect(kept.get(keyOf('open'))).toBe(slot(3, '0.33'));
  });
});

describe('the record of a draft', () => {
  it('is read as it was kept', () => {
    const record = { id: 'a', terms: 'mark', at: 1_796_000_000 };
    expect(storedRecordIn(JSON.stringify(record))).toEqual(record);
  });

  it.each([null, '', '{', 'null', '[]', '{"id":"a"}', '{"id":1,"terms":"m","at":1}'])('is none where %j is', (text) =>
    expect(storedRecordIn(text)).toBeUndefined(),
  );
});
