import Type, { type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { explainProblems, problemsSentence } from './explain-problems.js';

const schema = Type.Object({
  amount: Type.Unsafe<number | string>({ type: ['number', 'string'] }),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
  kind: Type.Optional(Type.Enum(['A', 'B'])),
  hash: Type.Optional(Type.String({ pattern: '^[0-9a-f]+$', description: 'A hash in hex.' })),
  bare: Type.Optional(Type.String({ pattern: '^x$' })),
  text: Type.Optional(Type.String({ minLength: 2, maxLength: 3 })),
  note: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
  id: Type.Optional(Type.String({ format: 'uuid' })),
  inner: Type.Optional(Type.Object({ flag: Type.Boolean() })),
});

const explain = (value: unknown, of: TSchema = schema): string =>
  problemsSentence(explainProblems(of, Compile(of).Errors(value), 'the body'));

describe('explainProblems', () => {
  it.each([
    [{}, 'amount is required'],
    [{ amount: true }, 'amount must be a number or a string'],
    [{ amount: 1, count: 1.5 }, 'count must be a whole number'],
    [{ amount: 1, count: 0 }, 'count must be at least 1'],
    [{ amount: 1, count: 10 }, 'count must be at most 9'],
    [{ amount: 1, kind: 'C' }, 'kind must be one of A, B'],
    [{ amount: 1, hash: 'zz' }, 'hash has the wrong format: A hash in hex.'],
    [{ amount: 1, bare: 'zz' }, 'bare must match ^x$'],
    [{ amount: 1, text: 'x' }, 'text must have at least 2 characters'],
    [{ amount: 1, text: 'xxxx' }, 'text must not have more than 3 characters'],
    [{ amount: 1, note: 1 }, 'note must be a string'],
    [{ amount: 1, id: 'x' }, 'id must be a uuid'],
    [{ amount: 1, inner: { flag: 1 } }, 'inner.flag must be a boolean'],
    [undefined, 'the body must be an object'],
    [[], 'the body must be an object'],
    [{ kind: 'C', count: 'x' }, 'amount is required; count must be a whole number; kind must be one of A, B'],
  ])('explains %j', (value, sentence) => {
    expect(explain(value)).toBe(sentence);
  });

  it("falls back to the validator's words", () => {
    expect(explain([1, 1], Type.Array(Type.Integer(), { uniqueItems: true }))).toMatch(/^the body must/);
  });
});
