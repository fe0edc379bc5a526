import { faultText } from '../addresses/explain-address.js';
import type { AmountProblem } from '../amounts/read-amount.js';
import type { AmountUnit, ListProblem, RecipientProblem } from './list-problem.js';

const SHOWN = 80;

/** Quotes a text of a list, shortened for a message. */
export const shown = (text: string): string =>
  JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text);

/** Formats base units in the unit of the list. */
export const inUnit = (units: bigint, { name, decimals }: AmountUnit): string => {
  const digits = units.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${whole}${fraction === '' ? '' : `.${fraction}`} ${name}`;
};

const decimalsText = ({ name, decimals }: AmountUnit): string =>
  decimals === 0
    ? `amounts in ${name} have no decimals`
    : `amounts in ${name} have at most ${decimals} decimal${decimals === 1 ? '' : 's'}`;

/**
 * Says why a text is not an amount, as a sentence without its end.
 *
 * @param part see `RefusedAmount`
 */
export const describeAmountProblem = (code: AmountProblem, text: string, part: string, unit: AmountUnit): string => {
  const what = `${shown(text)} is not an amount in ${unit.name}`;
  switch (code) {
    case 'EMPTY':
      return `the amount in ${unit.name} is missing`;
    case 'SIGN':
      return `${what}: it has a sign (${part}). Write a positive number without a sign`;
    case 'BRACKETS':
      return `${what}: it has brackets. Write a positive number without brackets`;
    case 'PERCENT':
      return `${what}: it is a percentage`;
    case 'EXPONENT':
      return `${what}: it has an exponent. Write all digits`;
    case 'CURRENCY':
      return `${what}: it has the currency sign ${part}. Write only the number, in ${unit.name}`;
    case 'UNIT':
      return `${what}: it has letters (${shown(part)}). Write only the number, in ${unit.name}`;
    case 'OTHER_DIGITS':
      return `${what}: ${shown(part)} are not the digits 0 to 9`;
    case 'INVISIBLE':
      return `${what}: it has the invisible character ${part}. Delete the text and type it again`;
    case 'SYMBOL':
      return `${what}: it has ${shown(part)}`;
    case 'INCOMPLETE':
      return `${what}: digits are missing after its last mark`;
    case 'MARKS':
      return `${what}: its points, commas or blanks do not separate thousands or decimals`;
    case 'OTHER_MARK':
      return `${what} with the decimal mark of this list`;
    case 'TOO_PRECISE':
      return `${what}: ${decimalsText(unit)}`;
    case 'TOO_LARGE':
      return `${what}: it has too many digits`;
  }
};

const ADDRESSES: Readonly<Record<RecipientProblem, string>> = {
  BAD_ADDRESS: 'is not a cash address',
  WRONG_NETWORK: 'is an address of another network',
  NOT_P2PKH: 'is not the address of a single key (P2PKH)',
};

const addressText = ({ text, code, fault }: Extract<ListProblem, { code: RecipientProblem }>): string => {
  if (text === '') return 'the address is missing';
  // Of scripts, too, addresses are sound.
  return fault === undefined ? `${shown(text)} ${ADDRESSES[code]}` : `${shown(text)} ${faultText(fault)}`;
};

const SAVE_AS_UTF8 = 'In your spreadsheet program choose Save as, then CSV UTF-8';
const ROLE_NAMES = { address: 'addresses', amount: 'amounts' } as const;

const namesText = (names: readonly string[]): string => names.map(shown).join(', ');

const columnsText = ({ role, candidates, names }: Extract<ListProblem, { code: 'COLUMNS' }>): string => {
  const what = role === 'address' || role === 'amount' ? ROLE_NAMES[role] : role;
  const found =
    candidates.length === 0
      ? `no column is known to hold the ${what}`
      : `${candidates.length} columns may hold the ${what}: ${namesText(candidates)}`;
  return `${found}. Name one column address and one column amount. Columns found: ${names.length === 0 ? 'none' : namesText(names)}`;
};

/** Says what is wrong, without its line. */
export const reasonOf = (problem: ListProblem, unit: AmountUnit): string => {
  switch (problem.code) {
    case 'EMPTY':
      return 'the list has no recipients';
    case 'NOT_UTF8':
      return `the text is neither UTF-8 nor Windows-1252. ${SAVE_AS_UTF8}`;
    case 'NOT_TEXT':
      return `the file is not text: it has NUL characters. ${SAVE_AS_UTF8}`;
    case 'MALFORMED_QUOTES':
      return 'a quote is not closed, or is inside a field';
    case 'TOO_LARGE':
      return `the list has more than ${problem.most} bytes`;
    case 'LINE_TOO_LONG':
      return `more than ${problem.most} characters`;
    case 'TOO_MANY_ROWS':
      return `more than ${problem.most} recipients`;
    case 'COLUMNS':
      return columnsText(problem);
    case 'AMBIGUOUS_AMOUNTS': {
      const [one, other] = problem.choices;
      return `${shown(problem.text)} is ${one.plain} or ${other.plain} ${unit.name}, and no other amount shows which. Write ${problem.text}${one.mark}0 or ${problem.text}0`;
    }
    case 'MIXED_MARKS':
      return `${shown(problem.text)} and ${shown(problem.otherText)} (line ${problem.otherLine}) have different decimal marks. Write all amounts in ${unit.name} with the same mark`;
    case 'SUM_OVER_POOL':
      return `from here on the amounts exceed the pool of ${inUnit(problem.pool, unit)}: together they are ${inUnit(problem.total, unit)}`;
    case 'WRONG_COLUMNS':
      return `${problem.count} columns, not ${problem.expected}. Put quotes around fields that have the separator in them`;
    case 'BAD_ADDRESS':
    case 'WRONG_NETWORK':
    case 'NOT_P2PKH':
      return addressText(problem);
    case 'BAD_AMOUNT':
      return problem.reason === 'UNSAFE_NUMBER'
        ? `the amount ${problem.text} in ${unit.name} is too large for a JSON number: send it as a string of digits`
        : describeAmountProblem(problem.reason, problem.text, problem.part, unit);
    case 'AMOUNT_OUT_OF_RANGE': {
      const { units, least, most } = problem;
      const bound = least === undefined ? `more than ${inUnit(most ?? 0n, unit)}` : `less than ${inUnit(least, unit)}`;
      return `${inUnit(units, unit)} is ${bound}`;
    }
    case 'DUPLICATE_ADDRESS':
      return `the address is already in line ${problem.firstLine}`;
  }
};

/** Says what is wrong and where. */
export const describeProblem = (problem: ListProblem, unit: AmountUnit): string => {
  const reason = reasonOf(problem, unit);
  return problem.line === 0 ? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}` : `Line ${problem.line}: ${reason}`;
};
