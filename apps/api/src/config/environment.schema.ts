import Type, { type Static } from 'typebox';
import { serviceEnvironment } from '@weir/http';
import { MAX_DOMAIN_LENGTH } from '@weir/services';

const DOMAIN = '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$';

const SOCKET_URL = { pattern: '^wss?://[\\w.-]+(:\\d+)?/?$', description: 'wss://host' };

/** Every environment variable the API reads; `.env.example` explains them to operators. */
export const Environment = Type.Object({
  ...serviceEnvironment(3001),
  DATABASE_READ_URL: Type.Optional(
    Type.String({
      pattern: '^\\s*postgres(ql)?://\\S+(\\s*,\\s*\\S+)*\\s*$',
      description: 'postgres://user:password@host:5432/database, several separated by commas',
    }),
  ),
  DATABASE_READ_WAIT: Type.Integer({ minimum: 1, maximum: 10_000, default: 100 }),
  AUTH_MODE: Type.Optional(Type.Enum(['header', 'signed'])),
  AUTH_DOMAIN: Type.Optional(
    Type.String({
      pattern: DOMAIN,
      maxLength: MAX_DOMAIN_LENGTH,
      description: 'a host name such as app.example, with its port where it has one',
    }),
  ),
  AUTH_SECRET: Type.Optional(Type.String({ minLength: 32, maxLength: 1_024 })),
  RATE_LIMIT_STORE: Type.Enum(['memory', 'postgres'], { default: 'memory' }),
  BODY_LIMIT: Type.Integer({ minimum: 1_024, maximum: 104_857_600, default: 1_048_576 }),
  MIN_CONFIRMATIONS: Type.Integer({ minimum: 0, maximum: 100, default: 0 }),
  PENDING_TTL: Type.Integer({ minimum: 0, maximum: 315_360_000, default: 2_592_000 }),
  LIST_TTL: Type.Integer({ minimum: 0, maximum: 315_360_000, default: 604_800 }),
  QUOTA_PENDING_CALLER: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 1_000 }),
  QUOTA_PENDING_NETWORK: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 10_000 }),
  QUOTA_PLAN_RECIPIENTS_CALLER: Type.Integer({ minimum: 0, maximum: 10_000_000, default: 20_000 }),
  QUOTA_PLAN_RECIPIENTS_NETWORK: Type.Integer({ minimum: 0, maximum: 10_000_000, default: 50_000 }),
  QUOTA_LIST_BYTES_CALLER: Type.Integer({ minimum: 0, maximum: 2 ** 50, default: 2 ** 29 }),
  QUOTA_LIST_BYTES_NETWORK: Type.Integer({ minimum: 0, maximum: 2 ** 50, default: 2 ** 31 }),
  QUOTA_IDEMPOTENCY_KEYS_CALLER: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 10_000 }),
  QUOTA_IDEMPOTENCY_KEYS_NETWORK: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 20_000 }),
  EVENTS_TTL: Type.Integer({ minimum: 60, maximum: 315_360_000, default: 604_800 }),
  EVENTS_CONNECTIONS: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 2_000 }),
  EVENTS_CONNECTIONS_NETWORK: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 100 }),
  EVENTS_HEARTBEAT: Type.Integer({ minimum: 100, maximum: 60_000, default: 15_000 }),
  EXPORTS_AT_ONCE: Type.Integer({ minimum: 1, maximum: 100, default: 4 }),
  EXPORTS_NETWORK: Type.Integer({ minimum: 0, maximum: 100, default: 2 }),
  WEBHOOKS: Type.Enum(['on', 'off', 'local'], { default: 'on' }),
  WEBHOOKS_PER_CALLER: Type.Integer({ minimum: 0, maximum: 10_000, default: 20 }),
  QUOTA_WEBHOOKS_NETWORK: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 100 }),
  SMTP_URL: Type.Optional(
    Type.String({ pattern: '^smtps?://\\S+$', maxLength: 2_048, description: 'smtps://user:password@host:465' }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^(?:[^<>@"\\r\\n]{1,64} <[^\\s<>@,;"]+@[^\\s<>@,;"]+>|[^\\s<>@,;"]+@[^\\s<>@,;"]+)$',
      maxLength: 320,
      description: 'name@host or Name <name@host>',
    }),
  ),
  MAIL_URL: Type.Optional(
    Type.String({ pattern: '^https?://[^\\s?#]+$', maxLength: 256, description: 'https://host of this API' }),
  ),
  MAIL_SECRET: Type.Optional(Type.String({ minLength: 32, maxLength: 1_024 })),
  MAIL_CONFIRMATIONS_PER_CALLER: Type.Integer({ minimum: 1, maximum: 10_000, default: 10 }),
  QUOTA_MAIL_NETWORK: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 50 }),
  TOKENS: Type.Enum(['on', 'off', 'local'], { default: 'on' }),
  TOKENS_TTL: Type.Integer({ minimum: 1, maximum: 2_592_000, default: 3_600 }),
  IPFS_GATEWAY: Type.String({
    pattern: '^https?://[^\\s/]+(/[^\\s]*)?/ipfs/$',
    maxLength: 256,
    default: 'https://ipfs.io/ipfs/',
    description: 'https://host/ipfs/',
  }),
  PRICE_URL: Type.Optional(
    Type.String({ pattern: '^https?://\\S+$', maxLength: 2_048, description: 'https://host/path that answers JSON' }),
  ),
  PRICE_PATH: Type.String({ pattern: '^[\\w-]+(\\.[\\w-]+)*$', maxLength: 256, default: 'bitcoin-cash.usd' }),
  PRICE_CURRENCY: Type.String({ pattern: '^[A-Z]{3}$', default: 'USD', description: 'three letters, such as USD' }),
  CONSOLE: Type.Enum(['on', 'off'], { default: 'off' }),
  GUIDE: Type.Enum(['on', 'off'], { default: 'off' }),
  GUIDE_DIRECTORY: Type.Optional(Type.String({ minLength: 1 })),
  CONSOLE_DIRECTORY: Type.Optional(Type.String({ minLength: 1 })),
  CONSOLE_TRANSACTION_URL: Type.Optional(
    Type.String({
      pattern: '^https?://\\S*\\{hash\\}\\S*$',
      description: 'a web address with {hash} in it, such as https://explorer.example/tx/{hash}',
    }),
  ),
  CONSOLE_SOURCE_URL: Type.Optional(Type.String({ pattern: '^https?://\\S+$', description: 'https://host/path' })),
  CONSOLE_WALLETCONNECT_PROJECT_ID: Type.Optional(
    Type.String({ pattern: '^[0-9a-f]{32}$', description: '32 hex digits, as WalletConnect gives them' }),
  ),
  CONSOLE_WALLETCONNECT_RELAY_URL: Type.Optional(Type.String(SOCKET_URL)),
  CONSOLE_WIZARDCONNECT_RELAY_URL: Type.Optional(Type.String(SOCKET_URL)),
  CONSOLE_DEV_KIT_URL: Type.Optional(
    Type.String({ pattern: '^https?://[\\w.:\\[\\]-]+(/\\S*)?$', description: 'http://host:port/dev' }),
  ),
  INDEXER_URL: Type.Optional(Type.String({ pattern: '^https?://\\S+$', description: 'http://host:port' })),
});
export type Environment = Static<typeof Environment>;
