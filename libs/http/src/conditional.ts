import createTag from 'etag';
import type { onSendHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import fresh from 'fresh';

/** The name of an answer by its content. */
export const answerTag = (payload: string | Buffer): string => createTag(payload, { weak: true });

/**
 * Names each answer that may be kept by its content (ETag), and tells who has it already that it still holds: 304 without
 * a body. By content rather than by a stamp of what it was made of, for some of it (what the indexer tells) has none.
 * Registered after whatever keeps answers, which needs them whole, and before compression, which makes streams of them.
 */
export const conditionalPlugin = fp((app, _options, done) => {
  const nameAnswer: onSendHookHandler = (request, reply, payload, next) => {
    const isNameable =
      reply.statusCode === 200 &&
      (typeof payload === 'string' || Buffer.isBuffer(payload)) &&
      !String(reply.getHeader('cache-control')).includes('no-store');
    if (!isNameable) {
      next(null, payload);
      return;
    }
    // Who keeps answers has named this one already.
    const named = reply.getHeader('etag');
    const etag = typeof named === 'string' ? named : answerTag(payload);
    reply.header('etag', etag);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
    if (!fresh(request.headers, { etag })) {
      next(null, payload);
      return;
    }
    reply.code(304).removeHeader('content-type');
    next(null, '');
  };
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().includes('GET')) route.onSend = [...[route.onSend ?? []].flat(), nameAnswer];
  });
  done();
});
