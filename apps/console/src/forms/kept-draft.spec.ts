import { changesOf, restoredDraft, storedRecordIn } from './kept-draft.js';

const fresh = { recipient: '', start: '2026-11-28T10:00', rows: [{ amount: '' }] };

describe('a kept draft', () => {
  it('has what was changed alone, so that untouched times stay fresh', () => {
    const draft = { ...fresh, recipient: 'bchtest:qa', rows: [{ amount: '1' }, { amount: '' }] };
    const kept = JSON.stringify(changesOf(fresh, draft));
    const later = { ...fresh, start: '2027-01-01T10:00' };
    expect(restoredDraft(later, kept)).toEqual({ ...draft, start: later.start });
    expect(changesOf(fresh, fresh)).toEqual({});
  });

  it.each([
    null,
    '',
    '{',
    'null',
    '"text"',
    '{}',
    '{"gone":"1"}',
    '{"recipient":1}',
    '{"rows":[1]}',
    '{"rows":[{}]}',
    '{"rows":"all"}',
  ])('is none where %j is stored', (kept) => expect(restoredDraft(fresh, kept)).toBeUndefined());
});

describe('the record of a draft', () => {
  it('is read as it was kept', () => {
    const record = { id: 'a', terms: 'mark', at: 1_796_000_000 };
    expect(storedRecordIn(JSON.stringify(record))).toEqual(record);
  });

  it.each([null, '', '{', 'null', '[]', '{"id":"a"}', '{"id":1,"terms":"m","at":1}'])('is none where %j is', (kept) =>
    expect(storedRecordIn(kept)).toBeUndefined(),
  );
});
