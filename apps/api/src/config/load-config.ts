import type { Network } from '@weir/covenants';
import type { Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { explainProblems } from '../validation/explain-problems.js';
import type { FieldProblem } from '../validation/explain-problems.js';
import { parseIntegers } from '../validation/parse-integers.js';
import { schemaProperties } from '../validation/schema-properties.js';
import type { Config } from './config.js';
import { defaultElectrumUrls } from './electrum-defaults.js';
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

const findProblems = (environment: Environment): FieldProblem[] => {
  const problems: FieldProblem[] = [];
  const authMode = environment.AUTH_MODE ?? (environment.NODE_ENV === 'production' ? 'signed' : 'header');
  if (authMode === 'signed') {
    const problem =
      environment.AUTH_MODE === undefined
        ? 'must be set in production: the default there, signed, is not available in this version, and header believes whatever address a client sends'
        : 'signed is not available in this version; header believes whatever address a client sends';
    problems.push({ field: 'AUTH_MODE', problem });
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
      corsOrigins: values.CORS_ORIGINS === '*' ? '*' : splitList(values.CORS_ORIGINS),
      rateLimit: { max: values.RATE_LIMIT_MAX, windowMs: values.RATE_LIMIT_WINDOW },
      bodyLimit: values.BODY_LIMIT,
      requestTimeoutMs: values.REQUEST_TIMEOUT,
      trustProxy: values.TRUST_PROXY ?? false,
      logLevel: values.LOG_LEVEL,
    },
    host: values.HOST,
    port: values.PORT,
    databaseUrl: values.DATABASE_URL,
    electrumUrls: electrumUrls(values),
    minConfirmations: values.MIN_CONFIRMATIONS,
    watcher: values.WATCHER,
    maxTipAgeSeconds: values.MAX_TIP_AGE ?? (isLocal(values.BCH_NETWORK) ? 0 : SIX_HOURS),
  };
};
