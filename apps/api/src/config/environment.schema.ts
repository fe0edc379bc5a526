import Type from 'typebox';
import { NETWORKS } from '@weir/covenants';
import { MAX_DOMAIN_LENGTH } from '@weir/services';

const URL_LIST = '^\\s*wss?://[^\\s,]+(\\s*,\\s*wss?://[^\\s,]+)*\\s*$';
const DOMAIN = '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$';
const ORIGIN_LIST = '^\\s*(\\*|https?://[^\\s,/]+(\\s*,\\s*https?://[^\\s,/]+)*)\\s*$';

/** Every environment variable the API reads; `.env.example` explains them to operators. */
export const Environment = Type.Object({
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://\\S+$',
    description: 'postgres://user:password@host:5432/database',
  }),
  BCH_NETWORK: Type.Enum([...NETWORKS]),
  ELECTRUM_URLS: Type.Optional(
    Type.String({ pattern: URL_LIST, description: 'ws:// or wss:// addresses, separated by commas' }),
  ),
  ELECTRUM_TIMEOUT: Type.Integer({ minimum: 100, maximum: 60_000, default: 10_000 }),
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 3001 }),
  NODE_ENV: Type.Optional(Type.String()),
  AUTH_MODE: Type.Optional(Type.Enum(['header', 'signed'])),
  AUTH_DOMAIN: Type.Optional(
    Type.String({
      pattern: DOMAIN,
      maxLength: MAX_DOMAIN_LENGTH,
      description: 'a host name such as app.example, with its port where it has one',
    }),
  ),
  AUTH_SECRET: Type.Optional(Type.String({ minLength: 32, maxLength: 1_024 })),
  CORS_ORIGINS: Type.String({
    pattern: ORIGIN_LIST,
    default: '*',
    description: '* or origins such as https://app.example, separated by commas',
  }),
  RATE_LIMIT_MAX: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 1_000 }),
  RATE_LIMIT_STORE: Type.Enum(['memory', 'postgres'], { default: 'memory' }),
  RATE_LIMIT_WINDOW: Type.Integer({ minimum: 1_000, maximum: 3_600_000, default: 60_000 }),
  BODY_LIMIT: Type.Integer({ minimum: 1_024, maximum: 104_857_600, default: 1_048_576 }),
  DEAR_REQUESTS: Type.Integer({ minimum: 0, maximum: 1_000, default: 4 }),
  MAX_CONNECTIONS: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 10_000 }),
  REQUEST_TIMEOUT: Type.Integer({ minimum: 1_000, maximum: 600_000, default: 30_000 }),
  TRUST_PROXY: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F.:/, ]+$',
      description: 'addresses or networks of proxies, separated by commas',
    }),
  ),
  MIN_CONFIRMATIONS: Type.Integer({ minimum: 0, maximum: 100, default: 0 }),
  PENDING_TTL: Type.Integer({ minimum: 0, maximum: 315_360_000, default: 2_592_000 }),
  LIST_TTL: Type.Integer({ minimum: 0, maximum: 315_360_000, default: 604_800 }),
  QUOTA_PENDING_CALLER: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 1_000 }),
  QUOTA_PENDING_NETWORK: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 10_000 }),
  QUOTA_LIST_BYTES_CALLER: Type.Integer({ minimum: 0, maximum: 2 ** 50, default: 2 ** 29 }),
  QUOTA_LIST_BYTES_NETWORK: Type.Integer({ minimum: 0, maximum: 2 ** 50, default: 2 ** 31 }),
  EVENTS_TTL: Type.Integer({ minimum: 60, maximum: 315_360_000, default: 604_800 }),
  EVENTS_CONNECTIONS: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 2_000 }),
  EVENTS_CONNECTIONS_NETWORK: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 100 }),
  EVENTS_HEARTBEAT: Type.Integer({ minimum: 100, maximum: 60_000, default: 15_000 }),
  WATCHER: Type.Enum(['off', 'protect'], { default: 'protect' }),
  PUBLIC_CAMPAIGNS: Type.Enum(['auto', 'on', 'off'], { default: 'auto' }),
  MAX_FEE_RATE: Type.Integer({ minimum: 1_000, maximum: 1_000_000, default: 5_000 }),
  MAX_TIP_AGE: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800 })),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { default: 'info' }),
  INDEXER_URL: Type.Optional(Type.String({ pattern: '^https?://\\S+$', description: 'http://host:port' })),
});
