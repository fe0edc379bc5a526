import { parseArgs } from 'node:util';
import { ALL_CLAIMS } from './claims/all-claims.js';
import { isDecided, prove, type Decision } from './prove/prove.js';
import { readRecord, writeRecord, type GroupRecord } from './prove/record.js';
import { solverVersion, type SolverName } from './solve/solver.js';

const SOLVERS = ['z3', 'cvc5'] as const;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    solver: { type: 'string', multiple: true, default: ['z3'] },
    seconds: { type: 'string', default: '60' },
    jobs: { type: 'string', default: '2' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const HELP = `npm run prove -- [options]
  --only <start>    groups whose name starts so: --only plan-vesting-bch/pay
  --solver <name>   z3 (default) or cvc5; twice for both
  --seconds <n>     time for one question, 60
  --jobs <n>        solvers at once, 2
  --write           record what was decided in tools/proofs/proven.json
`;

const solvers = SOLVERS.filter((name) => values.solver.includes(name));

const missing = (name: SolverName): boolean => {
  const version = solverVersion(name);
  if (version !== undefined) console.log(`${name}: ${version}`);
  else console.error(`${name} is not on the PATH. Debian and Ubuntu: apt-get install ${name}`);
  return version === undefined;
};

const line = ({ question, solver, answer, milliseconds }: Decision): string =>
  `${question.group}: ${question.name}: ${solver} says ${answer}, wanted ${question.wanted} (${milliseconds.toFixed(0)} ms)`;

/** Records what was decided of a group; what another solver has decided of the same questions stays. */
const keep = async (name: string, record: GroupRecord): Promise<void> => {
  const all = await readRecord();
  const before = all[name];
  const others = before?.digest === record.digest ? before.decided : {};
  await writeRecord({ ...all, [name]: { ...record, decided: { ...others, ...record.decided } } });
};

const proveAll = async (): Promise<void> => {
  const chosen = ALL_CLAIMS.filter(({ name }) => name.startsWith(values.only));
  let failed = 0;
  const begun = performance.now();
  console.log(`${'group'.padEnd(40)} questions  decided  seconds`);
  for (const group of chosen) {
    const start = performance.now();
    const result = await prove(group, {
      solvers,
      seconds: Number(values.seconds),
      jobs: Number(values.jobs),
    });
    const open = result.decisions.filter((decision) => !isDecided(decision));
    if (values.write) await keep(group.name, result.record);
    const decided = solvers.map((solver) => `${solver} ${result.record.decided[solver] ?? 0}`).join(', ');
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    console.log(
      `${group.name.padEnd(40)} ${result.record.questions.toString().padStart(9)}  ${decided}  ${seconds.padStart(7)}`,
    );
    for (const decision of open) console.log(`  ${line(decision)}`);
    // A question is settled where one solver decides it as wanted, and none otherwise.
    const settled = new Set(result.decisions.filter(isDecided).map(({ question }) => question));
    const contradicted = open.filter(({ answer }) => answer !== 'unknown');
    failed += contradicted.length + open.filter(({ question }) => !settled.has(question)).length;
  }
  console.log(`${((performance.now() - begun) / 1_000).toFixed(0)} s, ${failed} questions not decided as wanted`);
  if (failed > 0 || chosen.length === 0) process.exitCode = 1;
};

if (values.help) console.log(HELP);
else if (solvers.map(missing).includes(true)) process.exitCode = 1;
else await proveAll();
