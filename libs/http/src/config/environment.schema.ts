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

/**
 * Returns the schema of a Postgres connection string.
 *
 * @param about what the database is for, and an example
 */
export const databaseUrl = (about: { readonly description: string; readonly examples?: readonly [string] }) =>
  Type.String({
    pattern: POSTGRES,
    expected: 'postgres://user:password@host:5432/database, or several host:port separated by commas',
    ...about,
  });

/**
 * Returns the schema properties that every service shares: database, chain, server. A service adds its own.
 *
 * Of each setting `description` says what it means and `unit` in what it is counted: `npm run docs` writes both into
 * docs/operations.md and the `.env.example` of the service, with the default, or the first of `examples` where one is
 * required. `expected` says in errors what a value looks like.
 *
 * @param port default listening port
 * @param database name of the database in the example
 */
export const serviceEnvironment = ({ port, database }: { readonly port: number; readonly database: string }) => ({
  DATABASE_URL: databaseUrl({
    description:
      'Required. Postgres; the indexer has a database of its own. Several servers: `host:port,host:port` with `?target_session_attrs=read-write`, so that a failover is followed ([postgres.md](postgres.md)). Migrate it before the first start and each update',
    examples: [`postgres://weir:weir@127.0.0.1:5432/${database}`],
  }),
  DATABASE_TIMEOUT: Type.Integer({
    minimum: 100,
    maximum: 600_000,
    default: 5_000,
    unit: 'ms',
    description: 'Longest wait for a connection; a statement may take twice as long. Then 503',
  }),
  BCH_NETWORK: Type.Enum([...NETWORKS], {
    description: 'Required: `mainnet`, `chipnet`, `testnet3`, `testnet4`, `regtest` or `devnet`',
    examples: ['chipnet'],
  }),
  ELECTRUM_URLS: Type.Optional(
    Type.String({
      pattern: URL_LIST,
      expected: 'ws:// or wss:// addresses, separated by commas',
      description:
        'Electrum servers (`wss://host:port`, or `ws://` without encryption), separated by commas. Public networks have defaults. Name several: the service moves on when one fails',
    }),
  ),
  ELECTRUM_TIMEOUT: Type.Integer({
    minimum: 100,
    maximum: 60_000,
    default: 10_000,
    unit: 'ms',
    description: "Longest wait for a server's answer before the next one is asked",
  }),
  NODE_ENV: Type.Optional(
    Type.Enum([...RUN_MODES], {
      description:
        '`production`, `development` or `test`, nothing else. Required on mainnet, and where other machines reach the service (`HOST`, `TRUST_PROXY`); `production` where both hold. Only `production` refuses unsafe settings',
    }),
  ),
  ACCEPTED_RISKS: Type.Optional(
    Type.String({
      pattern: `^\\s*${RISK}(\\s*,\\s*${RISK})*\\s*$`,
      expected: `some of ${RISKS.join(', ')}, separated by commas`,
      description: `Unsafe settings that production permits ([what each permits](#production)), separated by commas: ${RISKS.map((risk) => `\`${risk}\``).join(', ')}`,
    }),
  ),
  HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on; `0.0.0.0` for all' }),
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: port,
    description: 'Port to listen on; 0 for any free one',
  }),
  TRUST_PROXY: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F.:/, ]+$',
      expected: 'addresses or networks of proxies, separated by commas',
      description:
        'Proxies whose `X-Forwarded-For` names the client, such as `10.0.0.0/8`, separated by commas. Unset behind a proxy, all clients share one limit',
    }),
  ),
  CORS_ORIGINS: Type.Optional(
    Type.String({
      pattern: ORIGIN_LIST,
      expected: '* or origins such as https://app.example, separated by commas',
      description:
        'Web origins that may call, separated by commas; `*` for all. No cookies are used. Unset in production: `https://` and `AUTH_DOMAIN` (indexer: none); elsewhere `*`',
    }),
  ),
  METRICS_TOKEN: Type.Optional(
    Type.String({
      minLength: 16,
      maxLength: 1_024,
      pattern: '^[!-~]+$',
      expected: 'one word',
      description:
        'Bearer token that readers of `/metrics` must send (`openssl rand -base64 32`). Unset, anybody reads them',
    }),
  ),
  RATE_LIMIT_MAX: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 1_000,
    unit: 'requests',
    description:
      'Requests per client network and window. 0 suits an indexer that only the API asks, which limits its own clients (in production with `ACCEPTED_RISKS=no-rate-limit`)',
  }),
  RATE_LIMIT_WINDOW: Type.Integer({
    minimum: 1_000,
    maximum: 3_600_000,
    default: 60_000,
    unit: 'ms',
    description: 'The window of `RATE_LIMIT_MAX`',
  }),
  EXPENSIVE_REQUESTS_PER_CLIENT: Type.Integer({
    minimum: 0,
    maximum: 1_000,
    default: 4,
    unit: 'requests',
    description:
      'Expensive requests (lists, proofs, whole campaigns) of one client network that run at once; further ones wait, and others are served in between',
  }),
  MAX_CONNECTIONS: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 10_000,
    unit: 'connections',
    description: 'Open connections; further ones are closed. Keep it below `ulimit -n`',
  }),
  MAX_CONNECTIONS_NETWORK: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      unit: 'connections',
      description:
        'Open connections of one client network; further ones are refused. Proxies of `TRUST_PROXY` are not limited. 0 sets no limit (in production with `ACCEPTED_RISKS=no-rate-limit`). Unset: a fifth of `MAX_CONNECTIONS`',
    }),
  ),
  REQUEST_TIMEOUT: Type.Integer({
    minimum: 1_000,
    maximum: 600_000,
    default: 30_000,
    unit: 'ms',
    description: 'Longest time to receive, and to answer, a request; lists of recipients have 300000',
  }),
  WATCHER: Type.Enum(['off', 'protect'], {
    default: 'protect',
    description:
      '`protect`: one elected process pushes during notices, settles pauses and sends refunds. `off`: this process does not take part in the election',
  }),
  MAX_FEE_RATE: Type.Integer({
    minimum: 1_000,
    maximum: 1_000_000,
    default: 5_000,
    unit: 'sat / 1,000 bytes',
    description:
      'Highest fee rate that is ever paid, even if servers report that nodes require more (usually 1000). Raise it only if nodes really require more',
  }),
  MAX_TIP_AGE: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 604_800,
      unit: 's',
      description:
        'Age of the newest block from which `/ready` answers 503. Unset: 21600 on public networks, off on regtest and devnet',
    }),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://\\S+$',
      expected: 'http://host:4318, of a receiver of OTLP over HTTP',
      description:
        'Receiver of OpenTelemetry traces over HTTP, such as `http://collector:4318`. Unset, nothing is traced',
    }),
  ),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
  }),
});

/** What a service reads of the variables that every service shares. */
export type ServiceEnvironment = Static<TObject<ReturnType<typeof serviceEnvironment>>>;
