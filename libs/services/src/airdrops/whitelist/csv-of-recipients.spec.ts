import fc from 'fast-check';
import { decimalAmounts, readWhitelistCsv, type AddressReader } from '@weir/merkle';
import type { RecipientInput } from '../airdrops.types.js';
import { csvOfRecipients } from './csv-of-recipients.js';

const read = async (batches: readonly (readonly RecipientInput[])[], decimals: number): Promise<string> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of csvOfRecipients(batches, decimals)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};

describe('the CSV of recipients', () => {
  it('has a line for each, numbers of BCH in 8 decimals', async () => {
    const rows = [
      [
        { address: ' a ', amount: 1 },
        { address: 'b', amount: 0.1 * 3 },
      ],
      [],
      [
        { address: 'c', amount: ' 2.5 ' },
        { address: 'd', amount: 1e-7 },
        { address: 'e', amount: 1.5e-8 },
      ],
    ];
    expect(await read(rows, 8)).toBe('"a","1.00000000"\n"b","0.30000000"\n"c","2.5"\n"d","0.00000010"\n"e","1.5e-8"\n');
  });

  it('leaves units of tokens as they are, the largest that a number holds too', async () => {
    expect(
      await read(
        [
          [
            { address: 'a', amount: Number.MAX_SAFE_INTEGER },
            { address: 'b', amount: 0.5 },
            { address: 'c', amount: '9223372036854775807' },
          ],
        ],
        0,
      ),
    ).toBe('"a","9007199254740991"\n"b","0.5"\n"c","9223372036854775807"\n');
  });

  it.each([2 ** 53, 1e18, -(2 ** 53)])(
    'refuses the number %p, which may have lost units, by its row',
    async (amount) => {
      await expect(read([[{ address: 'a', amount: 1 }], [{ address: 'b', amount }]], 0)).rejects.toMatchObject({
        name: 'WhitelistError',
        code: 'BAD_AMOUNT',
        line: 2,
      });
    },
  );

  it('keeps what is no CSV within one field', async () => {
    expect(await read([[{ address: 'a,"\nb', amount: '1' }]], 8)).toBe('"a,""\nb","1"\n');
  });

  it('is read back as it was given, however it is cut into batches', async () => {
    const readAddress: AddressReader = (text, target, offset) => {
      target[offset] = Number.parseInt(text, 16);
      return undefined;
    };
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.bigInt(546n, 21n * 10n ** 14n), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 7 }),
        async (amounts, size) => {
          const rows = amounts.map((amount, i) => ({
            address: i.toString(16),
            amount:
              i % 2 === 0
                ? Number(amount) / 1e8
                : `${amount / 100_000_000n}.${(amount % 100_000_000n).toString().padStart(8, '0')}`,
          }));
          const batches = Array.from({ length: Math.ceil(rows.length / size) }, (_, i) =>
            rows.slice(i * size, (i + 1) * size),
          );
          const list = readWhitelistCsv([Buffer.from(await read(batches, 8))], {
            readAddress,
            readAmount: decimalAmounts(8),
          });
          expect(list.total).toBe(amounts.reduce((sum, amount) => sum + amount, 0n));
          expect(list.count).toBe(amounts.length);
        },
      ),
    );
  });
});
