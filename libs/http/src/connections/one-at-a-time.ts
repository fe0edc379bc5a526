import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Pipelined requests that one connection may have waiting. */
const MAX_AHEAD = 500;
/** Pipelined requests waiting over all connections: each takes a few kilobytes. */
const MAX_AHEAD_OVERALL = 20_000;
/** Waiting requests at which reading from their connection is paused. */
const PAUSED_AT = 32;

export interface TurnLimits {
  /** Time limit for the client to read a complete response, milliseconds. */
  readonly readingMs: number;
  readonly maxAhead?: number;
  readonly maxAheadOverall?: number;
}

interface Turn {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Wraps a request listener so that pipelined requests of a connection are handled one at a time. Node starts all of
 * them at once and buffers each response until its turn, so one client that reads nothing could hold a thousand
 * responses in memory. Here a connection holds one; it is cut off when that is not read in time, and when too many
 * requests are waiting.
 */
export const oneAtATime = (
  handle: RequestListener,
  { readingMs, maxAhead = MAX_AHEAD, maxAheadOverall = MAX_AHEAD_OVERALL }: TurnLimits,
): RequestListener => {
  const waiting = new WeakMap<Socket, Turn[]>();
  let overall = 0;

  const begin = ({ request, response }: Turn): void => {
    const { socket } = request;
    // `prefinish` fires when the whole response has been handed to the stream, before the client has read it.
    response.once('prefinish', () => {
      const timer = setTimeout(() => socket.destroy(), readingMs).unref();
      response.once('close', () => clearTimeout(timer));
    });
    response.once('close', () => endTurn(socket));
    handle(request, response);
  };

  const endTurn = (socket: Socket): void => {
    const ahead = waiting.get(socket) ?? [];
    const next = socket.destroyed ? undefined : ahead.shift();
    if (next === undefined) {
      overall -= ahead.length;
      waiting.delete(socket);
      return;
    }
    overall -= 1;
    if (ahead.length === PAUSED_AT - 1) socket.resume();
    begin(next);
  };

  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const ahead = waiting.get(socket);
    if (ahead === undefined) {
      waiting.set(socket, []);
      begin({ request, response });
      return;
    }
    if (ahead.length >= maxAhead || overall >= maxAheadOverall) {
      socket.destroy();
      return;
    }
    ahead.push({ request, response });
    overall += 1;
    if (ahead.length >= PAUSED_AT) socket.pause();
  };
};
