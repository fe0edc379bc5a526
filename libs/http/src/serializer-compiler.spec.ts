import { Type } from 'typebox';
import { serializerCompiler } from './server.js';

const serializerOf = (schema: unknown) => serializerCompiler({ schema, method: 'GET', url: '/', httpStatus: '200' });

describe('the serializers of answers', () => {
  it('are the same for schemas that say the same, no matter who wrote them', () => {
    const one = serializerOf(Type.Object({ amount: Type.String() }));
    expect(serializerOf(Type.Object({ amount: Type.String() }))).toBe(one);
    expect(one({ amount: '1', secret: 'x' })).toBe('{"amount":"1"}');
  });

  it('are looked up without writing the schema down where it is the same object', () => {
    const schema = Type.Object({ amount: Type.String() });
    const one = serializerOf(schema);
    let written = 0;
    Object.defineProperty(schema, 'toJSON', { value: () => (written += 1) });
    expect(serializerOf(schema)).toBe(one);
    expect(written).toBe(0);
  });

  it('are others for schemas that differ, if only in what is required', () => {
    const required = serializerOf(Type.Object({ amount: Type.String() }));
    const optional = serializerOf(Type.Object({ amount: Type.Optional(Type.String()) }));
    expect(() => required({})).toThrow('required');
    expect(optional({})).toBe('{}');
  });
});
