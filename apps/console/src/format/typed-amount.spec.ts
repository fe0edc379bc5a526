import { setLanguage } from '../language/text.js';
import { amountFault, positiveFault, typedBase, unitFor } from './typed-amount.js';

const BCH = unitFor('BCH', 8);
const nothing = () => undefined;

afterEach(() => setLanguage('en', nothing));

describe('an amount typed on an English page', () => {
  it.each([
    ['0,125', 12_500_000n],
    ['0,005', 500_000n],
    ['0.125', 12_500_000n],
    ['.5', 50_000_000n],
    ['1.500', 150_000_000n],
    ['1,234.5', 123_450_000_000n],
    ['10 000', 1_000_000_000_000n],
    ['0.100000000', 10_000_000n],
  ])('%j is %s satoshis', (text, base) => {
    expect(typedBase(text, 8)).toBe(base);
    expect(positiveFault(text, BCH)).toBeUndefined();
  });

  it.each([
    ['1,500', '1,500 could be 1,500 or 1.5 BCH: choose which'],
    ['', 'Enter an amount'],
    ['0', 'Enter more than 0'],
    ['-1', 'Enter digits and a decimal mark only, without “-”'],
    ['(0.50)', 'Enter digits and a decimal mark only, without “(”'],
    ['500 sats', 'Enter the number alone, in BCH, without “sats”'],
    ['0.5 €', 'Enter the number alone, in BCH, without “€”'],
    ['1.5.2', 'Enter a number such as 1.5, in BCH'],
    ['1e3', 'Enter a number such as 1.5, in BCH'],
    ['1\u200b5', 'There is an invisible character (U+200B): remove it'],
    ['0.123456789', 'At most 8 decimals of BCH'],
    ['٣', 'Use the digits 0 to 9'],
  ])('%j is refused: %s', (text, fault) => expect(positiveFault(text, BCH)).toBe(fault));

  it('of a token is in its whole units, or in base units where its decimals are not known', () => {
    expect(typedBase('3.5', 2)).toBe(350n);
    expect(amountFault('3.555', unitFor('FUNGIBLE_TOKEN', 2))).toBe('At most 2 decimals of whole tokens');
    expect(amountFault('1.5', unitFor('FUNGIBLE_TOKEN', 0))).toBe('Whole base units only, without decimals');
    expect(amountFault('1.2.3', unitFor('FUNGIBLE_TOKEN', 0))).toBe('Enter a whole number of base units');
  });
});

describe('an amount typed on a German page', () => {
  it('has a decimal comma, and its thousands are asked for', () => {
    setLanguage('de', nothing);
    expect(typedBase('1,500', 8)).toBe(150_000_000n);
    expect(typedBase('0,125', 8)).toBe(12_500_000n);
    expect(amountFault('1.500', BCH)).toBe('1.500 could be 1.500 or 1,5 BCH: choose which');
  });
});
