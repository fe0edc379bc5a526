import { guardianDraftOf, readGuardianDraft } from './guardian-draft.js';

const roster = { quietBlocks: 26_000, reviewBlocks: 4_320 };
const signers = ['bchtest:qa', 'bchtest:qb', 'bchtest:qc'];
const same = guardianDraftOf(roster);
const read = (changes: Partial<typeof same>) => readGuardianDraft({ ...same, ...changes }, roster, signers, undefined);

describe('a draft of another guardian', () => {
  it('changes nothing at first', () => expect(read({})).toEqual({ exchange: undefined }));

  it('changes the guardian, the delays, or both', () => {
    expect(read({ who: 'other', guardian: ' bchtest:pg ' })).toEqual({ exchange: { guardian: 'bchtest:pg' } });
    expect(read({ quiet: '13000' })).toEqual({ exchange: { quietBlocks: 13_000 } });
    expect(read({ who: 'other', guardian: 'bchtest:pg', review: '2016' })).toEqual({
      exchange: { guardian: 'bchtest:pg', reviewBlocks: 2_016 },
    });
  });

  it('asks for no delays where nobody is the guardian any more', () =>
    expect(read({ who: 'nobody', quiet: '13000' })).toEqual({ exchange: { noGuardian: true } }));

  it('has a problem without an address, and with that of a signer', () => {
    expect(read({ who: 'other' })).toEqual({ problems: { guardian: 'Enter the address of the guardian' } });
    expect(read({ who: 'other', guardian: 'bchtest:qb' })).toEqual({
      problems: { guardian: 'The guardian must not be a signer' },
    });
  });
});
