import { setLanguage } from '../language/text.js';
import { aboutBch, currencyText, rangeText } from './currency-text.js';

const usd = { currency: 'USD', decimals: 2 };

describe('amounts in a currency', () => {
  afterEach(() => setLanguage('en', () => undefined));

  it('have all decimals of the oracle, and the marks of the page’s language', () => {
    expect(currencyText(150_000n, usd)).toBe('1,500.00 USD');
    expect(currencyText(7n, usd)).toBe('0.07 USD');
    expect(currencyText(150_000n, { currency: 'JPY', decimals: 0 })).toBe('150,000 JPY');
    setLanguage('de', () => undefined);
    expect(currencyText(150_000n, usd)).toBe('1.500,00 USD');
  });

  it('are expected in BCH by four figures at most', () => {
    expect(aboutBch(333_333_333n)).toBe('3.333 BCH');
    expect(aboutBch(1_333_333_333n)).toBe('13.33 BCH');
    expect(aboutBch(123_456_789_000n)).toBe('1,235 BCH');
    expect(aboutBch(83_333n)).toBe('0.0008333 BCH');
  });

  it('say what a payday comes to', () => {
    expect(rangeText({ today: 333_333_333n, least: 83_333_333n, most: 1_333_333_333n })).toBe(
      'About 3.333 BCH today; never less than 0.8333 BCH or more than 13.33 BCH, at any price of the oracle.',
    );
  });
});
