import { isLocalNetwork } from '@weir/covenants/chain';
import {
  ConfigError,
  createEnvironmentReader,
  type FieldProblem,
  hasKnownPassword,
  isPlaceholder,
  isProduction,
  processConfigOf,
  productionProblems,
  serverConfigOf,
  serverProblems,
  type UnsafeSetting,
} from '@weir/http';
import { readOracles, readServers, unknownSettings } from '@weir/infra';
import { channelsOf, missingSettings } from '../channels/channels.js';
import { Environment } from './environment.schema.js';

const QUOTAS = [
  'QUOTA_PENDING_CALLER',
  'QUOTA_PENDING_NETWORK',
  'QUOTA_PLAN_RECIPIENTS_CALLER',
  'QUOTA_PLAN_RECIPIENTS_NETWORK',
  'QUOTA_LIST_BYTES_CALLER',
  'QUOTA_LIST_BYTES_NETWORK',
  'QUOTA_WEBHOOKS_NETWORK',
  'QUOTA_MAIL_NETWORK',
] as const;

/** Returns the API's own settings that are unsafe in production. */
const unsafeSettings = (values: Environment): UnsafeSetting[] => {
  const found: UnsafeSetting[] = [];
  if (values.AUTH_MODE === 'header')
    found.push({
      field: 'AUTH_MODE',
      problem:
        'is header, so callers are not authenticated: use signed, or put a gateway in front that authenticates them',
      risk: 'believed-callers',
    });
  if (values.AUTH_SECRET !== undefined && isPlaceholder(values.AUTH_SECRET))
    found.push({
      field: 'AUTH_SECRET',
      problem: 'can be guessed: set the output of `openssl rand -base64 32`, or none',
    });
  if (values.MAIL_SECRET !== undefined && isPlaceholder(values.MAIL_SECRET))
    found.push({ field: 'MAIL_SECRET', problem: 'can be guessed: set the output of `openssl rand -base64 32`' });
  if (values.MAIL_URL?.startsWith('http:') === true)
    found.push({ field: 'MAIL_URL', problem: 'is http, so links in mails are not encrypted: set https' });
  const standbys = values.DATABASE_READ_URL === undefined ? [] : readServers(values.DATABASE_READ_URL);
  if (typeof standbys !== 'string' && standbys.some(hasKnownPassword))
    found.push({ field: 'DATABASE_READ_URL', problem: 'has a well-known password: set another one' });
  for (const field of QUOTAS)
    if (values[field] === 0)
      found.push({ field, problem: 'is 0, so anybody can fill the database: set a limit', risk: 'no-quotas' });
  if (values.WEBHOOKS === 'local')
    found.push({
      field: 'WEBHOOKS',
      problem: 'is local, so anybody can make this service call servers of your own network: set on or off',
      risk: 'private-webhooks',
    });
  if (values.TOKENS === 'local')
    found.push({
      field: 'TOKENS',
      problem: 'is local, so anybody can make this service call servers of your own network: set on or off',
      risk: 'private-registries',
    });
  return found;
};

const EXAMPLE = '.env.example';
const readEnvironment = createEnvironmentReader(Environment, EXAMPLE);

/** Returns the standby URLs, or a description of what is wrong with them. */
const standbys = ({ DATABASE_READ_URL }: Environment): readonly string[] | string =>
  DATABASE_READ_URL === undefined ? [] : readServers(DATABASE_READ_URL);

/** Returns the oracles, or a description of what is wrong with them. Their relays are other people's servers. */
const oracles = ({ ORACLES = '', BCH_NETWORK }: Environment) =>
  readOracles(ORACLES, { allowPrivate: isLocalNetwork(BCH_NETWORK) });

const authMode = (environment: Environment) =>
  environment.AUTH_MODE ?? (isProduction(environment) ? 'signed' : 'header');

