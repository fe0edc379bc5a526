import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifySerializerCompiler } from 'fastify';

type Serialize = ReturnType<FastifySerializerCompiler<unknown>>;

const compile = SerializerSelector()();
const compiled = new Map<string, Serialize>();

/**
 * Fastify's own response serialisers, compiled once per distinct schema: routes repeat the same error schemas, so only
 * about one in eight differs. `addSchema` references must not be used, since a schema's own text does not determine
 * them.
 */
export const serializerCompiler: FastifySerializerCompiler<unknown> = (route) => {
  const text = JSON.stringify(route.schema);
  const known = compiled.get(text) ?? compile({ ...route, httpStatus: route.httpStatus ?? 'default' });
  compiled.set(text, known);
  return known;
};
