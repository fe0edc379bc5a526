import fp from 'fastify-plugin';

/**
 * Accepts JSON bodies and no other content type. An empty one counts as `{}` whatever its content type: clients differ,
 * and validation then names the missing fields. Keys such as `__proto__` are refused.
 */
export const jsonBodyPlugin = fp((app, _, done) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, parsed) => {
    if (text.trim() === '') parsed(null, {});
    else void parse(request, text, parsed);
  });
  app.addHook('preValidation', (request, _reply, next) => {
    request.body ??= {};
    next();
  });
  done();
});
