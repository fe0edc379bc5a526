import { findJsonExcess, JSON_LIMITS } from './find-json-excess.js';

const keys = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at])));
const nested = (depth: number, [open, close]: readonly [string, string]): string =>
  open.repeat(depth) + '1' + close.repeat(depth);

describe('findJsonExcess', () => {
  it.each([
    ['', undefined],
    ['{"a":"\\"{{{:::[[["}', undefined],
    ['{"a\\\\":{"b":[1,2,{"c":null}]}}', undefined],
    [`"${':'.repeat(1_000)}${'['.repeat(1_000)}`, undefined],
    [keys(JSON_LIMITS.keys), undefined],
    [keys(JSON_LIMITS.keys + 1), 'an object with more than 100 keys'],
    [`[${keys(90)},${keys(90)}]`, undefined],
    [`{"a":${keys(JSON_LIMITS.keys + 1)}}`, 'an object with more than 100 keys'],
    [nested(JSON_LIMITS.depth, ['[', ']']), undefined],
    [nested(JSON_LIMITS.depth + 1, ['[', ']']), 'more than 20 levels'],
    [nested(JSON_LIMITS.depth + 1, ['{"a":', '}']), 'more than 20 levels'],
    [`[${'[],'.repeat(JSON_LIMITS.values + 1)}1]`, 'more than 250000 values'],
    ['}}}}::::', undefined],
  ])('of %j', (text, excess) => {
    expect(findJsonExcess(text)).toBe(excess);
  });

  it('finds the 101st key without reading on', () => {
    // Text that would take seconds if each key searched the rest.
    expect(findJsonExcess(keys(300_000))).toBe('an object with more than 100 keys');
    expect(findJsonExcess(`{"a":"${'\\'.repeat(2_000_000)}"}`)).toBeUndefined();
  });
});
