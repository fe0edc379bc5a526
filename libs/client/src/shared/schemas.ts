import type { components, operations } from '../generated/api.js';

/** The API's named schemas, as transmitted: amounts in base units are text. */
export type Schemas = components['schemas'];

/** The body that a route takes, by the name of its operation. */
export type BodyOf<Operation extends keyof operations> = operations[Operation] extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** The query that a route takes, by the name of its operation. */
export type QueryOf<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

/** An unsigned transaction as `bch_signTransaction` takes it: JSON with libauth's tags. */
export type WcTransaction = Schemas['WcTransaction'];
