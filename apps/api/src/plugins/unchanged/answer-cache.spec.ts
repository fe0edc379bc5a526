import { createAnswerCache } from './unchanged.plugin.js';

const answer = (text: string) => ({ body: Buffer.from(text), etag: `W/"${text}"`, topics: [`of ${text}`] });

describe('the answer cache', () => {
  let time = 0;
  const create = (maxSize = 1_000) => createAnswerCache(maxSize, () => time);

  it('are given while the stamp stays', () => {
    const answers = create();
    expect(answers.get('a', '1')).toBeUndefined();
    answers.set('a', '1', answer('body'), 1_000);
    expect(answers.get('a', '1')).toMatchObject(answer('body'));
    expect(answers.get('b', '1')).toBeUndefined();
  });

  it('are not returned for another version, independently of other answers', () => {
    const answers = create();
    answers.set('a', '1', answer('a'), 1_000);
    answers.set('b', '1', answer('b'), 1_000);
    expect(answers.get('a', '2')).toBeUndefined();
    expect(answers.get('b', '1')).toMatchObject(answer('b'));
  });

  it('return their topics, also once they are outdated', () => {
    const answers = create();
    expect(answers.topicsOf('a')).toBeUndefined();
    answers.set('a', '1', answer('a'), 1_000);
    time += 1_000;
    expect(answers.topicsOf('a')).toEqual(['of a']);
  });

  it('are not given when the state changed while they were made', () => {
    const answers = create();
    answers.set('a', '1', answer('old'), 1_000);
    expect(answers.get('a', '2')).toBeUndefined();
  });

  it('grow old', () => {
    const answers = create();
    answers.set('a', '1', answer('body'), 1_000);
    time += 999;
    expect(answers.get('a', '1')).toBeDefined();
    time += 1;
    expect(answers.get('a', '1')).toBeUndefined();
  });

  it('take no more room than they may: those asked for last stay', () => {
    const answers = create(30);
    answers.set('a', '1', answer('1234567890'), 1_000);
    answers.set('b', '1', answer('1234567890'), 1_000);
    expect(answers.get('a', '1')).toBeDefined();
    answers.set('c', '1', answer('1234567890'), 1_000);
    expect([answers.get('a', '1'), answers.get('b', '1'), answers.get('c', '1')].map(Boolean)).toEqual([
      true,
      false,
      true,
    ]);
    answers.set('d', '1', answer('1'.repeat(40)), 1_000);
    expect(answers.get('d', '1')).toBeUndefined();
  });
});