/** The origin of the sign-in domain, the default of CORS_ORIGINS in production. */
const ownOrigins = ({ AUTH_DOMAIN }: Environment): readonly string[] =>
  AUTH_DOMAIN === undefined ? [] : [`https://${AUTH_DOMAIN}`];

/** Messages to people need all settings of their channel. */
const mailProblems = (environment: Environment): FieldProblem[] => {
  const { missing, among } = missingSettings(environment);
  return missing.map((field) => ({ field, problem: `is required where one of ${among.join(', ')} is set` }));
};

/** Returns the settings of messages to people; undefined where none are sent. */
const mailConfigOf = (values: Environment) => {
  const { MAIL_URL, MAIL_SECRET } = values;
  if (MAIL_URL === undefined || MAIL_SECRET === undefined) return undefined;
  const publicUrl = MAIL_URL.replace(/\/+$/u, '');
  const channels = channelsOf(values, { publicUrl, hasConsole: values.CONSOLE === 'on' });
  return { publicUrl, secret: MAIL_SECRET, channels };
};

const findProblems = (environment: Environment): FieldProblem[] => {
  const problems = serverProblems(environment);
  const readable = standbys(environment);
  if (typeof readable === 'string') problems.push({ field: 'DATABASE_READ_URL', problem: readable });
  const readOracleList = oracles(environment);
  if (typeof readOracleList === 'string') problems.push({ field: 'ORACLES', problem: readOracleList });
  if (isProduction(environment) && authMode(environment) === 'signed' && environment.AUTH_DOMAIN === undefined) {
    problems.push({
      field: 'AUTH_DOMAIN',
      problem: 'is required in production: the host name that users sign in to, such as app.example',
    });
  }
  problems.push(...mailProblems(environment));
  problems.push(...productionProblems(environment, unsafeSettings(environment)));
  return problems;
};

/**
 * Reads the settings of the process. Unset and empty variables take their defaults.
 *
 * @throws ConfigError naming every variable that is wrong
 */
