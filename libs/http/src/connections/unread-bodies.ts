import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';

/** Longest pause between two pieces of a body whose request was already answered, milliseconds. */
const LINGER_MS = 5_000;
/** Most bytes read of such a body: the largest body any route takes. */
const MAX_DISCARDED = 128 * 2 ** 20;

export interface UnreadBodiesOptions {
  readonly lingerMs?: number;
  readonly maxDiscarded?: number;
}

/** Drains a request body; destroys the connection when that takes too long or too many bytes. */
const discard = (raw: IncomingMessage, lingerMs: number, totalMs: number, maxBytes: number): void => {
  let bytes = 0;
  const giveUp = (): void => {
    if (!raw.complete) raw.destroy();
  };
  // Listeners go on the request, not the socket: a kept-alive connection would collect one per refused request.
  const silence = setTimeout(giveUp, lingerMs).unref();
  const end = setTimeout(giveUp, totalMs).unref();
  const done = (): void => {
    clearTimeout(silence);
    clearTimeout(end);
  };
  const read = (): void => {
    for (let piece: unknown = raw.read(); piece !== null; piece = raw.read())
      bytes += piece instanceof Uint8Array || typeof piece === 'string' ? piece.length : 0;
    silence.refresh();
    if (bytes > maxBytes) giveUp();
  };
  raw.once('end', done).once('close', done).on('error', done);
  raw.unpipe();
  raw.on('readable', read);
  read();
};

/**
 * Drains the body of a request that was answered before its body had arrived, and disconnects clients that send it too
 * slowly or without end. Closing at once would lose the response: unread received data makes TCP reset the connection.
 * The drain may take as long as the route's own time limit while data keeps coming.
 */
export const unreadBodiesPlugin = fp<UnreadBodiesOptions>(
  (app, { lingerMs = LINGER_MS, maxDiscarded = MAX_DISCARDED }, done) => {
    app.addHook('onResponse', ({ raw, routeOptions }, _reply, next) => {
      if (!raw.complete && !raw.destroyed)
        discard(raw, lingerMs, Math.max(lingerMs, routeOptions.handlerTimeout), maxDiscarded);
      next();
    });
    done();
  },
);
