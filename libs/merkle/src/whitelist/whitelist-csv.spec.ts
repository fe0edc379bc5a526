import { encodeCashAddress } from '@bitauth/libauth';
import fc from 'fast-check';
import { sha256Short } from '../hashing/sha256.js';
import { cashAddresses } from './address-reader.js';
import { ROW_LENGTH } from './hash-index.js';
import { readWhitelistCsv } from './packed-rows.js';
import { decimalAmounts, MAX_AMOUNT } from './row-packer.js';
import type { Whitelist } from './whitelist-builder.js';
import type { WhitelistCsvRules } from './whitelist-csv.js';
import { WhitelistError } from './whitelist-error.js';

const rules: WhitelistCsvRules = { readAddress: cashAddresses('bchtest'), readAmount: decimalAmounts(0) };
const hashOf = (i: number) => sha256Short(new TextEncoder().encode(i.toString())).slice(0, 20);
const addressOf = (i: number, type: 'p2pkh' | 'p2pkhWithTokens' = 'p2pkh') =>
  encodeCashAddress({ payload: hashOf(i), prefix: 'bchtest', type }).address;
const A = addressOf(1);
const B = addressOf(2);

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string, change: Partial<WhitelistCsvRules> = {}) =>
  readWhitelistCsv([bytesOf(text)], { ...rules, ...change });
const rowsOf = ({ rows, count }: Whitelist) =>
  Array.from({ length: count }, (_, i) => ({
    hash: rows.slice(i * ROW_LENGTH, i * ROW_LENGTH + 20),
    amount: new DataView(rows.buffer, rows.byteOffset).getBigUint64(i * ROW_LENGTH + 20, true),
  }));
function* piecesOf(bytes: Uint8Array, lengths: readonly number[]): Generator<Uint8Array> {
  let at = 0;
  for (const length of lengths) yield bytes.subarray(at, (at += length));
  yield bytes.subarray(at);
}
const refusal = (action: () => unknown): Pick<WhitelistError, 'code' | 'line' | 'firstLine'> => {
  try {
    action();
  } catch (error) {
    if (error instanceof WhitelistError) return { code: error.code, line: error.line, firstLine: error.firstLine };
    throw error;
  }
  throw new Error('It was accepted');
};
const two = [
  { hash: hashOf(1), amount: 5n },
  { hash: hashOf(2), amount: 7n },
];

describe('a list', () => {
  it.each([
    ['plain', `${A},5\n${B},7`],
    ['with a last line end', `${A},5\n${B},7\n`],
    ['with a header', `address,amount\n${A},5\n${B},7\n`],
    ['with a header in other letters, and spaces', ` Address , AMOUNT \n${A},5\n${B},7\n`],
    ['of Windows', `address,amount\r\n${A},5\r\n${B},7\r\n`],
    ['of Windows, the last line end missing', `${A},5\r\n${B},7`],
    ['of both kinds of line ends', `${A},5\r\n${B},7\n`],
    ['with a byte order mark', `\uFEFFaddress,amount\n${A},5\n${B},7`],
    ['with a byte order mark and no header', `\uFEFF${A},5\n${B},7`],
    ['with quotes', `"address","amount"\n"${A}","5"\n${B},"7"`],
    ['with quotes, of Windows', `"${A}","5"\r\n"${B}","7"\r\n`],
    ['with empty lines', `\n\n${A},5\n   \n\n${B},7\n\n\n`],
    ['with spaces', `  ${A} , 5\t\n${B},7  `],
    ['of addresses without prefix', `${A.slice(8)},5\n${B.slice(8)},7`],
  ])('%s', (_, text) => {
    const list = read(text);
    expect(rowsOf(list)).toEqual(two);
    expect(list.total).toBe(12n);
    expect(list.index.find(hashOf(2))).toBe(1);
    expect(list.index.find(hashOf(3))).toBeUndefined();
  });

  it('is the same in whatever pieces it comes', () => {
    const bytes = bytesOf(`\uFEFFaddress,amount\r\n${A},5\r\n\r\n"${B}",7\r\n`);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 })), (lengths) => {
        expect(rowsOf(readWhitelistCsv(piecesOf(bytes, lengths), rules))).toEqual(two);
      }),
    );
  });

  it('is refused at the same line in whatever pieces it comes', () => {
    const bytes = bytesOf(`${A},5\n\n"${B}",7\n${addressOf(3)},"x\n${addressOf(4)},8\n`);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 })), (lengths) => {
        const found = refusal(() => readWhitelistCsv(piecesOf(bytes, lengths), rules));
        expect(found).toMatchObject({ code: 'MALFORMED_QUOTES', line: 4 });
      }),
    );
  });

  it('of a great many rows keeps them all, and names a bad line far down', () => {
    const lines = Array.from({ length: 1_500 }, (_, i) => `${addressOf(i)},${i + 1}`);
    const list = read(lines.join('\n'));
    expect(list.count).toBe(1_500);
    expect(list.total).toBe(1_125_750n);
    expect(Array.from({ length: 1_500 }, (_, i) => list.index.find(hashOf(i)))).toEqual(
      Array.from({ length: 1_500 }, (_, i) => i),
    );
    lines[1_200] = `${addressOf(1_200)},seven`;
    expect(refusal(() => read(lines.join('\r\n')))).toMatchObject({ code: 'BAD_AMOUNT', line: 1_201 });
  });
});

