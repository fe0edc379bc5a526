import { Environment as ApiEnvironment } from '@weir/api';
import { schemaProperties } from '@weir/http';
import { Environment as IndexerEnvironment } from '@weir/indexer';
import { withPart } from './written-part.js';

/** Settings that compose.yaml decides itself: where services are. */
export const DECIDED: ReadonlySet<string> = new Set([
  ...['DATABASE_URL', 'API_DATABASE_URL', 'INDEXER_URL', 'HOST', 'PORT', 'NODE_ENV'],
  ...['CONSOLE_DIRECTORY', 'GUIDE_DIRECTORY'],
]);
/** With those that have a default of their own there. */
const OWN = new Set([...DECIDED, 'BCH_NETWORK', 'METRICS_TOKEN', 'AUTH_DOMAIN', 'TRUST_PROXY', 'CONSOLE']);
/** The same of the indexer alone, which only the API reaches. */
const OWN_OF_INDEXER = new Set([...OWN, 'RATE_LIMIT_MAX', 'ACCEPTED_RISKS', 'CORS_ORIGINS']);

const blockOf = (name: string, schema: Parameters<typeof schemaProperties>[0], own: ReadonlySet<string>): string =>
  [
    `x-${name}: &${name}`,
    ...[...schemaProperties(schema).keys()]
      .filter((setting) => !own.has(setting))
      .map((setting) => `  ${setting}: \${${setting}:-}`),
  ].join('\n');

const LINES = [
  '# Settings of .env, as the services read them: written by `npm run docs`.\n',
  '\n# End of what is written.\n',
] as const;

/**
 * Returns compose.yaml with every setting of the services that it does not decide itself, so that `.env` reaches the containers.
 *
 * @throws Error where the file lacks the lines that mark their place
 */
export const withSettings = (compose: string): string =>
  withPart(
    compose,
    LINES,
    [
      blockOf('api-settings', ApiEnvironment, OWN),
      blockOf('indexer-settings', IndexerEnvironment, OWN_OF_INDEXER),
    ].join('\n\n'),
  );
