import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MEASUREMENTS } from './measurements.js';

/**
 * `npm run bench -- <name> [arguments]` makes one measurement. It exits with 1 if a goal is missed that the measurement checks.
 * Without a name it lists all measurements.
 */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const [name, ...args] = process.argv.slice(2);
const measurement = name === undefined ? undefined : new Map(Object.entries(MEASUREMENTS)).get(name);

if (measurement === undefined) {
  for (const [each, { measures, goal }] of Object.entries(MEASUREMENTS))
    console.log(`${each.padEnd(16)} ${measures}${goal === undefined ? '' : ` (goal: ${goal})`}`);
  if (name !== undefined) {
    console.error(`\nNo measurement is named "${name}". Choose one of the list.`);
    process.exitCode = 1;
  }
} else {
  if (measurement.isBuilt === true) execFileSync('npx', ['nx', 'build', 'api'], { cwd: ROOT, stdio: 'inherit' });
  const { measure } = await measurement.load();
  await measure(args);
  // Some keep connections open that nothing waits for.
  process.exit();
}
