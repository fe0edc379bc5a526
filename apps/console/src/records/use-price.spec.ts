import { setLanguage } from '../language/text.js';
import { priceText } from './use-price.js';

const price = { currency: 'USD', perBch: 400, at: 1_700_000_000 };

describe('priceText', () => {
  afterEach(() => setLanguage('en', () => undefined));

  it('writes what satoshis cost as the language does, and names a currency that nobody knows', () => {
    setLanguage('en', () => undefined);
    expect(priceText(150_000_000n, price)).toMatch(/^(?:US)?\$600\.00$/);
    setLanguage('de', () => undefined);
    expect(priceText(150_000_000n, price)).toMatch(/^600,00\s\$$/);
    expect(priceText(150_000_000n, { ...price, currency: 'no code' })).toBe('600 no code');
  });

  it('has no mark in Arabic that would turn its sign around', () => {
    setLanguage('ar', () => undefined);
    expect(priceText(150_000_000n, price)).toMatch(/^600\.00\sUS\$$/);
  });
});
