import { fromSources, startChildProgram, type ChildProgram } from '../harness/child-program.js';

/** A process of the stack. */
export interface Child extends ChildProgram {
  readonly name: string;
  /** Error lines of its log. */
  readonly errors: readonly string[];
}

const ERROR_LEVEL = /"level":(50|60)/;
/** Most error lines kept. */
const KEPT = 200;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/**
 * Starts a program of this repository from its sources and waits until it prints where it listens.
 *
 * @param main path relative to the root
 * @param scheme scheme of its URL
 */
export const startChild = async (
  name: string,
  main: string,
  scheme: 'http' | 'ws',
  environment: Readonly<Record<string, string>>,
): Promise<Child> => {
  const errors: string[] = [];
  const onLine = (line: string): void => {
    if (ERROR_LEVEL.test(line) && errors.length < KEPT) errors.push(line);
  };
  return { name, errors, ...(await startChildProgram(fromSources(main), environment, { scheme, onLine })) };
};
