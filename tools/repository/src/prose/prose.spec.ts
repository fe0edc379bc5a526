import { findHabits, findHabitsInName, findLongSentences, HABITS } from './habits.js';

describe('findHabits', () => {
  it.each(HABITS)('finds $pattern in "$example"', ({ example, instead }) =>
    expect(findHabits(example)).toEqual([expect.objectContaining({ instead })]),
  );

  it('returns where each habit begins', () =>
    expect(findHabits('Read it anew, and anew.').map(({ index }) => index)).toEqual([8, 18]));

  it('leaves out parts of paths and of names with hyphens', () =>
    expect(findHabits('apps/api/test/http/dear-work.spec.ts, told-terms and ./stands.js')).toEqual([]));

  it('accepts plain English', () =>
    expect(
      findHabits(
        'There is no limit. CSV stands for comma-separated values. Prices tend to rise. The service is no longer used.',
      ),
    ).toEqual([]));
});

describe('findHabitsInName', () => {
  it.each(['isToldMore', 'toldOf', 'hashesToldByEvents', 'UNTOLD', 'told-terms.spec.ts', 'TOO_DEAR', 'lookAnew'])(
    'finds a habit in %s',
    (name) => expect(findHabitsInName(name)).toHaveLength(1),
  );

  it.each(['intelligence', 'extended', 'isHealthy', 'Ersteller', 'recommended', 'explanted'])('accepts %s', (name) =>
    expect(findHabitsInName(name)).toEqual([]),
  );
});

describe('findLongSentences', () => {
  it('returns the sentences over the limit, with their number of words', () =>
    expect(findLongSentences('One two three. One two three four five. One!', 4)).toEqual([
      { index: 15, text: 'One two three four five. ', words: 5 },
    ]));

  it('does not end a sentence at an abbreviation', () =>
    expect(findLongSentences('Some words, e.g. These and those, count.', 6)).toEqual([
      expect.objectContaining({ words: 7 }),
    ]));

  it('counts neither dashes nor signs as words', () =>
    expect(findLongSentences('one - two — three & four', 4)).toEqual([]));
});
