import fc from 'fast-check';
import { anchorOf, findLies, findPairProblem, findPairs, pairTimes, type PriceMessage } from '../index.js';

const due = 1_800_000_000n;
const grace = 86_400n;
const date = { due, grace };
const at = (time: bigint, priceNumber: bigint, price = 45_000n): PriceMessage => ({
  time,
  number: priceNumber + 7n,
  priceNumber,
  price,
});

describe('findPairProblem', () => {
  it.each([
    ['the first message after the date', at(due - 13n, 5n), at(due + 47n, 6n)],
    ['a message at the date', at(due - 60n, 5n), at(due, 6n)],
    ['a message before it that is a grace old', at(due - grace, 5n), at(due + 1n, 6n)],
    ['the first message after a grace', at(due + grace - 1n, 5n), at(due + grace, 6n)],
    ['the first message after five', at(due + 5n * grace - 9n, 5n), at(due + 5n * grace + 51n, 6n)],
  ])('accepts %s', (_, previous, message) => {
    expect(findPairProblem({ previous, message }, date)).toBeUndefined();
  });

  it.each([
    ['PREVIOUS_NUMBER_NOT_POSITIVE', at(due - 13n, 0n), at(due, 1n)],
    ['NOT_CONSECUTIVE', at(due - 13n, 5n), at(due, 7n)],
    ['NOT_CONSECUTIVE', at(due - 13n, 5n), at(due, 5n)],
    ['PRICE_NOT_POSITIVE', at(due - 13n, 5n), at(due, 6n, 0n)],
    ['PRICE_NOT_POSITIVE', at(due - 13n, 5n), at(due, 6n, -1n)],
    ['BEFORE_DUE', at(due - 61n, 5n), at(due - 1n, 6n)],
    ['NOT_FIRST', at(due, 5n), at(due + 60n, 6n)],
    ['NOT_FIRST', at(due + grace, 5n), at(due + grace + 60n, 6n)],
    ['PREVIOUS_TOO_OLD', at(due - grace - 1n, 5n), at(due, 6n)],
    ['PREVIOUS_TOO_OLD', at(due - 1n, 5n), at(due + grace, 6n)],
  ])('returns %s', (problem, previous, message) => {
    expect(findPairProblem({ previous, message }, date)).toBe(problem);
  });

  it('anchors a time at the latest grace that is not after it', () => {
    expect([due, due + grace - 1n, due + grace].map((time) => anchorOf(time, date))).toEqual([due, due, due + grace]);
  });
});

/** An oracle's messages, a minute or more apart, some of them lost. */
const histories = fc
  .array(fc.record({ pause: fc.bigInt(1n, 3_000n), price: fc.bigInt(1n, 100_000n), isLost: fc.boolean() }), {
    minLength: 2,
    maxLength: 60,
  })
  .map((steps) => {
    let time = due - 5_000n;
    return steps.flatMap(({ pause, price, isLost }, i) => {
      time += pause;
      return isLost && i % 3 === 0 ? [] : [at(time, BigInt(i + 1), price)];
    });
  });

describe('findPairs', () => {
  const hourly = { due, grace: 3_600n };
  it('returns at most one pair for each grace, and each time the first message of it', () => {
    fc.assert(
      fc.property(histories, (messages) => {
        const pairs = findPairs(messages, hourly);
        const anchors = pairs.map(({ message }) => anchorOf(message.time, hourly));
        expect(new Set(anchors).size).toBe(anchors.length);
        for (const [i, { message }] of pairs.entries()) {
          const anchor = anchors[i] ?? 0n;
          expect(messages.filter(({ time }) => time >= anchor && time < message.time)).toEqual([]);
        }
        expect(pairs).toEqual(findPairs(messages.toReversed(), hourly));
      }),
    );
  });

  it('returns nothing across a gap in the numbers, and the message of the next grace', () => {
    const messages = [at(due - 10n, 5n), at(due + 50n, 7n), at(due + grace - 5n, 900n), at(due + grace + 55n, 901n)];
    expect(findPairs(messages, date).map(({ message }) => message.priceNumber)).toEqual([901n]);
  });

  it('returns both pairs where the oracle signed two messages of one number', () => {
    const messages = [at(due - 10n, 5n), at(due + 50n, 6n, 40_000n), at(due + 50n, 6n, 50_000n)];
    expect(findPairs(messages, date).map(({ message }) => message.price)).toEqual([40_000n, 50_000n]);
  });
});

describe('pairTimes', () => {
  it.each([
    ['the date alone before it', due - 5n, [0n]],
    ['the date alone within a grace', due + grace - 1n, [0n]],
    ['each grace of a period that is late', due + 2n * grace, [0n, 1n, 2n]],
    ['the date and the latest graces of one that is late by weeks', due + 20n * grace + 7n, [0n, 17n, 18n, 19n, 20n]],
  ])('returns %s', (_, until, graces) => {
    expect(pairTimes(date, until)).toEqual(graces.map((count) => due + count * grace));
  });
});

describe('findLies', () => {
  it('finds nothing in what an oracle signs one after the other', () => {
    fc.assert(
      fc.property(histories, (messages) => {
        expect(findLies([...messages, ...messages])).toEqual([]);
      }),
    );
  });

  it('finds two messages of one number, in any order', () => {
    const [one, other] = [at(due, 6n, 40_000n), at(due, 6n, 50_000n)];
    expect(findLies([one, at(due + 60n, 7n), other])).toEqual([{ kind: 'NUMBER_TWICE', messages: [one, other] }]);
  });

  it('finds two messages of one number among prices, and metadata with the number of a price', () => {
    const one = at(due, 6n);
    const other = { ...at(due, 6n, 1n), number: 99n };
    expect(findLies([one, other])).toEqual([{ kind: 'PRICE_NUMBER_TWICE', messages: [one, other] }]);
    const metadata = { time: due, number: 13n, metadata: -1n, content: Uint8Array.of(1) };
    expect(findLies([one, metadata])).toEqual([{ kind: 'NUMBER_TWICE', messages: [one, metadata] }]);
    expect(findLies([metadata, { ...metadata, content: Uint8Array.of(2) }])).toMatchObject([{ kind: 'NUMBER_TWICE' }]);
  });

  it('finds a time that goes backwards, with which a date has two first messages', () => {
    const messages = [at(due - 100n, 4n), at(due + 10n, 5n), at(due - 5n, 6n), at(due + 20n, 7n)];
    expect(findPairs(messages, date)).toHaveLength(2);
    expect(findLies(messages)).toEqual([{ kind: 'TIME_BACKWARDS', messages: [messages[1], messages[2]] }]);
  });
});
