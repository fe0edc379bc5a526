import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifySerializerCompiler } from 'fastify';

type Serialize = ReturnType<FastifySerializerCompiler<unknown>>;

const compile = SerializerSelector()();
const compiled = new Map<string, Serialize>();

/**
 * Fastify's own serializers of answers, compiled once for schemas that say the same: every route has its own copies of the
 * same errors, so that about one in eight is another. Without `addSchema`, whose references a schema's own text does not
 * settle.
 */
export const serializerCompiler: FastifySerializerCompiler<unknown> = (route) => {
  const text = JSON.stringify(route.schema);
  const known = compiled.get(text) ?? compile({ ...route, httpStatus: route.httpStatus ?? 'default' });
  compiled.set(text, known);
  return known;
};
