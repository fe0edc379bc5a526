import type { preSerializationAsyncHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { nameTokens, RecordEvent, type TokenLookup, type TokenNamer } from '@weir/api-contract';
import type { PublishedEventsRepository } from '@weir/infra';
import type { NumberedEvent, TokenNames } from '@weir/services';
import { presentEvent } from '../events/event.presenter.js';
import { originOf } from '../shared/request.js';

export interface TokenNamesOptions {
  readonly tokens: TokenNames;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Adds token names to an answer's schema, or to that of each content type. */
const namedAnswer = (schema: Fields): { readonly schema: Fields; readonly namer: TokenNamer | undefined } => {
  const { content } = schema;
  if (!isObject(content)) return nameTokens(schema);
  const named = Object.entries(content).map(([type, media]) => {
    const inner = isObject(media) && isObject(media['schema']) ? nameTokens(media['schema']) : undefined;
    return { type, media: inner === undefined ? media : { ...(media as Fields), schema: inner.schema }, ...inner };
  });
  return {
    schema: { ...schema, content: Object.fromEntries(named.map(({ type, media }) => [type, media])) },
    namer: named.find(({ namer }) => namer !== undefined)?.namer,
  };
};

/** Adds token names to a route's answer schemas, and returns what fills them in, by status. */
const namedResponses = (response: Fields) => {
  const namers = new Map<number, TokenNamer>();
  const schemas = Object.entries(response).map(([status, schema]): [string, unknown] => {
    if (!status.startsWith('2') || !isObject(schema)) return [status, schema];
    const named = namedAnswer(schema);
    if (named.namer !== undefined) namers.set(Number(status), named.namer);
    return [status, named.schema];
  });
  return { namers, response: Object.fromEntries(schemas) };
};

/**
 * Adds the name of the token (`token`) to every answer whose schema has a token category, and decimal text to its
 * amounts, with one lookup per answer. Presenters are unaware of it. Register it before the routes.
 */
export const tokenNamesPlugin = fp<TokenNamesOptions>(
  (app, { tokens }, done) => {
    app.addHook('onRoute', (route) => {
      const { schema } = route;
      // HEAD routes are derived from GET routes and inherit their hooks.
      if (!isObject(schema?.response) || route.method === 'HEAD' || route.config?.passedOn === true) return;
      const { namers, response } = namedResponses(schema.response);
      if (namers.size === 0) return;
      const addNames: preSerializationAsyncHookHandler = async (request, reply, payload) => {
        const namer = namers.get(reply.statusCode);
        if (namer === undefined) return payload;
        const categories = namer.categories(payload);
        request.namesTokens = categories.size > 0;
        const found = categories.size === 0 ? undefined : tokens.names(categories, originOf(request).network);
        const names = found instanceof Promise ? await found : found;
        const lookup: TokenLookup = (category) => names?.get(category) ?? null;
        namer.name(payload, lookup);
        return payload;
      };
      route.schema = { ...schema, response };
      route.preSerialization = [...[route.preSerialization ?? []].flat(), addNames];
    });
    done();
  },
  { name: 'token-names' },
);

const { namer } = nameTokens(RecordEvent);
/** Network that lookups for events are counted for: they are shared by all clients. */
const NETWORK = 'events';

/**
 * Wraps the repository so that the names of tokens are loaded with the events and are at hand when these are presented.
 */
export const withTokenNames = (events: PublishedEventsRepository, tokens: TokenNames): PublishedEventsRepository => ({
  ...events,
  async scan(question) {
    const page = await events.scan(question);
    const categories = new Set(page.flatMap(({ tokenCategory }) => tokenCategory ?? []));
    if (categories.size > 0) await tokens.names(categories, NETWORK);
    return page;
  },
});

/** Creates the presenter of events for streams and webhooks, with the names of tokens as far as they are cached. */
export const createEventPresenter =
  (tokens: Pick<TokenNames, 'remembered'>) =>
  (numbered: NumberedEvent): RecordEvent => {
    const event = presentEvent(numbered);
    namer?.name(event, (category) => tokens.remembered(category));
    return event;
  };
