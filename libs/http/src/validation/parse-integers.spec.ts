import Type from 'typebox';
import { parseIntegers } from './parse-integers.js';

const schema = Type.Object({ limit: Type.Integer(), name: Type.String() });

describe('parseIntegers', () => {
  it('parses whole numbers where the schema says integer', () => {
    expect(parseIntegers(schema, { limit: '20', name: '20' })).toEqual({ limit: 20, name: '20' });
    expect(parseIntegers(schema, { limit: '-1' })).toEqual({ limit: -1 });
  });

  it.each(['1.5', '1e3', 'true', 'abc', '0x10', '9'.repeat(16)])('leaves %s for the schema to refuse', (limit) => {
    expect(parseIntegers(schema, { limit })).toEqual({ limit });
  });

  it('drops empty values', () => {
    expect(parseIntegers(schema, { limit: '', name: '' })).toEqual({});
  });

  it('keeps repeated values as they are', () => {
    expect(parseIntegers(schema, { limit: ['1', '2'] })).toEqual({ limit: ['1', '2'] });
  });
});
