import { createDatabase, type Database, type DatabaseOptions } from '../create-database.js';
import { splitServers, type ServerList } from '../servers/server-list.js';
import { createStandby, type Standby } from './standby.js';

/** A standby and its reader. */
export interface OpenStandby {
  readonly standby: Standby;
  readonly database: Database;
}

const nameOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'standby');

/** Reads each server of DATABASE_READ_URL once. @returns the servers, or in words what is wrong with the text */
export const readServers = (text: string): readonly string[] | string => {
  const lists = splitServers(text);
  const problem = lists.find((list) => typeof list === 'string');
  if (problem !== undefined) return problem;
  const several = lists.filter((list): list is ServerList => typeof list !== 'string');
  return [...new Set(several.flatMap(({ urls }) => urls))];
};

/** Opens each standby lazily, with connections of its own, so that the one whose position was checked is the one that is read. */
export const openStandbys = (
  urls: readonly string[],
  optionsOf: (name: string) => Omit<DatabaseOptions, 'url'>,
): readonly OpenStandby[] =>
  urls.map((url) => {
    const name = nameOf(url);
    const database = createDatabase({ ...optionsOf(name), url });
    return { standby: createStandby(name, database), database };
  });
