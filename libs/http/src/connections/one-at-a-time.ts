import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that one connection may send ahead of their answers. */
const MAX_AHEAD = 500;
/** Requests that all connections together may send ahead: each takes some kilobytes while it waits. */
const MAX_AHEAD_OVERALL = 20_000;
/** Requests ahead from which nothing more is read from their connection. */
const PAUSED_AT = 32;

export interface TurnLimits {
  /** Longest time to read an answer that is complete, milliseconds. */
  readonly readingMs: number;
  readonly maxAhead?: number;
  readonly maxAheadOverall?: number;
}

interface Turn {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Answers the requests of a connection one after the other, as they must be read anyway. Node begins all that were sent ahead
 * at once, and keeps each answer in memory until its turn: one connection whose client reads nothing could hold a thousand of
 * them. Here it holds one, and is cut off when that is not read in time. Who sends too many ahead is cut off as well.
 */
export const oneAtATime = (
  handle: RequestListener,
  { readingMs, maxAhead = MAX_AHEAD, maxAheadOverall = MAX_AHEAD_OVERALL }: TurnLimits,
): RequestListener => {
  const waiting = new WeakMap<Socket, Turn[]>();
  let overall = 0;

  const begin = ({ request, response }: Turn): void => {
    const { socket } = request;
    // The event of an answer that has been handed over whole.
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
