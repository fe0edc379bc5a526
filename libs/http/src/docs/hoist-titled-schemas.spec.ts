import { hoistTitledSchemas } from './hoist-titled-schemas.js';

const thing = {
  title: 'Thing',
  type: 'object',
  properties: { a: { type: 'string', examples: [{ title: 'no schema' }] } },
};

describe('hoistTitledSchemas', () => {
  it('names a schema once and refers to it', () => {
    const document = {
      paths: { '/a': { schema: thing }, '/b': { schema: { type: 'array', items: { ...thing } } } },
      components: { securitySchemes: {} },
    };
    expect(hoistTitledSchemas(document)).toEqual({
      paths: {
        '/a': { schema: { $ref: '#/components/schemas/Thing' } },
        '/b': { schema: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } },
      },
      components: { securitySchemes: {}, schemas: { Thing: thing } },
    });
  });

  it('names what is inside a named schema too', () => {
    const outer = { title: 'Outer', type: 'object', properties: { thing } };
    expect(hoistTitledSchemas({ paths: { outer } })).toMatchObject({
      components: {
        schemas: { Outer: { properties: { thing: { $ref: '#/components/schemas/Thing' } } }, Thing: thing },
      },
    });
  });

  it('refuses one name for two things', () => {
    expect(() => hoistTitledSchemas({ paths: { a: thing, b: { ...thing, type: 'array' } } })).toThrow(
      'Two different schemas are titled Thing',
    );
  });
});
