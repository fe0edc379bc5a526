import { binToHex, secp256k1, sha256, utf8ToBin } from '@bitauth/libauth';
import { sql } from 'kysely';
import { encodePriceMessage, findLies } from '@weir/payments';
import { signMessage } from '@weir/payments/oracle';
import { useDatabase } from '../../../test/database.js';
import type { SignedPrice } from '../../oracle/fetch-oracle-messages.js';
import { createOracleArchive } from './oracle-archive.repository.js';

const database = useDatabase();
const archive = database.over(createOracleArchive);
afterEach(() => sql`TRUNCATE oracle_messages, oracle_lies`.execute(database.db));

const privateKey = sha256.hash(utf8ToBin('an oracle'));
const key = binToHex(secp256k1.derivePublicKeyCompressed(privateKey) as Uint8Array);
const other = key.replace(/^../u, (sign) => (sign === '02' ? '03' : '02'));
/** A full hour. */
const START = 1_800_000_000n;
const MINUTE = 60n;

/** The archive checks no signatures, so most messages here have none. */
const message = (priceNumber: bigint, time: bigint, price = 45_000n): SignedPrice => {
  const fields = { time, number: priceNumber + 7n, priceNumber, price };
  return { ...fields, bytes: encodePriceMessage(fields), signature: new Uint8Array(64).fill(7) };
};
/** One each minute from a number on. */
const minutes = (from: bigint, count: number, start = START): SignedPrice[] =>
  Array.from({ length: count }, (_, i) => message(from + BigInt(i), start + BigInt(i) * MINUTE));
const numbers = (messages: readonly SignedPrice[]) => messages.map(({ priceNumber }) => Number(priceNumber));
const all = { from: 0n, to: 4_294_967_295n };

describe('the archive of an oracle', () => {
  it('returns what was stored, bytes and signature, by time', async () => {
    const fields = { time: START, number: 9n, priceNumber: 2n, price: 43_900n };
    const signed = { ...fields, ...signMessage(encodePriceMessage(fields), privateKey) };
    await archive.store(key, [message(3n, START + MINUTE), signed]);
    const [first, second] = await archive.between(key, all);
    expect([first, second?.priceNumber]).toEqual([signed, 3n]);
    expect(await archive.between(other, all)).toEqual([]);
    expect(await archive.between(key, { from: START + 1n, to: START + 59n })).toEqual([]);
  });

  it('stores a message once, and two of one number both', async () => {
    const some = [message(1n, START), message(1n, START, 1n)];
    await archive.store(key, some);
    await Promise.all([archive.store(key, some), archive.store(key, some)]);
    expect(await archive.between(key, all)).toHaveLength(2);
  });

  it('stores no more than 600 of an hour, and says how many it left out', async () => {
    const many = (from: bigint) => Array.from({ length: 400 }, (_, i) => message(from + BigInt(i), START + BigInt(i)));
    expect(await archive.store(key, many(1n))).toBe(0);
    expect(await archive.store(key, many(1_000n))).toBe(200);
    expect(await archive.store(other, many(1n))).toBe(0);
    expect(await archive.store(key, [message(5_000n, START + 3_600n)])).toBe(0);
    expect(await archive.between(key, all)).toHaveLength(601);
  });

  it('knows its oldest and newest message', async () => {
    expect(await archive.span(key)).toBeUndefined();
    await archive.store(key, minutes(5n, 3));
    expect(await archive.span(key)).toEqual({ from: START, to: START + 120n });
  });

  it('finds where numbers are missing, the latest first', async () => {
    await archive.store(key, [...minutes(1n, 3), message(6n, START + 5n * MINUTE), message(9n, START + 8n * MINUTE)]);
    await archive.store(other, [message(1n, START), message(100n, START + 3_600n)]);
    const latest = { from: START + 5n * MINUTE, to: START + 8n * MINUTE };
    expect(await archive.holes(key, START, 9)).toEqual([latest, { from: START + 120n, to: START + 300n }]);
    expect(await archive.holes(key, START + 130n, 9)).toEqual([latest]);
    expect(await archive.holes(key, START, 1)).toEqual([latest]);
    await archive.store(key, [message(7n, START + 360n), message(8n, START + 420n)]);
    expect(await archive.holes(key, START + 130n, 9)).toEqual([]);
  });
});

describe('the pairs of a date', () => {
  const day = 86_400n;
  const date = { due: START, grace: day };

  it('are the first message at or after it, and one more for each grace', async () => {
    await archive.store(key, [...minutes(1n, 5, START - 130n), ...minutes(2_000n, 5, START + day - 60n)]);
    const pairs = await archive.pairs(key, date, START + 2n * day);
    expect(pairs.map(({ previous, message: { priceNumber } }) => [previous.priceNumber, priceNumber])).toEqual([
      [3n, 4n],
      [2_000n, 2_001n],
    ]);
    expect(pairs[0]?.message.signature).toHaveLength(64);
    expect(numbers((await archive.pairs(key, date, START + 49n)).map((pair) => pair.message))).toEqual([]);
    expect(numbers((await archive.pairs(key, date, START + 50n)).map((pair) => pair.message))).toEqual([4]);
    expect(await archive.pairs(key, date, START - 1n)).toEqual([]);
  });

  it('are none while the first message is missing, no matter which later ones are there', async () => {
    await archive.store(key, [...minutes(1n, 3, START - 130n), ...minutes(5n, 3, START + 110n)]);
    expect(await archive.pairs(key, date, START + 200n)).toEqual([]);
  });

  it('of a late period are found as long as anybody can pay it', async () => {
    const late = Array.from({ length: 60 }, (_, i) => START + BigInt(i) * day);
    await archive.store(
      key,
      late.flatMap((time, i) => minutes(BigInt(10_000 * i + 1), 2, time - 30n)),
    );
    expect(await archive.pairs(key, date, START + 60n * day)).toHaveLength(60);
  });
});

describe('old messages', () => {
  it('are deleted but for the pairs around full hours', async () => {
    await archive.store(key, minutes(1n, 300, START - 130n));
    await archive.store(other, minutes(1n, 5));
    const before = await archive.pairs(key, { due: START + 7_200n, grace: 3_600n }, START + 20_000n);
    await archive.thin(key, START + 13_000n);
    const left = numbers(await archive.between(key, { from: 0n, to: START + 12_999n }));
    expect(left).toEqual([3, 4, 63, 64, 123, 124, 183, 184]);
    expect(await archive.between(key, { from: START + 13_000n, to: START + 30_000n })).toHaveLength(81);
    expect(await archive.between(other, all)).toHaveLength(5);
    expect(await archive.pairs(key, { due: START + 7_200n, grace: 3_600n }, START + 20_000n)).toEqual(before);
    await archive.thin(key, START + 13_000n);
    expect(numbers(await archive.between(key, { from: 0n, to: START + 12_999n }))).toEqual(left);
  });
});

describe('lies', () => {
  it('are stored once, with both messages, and stay', async () => {
    const lies = findLies([message(1n, START), message(1n, START, 1n)]);
    expect(await archive.noteLies(key, lies, START)).toEqual(lies);
    expect(await archive.noteLies(key, lies, START + 5n)).toEqual([]);
    expect([await archive.countLies(key), await archive.countLies(other)]).toEqual([1, 0]);
  });
});
