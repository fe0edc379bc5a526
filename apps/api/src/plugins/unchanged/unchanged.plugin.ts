import type { FastifyRequest, onSendHookHandler, preHandlerAsyncHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import { answerTag, schemaProperties } from '@weir/http';

/** A cached response body. */
export interface CachedAnswer {
  readonly body: Buffer;
  /** ETag of the body. */
  readonly etag: string;
  /** On which it depends. */
  readonly topics: readonly string[];
}

interface Entry extends CachedAnswer {
  readonly stamp: string;
  readonly until: number;
}

/**
 * Creates a cache of answers that stay valid while the data they were made from is unchanged, one per key. It evicts the least
 * recently used.
 *
 * @param maxSize total size of keys and bodies, bytes
 */
export const createAnswerCache = (maxSize: number, now: () => number = Date.now) => {
  const answers = new LRUCache<string, Entry>({
    maxSize,
    sizeCalculation: ({ body }, key) => key.length + body.length,
  });
  return {
    /** Returns the topics of a cached answer, whether it is still valid or not. */
    topicsOf: (key: string): readonly string[] | undefined => answers.peek(key)?.topics,
    /** Returns a cached answer. @param stamp stamp of the current state of its data */
    get(key: string, stamp: string): CachedAnswer | undefined {
      const found = answers.get(key);
      if (found === undefined || (found.stamp === stamp && found.until > now())) return found;
      answers.delete(key);
      return undefined;
    },
    /** Caches an answer. @param stamp stamp taken before the answer was made */
    set(key: string, stamp: string, answer: CachedAnswer, ageMs: number): void {
      answers.set(key, { ...answer, stamp, until: now() + ageMs });
    },
  };
};

const SLOTS = 65_536;
/** Places of one question: as many with the same first bits are remembered side by side. */
const WAYS = 4;

/** FNV-1a, 32 bits; never 0, which marks an empty slot. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0 || 1;
};

/**
 * Creates a memory of some 65,000 questions in 256 kB. It forgets the oldest of those that share a place, and takes one of some
 * billions for another: fit for deciding what is worth keeping, not for what is true.
 */
export const createAskedBefore = () => {
  const slots = new Uint32Array(SLOTS);
  return {
    /** Notes a question. @returns whether it is remembered from before */
    note(question: string): boolean {
      const hash = hashOf(question);
      const from = (hash % (SLOTS / WAYS)) * WAYS;
      const places = slots.subarray(from, from + WAYS);
      const at = places.indexOf(hash);
      // The one asked last is first.
      places.copyWithin(1, 0, at === -1 ? WAYS - 1 : at);
      places[0] = hash;
      return at !== -1;
    },
  };
};

export interface UnchangedOptions {
  /** Returns a stamp of the state of some topics; undefined when it is unknown. */
  readonly stamp: (topics: readonly string[]) => Promise<string | undefined>;
  /** Whether answers include data that no stamp covers (what the indexer reports). */
  readonly hasOtherSources: boolean;
  /** Called with whether the answer came from the cache. */
  readonly onAnswer?: ((result: 'hit' | 'miss') => void) | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Returns the topics on which the answer depends beside path, query and chain time: it may be reused until one of
     * them changes. Undefined for a query that will be refused.
     */
    unchanging?: (query: unknown) => readonly string[] | undefined;
  }
  interface FastifyRequest {
    /** Key, stamp and topics under which the answer is to be cached. */
    cacheAs: { readonly key: string; readonly stamp: string; readonly topics: readonly string[] } | undefined;
    /** Whether the answer contains token names, some of which expire. */
    namesTokens: boolean;
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Bytes. Holds first pages of two thousand callers, 66 kB each: where more ask in turn than it holds, each page is dropped
 * before it is asked for again.
 */
const MAX_SIZE = 160_000_000;
/** Longest age of an answer that depends only on its topics, milliseconds. */
const LONGEST_AGE_MS = 60_000;
/** Longest age of an answer that depends on more. */
const SHORT_AGE_MS = 1_000;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Returns the cache key of a validated request: path and known query fields in a fixed order. */
const keyOf = ({ routeOptions: { url, schema }, params, query }: FastifyRequest): string => {
  const known = isObject(schema?.querystring) ? [...schemaProperties(schema.querystring).keys()] : [];
  const asked = isObject(query) ? known.map((name) => query[name] ?? null) : [];
  return JSON.stringify([url, params, asked]);
};

/**
 * Reuses the last answer of a route marked `unchanging` while nothing it depends on has changed. The stamp is read before every
 * answer that is reused or kept, so that nobody reads older data than without the cache: after a confirmed write, on any
 * replica, the next list shows it. What is asked for the first time is neither kept nor costs a stamp: most pages of a long list are
 * never asked for again.
 */
export const unchangedPlugin = fp<UnchangedOptions>(
  (app, { stamp, hasOtherSources, onAnswer }, done) => {
    const answers = createAnswerCache(MAX_SIZE);
    const asked = createAskedBefore();

    const answerFromCache =
      (topicsOf: (query: unknown) => readonly string[] | undefined): preHandlerAsyncHookHandler =>
      async (request, reply) => {
        if (request.method !== 'GET') return;
        const key = keyOf(request);
        // Finding them takes reading an address.
        const topics = answers.topicsOf(key) ?? topicsOf(request.query);
        if (topics === undefined) return;
        if (!asked.note(key)) {
          onAnswer?.('miss');
          return;
        }
        const current = await stamp(topics);
        if (current === undefined) return;
        const kept = answers.get(key, current);
        onAnswer?.(kept === undefined ? 'miss' : 'hit');
        if (kept === undefined) {
          request.cacheAs = { key, stamp: current, topics };
          return;
        }
        return reply.type(JSON_TYPE).header('etag', kept.etag).send(kept.body);
      };
    const store: onSendHookHandler = (request, reply, payload, next) => {
      const { cacheAs } = request;
      if (cacheAs === undefined || reply.statusCode !== 200 || typeof payload !== 'string') {
        next(null, payload);
        return;
      }
      const body = Buffer.from(payload);
      const etag = answerTag(body);
      const age = hasOtherSources || request.namesTokens ? SHORT_AGE_MS : LONGEST_AGE_MS;
      answers.set(cacheAs.key, cacheAs.stamp, { body, etag, topics: cacheAs.topics }, age);
      reply.header('etag', etag);
      next(null, body);
    };

    app.decorateRequest('cacheAs', undefined);
    app.decorateRequest('namesTokens', false);
    app.addHook('onRoute', (route) => {
      const topicsOf = route.config?.unchanging;
      if (topicsOf === undefined) return;
      if (route.config?.access?.caller !== 'none')
        throw new Error(`Route ${route.url} looks at its caller: its answer does not depend on the URL alone`);
      route.preHandler = [...[route.preHandler ?? []].flat(), answerFromCache(topicsOf)];
      route.onSend = [...[route.onSend ?? []].flat(), store];
    });
    done();
  },
  { name: 'unchanged' },
);