export const loadConfig = (environment: NodeJS.ProcessEnv) => {
  const values = readEnvironment(environment);
  const problems = findProblems(values);
  const readUrls = standbys(values);
  const oracleList = oracles(values);
  if (problems.length > 0 || typeof readUrls === 'string' || typeof oracleList === 'string')
    throw new ConfigError(problems, EXAMPLE);
  const server = serverConfigOf(values, ownOrigins(values));
  return {
    http: {
      network: values.BCH_NETWORK,
      auth: {
        /** `header`: the header is trusted; `signed`: the address is proven by a wallet's signature. */
        mode: authMode(values),
        /** The domain that users sign in to; part of the message they sign. */
        domain: values.AUTH_DOMAIN ?? 'localhost',
        /** Bearers are signed with it; undefined lets the replicas generate one and share it through the database. */
        secret: values.AUTH_SECRET,
      },
      ...server,
      /** Counted per process, or over all replicas. */
      rateLimit: { ...server.rateLimit, store: values.RATE_LIMIT_STORE },
      /** Largest list of recipients in JSON, bytes. */
      bodyLimit: values.BODY_LIMIT,
      /** Undefined where this process does not serve the console. */
      console:
        values.CONSOLE === 'off'
          ? undefined
          : {
              /** Directory of its files; undefined for the build in this repository. */
              directory: values.CONSOLE_DIRECTORY,
              /** URL of the dev kit of a local chain. */
              devKitUrl: values.CONSOLE_DEV_KIT_URL,
              walletConnectProjectId: values.CONSOLE_WALLETCONNECT_PROJECT_ID,
              /** URL of WalletConnect's relay; undefined for its makers' own. */
              walletConnectRelayUrl: values.CONSOLE_WALLETCONNECT_RELAY_URL,
              /** URL of a Nostr relay, which WizardConnect uses; undefined where it is not offered. */
              wizardConnectRelayUrl: values.CONSOLE_WIZARDCONNECT_RELAY_URL,
              /** URL of a transaction in a block explorer, with `{hash}` for its hash. */
              transactionUrl: values.CONSOLE_TRANSACTION_URL,
              sourceUrl: values.CONSOLE_SOURCE_URL,
            },
      /** Undefined where this process does not serve the guide; its directory, undefined for the build in this repository. */
      guide: values.GUIDE === 'off' ? undefined : { directory: values.GUIDE_DIRECTORY },
      /** Concurrent exports of this process; of these, from one network, where 0 sets no limit. */
      exports: { atOnce: values.EXPORTS_AT_ONCE, perNetwork: values.EXPORTS_NETWORK },
      /** Open event streams of this process; of these, from one network, where 0 sets no limit. */
      followers: {
        connections: values.EVENTS_CONNECTIONS,
        perNetwork: values.EVENTS_CONNECTIONS_NETWORK,
        heartbeatMs: values.EVENTS_HEARTBEAT,
      },
    },
    ...processConfigOf(values),
    /** A line for each variable that looks like a setting and is none. */
    unknownSettings: unknownSettings(environment),
    /** Standbys that may answer reads, and the longest wait for one to catch up with the last commit, milliseconds. */
    reads: { urls: readUrls, waitMs: values.DATABASE_READ_WAIT },
    /** Undefined where there is none. */
    indexerUrl: values.INDEXER_URL,
    /** Confirmations a transaction needs before a confirm endpoint counts it; 0 counts the mempool. */
    minConfirmations: values.MIN_CONFIRMATIONS,
    /** Quotas and lifetimes of records that nobody has funded. */
    retention: {
      pendingSeconds: values.PENDING_TTL,
      listSeconds: values.LIST_TTL,
      pending: { perCaller: values.QUOTA_PENDING_CALLER, perNetwork: values.QUOTA_PENDING_NETWORK },
      planRecipients: {
        perCaller: values.QUOTA_PLAN_RECIPIENTS_CALLER,
        perNetwork: values.QUOTA_PLAN_RECIPIENTS_NETWORK,
      },
      listBytes: { perCaller: values.QUOTA_LIST_BYTES_CALLER, perNetwork: values.QUOTA_LIST_BYTES_NETWORK },
    },
    /** Most idempotency keys of one caller or network. */
    idempotencyKeys: {
      perCaller: values.QUOTA_IDEMPOTENCY_KEYS_CALLER,
      perNetwork: values.QUOTA_IDEMPOTENCY_KEYS_NETWORK,
    },
    eventsSeconds: values.EVENTS_TTL,
    /** `on`: one process among those with this setting sends them; `local`: to private networks as well; `off`: not this one. */
    webhooks: values.WEBHOOKS,
    /** `on`: one process among those with this setting looks tokens up; `local`: in private networks as well; `off`: not this one. */
    tokens: { mode: values.TOKENS, freshSeconds: values.TOKENS_TTL, ipfsGateway: values.IPFS_GATEWAY },
    /** Where the price of BCH is read, for display alone; undefined where it is not. The operator names it, so it may be anywhere. */
    price:
      values.PRICE_URL === undefined
        ? undefined
        : { url: values.PRICE_URL, path: values.PRICE_PATH, currency: values.PRICE_CURRENCY, allowPrivate: true },
    /** Oracles whose messages are archived; one process among those with some asks for them. */
    oracles: oracleList,
    /** Undefined where this process sends no e-mail, and offers none. */
    mail: mailConfigOf(values),
    /** Confirmations by e-mail within a day. */
    mailRequests: { perCaller: values.MAIL_CONFIRMATIONS_PER_CALLER, perNetwork: values.QUOTA_MAIL_NETWORK },
    webhooksPerCaller: values.WEBHOOKS_PER_CALLER,
    webhooksPerNetwork: values.QUOTA_WEBHOOKS_NETWORK,
  };
};
