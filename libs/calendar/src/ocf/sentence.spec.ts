import { sentence, sentenceText, shown } from './sentence.js';

describe('sentenceText', () => {
  it('puts in texts as they are, numbers with their groups, and parts by their own text', () => {
    const place = sentence('{file}, item {number}', { file: shown('a {number} $& file.json'), number: 1_200 });
    expect(sentenceText(sentence('{place} lacks the field {field}.', { place, field: shown('id') }))).toBe(
      '"a {number} $& file.json", item 1,200 lacks the field "id".',
    );
  });

  it('says what is wrong with an address, and with a list', () => {
    expect(sentenceText(sentence('{fault}.', { fault: { fault: { problem: 'CHECKSUM' } } }))).toBe(
      'It has a wrong checksum: check it for typing errors, or copy it again.',
    );
    const listProblem = { code: 'LINE_TOO_LONG', line: 3, most: 10 } as const;
    expect(sentenceText(sentence('{problem}.', { problem: { listProblem } }))).toBe('more than 10 characters.');
  });
});

describe('shown', () => {
  it('shows at most 60 characters of a value, and a missing one as null', () => {
    expect(shown('a'.repeat(100))).toBe(`"${'a'.repeat(59)}…`);
    expect(shown(undefined)).toBe('null');
  });
});
