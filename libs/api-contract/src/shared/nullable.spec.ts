import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Nullable } from './marks.js';

describe('Nullable', () => {
  it('takes null beside what the schema takes, and keeps its rules', () => {
    const check = Compile(Nullable(Type.String({ maxLength: 2 })));
    expect([null, 'ab', 'abc', 5, undefined].map((value) => check.Check(value))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('names itself apart from what it was made of', () => {
    expect(Nullable(Type.Object({}, { title: 'Thing' }))).toMatchObject({
      title: 'NullableThing',
      type: ['object', 'null'],
    });
    expect(Nullable(Type.String())).not.toHaveProperty('title');
  });
});
