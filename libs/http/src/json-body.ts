import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/**
 * Parses the text of a JSON body. An empty one counts as `{}` whatever its content type: clients differ, and validation
 * then names the missing fields. Keys such as `__proto__` are refused.
 */
type JsonParser = (request: FastifyRequest, text: string) => Promise<unknown>;

/** Creates the parser of JSON bodies, also for routes that read their body themselves. */
export const createJsonParser = (app: FastifyInstance): JsonParser => {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, text) =>
    new Promise((resolve, reject) => {
      if (text.trim() === '') resolve({});
      else void parse(request, text, (error, body) => (error === null ? resolve(body) : reject(error)));
    });
};

/** Accepts JSON bodies and no other content type. */
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
