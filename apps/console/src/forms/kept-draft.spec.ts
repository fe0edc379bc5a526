import { changesOf, restoredDraft } from './kept-draft.js';

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
