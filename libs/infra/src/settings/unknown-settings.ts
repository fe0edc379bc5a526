import leven from 'leven';
import { SETTING_NAMES } from './setting-names.js';

/** Longest name that is compared: no real one is half as long. */
const MAX_NAME = 60;

const plain = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Returns the setting that a name is probably a misspelling of: one edit away, or two of a long name. */
export const similarSetting = (name: string, known: readonly string[] = SETTING_NAMES): string | undefined => {
  if (name.length > MAX_NAME) return undefined;
  const given = plain(name);
  const mostEdits = given.length >= 8 ? 2 : given.length >= 4 ? 1 : 0;
  const [best] = known
    .map((setting) => ({ setting, edits: leven(given, plain(setting)) }))
    .filter(({ edits }) => edits <= mostEdits)
    .sort((a, b) => a.edits - b.edits);
  return best?.setting;
};

/** Beginnings that several settings share, such as `RATE_`. */
const prefixesOf = (known: readonly string[]): ReadonlySet<string> => {
  const first = (name: string): string => name.split('_')[0] ?? '';
  return new Set(
    known
      .filter((name) => name.includes('_') && known.filter((other) => first(other) === first(name)).length > 1)
      .map((name) => `${first(name)}_`),
  );
};

/**
 * Says which variables look like settings and are none: those that begin as several settings do, and those that differ
 * from one by a typing mistake. They would otherwise have no effect without a word. What belongs to other programs is
 * left alone.
 *
 * @param known all settings of Weir by default, so that the services may share one environment
 * @returns a line for each
 */
export const unknownSettings = (
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[] = SETTING_NAMES,
): readonly string[] => {
  const prefixes = prefixesOf(known);
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name)) return [];
    const similar = similarSetting(name, known);
    if (similar !== undefined) return [`${name} is not a setting and has no effect: did you mean ${similar}?`];
    const hasPrefix = /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name) && prefixes.has(`${name.split('_')[0] ?? ''}_`);
    return hasPrefix ? [`${name} is not a setting and has no effect: docs/operations.md lists all settings`] : [];
  });
};
