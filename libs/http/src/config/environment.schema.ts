import Type, { type Static, type TObject } from 'typebox';
import { NETWORKS } from '@weir/covenants';

/** The values of NODE_ENV. Any other is refused: a misspelt `production` must not turn its checks off. */
const RUN_MODES = ['production', 'development', 'test'] as const;

/** Risks that an operator may accept in production, each by its word in ACCEPTED_RISKS. */
const RISKS = [
  'any-origin',
  'believed-callers',
  'no-quotas',
  'no-rate-limit',
  'open-metrics',
  'private-registries',
  'private-webhooks',
  'unencrypted',
] as const;

export type Risk = (typeof RISKS)[number];

const POSTGRES = '^postgres(ql)?://\\S+$';
const URL_LIST = '^\\s*wss?://[^\\s,]+(\\s*,\\s*wss?://[^\\s,]+)*\\s*$';
const RISK = `(${RISKS.join('|')})`;
const ORIGIN_LIST = '^\\s*(\\*|https?://[^\\s,/]+(\\s*,\\s*https?://[^\\s,/]+)*)\\s*$';

/** The schema of a Postgres connection string. */
export const DatabaseUrl = Type.String({
  pattern: POSTGRES,
  description: 'postgres://user:password@host:5432/database, or several host:port separated by commas',
});

/**
 * Returns the schema properties that every service shares: database, chain, server. A service adds its own; its
 * `.env.example` explains them to operators.
 *
 * @param port default listening port
 */
export const serviceEnvironment = (port: number) => ({
  NODE_ENV: Type.Optional(Type.Enum([...RUN_MODES])),
  ACCEPTED_RISKS: Type.Optional(
    Type.String({
      pattern: `^\\s*${RISK}(\\s*,\\s*${RISK})*\\s*$`,
      description: `some of ${RISKS.join(', ')}, separated by commas`,
    }),
  ),
  DATABASE_URL: DatabaseUrl,
  DATABASE_TIMEOUT: Type.Integer({ minimum: 100, maximum: 600_000, default: 5_000 }),
  BCH_NETWORK: Type.Enum([...NETWORKS]),
  ELECTRUM_URLS: Type.Optional(
    Type.String({ pattern: URL_LIST, description: 'ws:// or wss:// addresses, separated by commas' }),
  ),
  ELECTRUM_TIMEOUT: Type.Integer({ minimum: 100, maximum: 60_000, default: 10_000 }),
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: port }),
  CORS_ORIGINS: Type.Optional(
    Type.String({
      pattern: ORIGIN_LIST,
      description: '* or origins such as https://app.example, separated by commas',
    }),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({ pattern: '^https?://\\S+$', description: 'http://host:4318, of a receiver of OTLP over HTTP' }),
  ),
  METRICS_TOKEN: Type.Optional(
    Type.String({ minLength: 16, maxLength: 1_024, pattern: '^[!-~]+$', description: 'one word' }),
  ),
  RATE_LIMIT_MAX: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 1_000 }),
  RATE_LIMIT_WINDOW: Type.Integer({ minimum: 1_000, maximum: 3_600_000, default: 60_000 }),
  EXPENSIVE_REQUESTS_PER_CLIENT: Type.Integer({ minimum: 0, maximum: 1_000, default: 4 }),
  MAX_CONNECTIONS: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 10_000 }),
  REQUEST_TIMEOUT: Type.Integer({ minimum: 1_000, maximum: 600_000, default: 30_000 }),
  TRUST_PROXY: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F.:/, ]+$',
      description: 'addresses or networks of proxies, separated by commas',
    }),
  ),
  WATCHER: Type.Enum(['off', 'protect'], { default: 'protect' }),
  MAX_FEE_RATE: Type.Integer({ minimum: 1_000, maximum: 1_000_000, default: 5_000 }),
  MAX_TIP_AGE: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800 })),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { default: 'info' }),
});

/** What a service reads of the variables that every service shares. */
export type ServiceEnvironment = Static<TObject<ReturnType<typeof serviceEnvironment>>>;
