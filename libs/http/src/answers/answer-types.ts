import type {
  FastifyPluginAsync,
  FastifyPluginCallback,
  FastifyPluginOptions,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Normalized, ViewOf } from '@weir/api-contract';
import type { WcTransaction } from '@weir/covenants';

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
