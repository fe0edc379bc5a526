/**
 * A container's health check: exits with 0 where the container's service answers `/health`, else with 1. The port comes
 * from `PORT`, as for the service, or from an argument where that is unset.
 */
const [given = ''] = process.argv.slice(2);
const port = process.env['PORT'] ?? given;
/** Shorter than the timeout of the program that runs the check. */
const PATIENCE_MS = 2_000;

const isHealthy = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = isHealthy ? 0 : 1;
