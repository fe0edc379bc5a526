import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { RecordEvent } from '@weir/api-contract';
import type { EventSink, PublishedEvent, ToldEvent } from '@weir/services';

/** What waits in memory for one client at most before it must have read some, bytes; an event is about one kilobyte. */
const MAX_BUFFERED = 64 * 2 ** 10;
/** How long a client may take to read that, milliseconds. */
const READING_MS = 10_000;
/** When a client that lost its connection comes again, milliseconds. */
const RETRY_MS = 2_000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies neither keep it nor hold it back.
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** An event is written once for all who follow it. */
const texts = new WeakMap<PublishedEvent, Buffer>();
const textOf = (told: ToldEvent, present: (told: ToldEvent) => RecordEvent): Buffer => {
  const known = texts.get(told.event);
  if (known !== undefined) return known;
  const text = Buffer.from(`id: ${told.id}\ndata: ${JSON.stringify(present(told))}\n\n`);
  texts.set(told.event, text);
  return text;
};

/** A client that reads too slowly: its connection is cut off, and it may come again for what it missed. */
export class SlowReaderError extends Error {
  override readonly name = 'SlowReaderError';
}

/** An answer that goes on. */
export interface EventStream extends EventSink {
  /** Says that the connection lives, and from where to resume. Not to who has much to read: that says as much. */
  beat(mark: string): void;
  /** Ends the answer, with the reason for clients that look for it. */
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

/** Begins an answer that goes on, with the headers that were set so far. Nothing else may answer any more. */
export const openEventStream = (reply: FastifyReply, present: (told: ToldEvent) => RecordEvent): EventStream => {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS });
  raw.write(`retry: ${RETRY_MS}\n\n`);
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
