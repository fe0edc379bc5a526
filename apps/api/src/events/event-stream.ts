import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { RecordEvent } from '@weir/api-contract';
import type { EventSink, PublishedEvent, NumberedEvent } from '@weir/services';

/** Most bytes buffered for one client before it must read; an event is about one kilobyte. */
const MAX_BUFFERED = 64 * 2 ** 10;
/** Time limit for a client to read a full buffer, milliseconds. */
const READING_MS = 10_000;
/** Reconnection delay told to clients, milliseconds. */
const RETRY_MS = 2_000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Keeps proxies from caching or buffering the stream.
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** Serialised events, shared by all clients that receive them. */
const texts = new WeakMap<PublishedEvent, Buffer>();
const textOf = (told: NumberedEvent, present: (told: NumberedEvent) => RecordEvent): Buffer => {
  const known = texts.get(told.event);
  if (known !== undefined) return known;
  const text = Buffer.from(`id: ${told.id}\ndata: ${JSON.stringify(present(told))}\n\n`);
  texts.set(told.event, text);
  return text;
};

/** Thrown when a client reads too slowly. It is disconnected and may resume. */
export class SlowReaderError extends Error {
  override readonly name = 'SlowReaderError';
}

/** An open event stream (server-sent events). */
export interface EventStream extends EventSink {
  /** Sends a heartbeat with the position to resume from; skipped while data is still buffered. */
  beat(mark: string): void;
  /** Ends the stream with a reason. */
  end(reason: string): void;
}

const drainOf = (raw: ServerResponse): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (error?: Error): void => {
      clearTimeout(timer);
      raw.off('drain', onDrain).off('close', onDrain);
      if (error === undefined) resolve();
      else reject(error);
    };
    const onDrain = (): void => settle();
    const timer = setTimeout(() => settle(new SlowReaderError('The client reads too slowly')), READING_MS);
    raw.once('drain', onDrain).once('close', onDrain);
  });

/**
 * Starts an event stream with the headers set so far and takes over the reply.
 *
 * @param mark position of its start, sent first: a client whose connection breaks before its first event resumes from there
 */
export const openEventStream = (
  reply: FastifyReply,
  present: (told: NumberedEvent) => RecordEvent,
  mark: string,
): EventStream => {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS });
  raw.write(`retry: ${RETRY_MS}\nid: ${mark}\n\n`);
  return {
    offer(told) {
      if (raw.destroyed || raw.writableEnded) return false;
      raw.write(textOf(told, present));
      return raw.writableLength < MAX_BUFFERED;
    },
    async drained() {
      if (raw.writableLength >= MAX_BUFFERED && !raw.destroyed) await drainOf(raw);
    },
    caughtUp: () => undefined,
    beat(mark) {
      if (!raw.destroyed && raw.writableLength === 0) raw.write(`id: ${mark}\n: heartbeat\n\n`);
    },
    end(reason) {
      if (!raw.destroyed && !raw.writableEnded) raw.end(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`);
    },
  };
};
