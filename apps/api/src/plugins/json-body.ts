import fp from 'fastify-plugin';

/**
 * Reads JSON and nothing else. An empty body counts as none, since many clients announce JSON and send nothing; keys
 * that reach for prototypes are refused.
 */
export const jsonBodyPlugin = fp((app, _, done) => {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, parsed) => {
    if (body.trim() === '') parsed(null, undefined);
    else void parseJson(request, body, parsed);
  });
  done();
});
