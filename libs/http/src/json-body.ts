import fp from 'fastify-plugin';

/**
 * Reads JSON and nothing else. No body counts as an empty object, announced as JSON or not: clients differ, and what is
 * missing is then told by name. Keys that reach for prototypes are refused.
 */
export const jsonBodyPlugin = fp((app, _, done) => {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, parsed) => {
    if (body.trim() === '') parsed(null, undefined);
    else void parseJson(request, body, parsed);
  });
  app.addHook('preValidation', (request, _reply, next) => {
    request.body ??= {};
    next();
  });
  done();
});
