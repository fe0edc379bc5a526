import type {
  FastifyPluginAsync,
  FastifyPluginCallback,
  FastifyPluginOptions,
  FastifyRequest,
  FastifyTypeProvider,
  preHandlerHookHandler,
  preSerializationHookHandler,
  RawServerDefault,
} from 'fastify';
import fp from 'fastify-plugin';
import type { Static, TSchema } from 'typebox';
import { type Normalized, normalizerOf, type Serializer, serializerOf, type ViewOf } from '@weir/api-contract';
import { encodeWcTransaction, type WcTransaction } from '@weir/covenants';

/** An answer that needs no serializer any more: the one that an earlier request got. */
export class FinishedAnswer {
  constructor(readonly body: unknown) {}
}

/** Requests are what their schemas say; handlers return what answers are made from. */
interface AnswerTypes extends FastifyTypeProvider {
  readonly validator: this['schema'] extends TSchema ? Normalized<Static<this['schema']>> : unknown;
  readonly serializer: this['schema'] extends TSchema
    ? ViewOf<this['schema'], WcTransaction> | FinishedAnswer
    : unknown;
}

/** A plugin of routes whose handlers return views. */
export type Routes<Options extends FastifyPluginOptions> = FastifyPluginCallback<
  Options,
  RawServerDefault,
  AnswerTypes
>;

/** As {@link Routes}, where registering them takes time. */
export type RoutesAsync<Options extends FastifyPluginOptions> = FastifyPluginAsync<
  Options,
  RawServerDefault,
  AnswerTypes
>;

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Returns the JSON schema of a declared body: itself, or what it declares for JSON among its content types; undefined where it has none. */
const jsonSchemaOf = (declared: Fields): Fields | undefined => {
  const { content } = declared;
  if (!isObject(content)) return declared;
  const media = content['application/json'];
  return isObject(media) && isObject(media['schema']) ? media['schema'] : undefined;
};

type AnswerSerializer = Serializer<WcTransaction>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Makes the route's answers from views, by status. */
    answers?: ReadonlyMap<number, AnswerSerializer>;
    /** The answer comes from another service and is forwarded unchanged. */
    passedOn?: boolean;
  }
}

const serializersOf = (response: object): ReadonlyMap<number, AnswerSerializer> =>
  new Map(
    Object.entries(response).flatMap(([status, schema]): [number, AnswerSerializer][] => {
      const json = status.startsWith('2') && isObject(schema) ? jsonSchemaOf(schema) : undefined;
      return json !== undefined ? [[Number(status), serializerOf(json)]] : [];
    }),
  );

const tagged = (transaction: WcTransaction) => encodeWcTransaction(transaction, 'tagged');
const plain = (transaction: WcTransaction) => encodeWcTransaction(transaction, 'plain');

const serialize = (serializer: AnswerSerializer, view: unknown, { query }: FastifyRequest): unknown =>
  serializer(view, isObject(query) && query['encoding'] === 'plain' ? plain : tagged);

/** Makes the answer that a route gives for a view when it succeeds. */
export const answerOf = (request: FastifyRequest, view: unknown): unknown => {
  const [serializer] = request.routeOptions.config.answers?.values() ?? [];
  return serializer === undefined ? view : serialize(serializer, view, request);
};

const makeAnswer: preSerializationHookHandler = (request, reply, payload, done) => {
  if (payload instanceof FinishedAnswer) {
    done(null, payload.body);
    return;
  }
  const serializer = request.routeOptions.config.answers?.get(reply.statusCode);
  done(null, serializer === undefined ? payload : serialize(serializer, payload, request));
};

/**
 * Makes every answer from the view that a handler returns, by the schema of the route's answer. Register it before the
 * routes, and before plugins that add to answers.
 */
export const answersPlugin = fp(
  (app, _, done) => {
    app.addHook('onRoute', (route) => {
      const { schema, config } = route;
      if (!isObject(schema?.response) || config?.passedOn === true) return;
      route.config = { ...config, answers: serializersOf(schema.response) };
      // HEAD routes inherit the hooks of their GET routes, and not what is added to their config.
      const hooks = [route.preSerialization ?? []].flat();
      route.preSerialization = hooks.includes(makeAnswer) ? hooks : [makeAnswer, ...hooks];
    });
    done();
  },
  { name: 'answers' },
);

/** Normalizes the bodies of requests by their schemas. Register it before the routes. */
export const inputsPlugin = fp(
  (app, _, done) => {
    app.addHook('onRoute', (route) => {
      const body = route.schema?.body;
      const schema = isObject(body) ? jsonSchemaOf(body) : undefined;
      if (schema === undefined) return;
      const normalize = normalizerOf(schema);
      const normalizeBody: preHandlerHookHandler = (request, _reply, next) => {
        request.body = normalize(request.body);
        next();
      };
      route.preHandler = [normalizeBody, ...[route.preHandler ?? []].flat()];
    });
    done();
  },
  { name: 'inputs' },
);
