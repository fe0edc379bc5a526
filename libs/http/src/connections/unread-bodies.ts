import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';

/** Longest pause between two pieces of a body whose request was already answered, milliseconds. */
const LINGER_MS = 5_000;
/** Most bytes read of such a body: the largest body any route takes. */
const MAX_DISCARDED = 128 * 2 ** 20;

const TOO_SLOW = 408;

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

const isArriving = ({ complete, destroyed, headers }: IncomingMessage): boolean =>
  !complete && !destroyed && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/**
 * Drains the body of a request that was answered before its body had arrived, and disconnects clients that send it too
 * slowly or without end. Closing at once would lose the response: unread received data makes TCP reset the connection.
 * So such a connection is kept until the body has come, also where Fastify (413) or the client would have it closed. The
 * drain may take as long as the route's own time limit while data keeps coming.
 */
export const unreadBodiesPlugin = fp<UnreadBodiesOptions>(
  (app, { lingerMs = LINGER_MS, maxDiscarded = MAX_DISCARDED }, done) => {
    /** Requests after which the client wants its connection closed, which waits for their bodies. */
    const last = new WeakSet<IncomingMessage>();
    app.addHook('onSend', ({ raw }, reply, payload, next) => {
      // Who was too slow (408) has nothing under way that a closed connection would answer with a reset.
      if (isArriving(raw) && reply.statusCode !== TOO_SLOW) {
        reply.removeHeader('connection');
        if (!reply.raw.shouldKeepAlive) last.add(raw);
        reply.raw.shouldKeepAlive = true;
      }
      next(null, payload);
    });
    app.addHook('onResponse', ({ raw, routeOptions }, _reply, next) => {
      if (last.has(raw)) {
        if (raw.complete) raw.socket.end();
        else raw.once('end', () => raw.socket.end());
      }
      if (!raw.complete && !raw.destroyed)
        discard(raw, lingerMs, Math.max(lingerMs, routeOptions.handlerTimeout), maxDiscarded);
      next();
    });
    done();
  },
);
