import { createAnswerCache } from './answer-cache.js';

describe('remembered answers', () => {
  let time = 0;
  const create = (maxSize = 100) => createAnswerCache({ maxSize, maxAgeMs: 1_000 }, () => time);

  it('are given while the stamp stays', () => {
    const answers = create();
    expect(answers.get('a', '1')).toBeUndefined();
    answers.set('a', '1', 'body');
    expect(answers.get('a', '1')).toBe('body');
    expect(answers.get('b', '1')).toBeUndefined();
  });

  it('are forgotten once it changes, also when it comes back', () => {
    const answers = create();
    answers.get('a', '1');
    answers.set('a', '1', 'body');
    expect(answers.get('a', '2')).toBeUndefined();
    expect(answers.get('a', '1')).toBeUndefined();
  });

  it('are not kept when the state changed while they were made', () => {
    const answers = create();
    answers.get('a', '1');
    answers.get('b', '2');
    answers.set('a', '1', 'old');
    expect(answers.get('a', '2')).toBeUndefined();
    expect(answers.get('a', '1')).toBeUndefined();
  });

  it('grow old', () => {
    const answers = create();
    answers.get('a', '1');
    answers.set('a', '1', 'body');
    time += 999;
    expect(answers.get('a', '1')).toBe('body');
    time += 1;
    expect(answers.get('a', '1')).toBeUndefined();
  });

  it('take no more room than they may', () => {
    const answers = create(10);
    answers.get('a', '1');
    answers.set('a', '1', '12345');
    answers.set('b', '1', '12345');
    expect(answers.get('a', '1')).toBe('12345');
    expect(answers.get('b', '1')).toBeUndefined();
    answers.set('c', '1', '123');
    expect(answers.get('c', '1')).toBe('123');
  });
});
