import Type, { type Static } from 'typebox';
import { serviceEnvironment } from '@weir/http';
import { MAX_LIST_BYTES } from '@weir/kinds';
import { MAX_DOMAIN_LENGTH } from '@weir/services';
import { CHANNEL_SETTINGS } from '../channels/channels.js';

const DOMAIN = '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$';

const SOCKET_URL = { pattern: '^wss?://[\\w.-]+(:\\d+)?/?$', expected: 'wss://host' };

/** Every environment variable the API reads; of their descriptions `npm run docs` makes `.env.example` and docs/operations.md. */
export const Environment = Type.Object({
  ...serviceEnvironment({ port: 3001, database: 'weir' }),
  DATABASE_READ_URL: Type.Optional(
    Type.String({
      pattern: '^\\s*postgres(ql)?://\\S+(\\s*,\\s*\\S+)*\\s*$',
      expected: 'postgres://user:password@host:5432/database, several separated by commas',
      description:
        'Standbys that answer reads of lists, the explorer, exports, search and single records, separated by commas; unset, the primary answers all. Everything committed before a request is in its answer',
    }),
  ),
  DATABASE_READ_WAIT: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 100,
    unit: 'ms',
    description: 'Longest wait for a standby to catch up with the last commit; then the primary answers',
  }),
  INDEXER_URL: Type.Optional(
    Type.String({
      pattern: '^https?://\\S+$',
      expected: 'http://host:port',
      description:
        'The indexer: records gain `onchain`, and `/api/indexer/*` passes on to it. While it is slow or away, the API answers from its own records',
    }),
  ),
  AUTH_MODE: Type.Optional(
    Type.Enum(['header', 'signed'], {
      description:
        "`signed`: callers prove their address by a message that their wallet signs. `header`: `x-user-address` is believed, which moves no money but lets anybody create records in another's name. Unset: `signed` in production, `header` elsewhere",
    }),
  ),
  AUTH_DOMAIN: Type.Optional(
    Type.String({
      pattern: DOMAIN,
      maxLength: MAX_DOMAIN_LENGTH,
      expected: 'a host name such as app.example, with its port where it has one',
      description: `Host name of your frontend, shown in the message that users sign; at most ${MAX_DOMAIN_LENGTH} characters. Required with \`signed\` in production; elsewhere \`localhost\` by default`,
    }),
  ),
  AUTH_SECRET: Type.Optional(
    Type.String({
      minLength: 32,
      maxLength: 1_024,
      description:
        'Signs bearer tokens; 32 characters or more (`openssl rand -base64 32`), the same for all replicas. Unset, they share one through `service_secrets`',
    }),
  ),
  RATE_LIMIT_STORE: Type.Enum(['memory', 'postgres'], {
    default: 'memory',
    description:
      '`memory` counts in each process; `postgres` over all replicas, for a round trip to the database with each request',
  }),
  BODY_LIMIT: Type.Integer({
    minimum: 1_024,
    maximum: 104_857_600,
    default: 1_048_576,
    unit: 'bytes',
    description: `Largest list of recipients in JSON; as CSV it has ${MAX_LIST_BYTES / 1_000_000} MB. Other bodies have limits of their own: 16 KB, with a signed transaction 256 KB, plans 4 MB`,
  }),
  MIN_CONFIRMATIONS: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 0,
    unit: 'blocks',
    description: 'Confirmations a transaction needs before a confirm call counts it; 0 counts the mempool',
  }),
  PENDING_TTL: Type.Integer({
    minimum: 0,
    maximum: 315_360_000,
    default: 2_592_000,
    unit: 's',
    description:
      'Time until an unfunded record expires; 0 for never. A week later one elected process deletes it, after the chain was asked: what it shows as funded is confirmed instead',
  }),
  LIST_TTL: Type.Integer({
    minimum: 0,
    maximum: 315_360_000,
    default: 604_800,
    unit: 's',
    description: 'Time until a replaced list of recipients expires; 0 for never',
  }),
  QUOTA_PENDING_CALLER: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 1_000,
    unit: 'records',
    description: 'Unfunded records of each kind, per proven caller',
  }),
  QUOTA_PENDING_NETWORK: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 10_000,
    unit: 'records',
    description: 'The same, per client network',
  }),
  QUOTA_PLAN_RECIPIENTS_CALLER: Type.Integer({
    minimum: 0,
    maximum: 10_000_000,
    default: 20_000,
    unit: 'rows',
    description: 'Rows of unfunded plans, per proven caller; a plan without rows counts as one',
  }),
  QUOTA_PLAN_RECIPIENTS_NETWORK: Type.Integer({
    minimum: 0,
    maximum: 10_000_000,
    default: 50_000,
    unit: 'rows',
    description: 'The same, per client network',
  }),
  QUOTA_LIST_BYTES_CALLER: Type.Integer({
    minimum: 0,
    maximum: 2 ** 50,
    default: 2 ** 29,
    unit: 'bytes',
    description: 'Lists of unfunded campaigns, per proven caller; a million rows take 103 MB',
  }),
  QUOTA_LIST_BYTES_NETWORK: Type.Integer({
    minimum: 0,
    maximum: 2 ** 50,
    default: 2 ** 31,
    unit: 'bytes',
    description: 'The same, per client network',
  }),
  QUOTA_IDEMPOTENCY_KEYS_CALLER: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 10_000,
    unit: 'keys',
    description: 'Idempotency keys of the last 24 hours, per proven caller',
  }),
  QUOTA_IDEMPOTENCY_KEYS_NETWORK: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 20_000,
    unit: 'keys',
    description: 'The same, per client network',
  }),
  EVENTS_TTL: Type.Integer({
    minimum: 60,
    maximum: 315_360_000,
    default: 604_800,
    unit: 's',
    description: 'Time for which events are kept; a client with an older `Last-Event-ID` gets `410 EVENTS_DROPPED`',
  }),
  EVENTS_CONNECTIONS: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 2_000,
    unit: 'connections',
    description: 'Event streams of one process; they count among `MAX_CONNECTIONS`',
  }),
  EVENTS_CONNECTIONS_NETWORK: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 100,
    unit: 'connections',
    description: 'The same, per client network',
  }),
  EVENTS_HEARTBEAT: Type.Integer({
    minimum: 100,
    maximum: 60_000,
    default: 15_000,
    unit: 'ms',
    description: 'Longest silence on an event stream; shorter than the idle timeout of proxies',
  }),
  EXPORTS_AT_ONCE: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 4,
    unit: 'exports',
    description: 'Exports that one process writes at once, each with a database connection of its own',
  }),
  EXPORTS_NETWORK: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 2,
    unit: 'exports',
    description: 'The same, per client network',
  }),
  WEBHOOKS: Type.Enum(['on', 'off', 'local'], {
    default: 'on',
    description:
      '`on`: one elected process sends them, to public https addresses only. `off`: not this one. `local`: private addresses and http too, for work on one machine; never where strangers can register any',
  }),
  WEBHOOKS_PER_CALLER: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    default: 20,
    unit: 'webhooks',
    description: 'Webhooks of one caller',
  }),
  QUOTA_WEBHOOKS_NETWORK: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 40,
    unit: 'webhooks',
    description: 'Webhooks registered from one client network',
  }),
  ...CHANNEL_SETTINGS,
  MAIL_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s?#]+$',
      maxLength: 256,
      expected: 'https://host of this API',
      description: 'Public address of this API, such as `https://app.example`: links in messages lead there',
    }),
  ),
  MAIL_SECRET: Type.Optional(
    Type.String({
      minLength: 32,
      maxLength: 1_024,
      description:
        'Encrypts e-mail addresses in the database (`openssl rand -base64 32`), the same for all replicas. After a change people have to subscribe again',
    }),
  ),
  MAIL_CONFIRMATIONS_PER_CALLER: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 10,
    unit: 'mails',
    description: 'Confirmations by e-mail that one caller may ask for within a day',
  }),
  QUOTA_MAIL_NETWORK: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 50,
    unit: 'mails',
    description: 'The same, per client network',
  }),
  TOKENS: Type.Enum(['on', 'off', 'local'], {
    default: 'on',
    description:
      'Look-up of token names in the metadata registries that issuers publish: `on`, `off`, `local` as for `WEBHOOKS`; with `off` this process shows what others found',
  }),
  TOKENS_TTL: Type.Integer({
    minimum: 1,
    maximum: 2_592_000,
    default: 3_600,
    unit: 's',
    description: 'Time for which the result of a look-up counts as current',
  }),
  IPFS_GATEWAY: Type.String({
    pattern: '^https?://[^\\s/]+(/[^\\s]*)?/ipfs/$',
    maxLength: 256,
    default: 'https://ipfs.io/ipfs/',
    expected: 'https://host/ipfs/',
    description: 'Where registries on IPFS are fetched; their hash is checked',
  }),
  PRICE_URL: Type.Optional(
    Type.String({
      pattern: '^https?://\\S+$',
      maxLength: 2_048,
      expected: 'https://host/path that answers JSON',
      description:
        'JSON with the price of BCH, read every minute for display alone. Unset, no values in a currency are shown',
    }),
  ),
  PRICE_PATH: Type.String({
    pattern: '^[\\w-]+(\\.[\\w-]+)*$',
    maxLength: 256,
    default: 'bitcoin-cash.usd',
    expected: 'names and indexes separated by dots',
    description: 'Path of the number in it: names and indexes separated by dots',
  }),
  PRICE_CURRENCY: Type.String({
    pattern: '^[A-Z]{3}$',
    default: 'USD',
    expected: 'three letters, such as USD',
    description: 'Its currency, in three letters',
  }),
  ORACLES: Type.Optional(
    Type.String({
      maxLength: 16_384,
      expected:
        'currency:decimals:key@relay, such as USD:2:<66 hex digits>@https://oracle.example, several separated by spaces',
      description:
        'Oracles whose signed prices are archived: the currency, the decimals of its prices, the public key, and relays separated by commas. All relays are asked each 20 seconds; only on local networks may they be http or in private networks',
    }),
  ),
  CONSOLE: Type.Enum(['on', 'off'], {
    default: 'off',
    description: "`on` serves the console at the API's address; any other static host can, too",
  }),
  CONSOLE_DIRECTORY: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Its files. Unset: the folder `console` of the bundle; in the repository, what `npx nx build console` makes',
    }),
  ),
  GUIDE: Type.Enum(['on', 'off'], {
    default: 'off',
    description:
      '`on` serves these documents as pages with a search at `/guide`, to which the console links, and `/llms.txt`',
  }),
  GUIDE_DIRECTORY: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Its files. Unset: the folder `guide` of the bundle; in the repository, what `npm run docs:site` makes',
    }),
  ),
  CONSOLE_TRANSACTION_URL: Type.Optional(
    Type.String({
      pattern: '^https?://\\S*\\{hash\\}\\S*$',
      expected: 'a web address with {hash} in it, such as https://explorer.example/tx/{hash}',
      description: 'Link to a block explorer, with `{hash}` in it. Unset, hashes are shown without a link',
    }),
  ),
  CONSOLE_SOURCE_URL: Type.Optional(
    Type.String({
      pattern: '^https?://\\S+$',
      expected: 'https://host/path',
      description: 'Where the source is published: the page links to its `contracts` and `docs/proofs.md`',
    }),
  ),
  CONSOLE_WALLETCONNECT_PROJECT_ID: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{32}$',
      expected: '32 hex digits, as WalletConnect gives them',
      description:
        'Offers WalletConnect, and permits its servers in the Content-Security-Policy. Unset, no third party is asked',
    }),
  ),
  CONSOLE_WALLETCONNECT_RELAY_URL: Type.Optional(
    Type.String({ ...SOCKET_URL, description: "WalletConnect's relay; unset, that of its makers" }),
  ),
  CONSOLE_WIZARDCONNECT_RELAY_URL: Type.Optional(
    Type.String({
      ...SOCKET_URL,
      description:
        'Offers WizardConnect by this Nostr relay, which carries its encrypted messages ([wallets.md](wallets.md))',
    }),
  ),
  CONSOLE_DEV_KIT_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[\\w.:\\[\\]-]+(/\\S*)?$',
      expected: 'http://host:port/dev',
      description: 'The dev kit of a local chain, as `npm start` sets it',
    }),
  ),
});
export type Environment = Static<typeof Environment>;
