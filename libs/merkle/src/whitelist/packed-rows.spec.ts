import { createHash } from 'node:crypto';
import { encodeCashAddress } from '@bitauth/libauth';
import { MAX_RECIPIENTS } from '@weir/kinds';
import { ListError } from '../lists/list-error.js';
import { IN_BASE_UNITS, IN_BCH } from '../lists/list-problem.js';
import { cashAddresses } from './address-reader.js';
import { packCsv, packRecipients, readRecipients, readWhitelistCsv, type Recipient } from './packed-rows.js';
import { PACKED_ROW_LENGTH } from './row-packer.js';
import { WhitelistBuilder, type Whitelist } from './whitelist-builder.js';

const rules = { readAddress: cashAddresses('bchtest'), unit: IN_BASE_UNITS };
const addressOf = (i: number): string =>
  encodeCashAddress({
    payload: new Uint8Array(createHash('sha256').update(i.toString()).digest()).slice(0, 20),
    prefix: 'bchtest',
    type: 'p2pkh',
  }).address;
const recipients = Array.from({ length: 1_100 }, (_, i) => ({ address: addressOf(i), amount: `${i + 1}` }));
const csvOf = (rows: readonly Recipient[]): Uint8Array =>
  Buffer.from(rows.map(({ address, amount }) => `${address},${amount}\n`).join(''));
const itself = (recipient: Recipient): Recipient => recipient;
function* batchesOf<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}

/** Builds as rows come, and says how many came. */
const build = async (
  packed: AsyncIterable<Uint8Array>,
): Promise<{ readonly list: Whitelist; readonly rows: number }> => {
  const builder = new WhitelistBuilder();
  let rows = 0;
  for await (const each of packed) {
    rows += each.length / PACKED_ROW_LENGTH;
    builder.add(each);
  }
  return { list: builder.finish(), rows };
};

const refusalOf = (action: () => unknown): unknown => {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('It was accepted');
};

describe('packed rows', () => {
  it('are the same of every source, however it is cut', async () => {
    const whole = readRecipients(recipients, rules);
    expect([whole.count, whole.total]).toEqual([1_100, 605_550n]);
    const bytes = csvOf(recipients);
    const sources = [
      packCsv([bytes], rules),
      packCsv(
        Array.from({ length: Math.ceil(bytes.length / 777) }, (_, i) => bytes.subarray(i * 777, (i + 1) * 777)),
        rules,
      ),
      packRecipients([recipients], rules, itself),
      packRecipients(batchesOf(recipients, 7), rules, itself),
    ];
    for (const source of sources) {
      const { list, rows } = await build(source);
      expect([rows, list.total, Buffer.compare(list.rows, whole.rows)]).toEqual([1_100, whole.total, 0]);
    }
  });

  it('of recipients are counted from 1, and texts have no spaces round them', async () => {
    const bad = [...recipients.slice(0, 2), { address: ` ${addressOf(5)} `, amount: 'x' }];
    await expect(build(packRecipients(batchesOf(bad, 1), rules, itself))).rejects.toMatchObject({
      problems: [{ code: 'BAD_AMOUNT', line: 3 }],
      message: expect.stringMatching(/^Line 3: "x" is not an amount in base units/) as string,
    });
    expect(() => readRecipients(bad, rules)).toThrow('Line 3: "x" is not an amount');
  });

  it('take texts that a CSV reads otherwise for what they are', () => {
    for (const address of ['address', '#', 'a\nb', '"'])
      expect(() => readRecipients([{ address, amount: 'amount' }], rules)).toThrow(ListError);
  });

  it('name all problems together, duplicates of a list that is read here among them', async () => {
    const [first = { address: '', amount: '' }] = recipients;
    const twice = [...recipients.slice(0, 50), first, { address: 'nobody', amount: '1' }];
    const bad = { code: 'BAD_ADDRESS', line: 52, text: 'nobody' };
    const both = { count: 2, problems: [{ code: 'DUPLICATE_ADDRESS', line: 51, firstLine: 1 }, bad] };
    for (const read of [() => readRecipients(twice, rules), () => readWhitelistCsv([csvOf(twice)], rules)])
      expect(refusalOf(read)).toMatchObject(both);
    await expect(build(packRecipients([twice], rules, itself))).rejects.toMatchObject({ problems: [bad] });
    await expect(build(packCsv([csvOf(twice)], rules))).rejects.toMatchObject({ problems: [bad] });
  });

  it('sum up to the largest amount there is, without loss', () => {
    const amounts = [2n ** 63n - 1n - 2n ** 33n, 2n ** 33n - 1n, 1n];
    const list = readRecipients(
      amounts.map((amount, i) => ({ address: addressOf(i), amount: amount.toString() })),
      rules,
    );
    expect(list.total).toBe(2n ** 63n - 1n);
  });

  it('of requests have amounts that are read one by one', () => {
    const amounts = (...texts: readonly string[]) =>
      readRecipients(
        texts.map((amount, i) => ({ address: addressOf(i), amount })),
        { ...rules, unit: IN_BCH },
      );
    expect(amounts('0,125', '1.500', '.5').total).toBe(212_500_000n);
    expect(refusalOf(() => amounts('1', '1,500'))).toMatchObject({
      problems: [{ code: 'AMBIGUOUS_AMOUNTS', line: 2, text: '1,500' }],
    });
  });

  it('are whole', () => {
    expect(() => new WhitelistBuilder().add(new Uint8Array(PACKED_ROW_LENGTH + 1))).toThrow(RangeError);
    expect(MAX_RECIPIENTS).toBe(2 ** 20);
  });
});
