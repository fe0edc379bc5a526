import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';

/** Longest silence in the middle of a body whose request was answered, milliseconds. */
const LINGER_MS = 5_000;
/** What is read of such a body at most, bytes: the largest that any route takes. */
const MAX_DISCARDED = 128 * 2 ** 20;

export interface UnreadBodiesOptions {
  readonly lingerMs?: number;
  readonly maxDiscarded?: number;
}

/** Reads a body to its end and forgets it; ends its connection where that takes too long or too much. */
const discard = (raw: IncomingMessage, lingerMs: number, totalMs: number, maxBytes: number): void => {
  let bytes = 0;
  const giveUp = (): void => {
    if (!raw.complete) raw.destroy();
  };
  // Both listen to the request alone: its connection lives on, and what hangs on that piles up with every refusal.
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
 * Reads on where a request was answered while its body arrives, and lets go of clients that send too slowly or without end.
 * Closing at once would cost them the answer: what a connection has received and nobody has read makes it end in a reset. As
 * much time as the route has is given once more, as long as something comes.
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
