import fc from 'fast-check';
import { anyText } from '../src/any-text.js';

/** What an arbitrary gives in many runs. */
const drawn = (arbitrary: fc.Arbitrary<string>): string[] => fc.sample(arbitrary, { numRuns: 20_000, seed: 1 });

describe('anyText', () => {
  it('gives what can be encoded, from the whole range of Unicode, as long as is asked for', () => {
    const texts = drawn(anyText({ minLength: 1, maxLength: 12 }));
    const points = texts.flatMap((text) => Array.from(text, (character) => character.codePointAt(0) ?? -1));
    expect(points.every((point) => point < 0xd800 || point > 0xdfff)).toBe(true);
    expect(points).toContain(0);
    expect(points.some((point) => point > 0x100000)).toBe(true);
    expect(points.some((point) => point > 0xdfff && point < 0x10000)).toBe(true);
    const lengths = new Set(texts.map((text) => Array.from(text).length));
    expect([...lengths].sort((one, other) => one - other)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });

  it('gives the strings that are dangerous as keys', () => {
    expect(drawn(anyText({ maxLength: 50 }))).toContain('__proto__');
  });

  it('shrinks a failure to its least case', () => {
    const report = fc.check(
      fc.property(anyText({ maxLength: 50 }), (text) => !Array.from(text).some((each) => each >= '\u{ff}')),
      { seed: 1, numRuns: 1_000 },
    );
    expect(report.counterexample).toEqual(['\u{ff}']);
  });
});
