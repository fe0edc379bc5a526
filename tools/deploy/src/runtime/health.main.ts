/**
 * A container's health check: ends with 0 where the service of this container answers `/health`, with 1 where it does not. Knows
 * the port by `PORT`, as the service does; give it as an argument where that is unset.
 */
const [given = ''] = process.argv.slice(2);
const port = process.env['PORT'] ?? given;
/** Shorter than what whoever runs the check waits. */
const PATIENCE_MS = 2_000;

const isHealthy = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = isHealthy ? 0 : 1;
