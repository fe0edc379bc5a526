import { readFileSync } from 'node:fs';
import { binToHex, hexToBin } from '@bitauth/libauth';
import { ANNOUNCED_PRODUCTS, decodeEnvelope, encodeEnvelope, type AnnouncedProduct } from './envelope.js';

const products = Object.keys(ANNOUNCED_PRODUCTS) as AnnouncedProduct[];
const body = hexToBin('0011ff');

describe('the envelope of announcements', () => {
  it('gives each product a number of its own', () => {
    expect(new Set(Object.values(ANNOUNCED_PRODUCTS)).size).toBe(products.length);
  });

  it.each(products)('reads what it writes of %s', (product) => {
    expect(decodeEnvelope(encodeEnvelope({ product, body }))).toEqual({ product, body });
  });

  it('has the documented bytes', () => {
    expect(binToHex(encodeEnvelope({ product: 'PLAN_VESTING_BCH', body }))).toBe('6a4c095745495201090011ff');
  });

  it.each([
    ['no OP_RETURN', '6b4c095745495201090011ff'],
    ['the push in another form', '6a095745495201090011ff'],
    ['another length', '6a4c0a5745495201090011ff'],
    ['another tag', '6a4c095845495201090011ff'],
    ['another version', '6a4c095745495202090011ff'],
    ['a product unknown here', '6a4c095745495201ff0011ff'],
    ['a number without a product', '6a4c095745495201010011ff'],
    ['a second push', '6a4c095745495201090011ff00'],
    ['nothing', ''],
  ])('is none with %s', (_, bytecode) => {
    expect(decodeEnvelope(hexToBin(bytecode))).toBeUndefined();
  });
});

/** What the table of the documents calls the products of each row. */
const ROWS = {
  'airdrop to a list, its creator a key': 'AIRDROP_WHITELIST',
  'public airdrop, its creator a key': 'AIRDROP_PUBLIC',
  'plan of vesting streams': 'PLAN_VESTING',
  'plan of recurring payments': 'PLAN_RECURRING',
  'airdrop to a list, its creator a script': 'AIRDROP_SCRIPT_WHITELIST',
  'public airdrop, its creator a script': 'AIRDROP_SCRIPT_PUBLIC',
  locks: 'LOCK',
  'vested airdrop to a list, its creator a key': 'AIRDROP_VESTED',
  'vested airdrop to a list, its creator a script': 'AIRDROP_SCRIPT_VESTED',
  purses: 'PURSE',
  'locks that can move': 'MOVABLE_LOCK',
  'salaries by the calendar': 'CALENDAR_SALARY',
  'grants by the calendar': 'CALENDAR_GRANT',
  'tranches by the calendar': 'CALENDAR_TRANCHES',
} as const;

/** The same of the products that have no form in tokens. */
const ROWS_OF_BCH = {
  'payments in a currency': 'CURRENCY_PAYMENT',
  'payments in a currency by the calendar': 'CURRENCY_CALENDAR',
  'treasuries with a roster': 'ROSTER',
} as const;

const document = readFileSync(new URL('../../../../docs/covenants/transactions.md', import.meta.url), 'utf8');

describe('the numbers of announced products', () => {
  it('are those in docs/covenants/transactions.md, in decimal and in hex', () => {
    const ofBch = Object.entries(ROWS_OF_BCH).map(([words, product]) => {
      const row = document.split('\n').find((line) => line.endsWith(`| ${words}: BCH |`)) ?? '';
      const [, number = '', hex = ''] = /^\| (\d+) \| ([0-9a-f]{2}) \|/.exec(row) ?? [];
      expect(hex).toBe(Number(number).toString(16).padStart(2, '0'));
      return [product, Number(number)] as const;
    });
    const documented = Object.entries(ROWS).flatMap(([words, product]) => {
      const row = document.split('\n').find((line) => line.endsWith(`| ${words}: BCH, token |`)) ?? '';
      const [, bch = '', token = '', bchHex = '', tokenHex = ''] =
        /^\| (\d+), (\d+) \| ([0-9a-f]{2}), ([0-9a-f]{2}) \|/.exec(row) ?? [];
      expect([bchHex, tokenHex]).toEqual([bch, token].map((each) => Number(each).toString(16).padStart(2, '0')));
      return [
        [`${product}_BCH`, Number(bch)],
        [`${product}_TOKEN`, Number(token)],
      ] as const;
    });
    expect(Object.fromEntries([...documented, ...ofBch])).toEqual(ANNOUNCED_PRODUCTS);
  });
});
