import { Type } from 'typebox';
import { serializerCompiler } from './serializer-compiler.js';

const serializerOf = (schema: unknown) => serializerCompiler({ schema, method: 'GET', url: '/', httpStatus: '200' });

describe('the serializers of answers', () => {
  it('are the same for schemas that say the same, whoever wrote them', () => {
    const one = serializerOf(Type.Object({ amount: Type.String() }));
    expect(serializerOf(Type.Object({ amount: Type.String() }))).toBe(one);
    expect(one({ amount: '1', secret: 'x' })).toBe('{"amount":"1"}');
  });

  it('are others for schemas that differ, if only in what is required', () => {
    const required = serializerOf(Type.Object({ amount: Type.String() }));
    const optional = serializerOf(Type.Object({ amount: Type.Optional(Type.String()) }));
    expect(() => required({})).toThrow('required');
    expect(optional({})).toBe('{}');
  });
});
