import type { ChildProcess } from 'node:child_process';

/** Lets a process end with this one, also where that throws half way. @returns the process */
export const endWithBench = <Child extends ChildProcess>(child: Child): Child => {
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
};
