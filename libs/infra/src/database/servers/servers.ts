import type pg from 'pg';
import { DatabaseUnavailableError } from '../sql/database-errors.js';

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
    return 'names an invalid server: separate host:port by commas, without spaces';
  if (names.length > 1 && target === 'any')
    return `names several servers, and any of them could be used: set ${PARAMETER}=read-write`;
  return { urls, target };
};

/** Parses several connection strings, separated by commas; each of them may name several servers itself. */
export const splitServers = (text: string): readonly (ServerList | string)[] =>
  text.split(/\s*,\s*(?=postgres(?:ql)?:\/\/)/u).map((url) => parseServerList(url.trim()));

/**
 * SQL for the number of a primary's timeline, a bigint: a standby that is promoted begins a new one, as does a backup that is restored.
 * It throws on a standby.
 */
export const TIMELINE = `('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint`;

/** Thrown where a server answers but does not have the wanted role. */
export class WrongServerError extends DatabaseUnavailableError {}

interface Role {
  readonly standby: boolean;
  readonly read_only: boolean;
  /** Timeline of a primary, which grows by one with each failover. */
  readonly timeline: number | null;
}

const ROLE = `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS read_only,
  CASE WHEN NOT pg_is_in_recovery() THEN ${TIMELINE}::integer END AS timeline`;

/** Checks the role of a server just connected to. @throws WrongServerError saying why it is not the wanted one */
const assertRole = async (client: pg.ClientBase, target: Target, newest: Timelines): Promise<void> => {
  const [role] = (await client.query<Role>(ROLE)).rows;
  if (role === undefined) throw new WrongServerError('The server does not report its role.');
  if (target === 'standby') {
    if (!role.standby) throw new WrongServerError('The server is not a standby.');
    return;
  }
  if (role.standby) throw new WrongServerError('The server is a standby.');
  if (role.read_only) throw new WrongServerError('The server does not accept writes.');
  if (role.timeline !== null && !newest.admit(role.timeline))
    throw new WrongServerError('The server is an old primary, from before a failover.');
};

/** The newest timeline seen of a list's primary: an old primary that comes back is refused. */
class Timelines {
  #newest = 0;

  /** Whether no newer timeline was seen; notes this one. */
  admit(timeline: number): boolean {
    this.#newest = Math.max(this.#newest, timeline);
    return timeline === this.#newest;
  }
}

/** The servers of a connection string, and which of them is connected to at present. */
export class Servers {
  readonly #list: ServerList;
  readonly #timelines = new Timelines();
  readonly #serverOf = new WeakMap<pg.ClientBase, string>();
  #at = 0;

  /** @throws Error saying what is wrong with the connection string */
  constructor(url: string) {
    const list = parseServerList(url);
    if (typeof list === 'string') throw new Error(`The connection string ${list}.`);
    this.#list = list;
  }

  /** How many there are. */
  get count(): number {
    return this.#list.urls.length;
  }

  /** Connection string of the one that is connected to next. */
  get present(): string {
    return this.#list.urls[this.#at] ?? '';
  }

  /** Notes which server a connection goes to. */
  note(client: pg.ClientBase, url: string): void {
    this.#serverOf.set(client, url);
  }

  /** Whether a connection goes to the server that is connected to now. */
  isPresent(client: pg.ClientBase): boolean {
    return this.count === 1 || this.#serverOf.get(client) === this.present;
  }

  /**
   * Makes the next server the present one, after a connection failed or led to the wrong server. Does nothing where another
   * connection's failure already did.
   */
  leave(client: pg.ClientBase): void {
    if (this.isPresent(client)) this.#at = (this.#at + 1) % this.count;
  }

  /** Checks the role of the server that a new connection leads to. @throws WrongServerError */
  async judge(client: pg.ClientBase): Promise<void> {
    if (this.#list.target !== 'any') await assertRole(client, this.#list.target, this.#timelines);
  }
}
