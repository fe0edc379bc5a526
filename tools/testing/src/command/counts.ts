import { stripVTControlCharacters } from 'node:util';

/** How many tests passed, failed and were skipped. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Returns the last line of a test command, such as `22840 passed, 0 failed`: the sum of its parts. */
export const closingLine = (parts: readonly Counts[]): string => {
  const skipped = sum(parts.map((part) => part.skipped));
  const passed = sum(parts.map((part) => part.passed));
  const failed = sum(parts.map((part) => part.failed));
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
};

/**
 * Returns the tasks, `project:target`, that failed in a run of Nx.
 *
 * @param lines the output of `nx run-many`, which lists them below "Failed tasks:"
 */
export const failedTasks = (lines: readonly string[]): readonly string[] => {
  const plain = lines.map((line) => stripVTControlCharacters(line).trim());
  const start = plain.lastIndexOf('Failed tasks:');
  if (start < 0) return [];
  return plain.slice(start + 1).flatMap((line) => /^- (\S+:\S+)$/.exec(line)?.[1] ?? []);
};
