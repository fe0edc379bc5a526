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
