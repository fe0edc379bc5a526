import { encodeCashAddress } from '@bitauth/libauth';
import fc from 'fast-check';
import { MAX_AMOUNT } from '@weir/kinds';
import { sha256Short } from '../hashing/sha256.js';
import { ListError } from '../lists/list-error.js';
import { IN_BASE_UNITS, IN_BCH } from '../lists/list-problem.js';
import { cashAddresses } from './address-reader.js';
import { ROW_LENGTH } from './hash-index.js';
import { readWhitelistCsv } from './packed-rows.js';
import type { Whitelist } from './whitelist-builder.js';
import type { WhitelistCsvRules } from './whitelist-csv.js';

const rules: WhitelistCsvRules = { readAddress: cashAddresses('bchtest'), unit: IN_BASE_UNITS };
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
const refusal = (action: () => unknown): { readonly code: string; readonly line: number } => {
  try {
    action();
  } catch (error) {
    if (error instanceof ListError) return error.problems[0];
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
    ['with blanks before quotes', `"${A}", "5"\n  "${B}" , "7"`],
    ['between semicolons', `address;amount\n${A};5\n${B};7`],
    ['between tabs', `address\tamount\n${A}\t5\n${B}\t7`],
    ['between bars', `${A}|5\n${B}|7`],
    ['with a line sep=', `sep=;\r\n${A};5\r\n${B};7`],
    ['of an old Mac', `address,amount\r${A},5\r${B},7\r`],
    ['with line ends that were converted twice', `address,amount\r\r\n${A},5\r\r\n${B},7\r\r\n`],
    ['with lines of separators', `address,amount\n,\n${A},5\n ,,\n${B},7\n,,,`],
    ['with the amount first', `amount,address\n5,${A}\n7,${B}`],
    ['with the amount first, without a header', `5,${A}\n7,${B}`],
    ['with other columns', `id,wallet,name,amount\n1,${A},"Jörg, M.",5\n2,${B},"Zoë\nsecond line",7`],
    ['with a title', `Airdrop of May\n\nWallet,Quantity\n${A},5\n${B},7`],
    ['with zeros behind the point', `${A},5.0\n${B},7.00`],
    ['of addresses without prefix', `${A.slice(8)},5\n${B.slice(8)},7`],
  ])('%s', (_, text) => {
    const list = read(text);
    expect(rowsOf(list)).toEqual(two);
    expect(list.total).toBe(12n);
    expect(list.index.find(hashOf(2))).toBe(1);
    expect(list.index.find(hashOf(3))).toBeUndefined();
  });

  it.each([
    ['UTF-8', bytesOf(`\uFEFFaddress,name,amount\r\n${A},Zoë,5\r\n\r\n"${B}","a ""b"",\nc",7\r\n`)],
    ['UTF-16, little-endian', Buffer.from(`\uFEFFaddress,name,amount\r\r\n${A},Zoë,5\r\r\n${B},,7`, 'utf16le')],
    ['UTF-16, big-endian', Buffer.from(`\uFEFFaddress,name,amount\r${A},Zoë,5\r${B},,7`, 'utf16le').swap16()],
    ['Windows-1252', Buffer.from(`address,name,amount\r\n${A},Zoë Müller,5\r\n${B},,7`, 'latin1')],
  ])('of %s is the same in any pieces it comes', (_, bytes) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 })), (lengths) => {
        expect(rowsOf(readWhitelistCsv(piecesOf(bytes, lengths), rules))).toEqual(two);
      }),
    );
  });

  it('is refused at the same line in any pieces it comes', () => {
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
    ['BAD_ADDRESS', 1, `nobody,5\n${A},5`, {}],
    ['BAD_ADDRESS', 2, `address,amount\nTotal,5\n${A},5`, {}],
    ['BAD_ADDRESS', 1, `${A.slice(0, 20)}\u200B${A.slice(20)},5`, {}],
    ['BAD_ADDRESS', 2, `${A},5\n#${B},7`, {}],
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
    ['BAD_AMOUNT', 1, A, { columns: { address: 0, amount: 1 } }],
    ['AMOUNT_OUT_OF_RANGE', 1, `${A},0`, {}],
    ['AMOUNT_OUT_OF_RANGE', 1, `${A},545`, { minAmount: 546n }],
    ['AMOUNT_OUT_OF_RANGE', 1, `${A},${MAX_AMOUNT + 1n}`, {}],
    ['SUM_OVER_POOL', 2, `${A},5\n${B},7`, { pool: 11n }],
    ['SUM_OVER_POOL', 2, `${A},${MAX_AMOUNT}\n${B},1`, {}],
    ['BAD_AMOUNT', 2, `${A},5\n${B}`, {}],
    ['WRONG_COLUMNS', 121, `${Array.from({ length: 120 }, (_, i) => `${addressOf(i + 10)},5\n`).join('')}${B},0,5`, {}],
    ['WRONG_COLUMNS', 2, `address,amount\n${A},0,5`, {}],
    ['COLUMNS', 0, `${A},0,5`, {}],
    ['COLUMNS', 0, A, {}],
    ['COLUMNS', 1, `name,address\nAda,${A}`, {}],
    ['COLUMNS', 1, `address,payment no,payment date\n${A},17,2026-12-01`, {}],
    ['COLUMNS', 1, `sender,amount\n${A},5`, {}],
    ['COLUMNS', 1, `address,recipient,amount\n${A},${B},5`, {}],
    ['COLUMNS', 1, `address,gross pay,net pay\n${A},6,5`, {}],
    ['COLUMNS', 1, `address,amount,amount\n${A},6,5`, {}],
    ['COLUMNS', 1, `address,amount (bch)\n${A},5`, {}],
    ['AMBIGUOUS_AMOUNTS', 1, `"${A}","1,500"\n${B},7`, {}],
    ['MIXED_MARKS', 1, `${A},1.5\n${B},"7,5"`, { unit: IN_BCH }],
    ['MALFORMED_QUOTES', 2, `${A},5\n"${B},7\n`, {}],
    ['MALFORMED_QUOTES', 2, `${A},5\n"${B}"x,7\n`, {}],
    ['BAD_AMOUNT', 2, `${A},5\n${B},"7\n8"\n`, {}],
    ['LINE_TOO_LONG', 2, `${A},5\n${' '.repeat(20_000)}${B},7\n`, {}],
    ['LINE_TOO_LONG', 2, `${A},5\n${'x'.repeat(20_000)}`, {}],
    ['NOT_TEXT', 1, `${A},5\0`, {}],
    ['TOO_MANY_ROWS', 2, `${A},5\n${B},7`, { maxRows: 1 }],
    ['TOO_LARGE', 0, `${A},5\n${B},7`, { maxBytes: 60 }],
    ['EMPTY', 0, '', {}],
    ['EMPTY', 0, 'address,amount\n', {}],
    ['EMPTY', 0, '\n \n\n', {}],
    ['EMPTY', 0, '\uFEFF', {}],
  ])('%s in line %i: %j', (code, line, text, change) => {
    expect(refusal(() => read(text, change))).toMatchObject({ code, line });
  });

  it('for the same recipient twice, in either form of the address, naming both lines', () => {
    const text = `address,amount\n${A},5\n${B},7\n\n${addressOf(1, 'p2pkhWithTokens')},5`;
    expect(refusal(() => read(text))).toEqual({ code: 'DUPLICATE_ADDRESS', line: 5, firstLine: 2 });
  });

  it('in no encoding that is known, naming the line', () => {
    const mixed = Buffer.concat([bytesOf(`name,address,amount\nZoë,${A},5\n`), Buffer.from(`Zoë,${B},7\n`, 'latin1')]);
    expect(refusal(() => readWhitelistCsv([mixed], rules))).toMatchObject({ code: 'NOT_UTF8' });
    const utf16 = Buffer.from(`${A},5`, 'utf16le');
    expect(refusal(() => readWhitelistCsv([utf16], rules))).toMatchObject({ code: 'NOT_TEXT', line: 1 });
    expect(refusal(() => read('PK\u0003\u0004\u0014\0\u0006\0'))).toMatchObject({ code: 'NOT_TEXT', line: 1 });
  });

  it('when it is a bomb, before it has all come', () => {
    const piece = (text: string) => bytesOf(text.repeat(Math.ceil(100_000 / text.length)));
    function* endless(text: string) {
      for (;;) yield piece(text);
    }
    expect(refusal(() => readWhitelistCsv(endless('x'), rules))).toMatchObject({ code: 'LINE_TOO_LONG', line: 1 });
    expect(refusal(() => readWhitelistCsv(endless(','), rules))).toMatchObject({ code: 'LINE_TOO_LONG', line: 1 });
    expect(refusal(() => readWhitelistCsv(endless('"x'), rules))).toMatchObject({ code: 'MALFORMED_QUOTES', line: 1 });
    expect(refusal(() => readWhitelistCsv(endless('\n'), { ...rules, maxBytes: 150_000 }))).toMatchObject({
      code: 'TOO_LARGE',
    });
  });

  it('with a message that says where and what, however long it is', () => {
    expect(() => read(`${A},5\n${'y'.repeat(900)},7`)).toThrow(/^Line 2: "y{80}\.\.\." is not a cash address$/u);
  });
});
