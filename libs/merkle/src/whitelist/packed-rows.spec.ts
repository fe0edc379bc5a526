import { createHash } from 'node:crypto';
import { encodeCashAddress } from '@bitauth/libauth';
import { cashAddresses } from './address-reader.js';
import { packCsv, packRecipients, readRecipients, type Recipient } from './packed-rows.js';
import { decimalAmounts, MAX_ROWS, PACKED_ROW_LENGTH } from './row-packer.js';
import { WhitelistBuilder, type Whitelist } from './whitelist-builder.js';
import { WhitelistError } from './whitelist-error.js';

const rules = { readAddress: cashAddresses('bchtest'), readAmount: decimalAmounts(0) };
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
      code: 'BAD_AMOUNT',
      line: 3,
      message: 'Line 3: "x" is not an amount',
    });
    expect(() => readRecipients(bad, rules)).toThrow('Line 3: "x" is not an amount');
  });

  it('take texts that a CSV reads otherwise for what they are', () => {
    for (const address of ['address', '#', 'a\nb', '"'])
      expect(() => readRecipients([{ address, amount: 'amount' }], rules)).toThrow(WhitelistError);
  });

  it('refuse the first of several faults, those between rows among them', async () => {
    const [first = { address: '', amount: '' }] = recipients;
    const twice = [...recipients.slice(0, 50), first, { address: 'nobody', amount: '1' }];
    const expected = { code: 'DUPLICATE_ADDRESS', line: 51, firstLine: 1 };
    expect(() => readRecipients(twice, rules)).toThrow('Line 51: the address is already in line 1');
    await expect(build(packRecipients([twice], rules, itself))).rejects.toMatchObject(expected);
    await expect(build(packCsv([csvOf(twice)], rules))).rejects.toMatchObject(expected);
  });

  it('sum up to the largest amount there is, without loss', () => {
    const amounts = [2n ** 63n - 1n - 2n ** 33n, 2n ** 33n - 1n, 1n];
    const list = readRecipients(
      amounts.map((amount, i) => ({ address: addressOf(i), amount: amount.toString() })),
      rules,
    );
    expect(list.total).toBe(2n ** 63n - 1n);
  });

  it('are whole', () => {
    expect(() => new WhitelistBuilder().add(new Uint8Array(PACKED_ROW_LENGTH + 1))).toThrow(RangeError);
    expect(MAX_ROWS).toBe(2 ** 20);
  });
});
