import { startPostgres } from './start-postgres.js';

/** Runs a throwaway server until its standard input ends, and prints its URL in a line. */
const server = await startPostgres();
console.info(server.url);
process.stdin.once('end', () => {
  void server.stop().then(() => process.exit(0));
});
process.stdin.resume();
