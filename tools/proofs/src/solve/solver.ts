import { spawn, spawnSync } from 'node:child_process';

export type SolverName = 'z3' | 'cvc5';

/** What a solver says: no transaction satisfies the question, some does, or it does not know in the time it has. */
export type Answer = 'unsat' | 'sat' | 'unknown';

const ARGUMENTS: Readonly<Record<SolverName, (seconds: number) => readonly string[]>> = {
  z3: (seconds) => [`-T:${seconds}`, '-in'],
  cvc5: (seconds) => [`--tlimit=${seconds * 1_000}`, '--lang=smt2', '-'],
};

/** Returns a solver's version, or undefined where it is not on the PATH. */
export const solverVersion = (name: SolverName): string | undefined => {
  const { error, stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' });
  return error === undefined ? stdout.split('\n')[0] : undefined;
};

/**
 * Reads a solver's answer.
 *
 * @throws Error where the solver refused a part of the text: what it says of the rest is an answer to another question
 */
export const readAnswer = (name: SolverName, output: string): Answer => {
  const last = output.trim().split('\n').at(-1) ?? '';
  const hasError = /\(error/u.test(output);
  if (!hasError && (last === 'sat' || last === 'unsat')) return last;
  if (!hasError && /unknown|timeout|interrupted/u.test(output)) return 'unknown';
  throw new Error(`${name}: ${output.slice(0, 500)}`);
};

/**
 * Asks a solver whether a question, SMT-LIB text, has a model.
 *
 * @throws Error where the solver refuses the text
 */
export const ask = async (name: SolverName, question: string, seconds: number): Promise<Answer> => {
  const process_ = spawn(name, ARGUMENTS[name](seconds), { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  process_.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  process_.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  // A solver may end before it has read everything.
  process_.stdin.on('error', () => undefined).end(question);
  await new Promise((resolve, reject) => process_.once('close', resolve).once('error', reject));
  return readAnswer(name, output);
};
