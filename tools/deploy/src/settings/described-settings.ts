import type { TObject } from 'typebox';
import { schemaProperties } from '@weir/http';

/** A setting as its schema describes it. */
export interface DescribedSetting {
  readonly description: string;
  readonly unit: string | undefined;
  readonly default: string | undefined;
  /** A value for a setting that is required. */
  readonly example: string | undefined;
}

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'number') return value.toFixed();
  return typeof value === 'string' ? value : undefined;
};

/** Returns the settings of a service by name. */
export const describedSettings = (schema: TObject): ReadonlyMap<string, DescribedSetting> =>
  new Map(
    [...schemaProperties(schema)].map(([name, property]): [string, DescribedSetting] => {
      const { description, unit, examples, default: value } = property;
      const [example] = Array.isArray(examples) ? (examples as unknown[]) : [];
      return [
        name,
        {
          description: textOf(description) ?? '',
          unit: textOf(unit),
          default: textOf(value),
          example: textOf(example),
        },
      ];
    }),
  );
