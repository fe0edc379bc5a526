import { type Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { OutboundError } from './check-target.js';

/** A request to another server, and the bounds of everything that the server sends back. */
export interface Exchange {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** From the look-up of the address to the last byte of the answer, milliseconds. */
  readonly timeoutMs: number;
  /** Most bytes that are read of the body. */
  readonly maxBytes: number;
  /** Keeps connections for later requests; false opens one for this request alone. */
  readonly agent: Agent | false;
  readonly lookup?: LookupFunction;
  readonly signal?: AbortSignal | undefined;
}

/** The answer of another server. */
export interface OutboundAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** Whether the body ended within `maxBytes`. */
  readonly isWhole: boolean;
}

/** Most interim responses (`100 Continue` and others below 200) before the answer. */
const MAX_INTERIM = 8;
/** Largest head of one response, and largest trailer, bytes. */
const MAX_HEAD = 16_384;
/** Bytes on the wire beside the body: heads, trailers, and the frames of chunks. */
const MAX_FRAMING = 65_536;
/** Most chunks of less than 256 bytes in one piece of what arrives. */
const MAX_SMALL_CHUNKS = 256;
const INTERIM = /HTTP\/1\.[01] 1\d\d/gu;
const SMALL_CHUNK = /\r\n0*[0-9a-f]{1,2}(?:;[^\r\n]*)?\r\n/giu;

/** Returns why a piece would keep the parser busy: it handles each interim response and each chunk by itself. */
const findExcess = (piece: Buffer): string | undefined => {
  const text = piece.toString('latin1');
  if ((text.match(INTERIM)?.length ?? 0) > MAX_INTERIM) return `more than ${MAX_INTERIM} interim responses`;
  return (text.match(SMALL_CHUNK)?.length ?? 0) > MAX_SMALL_CHUNKS ? 'too many small chunks' : undefined;
};

const explain = (error: Error): OutboundError => {
  const code = 'code' in error ? String(error.code) : 'no connection';
  return new OutboundError('FAILED', `The target could not be reached (${code})`);
};

/** Whether a kept connection closed just as the request was sent, before any byte of an answer. */
const wasStale = ({ reusedSocket }: ClientRequest, error: Error): boolean =>
  reusedSocket && 'code' in error && error.code === 'ECONNRESET';

/**
 * Sends a request and reads the answer. It settles within `timeoutMs`, no matter what the server does: the timer settles it by itself, and
 * waits for no event of a stream. Then the connection is destroyed. Interim responses, heads, chunks and the body are bounded, so that
 * a server cannot keep this process busy meanwhile. Redirects are returned, and compressed bodies are neither requested nor expanded.
 *
 * @throws OutboundError TIMEOUT, FAILED, and everything that `lookup` gives
 */
export const exchange = ({ url, timeoutMs, maxBytes, signal, body, headers, ...options }: Exchange) =>
  new Promise<OutboundAnswer>((resolve, reject) => {
    let current: ClientRequest | undefined;
    let arriving: Buffer | undefined;
    let stopWatching = (): void => undefined;
    let isOver = false;

    const end = (settle: () => void): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      stopWatching();
      settle();
    };
    // The parser would go on with the piece that it reads at that moment: without its content it stops.
    const disconnect = (): void => {
      current?.destroy();
      arriving?.fill(0);
    };
    const fail = (error: OutboundError): void =>
      end(() => {
        disconnect();
        reject(error);
      });
    const abort = (): void => fail(new OutboundError('FAILED', 'The request was cancelled'));
    const timer = setTimeout(
      () => fail(new OutboundError('TIMEOUT', 'The target did not answer in time')),
      Math.max(1, timeoutMs),
    );
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) {
      abort();
      return;
    }

    // Looks at each piece before the parser does: a server can send bytes that never become part of an answer.
    const watch = (socket: Socket): void => {
      const before = socket.bytesRead;
      const check = (piece: Buffer): void => {
        arriving = piece;
        const excess =
          socket.bytesRead - before > 2 * maxBytes + MAX_FRAMING
            ? 'too many bytes beside its answer'
            : findExcess(piece);
        if (excess !== undefined) fail(new OutboundError('FAILED', `The target sent ${excess}`));
      };
      stopWatching();
      stopWatching = () => socket.off('data', check);
      socket.prependListener('data', check);
    };

    const read = (response: IncomingMessage): void => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      const finish = (isWhole: boolean): void =>
        end(() => {
          const { statusCode: status = 0, headers: received } = response;
          const answer = { status, headers: received, body: Buffer.concat(pieces), isWhole };
          if (!isWhole) disconnect();
          resolve(answer);
        });
      response.on('data', (piece: Buffer) => {
        if (isOver) return;
        bytes += piece.length;
        if (bytes > maxBytes) finish(false);
        else pieces.push(piece);
      });
      response.once('end', () => {
        if (response.complete) finish(true);
      });
      response.on('error', (error) => fail(explain(error)));
      response.once('close', () => fail(new OutboundError('FAILED', 'The target closed the connection too early')));
    };

    const begin = (): void => {
      const send = url.protocol === 'https:' ? requestHttps : requestHttp;
      const request = send(url, {
        ...options,
        headers: {
          'accept-encoding': 'identity',
          ...headers,
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        },
        maxHeaderSize: MAX_HEAD,
      });
      current = request;
      let interim = 0;
      request
        .once('socket', watch)
        .on('information', () => {
          interim += 1;
          if (interim > MAX_INTERIM)
            fail(new OutboundError('FAILED', `The target sent more than ${MAX_INTERIM} interim responses`));
        })
        // Without this listener, a switch of the protocol would end the request without an error.
        .once('upgrade', (_response, socket) => {
          socket.destroy();
          fail(new OutboundError('FAILED', 'The target switched to another protocol'));
        })
        .once('response', read)
        .on('error', (error) => {
          if (isOver) return;
          if (wasStale(request, error)) begin();
          else fail(error instanceof OutboundError ? error : explain(error));
        })
        .once('close', () => {
          // Another attempt may have taken its place.
          if (current === request)
            fail(new OutboundError('FAILED', 'The target closed the connection without an answer'));
        })
        .end(body);
    };
    begin();
  });
