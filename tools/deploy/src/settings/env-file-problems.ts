import { SETTING_NAMES, similarSetting } from '@weir/infra';
import { DECIDED } from './compose-settings.js';

/** What compose.yaml itself reads. */
const OF_COMPOSE = ['POSTGRES_PASSWORD', 'SUBNET', 'GATEWAY'];
/** Variables of every container, for any file; compose's own; and what machines pass on to all of their containers. */
const OF_CONTAINERS =
  /^(?:PATH|HOME|HOSTNAME|TERM|PWD|SHLVL|TMPDIR|NODE_VERSION|YARN_VERSION|(?:HTTP|HTTPS|FTP|ALL|NO)_PROXY|(?:COMPOSE|DOCKER|BUILDKIT)_\w+)$/;
const NAME = /^[A-Z][A-Z0-9_]*$/;
/** What the image sets, the same for all of its containers. */
const OF_IMAGE: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  PORT: '3001',
  CONSOLE_DIRECTORY: '/weir/console',
  GUIDE_DIRECTORY: '/weir/guide',
};

const known = [...SETTING_NAMES, ...OF_COMPOSE];
const taken = known.filter((name) => !DECIDED.has(name));

/** Names of the variables that compose.yaml takes from `.env`. */
export const takenNames = (): readonly string[] => taken;

/**
 * Says what of the `.env` beside compose.yaml would reach no service: what is misspelt or unknown, and what compose.yaml decides itself.
 *
 * @param environment of a container of the image that has the whole file (`env_file`)
 * @returns a line for each
 */
export const envFileProblems = (environment: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(environment).flatMap(([name, value]) => {
    if (DECIDED.has(name))
      return OF_IMAGE[name] === value ? [] : [`${name} is decided by compose.yaml: change it there`];
    const isTaken = taken.includes(name) || OF_CONTAINERS.test(name);
    if (isTaken || !(NAME.test(name) || known.includes(name.toUpperCase()))) return [];
    const didYouMean = similarSetting(name, taken);
    return [`${name} is not a setting of a service${didYouMean === undefined ? '' : `: did you mean ${didYouMean}?`}`];
  });
