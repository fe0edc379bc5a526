/**
 * The role that the server must have, as libpq names it: `read-write` and `primary` alike mean the one that takes
 * writes.
 */
export type Target = 'any' | 'primary' | 'standby';

/** The servers of a connection string. */
export interface ServerList {
  /** A connection string for each of them, in order. */
  readonly urls: readonly string[];
  readonly target: Target;
}

const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?@]+)([/?].*)?$/u;
const TARGETS: Readonly<Record<string, Target>> = {
  any: 'any',
  'read-write': 'primary',
  primary: 'primary',
  'read-only': 'standby',
  standby: 'standby',
};

const PARAMETER = 'target_session_attrs';

/** Removes the parameter, which the driver does not know, and leaves the others as written. */
const takeTarget = (rest: string): { readonly rest: string; readonly word: string | undefined } => {
  const [path = '', query] = rest.split('?', 2);
  if (query === undefined) return { rest, word: undefined };
  const parameters = query.split('&');
  const kept = parameters.filter((parameter) => !parameter.startsWith(`${PARAMETER}=`));
  const [found] = parameters.filter((parameter) => !kept.includes(parameter));
  return { rest: kept.length === 0 ? path : `${path}?${kept.join('&')}`, word: found?.slice(PARAMETER.length + 1) };
};

/**
 * Reads a connection string that may name several servers, as libpq does
 * (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS):
 * `postgres://user:password@one:5432,two:5432/weir?target_session_attrs=read-write`.
 *
 * Of several without the parameter the one that takes writes is used; a single one is used as it is.
 *
 * @returns the servers, or in words what is wrong with the text
 */
export const parseServerList = (url: string): ServerList | string => {
  const [, before, hosts, after = ''] = URL_PARTS.exec(url) ?? [];
  // A socket's path, or what the driver reads by itself.
  if (before === undefined || hosts === undefined) return { urls: [url], target: 'any' };
  const { rest, word } = takeTarget(after);
  const names = hosts.split(',');
  const target = word === undefined ? (names.length > 1 ? 'primary' : 'any') : TARGETS[word];
  if (target === undefined) return `${PARAMETER} must be one of ${Object.keys(TARGETS).join(', ')}`;
  const urls = names.map((name) => `${before}${name}${rest}`);
  if (names.length > 1 && !urls.every((each, at) => names[at] !== '' && URL.canParse(each)))
    return 'names a server that is none: separate host:port by commas, without spaces';
  if (names.length > 1 && target === 'any')
    return `names several servers, of which any would be taken: set ${PARAMETER}=read-write`;
  return { urls, target };
};

/** Parses several connection strings, separated by commas; each of them may name several servers itself. */
export const splitServers = (text: string): readonly (ServerList | string)[] =>
  text.split(/\s*,\s*(?=postgres(?:ql)?:\/\/)/u).map((url) => parseServerList(url.trim()));
