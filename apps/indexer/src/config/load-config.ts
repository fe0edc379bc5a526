import Type, { type Static } from 'typebox';
import type { Network } from '@weir/covenants';
import {
  ConfigError,
  createEnvironmentReader,
  databaseUrl,
  type FieldProblem,
  processConfigOf,
  productionProblems,
  serverConfigOf,
  serverProblems,
  serviceEnvironment,
} from '@weir/http';
import { parseServerList, unknownSettings } from '@weir/infra';

/** Every environment variable the indexer reads; of their descriptions `npm run docs` makes `.env.example` and docs/operations.md. */
export const Environment = Type.Object({
  ...serviceEnvironment({ port: 3002, database: 'weir_indexer' }),
  API_DATABASE_URL: Type.Optional(
    databaseUrl({
      description:
        "The API's database, read-only: rows then say what the API has recorded of them (`apiStatus`). A role that may only read is enough",
    }),
  ),
  CONFIRMATIONS: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 1,
    unit: 'blocks',
    description: 'Confirmations from which a block is indexed',
  }),
  START_HEIGHT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10_000_000,
      description:
        'Height of the first block that is indexed. Unset: 890000 on mainnet, 0 elsewhere. Fixed until a reindex ([Commands](#commands))',
    }),
  ),
});

/**
 * Heights before which no contract can exist: on mainnet the upgrade of May 2025, which the covenants need. The other
 * chains are short enough to be read from the beginning.
 */
const STARTS: Readonly<Partial<Record<Network, number>>> = { mainnet: 890_000 };

/** Returns the first block to index where START_HEIGHT is not set. */
const defaultStartHeight = (network: Network): number => STARTS[network] ?? 0;

const EXAMPLE = 'apps/indexer/.env.example';
const readEnvironment = createEnvironmentReader(Environment, EXAMPLE);

const findProblems = (values: Static<typeof Environment>): FieldProblem[] => {
  const problems = serverProblems(values);
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
export const loadConfig = (environment: NodeJS.ProcessEnv) => {
  const values = readEnvironment(environment);
  const { BCH_NETWORK: network } = values;
  const problems = findProblems(values);
  if (problems.length > 0) throw new ConfigError(problems, EXAMPLE);
  return {
    http: { network, ...serverConfigOf(values) },
    ...processConfigOf(values),
    /** A line for each variable that looks like a setting and is none. */
    unknownSettings: unknownSettings(environment),
    /** The API's database, read only; undefined where it is not configured. */
    apiDatabaseUrl: values.API_DATABASE_URL,
    /** Confirmations from which a block is indexed, at least 1. */
    confirmations: values.CONFIRMATIONS,
    /** The first block that is indexed. */
    startHeight: values.START_HEIGHT ?? defaultStartHeight(network),
  };
};

/** All settings of the process. */
export type Config = ReturnType<typeof loadConfig>;

/** Settings of the HTTP layer. */
export type HttpConfig = Config['http'];
