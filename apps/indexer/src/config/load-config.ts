import type { Network } from '@weir/covenants';
import { defaultElectrumUrls, explainProblems, parseIntegers, schemaProperties } from '@weir/http';
import type { FieldProblem } from '@weir/http';
import type { Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Config } from './config.js';
import { Environment } from './environment.schema.js';
import { defaultStartHeight } from './start-heights.js';

/** Settings that cannot be used, every one of them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly FieldProblem[]) {
    super(['The configuration is not usable:', ...problems.map(({ field, problem }) => `  ${field} ${problem}`), 'See apps/indexer/.env.example.'].join('\n'));
  }
}

const SIX_HOURS = 21_600;
const check = Compile(Environment);

const withDefaults = (environment: NodeJS.ProcessEnv): Record<string, unknown> => {
  const properties = [...schemaProperties(Environment)];
  const defaults = properties.flatMap(([name, schema]): [string, unknown][] => ('default' in schema ? [[name, schema['default']]] : []));
  const given = properties.map(([name]): [string, unknown] => [name, environment[name]?.trim()]);
  return { ...Object.fromEntries(defaults), ...parseIntegers(Environment, Object.fromEntries(given)) };
};

const splitList = (text: string): string[] => text.split(',').map((item) => item.trim());

const electrumUrls = ({ ELECTRUM_URLS, BCH_NETWORK }: Static<typeof Environment>): readonly string[] =>
  ELECTRUM_URLS === undefined ? defaultElectrumUrls(BCH_NETWORK) : splitList(ELECTRUM_URLS);

/** Blocks of the local networks come when somebody asks for them. */
const isLocal = (network: Network): boolean => network === 'devnet' || network === 'regtest';

/**
 * Reads the settings of the process. Unset and empty variables take their defaults.
 *
 * @throws ConfigError naming every variable that is wrong
 */
export const loadConfig = (environment: NodeJS.ProcessEnv): Config => {
  const values = withDefaults(environment);
  if (!check.Check(values)) throw new ConfigError(explainProblems(Environment, check.Errors(values), 'the environment'));
  const { BCH_NETWORK: network } = values;
  if (electrumUrls(values).length === 0) throw new ConfigError([{ field: 'ELECTRUM_URLS', problem: `is required on ${network}` }]);
  if (values.API_DATABASE_URL === values.DATABASE_URL) throw new ConfigError([{ field: 'DATABASE_URL', problem: "must be another one than the API's" }]);
  return {
    http: {
      network,
      corsOrigins: values.CORS_ORIGINS === '*' ? '*' : splitList(values.CORS_ORIGINS),
      rateLimit: { max: values.RATE_LIMIT_MAX, windowMs: values.RATE_LIMIT_WINDOW },
      maxConnections: values.MAX_CONNECTIONS,
      requestTimeoutMs: values.REQUEST_TIMEOUT,
      trustProxy: values.TRUST_PROXY ?? false,
      logLevel: values.LOG_LEVEL,
    },
    host: values.HOST,
    port: values.PORT,
    databaseUrl: values.DATABASE_URL,
    apiDatabaseUrl: values.API_DATABASE_URL,
    electrumUrls: electrumUrls(values),
    confirmations: values.CONFIRMATIONS,
    startHeight: values.START_HEIGHT ?? defaultStartHeight(network),
    watcher: values.WATCHER,
    maxTipAgeSeconds: values.MAX_TIP_AGE ?? (isLocal(network) ? 0 : SIX_HOURS),
  };
};
