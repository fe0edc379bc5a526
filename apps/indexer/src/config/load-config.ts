import Type, { type Static } from 'typebox';
import { isLocalNetwork, type Network } from '@weir/covenants';
import {
  ConfigError,
  createEnvironmentReader,
  DatabaseUrl,
  type FieldProblem,
  productionProblems,
  type ServerConfig,
  serverConfigOf,
  serverProblems,
  serviceEnvironment,
  splitList,
} from '@weir/http';
import { defaultElectrumUrls, parseServerList } from '@weir/infra';

/** Settings of the HTTP layer. */
export interface HttpConfig extends ServerConfig {
  readonly network: Network;
}

/** All settings of the process. */
export interface Config {
  readonly http: HttpConfig;
  readonly host: string;
  readonly port: number;
  /** The indexer's own database. */
  readonly databaseUrl: string;
  /** The API's database, read only; undefined where it is not configured. */
  readonly apiDatabaseUrl: string | undefined;
  readonly electrumUrls: readonly string[];
  /** Longest wait for a database connection, milliseconds. */
  readonly databaseTimeoutMs: number;
  /** Time limit of an Electrum request, milliseconds. */
  readonly electrumTimeoutMs: number;
  /** Confirmations from which a block is indexed, at least 1. */
  readonly confirmations: number;
  /** The first block that is indexed. */
  readonly startHeight: number;
  readonly watcher: 'off' | 'protect';
  /** Highest fee rate that transactions pay whatever servers report, satoshis per 1,000 bytes. */
  readonly maxFeeRate: bigint;
  /** Age of the newest block, seconds, from which the process is not ready; 0 sets no limit. */
  readonly maxTipAgeSeconds: number;
}

/** Every environment variable the indexer reads; `apps/indexer/.env.example` explains them to operators. */
export const Environment = Type.Object({
  ...serviceEnvironment(3002),
  API_DATABASE_URL: Type.Optional(DatabaseUrl),
  CONFIRMATIONS: Type.Integer({ minimum: 1, maximum: 100, default: 1 }),
  START_HEIGHT: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
});

/**
 * Heights before which no contract can exist: on mainnet the upgrade of May 2025, which the covenants need. The other
 * chains are short enough to be read from the beginning.
 */
const STARTS: Readonly<Partial<Record<Network, number>>> = { mainnet: 890_000 };

/** Returns the first block to index where START_HEIGHT is not set. */
const defaultStartHeight = (network: Network): number => STARTS[network] ?? 0;

const EXAMPLE = 'apps/indexer/.env.example';
const SIX_HOURS = 21_600;
const readEnvironment = createEnvironmentReader(Environment, EXAMPLE);

const electrumUrls = ({ ELECTRUM_URLS, BCH_NETWORK }: Static<typeof Environment>): readonly string[] =>
  ELECTRUM_URLS === undefined ? defaultElectrumUrls(BCH_NETWORK) : splitList(ELECTRUM_URLS);

const findProblems = (values: Static<typeof Environment>): FieldProblem[] => {
  const problems = serverProblems(values);
  if (electrumUrls(values).length === 0)
    problems.push({ field: 'ELECTRUM_URLS', problem: `is required on ${values.BCH_NETWORK}` });
  if (values.API_DATABASE_URL === values.DATABASE_URL)
    problems.push({ field: 'DATABASE_URL', problem: "must not be the API's database" });
  const servers = values.API_DATABASE_URL === undefined ? undefined : parseServerList(values.API_DATABASE_URL);
  if (typeof servers === 'string') problems.push({ field: 'API_DATABASE_URL', problem: servers });
  return [...problems, ...productionProblems(values)];
};

/**
 * Reads the settings of the process. Unset and empty variables take their defaults.
 *
 * @throws ConfigError naming every variable that is wrong
 */
export const loadConfig = (environment: NodeJS.ProcessEnv): Config => {
  const values = readEnvironment(environment);
  const { BCH_NETWORK: network } = values;
  const problems = findProblems(values);
  if (problems.length > 0) throw new ConfigError(problems, EXAMPLE);
  return {
    http: { network, ...serverConfigOf(values) },
    host: values.HOST,
    port: values.PORT,
    databaseUrl: values.DATABASE_URL,
    apiDatabaseUrl: values.API_DATABASE_URL,
    electrumUrls: electrumUrls(values),
    databaseTimeoutMs: values.DATABASE_TIMEOUT,
    electrumTimeoutMs: values.ELECTRUM_TIMEOUT,
    confirmations: values.CONFIRMATIONS,
    startHeight: values.START_HEIGHT ?? defaultStartHeight(network),
    watcher: values.WATCHER,
    maxFeeRate: BigInt(values.MAX_FEE_RATE),
    maxTipAgeSeconds: values.MAX_TIP_AGE ?? (isLocalNetwork(network) ? 0 : SIX_HOURS),
  };
};
