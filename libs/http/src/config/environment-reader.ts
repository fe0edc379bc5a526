import type { Static, TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import { explainProblems, type FieldProblem } from '../validation/explain-problems.js';
import { parseIntegers, schemaProperties } from '../validation/parse-integers.js';

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
        'The settings are not valid:',
        ...problems.map(({ field, problem }) => `  ${field} ${problem}`),
        `See ${example}.`,
      ].join('\n'),
    );
  }
}

/**
 * Creates a reader that parses environment variables by a schema. Unset and empty variables take their defaults.
 *
 * @param example path of the file that explains all settings, named in errors
 * @returns a reader that throws a ConfigError naming every variable that is wrong
 */
export const createEnvironmentReader = <Schema extends TObject>(
  schema: Schema,
  example: string,
): ((environment: NodeJS.ProcessEnv) => Static<Schema>) => {
  const check = Compile(schema);
  const properties = [...schemaProperties(schema)];
  const defaults = Object.fromEntries(
    properties.flatMap(([name, property]): [string, unknown][] =>
      'default' in property ? [[name, property['default']]] : [],
    ),
  );
  return (environment) => {
    const given = properties.map(([name]): [string, unknown] => [name, environment[name]?.trim()]);
    const values: unknown = { ...defaults, ...parseIntegers(schema, Object.fromEntries(given)) };
    if (!check.Check(values))
      throw new ConfigError(explainProblems(schema, check.Errors(values), 'the environment'), example);
    return values;
  };
};
