import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifySerializerCompiler } from 'fastify';

type Serialize = ReturnType<FastifySerializerCompiler<unknown>>;

const compile = SerializerSelector()();
const byText = new Map<string, Serialize>();
/** What was already looked up by its text, which takes longer to write than all else that is done for a route. */
const bySchema = new WeakMap<object, Serialize>();

const serializerOf = (route: Parameters<FastifySerializerCompiler<unknown>>[0]): Serialize => {
  const text = JSON.stringify(route.schema);
  const known = byText.get(text) ?? compile({ ...route, httpStatus: route.httpStatus ?? 'default' });
  byText.set(text, known);
  return known;
};

/**
 * Fastify's own response serialisers, compiled once per distinct schema: routes repeat the same error schemas, so only
 * about one in eight differs. A schema must not be changed afterwards, and `addSchema` references must not be used, since
 * a schema's own text does not determine them.
 */
export const serializerCompiler: FastifySerializerCompiler<unknown> = (route) => {
  const { schema } = route;
  if (typeof schema !== 'object' || schema === null) return serializerOf(route);
  const known = bySchema.get(schema) ?? serializerOf(route);
  bySchema.set(schema, known);
  return known;
};
