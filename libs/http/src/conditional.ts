import createTag from 'etag';
import type { onSendHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import fresh from 'fresh';

/** Returns a weak ETag derived from the content of a response. */
export const answerTag = (payload: string | Buffer): string => createTag(payload, { weak: true });

/**
 * Adds an ETag to each cacheable GET response and answers 304 without a body to a client that already holds it. The tag
 * is a hash of the content rather than a version stamp of its source, because part of the data (what the indexer
 * reports) has no such stamp. Register it after anything that caches responses, which needs them whole, and before
 * compression, which turns them into streams.
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
    // Encoded once, for the hash, the length and the socket.
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
    // A response cache may have set the tag already.
    const named = reply.getHeader('etag');
    const etag = typeof named === 'string' ? named : answerTag(body);
    reply.header('etag', etag);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
    if (!fresh(request.headers, { etag })) {
      next(null, body);
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
