import fc from 'fast-check';

const SURROGATES = { from: 0xd800, count: 0x800 } as const;
const CODE_POINTS = 0x110000 - SURROGATES.count;

const characterOf = (index: number): string =>
  String.fromCodePoint(index < SURROGATES.from ? index : index + SURROGATES.count);

const indexOf = (character: unknown): number => {
  const point = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1;
  const index = point < SURROGATES.from ? point : point - SURROGATES.count;
  // Rejects anything but exactly one character: several, or half of a surrogate pair.
  if (index < 0 || characterOf(index) !== character) throw new TypeError('Not one Unicode character');
  return index;
};

const anyCharacter = fc.nat({ max: CODE_POINTS - 1 }).map(characterOf, indexOf);

/**
 * Generates text of any characters but lone surrogates, like fast-check's unit `binary`, including its dangerous
 * strings (`__proto__` …). fast-check first tabulates all 1.1 million characters, which takes seconds and 100 MB in
 * every spec file; this does not.
 *
 * @param constraints limits of the length, in characters
 */
export const anyText = (constraints: { readonly minLength?: number; readonly maxLength?: number } = {}) =>
  fc.string({ ...constraints, unit: anyCharacter });
