import type { FastifyReply, FastifyRequest } from 'fastify';
import { listEvents, type RecordEvent } from '@weir/api-contract';
import { FinishedAnswer, type Routes } from '@weir/http';
import type { EventFeed, EventsService, NumberedEvent } from '@weir/services';
import type { FollowersConfig } from '../config/config.js';
import { bearerExpiryOf, viewerOf } from '../plugins/access/caller.js';
import type { RouteAccess } from '../plugins/access/route-access.js';
import { openEventStream, SlowReaderError } from './event-stream.js';
import { presentEventsPage } from './event.presenter.js';
import { createFollowers, type Followers } from './followers.js';

/** Public; private records are shown to proven members in either mode. */
const EVENTS_ACCESS: RouteAccess = { caller: 'optionally-authenticated', role: 'anyone', states: 'any' };

export interface EventsRoutesOptions {
  readonly events: EventsService;
  readonly present: (told: NumberedEvent) => RecordEvent;
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
    readonly followers: Followers;
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
