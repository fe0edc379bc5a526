import Type from 'typebox';
import { DatabaseUrl, serviceEnvironment } from '@weir/http';

/** Every environment variable the indexer reads; `apps/indexer/.env.example` explains them to operators. */
export const Environment = Type.Object({
  ...serviceEnvironment(3002),
  API_DATABASE_URL: Type.Optional(DatabaseUrl),
  CONFIRMATIONS: Type.Integer({ minimum: 1, maximum: 100, default: 1 }),
  START_HEIGHT: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
});
