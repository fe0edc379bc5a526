/** Set by the production bundle (tools/deploy/src/bundle) when it is built. */
declare const WEIR_BUNDLE: boolean | undefined;

/** Whether this code runs from the production bundle, where no npm script and no source of the repository exists. */
export const isBundled = typeof WEIR_BUNDLE !== 'undefined';

/** The commands that messages name: in the repository, and in the bundle. */
const COMMANDS = {
  migrate: ['npm run migrate', 'node app/migrate.js'],
  'migrate-indexer': ['npm run migrate:indexer', 'node app/migrate-indexer.js'],
  reindex: ['npm run reindex', 'node app/reindex.js'],
  doctor: ['npm run weir -- doctor', 'node app/doctor.js'],
  recover: ['npm run recover', 'node app/recover.js'],
} as const;

export type CommandName = keyof typeof COMMANDS;

/** Returns what an operator types to run a command where this code runs. */
export const commandText = (name: CommandName): string => COMMANDS[name][isBundled ? 1 : 0];

/** Returns what an operator types before the arguments of a command: npm passes on what is after `--`. */
export const commandWithArguments = (name: CommandName): string => {
  const text = commandText(name);
  return isBundled || text.includes(' -- ') ? text : `${text} --`;
};
