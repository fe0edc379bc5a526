import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/**
 * Parses the text of a JSON body. None counts as an empty object, announced as JSON or not: clients differ, and what is missing
 * is then told by name. Keys that reach for prototypes are refused.
 */
type JsonParser = (request: FastifyRequest, text: string) => Promise<unknown>;

/** The parser of every JSON body, for routes that read theirs by themselves. */
export const createJsonParser = (app: FastifyInstance): JsonParser => {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, text) =>
    new Promise((resolve, reject) => {
      if (text.trim() === '') resolve({});
      else void parse(request, text, (error, body) => (error === null ? resolve(body) : reject(error)));
    });
};

/** Reads JSON and nothing else. */
export const jsonBodyPlugin = fp((app, _, done) => {
  const parseJson = createJsonParser(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, parseJson);
  app.addHook('preValidation', (request, _reply, next) => {
    request.body ??= {};
    next();
  });
  done();
});
