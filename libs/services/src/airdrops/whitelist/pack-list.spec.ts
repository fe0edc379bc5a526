import { encodeCashAddress } from '@bitauth/libauth';
import fc from 'fast-check';
import { PACKED_ROW_LENGTH } from '@weir/merkle';
import type { RecipientInput, WhitelistInput } from '../campaign/airdrops.types.js';
import { packList } from './build-tree.js';

const addressOf = (i: number): string => {
  const payload = new Uint8Array(20);
  new DataView(payload.buffer).setUint32(0, i);
  return encodeCashAddress({ payload, prefix: 'bchtest', type: 'p2pkh' }).address;
};
const [a, b, c, d] = [addressOf(1), addressOf(2), addressOf(3), addressOf(4)];

/** What each row says: its address's number, its amount in base units, and its line. */
const read = async (list: WhitelistInput, inBch: boolean): Promise<readonly (readonly [number, bigint, number])[]> => {
  const rules = { prefix: 'bchtest', inBch, minAmount: 1n, pool: 2n ** 63n - 1n };
  const rows: (readonly [number, bigint, number])[] = [];
  for await (const packed of packList(list, rules)) {
    const view = new DataView(packed.buffer);
    for (let at = 0; at < packed.length; at += PACKED_ROW_LENGTH)
      rows.push([view.getUint32(at), view.getBigUint64(at + 20, true), view.getUint32(at + 28, true)]);
  }
  return rows;
};
const readBatches = (batches: readonly (readonly RecipientInput[])[], inBch: boolean) =>
  read({ kind: 'recipients', batches }, inBch);

describe('the rows of a list', () => {
  it('are those of its CSV, by line', async () => {
    const csv = Buffer.from(`address,amount\n${a},0.5\n\n${b},1\n`);
    expect(await read({ kind: 'csv', pieces: [csv] }, true)).toEqual([
      [1, 50_000_000n, 2],
      [2, 100_000_000n, 4],
    ]);
  });

  it('are those of its recipients, numbers of BCH in 8 decimals', async () => {
    const batches = [
      [
        { address: ` ${a} `, amount: 1 },
        { address: b, amount: 0.1 * 3 },
      ],
      [],
      [
        { address: c, amount: ' 2.5 ' },
        { address: d, amount: 1e-7 },
      ],
    ];
    expect(await readBatches(batches, true)).toEqual([
      [1, 100_000_000n, 1],
      [2, 30_000_000n, 2],
      [3, 250_000_000n, 3],
      [4, 10n, 4],
    ]);
  });

  it('are units of tokens as they are, the largest that a number holds too', async () => {
    const recipients = [
      { address: a, amount: 2 ** 52 },
      { address: b, amount: (2n ** 62n).toString() },
    ];
    expect(await readBatches([recipients], false)).toEqual([
      [1, 2n ** 52n, 1],
      [2, 2n ** 62n, 2],
    ]);
  });

  it.each([
    [2 ** 53, false, 'send it as a string of digits'],
    [1e18, false, 'send it as a string of digits'],
    [-(2 ** 53), false, 'send it as a string of digits'],
    [0.5, false, '"0.5" is not an amount'],
    [1.5e-8, true, '"1.5e-8" is not an amount'],
  ])('are refused for the number %p, by its row', async (amount, inBch, reason) => {
    const batches = [[{ address: a, amount: 1 }], [{ address: b, amount }]];
    await expect(readBatches(batches, inBch)).rejects.toMatchObject({
      name: 'ListError',
      problems: [{ line: 2 }],
      message: expect.stringContaining(reason) as string,
    });
  });

  it('are what was given, however it is cut into batches', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.bigInt(546n, 21n * 10n ** 12n), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 7 }),
        async (amounts, size) => {
          const recipients = amounts.map((amount, i) => ({
            address: addressOf(i),
            amount:
              i % 2 === 0
                ? Number(amount) / 1e8
                : `${amount / 100_000_000n}.${(amount % 100_000_000n).toString().padStart(8, '0')}`,
          }));
          const batches = Array.from({ length: Math.ceil(recipients.length / size) }, (_, i) =>
            recipients.slice(i * size, (i + 1) * size),
          );
          expect(await readBatches(batches, true)).toEqual(amounts.map((amount, i) => [i, amount, i + 1]));
        },
      ),
    );
  });
});
