import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { listEvents, type RecordEvent } from '@weir/api-contract';
import { FinishedAnswer, type Routes } from '@weir/http';
import type { EventFeed, EventSink, EventsService, NumberedEvent, PublishedEvent } from '@weir/services';
import type { FollowersConfig } from '../config/config.js';
import type { RouteAccess } from '../plugins/access/access.plugin.js';
import { bearerExpiryOf, viewerOf } from '../plugins/access/caller.js';
import { createPlaces } from '../shared/places.js';
import { presentEventsPage } from './event.presenter.js';

/** Most bytes buffered for one client before it must read; an event is about one kilobyte. */
const MAX_BUFFERED = 64 * 2 ** 10;
/** Time limit for a client to read a full buffer, milliseconds. */
const READING_MS = 10_000;
/** Reconnection delay that clients are asked to wait, milliseconds. */
const RETRY_MS = 2_000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Keeps proxies from caching or buffering the stream.
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** Serialised events, shared by all clients that receive them. */
const texts = new WeakMap<PublishedEvent, Buffer>();
const textOf = (numbered: NumberedEvent, present: (event: NumberedEvent) => RecordEvent): Buffer => {
  const known = texts.get(numbered.event);
  if (known !== undefined) return known;
  const text = Buffer.from(`id: ${numbered.id}\ndata: ${JSON.stringify(present(numbered))}\n\n`);
  texts.set(numbered.event, text);
  return text;
};

/** Thrown when a client reads too slowly. It is disconnected and may resume. */
class SlowReaderError extends Error {
  override readonly name = 'SlowReaderError';
}

/** An open event stream (server-sent events). */
interface EventStream extends EventSink {
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
const openEventStream = (
  reply: FastifyReply,
  present: (event: NumberedEvent) => RecordEvent,
  mark: string,
): EventStream => {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS });
  raw.write(`retry: ${RETRY_MS}\nid: ${mark}\n\n`);
  return {
    offer(event) {
      if (raw.destroyed || raw.writableEnded) return false;
      raw.write(textOf(event, present));
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

/** Limits clients that follow events in this process. */
const createFollowers = ({ connections, perNetwork }: FollowersConfig) => {
  const present = new Set<(reason: string) => void>();
  const places = createPlaces({
    overall: connections,
    perNetwork,
    refusal: 'Limit of event streams reached. Retry, or read pages (format=json)',
    networkRefusal: `Limit of ${perNetwork} event streams of your network reached. Close some, or share one`,
  });
  return {
    /** Admits one more. @returns a function that ends its stay @throws ApiError RATE_LIMITED, OVERLOADED */
    enter(ip: string, end: (reason: string) => void): () => void {
      const leave = places.enter(ip);
      present.add(end);
      return () => {
        present.delete(end);
        leave();
      };
    },
    /** Disconnects all. */
    dismiss(reason: string): void {
      for (const end of [...present]) end(reason);
    },
  };
};

/** Public; private records are shown to proven members in either mode. */
const EVENTS_ACCESS: RouteAccess = { caller: 'optionally-authenticated', role: 'anyone', states: 'any' };

export interface EventsRoutesOptions {
  readonly events: EventsService;
  readonly present: (event: NumberedEvent) => RecordEvent;
  readonly followers: FollowersConfig;
  /** Unix seconds. */
  readonly now: () => number;
}

const MAX_TIMER_MS = 2 ** 31 - 1;

/** Whether the client accepts a stream: `EventSource` says so, curl and fetch accept anything. */
const wantsStream = ({ headers }: FastifyRequest): boolean =>
  /text\/event-stream/iu.test(headers.accept ?? '') || headers.accept?.trim() === '*/*';

const lastEventIdOf = ({ headers }: FastifyRequest): string | undefined => {
  const given = headers['last-event-id'];
  return typeof given === 'string' && given !== '' ? given : undefined;
};

/** Streams a feed to a client until either ends, the bearer expires, or the service stops. */
const follow = async (
  request: FastifyRequest,
  reply: FastifyReply,
  feed: EventFeed,
  {
    followers,
    present,
    heartbeatMs,
    now,
  }: {
    readonly followers: ReturnType<typeof createFollowers>;
    readonly present: EventsRoutesOptions['present'];
    readonly heartbeatMs: number;
    readonly now: () => number;
  },
): Promise<void> => {
  const over = new AbortController();
  let isDismissed: string | undefined;
  const leave = followers.enter(request.ip, (reason) => {
    isDismissed = reason;
    over.abort();
  });
  const stream = openEventStream(reply, present, feed.mark());
  reply.raw.once('close', () => over.abort());
  if (reply.raw.destroyed) over.abort();
  const beats = setInterval(() => stream.beat(feed.mark()), heartbeatMs);
  const expiry = bearerExpiryOf(request);
  const expires =
    expiry === undefined
      ? undefined
      : setTimeout(
          () => {
            isDismissed = 'The bearer token has expired';
            over.abort();
          },
          Math.min(Math.max(0, (expiry - now()) * 1_000), MAX_TIMER_MS),
        );
  try {
    await feed.run(stream, over.signal);
    if (isDismissed !== undefined) stream.end(isDismissed);
  } catch (error) {
    if (error instanceof SlowReaderError) request.log.info('An event stream was closed: the client reads too slowly');
    else request.log.warn({ err: error }, 'An event stream failed; the client can resume');
    reply.raw.destroy();
  } finally {
    clearInterval(beats);
    clearTimeout(expires);
    leave();
  }
};

/** Registers the routes of events: pages and streams. */
export const eventsRoutes: Routes<EventsRoutesOptions> = (app, { events, present, followers: config, now }, done) => {
  const followers = createFollowers(config);
  app.addHook('preClose', (next) => {
    followers.dismiss('The service is stopping');
    next();
  });
  app.get(
    '/',
    { schema: listEvents, config: { access: EVENTS_ACCESS }, exposeHeadRoute: false },
    async (request, reply) => {
      const { format, limit, cursor, ...query } = request.query;
      const from = lastEventIdOf(request) ?? cursor;
      if (format === 'json' || !wantsStream(request))
        return new FinishedAnswer(
          presentEventsPage(await events.page({ ...query, limit, cursor: from }, viewerOf(request))),
        );
      const feed = await events.open(query, from, viewerOf(request));
      // Gives up the queue place: the stream is limited by its own rules.
      request.leaveTurn();
      await follow(request, reply, feed, { followers, present, heartbeatMs: config.heartbeatMs, now });
      return reply;
    },
  );
  done();
};
