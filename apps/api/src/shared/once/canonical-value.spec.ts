import { canonicalValue } from './answer-once.js';

const PLAIN = 'qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07';
const ADDRESS = `bchtest:${PLAIN}`;
const HASH = 'd2b6ce6e2d7c16b1f2c64e5d1ad4ea5d5f2a3c1e6a0b9f7d8c3e4b5a69788716';

describe('canonicalValue', () => {
  it.each([
    ['amounts', [0.1, '0.1', '0.10', '00.1', 0.1 + 1e-17]],
    ['sums of doubles', [0.1 * 3, '0.3']],
    ['whole amounts', [5, '5', '5.0', '05', 5.0]],
    ['the least amount', [0.00000546, '0.00000546']],
    ['addresses', [ADDRESS, PLAIN, ADDRESS.toUpperCase(), PLAIN.toUpperCase(), ` ${ADDRESS} `]],
    ['hashes', [HASH, HASH.toUpperCase()]],
  ])('writes %s in one way', (_, values) => {
    expect(new Set(values.map(canonicalValue)).size).toBe(1);
  });

  it.each([
    [0.1, 0.2],
    ['1', '10'],
    ['0.1', '0.01'],
    ['9223372036854775807', '9223372036854775806'],
    [PLAIN, PLAIN.replace('qqhzut3', 'qqhzut4')],
    ['Salary', 'salary'],
    ['1.2.3', '1.2.30'],
    [null, 'null'],
    [true, 'true'],
    ['', 0],
  ])('keeps %j and %j apart', (one, other) => {
    expect(canonicalValue(one)).not.toBe(canonicalValue(other));
  });
});
