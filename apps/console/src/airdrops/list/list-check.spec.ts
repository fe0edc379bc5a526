import { createWallet } from '@weir/wallet';
import { phrase, tPhrase } from '../../language/text.js';
import { LineReader, ListCheck, type ListRules, MAX_PROBLEMS } from './list-check.js';

const rules: ListRules = { prefix: 'bchtest', decimals: 0, minAmount: 1n, maxRows: 1_000 };
const walletOf = (name: string) => createWallet({ privateKey: name });
const [one, two] = [walletOf('one'), walletOf('two')];
const [A, B] = [one.address, two.address];
const SCRIPT = 'bchtest:rwjenp54j7j3mac5g9dtd2hy4we68mxewfqkswzlmw920kt9v4yrwzapp90p4';
const MAINNET = 'bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const check = (text: string | Uint8Array, changes: Partial<ListRules> = {}, piece = Infinity) => {
  const list = new ListCheck({ ...rules, ...changes });
  const lines = new LineReader((line) => list.add(line));
  const bytes = typeof text === 'string' ? bytesOf(text) : text;
  for (let at = 0; at < bytes.length; at += Math.min(piece, bytes.length))
    lines.push(bytes.subarray(at, Math.min(at + piece, bytes.length)));
  lines.finish();
  return list.finish();
};

describe('a list', () => {
  it.each([
    ['plain', `${A},5\n${B},7`],
    ['with a header, of Windows', `address,amount\r\n${A},5\r\n${B},7\r\n`],
    ['with a header in other letters, and spaces', ` Address , AMOUNT \n${A},5\n${B},7\n`],
    ['with a byte order mark', `\uFEFFaddress,amount\n${A},5\n${B},7`],
    ['with quotes', `"address","amount"\n"${A}","5"\n${B},"7"`],
    ['with empty lines and spaces', `\n\n  ${A} , 5\t\n   \n${B},7\n\n`],
    ['without prefixes', `${A.slice(8)},5\n${B.slice(8)},7`],
    ['in upper case', `${A.toUpperCase()},5\n${B.toUpperCase().slice(8)},7`],
    ['for tokens', `${one.tokenAddress},5\n${B},7`],
  ])('%s is right', (_, text) => {
    expect(check(text)).toEqual({ rows: 2, total: 12n, wrong: 0, problems: [] });
    // However its bytes come.
    expect(check(text, {}, 7)).toMatchObject({ rows: 2, total: 12n, wrong: 0 });
  });

  it.each([
    [2, 'not a cash address', `${A},5\n${B.slice(0, -1)}x,7`, {}],
    [1, 'not a cash address', `,5`, {}],
    [2, 'not a cash address', `${A},5\naddress,amount`, {}],
    [1, 'another network', `${MAINNET},5`, {}],
    [1, 'not the address of a single key', `${SCRIPT},5`, {}],
    [3, '“-7” is not an amount', `${A},5\n\n${B},-7`, {}],
    [1, '“” is not an amount', `${A},`, {}],
    [1, '“0.5” is not an amount', `${A},0.5`, {}],
    [1, 'not an amount', `${A},0.123456789`, { decimals: 8 }],
    [1, 'less than the least', `${A},0`, {}],
    [1, 'less than the least', `${A},0.00000545`, { decimals: 8, minAmount: 546n }],
    [1, 'more than there can be', `${A},9223372036854775808`, {}],
    [2, 'one column, not two', `${A},5\n${B}`, {}],
    [2, '3 columns, not two', `${A},5\n${B},7,`, {}],
    [1, 'one column, not two', `${A};5`, {}],
    [2, 'quote', `${A},5\n"${B},7\n`, {}],
    [2, 'Comments', `${A},5\n #${B},7`, {}],
    [2, 'more than 1,024 characters', `${A},5\n${' '.repeat(2_000)}${B},7\n`, {}],
    [2, 'more than 1 recipients', `${A},5\n${B},7`, { maxRows: 1 }],
    [4, 'stands on line 2', `address,amount\n${A},5\n${B},7\n${one.tokenAddress},5`, {}],
    [0, 'empty', '', {}],
    [0, 'empty', 'address,amount\n', {}],
  ] as const)('is wrong on line %i: %s', (line, reason, text, changes) => {
    const { wrong, problems } = check(text, changes);
    const told = problems.map((problem) => ({ ...problem, reason: tPhrase(problem.reason) }));
    expect([wrong, told]).toEqual([1, [{ line, reason: expect.stringContaining(reason) as string }]]);
  });

  it('has the first problems by line, and counts all invalid lines', () => {
    const { rows, total, wrong, problems } = check(`${A},5\n${'x,1\n'.repeat(150)}${B},0.5\n${B},7\n`);
    expect({ rows, total, wrong }).toEqual({ rows: 2, total: 12n, wrong: 151 });
    expect(problems).toHaveLength(MAX_PROBLEMS);
    expect(problems.at(-1)?.line).toBe(MAX_PROBLEMS + 1);
  });

  it('of many recipients finds no duplicates among them', () => {
    const addresses = Array.from({ length: 300 }, (_, i) => walletOf(`recipient ${i}`).address);
    const many = addresses.map((address, i) => `${address},${i + 1}`);
    expect(check(many.join('\n'))).toMatchObject({ rows: 300, total: 45_150n, wrong: 0 });
    expect(check([...many, `${addresses[7] ?? ''},1`].join('\n')).problems).toEqual([
      { line: 301, reason: phrase('The same address stands on line {line}', { line: 8 }) },
    ]);
  });

  it('that is not UTF-8 text is refused', () =>
    expect(() => check(Uint8Array.of(0xff, 0xfe, 0x41, 0x00))).toThrow('not valid'));
});
