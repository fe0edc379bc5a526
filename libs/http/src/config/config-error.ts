import type { FieldProblem } from '../validation/explain-problems.js';

/** Thrown for an unusable configuration; lists every setting that is wrong. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  /** @param example the file that explains all settings */
  constructor(
    readonly problems: readonly FieldProblem[],
    example: string,
  ) {
    super(
      [
        'The configuration is not usable:',
        ...problems.map(({ field, problem }) => `  ${field} ${problem}`),
        `See ${example}.`,
      ].join('\n'),
    );
  }
}
