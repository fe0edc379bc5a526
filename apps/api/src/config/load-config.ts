import type { Network } from '@weir/covenants';
import { defaultElectrumUrls, explainProblems, parseIntegers, schemaProperties } from '@weir/http';
import type { FieldProblem } from '@weir/http';
import type { Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { AuthConfig } from './auth-config.js';
import type { Config } from './config.js';
import { Environment } from './environment.schema.js';

type Environment = Static<typeof Environment>;

/** Settings that cannot be used, every one of them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly FieldProblem[]) {
    super(['The configuration is not usable:', ...problems.map(({ field, problem }) => `  ${field} ${problem}`), 'See .env.example.'].join('\n'));
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

const electrumUrls = ({ ELECTRUM_URLS, BCH_NETWORK }: Environment): readonly string[] =>
  ELECTRUM_URLS === undefined ? defaultElectrumUrls(BCH_NETWORK) : splitList(ELECTRUM_URLS);

/** Blocks of the local networks come when somebody asks for them. */
const isLocal = (network: Network): boolean => network === 'devnet' || network === 'regtest';

const isProduction = ({ NODE_ENV }: Environment): boolean => NODE_ENV === 'production';

const authMode = (environment: Environment): AuthConfig['mode'] => environment.AUTH_MODE ?? (isProduction(environment) ? 'signed' : 'header');

const findProblems = (environment: Environment): FieldProblem[] => {
  const problems: FieldProblem[] = [];
  if (isProduction(environment) && authMode(environment) === 'signed' && environment.AUTH_DOMAIN === undefined) {
    problems.push({ field: 'AUTH_DOMAIN', problem: 'is required in production: it tells users whom they sign in to, such as app.example' });
  }
  if (electrumUrls(environment).length === 0) problems.push({ field: 'ELECTRUM_URLS', problem: `is required on ${environment.BCH_NETWORK}` });
  return problems;
};

/**
 * Reads the settings of the process. Unset and empty variables take their defaults.
 *
 * @throws ConfigError naming every variable that is wrong
 */
export const loadConfig = (environment: NodeJS.ProcessEnv): Config => {
  const values = withDefaults(environment);
  if (!check.Check(values)) throw new ConfigError(explainProblems(Environment, check.Errors(values), 'the environment'));
  const problems = findProblems(values);
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    http: {
      network: values.BCH_NETWORK,
      auth: { mode: authMode(values), domain: values.AUTH_DOMAIN ?? 'localhost', secret: values.AUTH_SECRET },
      corsOrigins: values.CORS_ORIGINS === '*' ? '*' : splitList(values.CORS_ORIGINS),
      rateLimit: { max: values.RATE_LIMIT_MAX, windowMs: values.RATE_LIMIT_WINDOW, store: values.RATE_LIMIT_STORE },
      bodyLimit: values.BODY_LIMIT,
      maxConnections: values.MAX_CONNECTIONS,
      requestTimeoutMs: values.REQUEST_TIMEOUT,
      trustProxy: values.TRUST_PROXY ?? false,
      logLevel: values.LOG_LEVEL,
    },
    host: values.HOST,
    port: values.PORT,
    databaseUrl: values.DATABASE_URL,
    indexerUrl: values.INDEXER_URL,
    electrumUrls: electrumUrls(values),
    minConfirmations: values.MIN_CONFIRMATIONS,
    watcher: values.WATCHER,
    maxTipAgeSeconds: values.MAX_TIP_AGE ?? (isLocal(values.BCH_NETWORK) ? 0 : SIX_HOURS),
  };
};
