import { startPostgres } from './start-postgres.js';

/**
 * Runs a throwaway server until its standard input ends, and prints its URL in a line. Its data is in the directory that is
 * given, or a temporary one, which is removed in the end.
 */
const server = await startPostgres({ dataDirectory: process.argv[2], persistent: false });
console.info(server.url);
process.stdin.once('end', () => {
  void server.stop().then(() => process.exit(0));
});
process.stdin.resume();
