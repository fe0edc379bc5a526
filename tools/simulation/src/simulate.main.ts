/**
 * `npm run simulate -- --seeds 5000`: runs many seeds of every simulation and prints the failing ones. Meant for
 * nightly runs.
 */
import { parseArgs } from 'node:util';
import { runSeeds, type SimulatedProject } from './run-seeds.js';

const PROJECTS: readonly SimulatedProject[] = [
  { name: 'indexing', directory: 'libs/indexing' },
  { name: 'services', directory: 'libs/services' },
];
/** Seeds per process. */
const AT_ONCE = 250;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const [count, first] = [Number(values.seeds), Number(values.from)];
const projects = PROJECTS.filter(({ name }) => values.only === undefined || values.only === name);
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(first) || first < 1 || projects.length === 0) {
  console.error(
    `Usage: npm run simulate -- --seeds 5000 [--from 1] [--only ${PROJECTS.map(({ name }) => name).join('|')}]`,
  );
  process.exit(2);
}

let failures = 0;
for (const project of projects) {
  const failed: number[] = [];
  for (let from = first; from < first + count; from += AT_ONCE) {
    const seeds = Array.from({ length: Math.min(AT_ONCE, first + count - from) }, (_, i) => from + i);
    const began = performance.now();
    const report = await runSeeds(project, seeds);
    failed.push(...report.failed);
    failures += report.failed.length + (report.broken === undefined ? 0 : 1);
    console.log(
      `${project.name} ${from} to ${seeds.at(-1) ?? from}: ${report.passed} passed, ${report.failed.length} failed, ${Math.round((performance.now() - began) / 1000)} s`,
    );
    for (const reason of report.reasons) console.error(reason);
    if (report.broken !== undefined) console.error(report.broken);
  }
  for (const seed of failed)
    console.log(`${project.name} failed: npm run simulate -- --only ${project.name} --from ${seed} --seeds 1`);
}
process.exitCode = failures === 0 ? 0 : 1;
