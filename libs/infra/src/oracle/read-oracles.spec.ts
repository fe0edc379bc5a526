import { oracleName, readOracles } from './read-oracles.js';

const USD = '02d09db08af1ff4e8453919cc866a4be427d7bfe18f2c05e5444c196fcf6fd2818';
const EUR = '02989c0b76cb563971fdc9bef31ec06c3560f3249d6ee9e5d83c57625596e05f6f';
const PUBLIC = { allowPrivate: false };

describe('readOracles', () => {
  it('reads oracles with their relays', () => {
    const text = ` USD:2:${USD}@https://one.example/,https://two.example:8443/x  EUR:0:${EUR}@https://one.example\n`;
    expect(readOracles(text, PUBLIC)).toEqual([
      { currency: 'USD', decimals: 2, publicKey: USD, relays: ['https://one.example', 'https://two.example:8443/x'] },
      { currency: 'EUR', decimals: 0, publicKey: EUR, relays: ['https://one.example'] },
    ]);
    expect(oracleName({ currency: 'USD', publicKey: USD })).toBe('USD-02d09db0');
  });

  it('reads nothing from an empty text', () => {
    expect([readOracles('', PUBLIC), readOracles('  ', PUBLIC)]).toEqual([[], []]);
  });

  it('allows relays in private networks where that is allowed', () => {
    const text = `USD:2:${USD}@http://127.0.0.1:3000`;
    expect(readOracles(text, { allowPrivate: true })).toMatchObject([{ relays: ['http://127.0.0.1:3000'] }]);
    expect(readOracles(text, PUBLIC)).toContain('The URL must begin with https://');
  });

  it.each([
    ['usd:2:KEY@https://a.example', 'which is not currency:decimals:key@relay'],
    ['USD:9:KEY@https://a.example', 'which is not currency:decimals:key@relay'],
    ['USD:2:KEY', 'which is not currency:decimals:key@relay'],
    ['USD:2:KEY@', 'which is not currency:decimals:key@relay'],
    ['USD:2:02d0@https://a.example', 'which is not currency:decimals:key@relay'],
    [`USD:2:05${'ab'.repeat(32)}@https://a.example`, 'which is not on the curve'],
    ['USD:2:KEY@a.example', 'a.example. It is not a URL'],
    ['USD:2:KEY@https://10.0.0.1', 'The address is in a private or reserved network'],
    [`USD:2:KEY@https://me:${'x'.repeat(6)}@a.example`, 'must not carry a user name'],
    ['USD:2:KEY@https://a.example?x=1', 'without ? and #'],
    ['USD:2:KEY@https://a.example#', 'without ? and #'],
    ['USD:2:KEY@https://a.example,', 'It is not a URL'],
    ['USD:2:KEY@https://a.example,https://a.example/', 'names a relay of USD twice'],
    ['USD:2:KEY@https://a.example EUR:2:KEY@https://b.example', `has the key ${USD} twice`],
    [
      `USD:2:KEY@${Array.from({ length: 9 }, (_, i) => `https://r${i}.example`).join()}`,
      'has 9 relays of USD: at most 8 are asked',
    ],
  ])('says what is wrong with %s', (text, problem) => {
    expect(readOracles(text.replaceAll('KEY', USD), PUBLIC)).toContain(problem);
  });
});
