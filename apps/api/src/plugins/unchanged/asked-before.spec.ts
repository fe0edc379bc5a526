import { createAskedBefore } from './unchanged.plugin.js';

const questions = (count: number, prefix = 'question') => Array.from({ length: count }, (_, n) => `${prefix} ${n}`);

describe('what was asked before', () => {
  it('is known from the second time on', () => {
    const asked = createAskedBefore();
    expect(questions(1_000).map((each) => asked.note(each))).not.toContain(true);
    expect(questions(1_000).map((each) => asked.note(each))).not.toContain(false);
  });

  it('is forgotten for what is asked later, not what is asked again and again', () => {
    const asked = createAskedBefore();
    asked.note('often');
    asked.note('once');
    for (const each of questions(300_000)) {
      asked.note(each);
      asked.note('often');
    }
    expect([asked.note('often'), asked.note('once')]).toEqual([true, false]);
  });
});