describe('a list is refused', () => {
  it.each([
    ['BAD_ADDRESS', 2, `${A},5\nbchtest:qqqq,7`, {}],
    ['BAD_ADDRESS', 2, `${A},5\naddress,amount`, {}],
    ['BAD_ADDRESS', 2, `address,amount\naddress,amount\n${A},5`, {}],
    ['BAD_ADDRESS', 1, `,5`, {}],
    ['BAD_ADDRESS', 1, `__proto__,5`, {}],
    ['WRONG_NETWORK', 1, `bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy,5`, {}],
    [
      'NOT_P2PKH',
      1,
      `${encodeCashAddress({ payload: new Uint8Array(32), prefix: 'bchtest', type: 'p2sh' }).address},5`,
      {},
    ],
    ['BAD_AMOUNT', 3, `${A},5\n\n${B},-7`, {}],
    ['BAD_AMOUNT', 1, `${A},`, {}],
    ['BAD_AMOUNT', 1, `${A},0.5`, {}],
    ['AMOUNT_OUT_OF_RANGE', 1, `${A},0`, {}],
    ['AMOUNT_OUT_OF_RANGE', 1, `${A},545`, { minAmount: 546n }],
    ['AMOUNT_OUT_OF_RANGE', 1, `${A},${MAX_AMOUNT + 1n}`, {}],
    ['SUM_OVER_POOL', 2, `${A},5\n${B},7`, { pool: 11n }],
    ['SUM_OVER_POOL', 2, `${A},${MAX_AMOUNT}\n${B},1`, {}],
    ['WRONG_COLUMNS', 2, `${A},5\n${B}`, {}],
    ['WRONG_COLUMNS', 2, `${A},5\n${B},7,`, {}],
    ['WRONG_COLUMNS', 1, `${A};5`, {}],
    ['MALFORMED_QUOTES', 2, `${A},5\n"${B},7\n`, {}],
    ['MALFORMED_QUOTES', 2, `${A},5\n"${B}"x,7\n`, {}],
    ['MALFORMED_QUOTES', 2, `${A},5\n${B},"7\n8"\n`, {}],
    ['COMMENT', 1, `# recipients\n${A},5`, {}],
    ['COMMENT', 2, `${A},5\n #${B},7`, {}],
    ['LINE_TOO_LONG', 2, `${A},5\n${' '.repeat(2_000)}${B},7\n`, {}],
    ['LINE_TOO_LONG', 2, `${A},5\n${' '.repeat(2_000)}`, {}],
    ['LINE_TOO_LONG', 2, `${A},5\n${' '.repeat(2_000)}\n`, {}],
    ['TOO_MANY_ROWS', 2, `${A},5\n${B},7`, { maxRows: 1 }],
    ['TOO_LARGE', 0, `${A},5\n${B},7`, { maxBytes: 60 }],
    ['EMPTY', 0, '', {}],
    ['EMPTY', 0, 'address,amount\n', {}],
    ['EMPTY', 0, '\n \n\n', {}],
  ])('%s in line %i: %j', (code, line, text, change) => {
    expect(refusal(() => read(text, change))).toMatchObject({ code, line });
  });

  it('for the same recipient twice, in either form of the address, naming both lines', () => {
    const text = `address,amount\n${A},5\n${B},7\n\n${addressOf(1, 'p2pkhWithTokens')},5`;
    expect(refusal(() => read(text))).toEqual({ code: 'DUPLICATE_ADDRESS', line: 5, firstLine: 2 });
  });

  it('in another encoding, naming the line', () => {
    const utf16 = Buffer.from(`\uFEFF${A},5`, 'utf16le');
    expect(refusal(() => readWhitelistCsv([utf16], rules))).toMatchObject({ code: 'NOT_UTF8', line: 1 });
    const latin = Buffer.concat([bytesOf(`${A},5\n${B},7\n`), Buffer.from('é', 'latin1'), bytesOf(',5\n')]);
    expect(refusal(() => readWhitelistCsv([latin], rules))).toMatchObject({ code: 'NOT_UTF8', line: 3 });
    expect(refusal(() => readWhitelistCsv([latin.subarray(0, -3)], rules))).toMatchObject({
      code: 'NOT_UTF8',
      line: 3,
    });
  });

  it('when it is a bomb, before it has all come', () => {
    const piece = (text: string) => bytesOf(text.repeat(Math.ceil(100_000 / text.length)));
    function* endless(text: string) {
      for (;;) yield piece(text);
    }
    expect(refusal(() => readWhitelistCsv(endless('x'), rules))).toMatchObject({ code: 'LINE_TOO_LONG', line: 1 });
    expect(refusal(() => readWhitelistCsv(endless(','), rules))).toMatchObject({ code: 'LINE_TOO_LONG', line: 1 });
    expect(refusal(() => readWhitelistCsv(endless('"'), rules))).toMatchObject({ code: 'LINE_TOO_LONG', line: 1 });
    expect(refusal(() => readWhitelistCsv(endless('\n'), { ...rules, maxBytes: 150_000 }))).toMatchObject({
      code: 'TOO_LARGE',
    });
  });

  it('with a message that says where and what, however long it is', () => {
    expect(() => read(`${A},5\n${'y'.repeat(900)},7`)).toThrow(/^Line 2: "y{80}\.\.\." is not a cash address$/u);
  });
});
