import { MAX_LIST_BYTES } from '@weir/kinds';
import type { ListProblem } from '@weir/merkle/lists';
import { amountWithUnit, asShown, type Asset, decimalsOf } from '../format/amount.js';
import { addressFaultText } from '../forms/address-problem.js';
import { numberText, t } from '../language/text.js';

const SHOWN = 60;

const shown = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** Names what the amounts of a list count. */
export const listUnit = (of: Asset): string =>
  (typeof of === 'string' ? of : of.token_type) === 'BCH' ? t('BCH') : t('whole tokens');

type Problem<Code extends ListProblem['code']> = Extract<ListProblem, { readonly code: Code }>;

const amountText = ({ text, reason, part }: Problem<'BAD_AMOUNT'>, of: Asset): string => {
  const values = { text: shown(text), unit: listUnit(of) };
  switch (reason) {
    case 'EMPTY':
      return t('The amount is missing');
    case 'UNIT':
    case 'CURRENCY':
    case 'PERCENT':
      return t('“{text}” is not an amount in {unit}: write the number alone', values);
    case 'SIGN':
    case 'BRACKETS':
      return t('“{text}” is not an amount in {unit}: write a positive number without sign and brackets', values);
    case 'INVISIBLE':
      return t('“{text}” has the invisible character {character}: write it again', {
        text: shown(text),
        character: part,
      });
    case 'OTHER_DIGITS':
      return t('“{text}” is not an amount in {unit}: use the digits 0 to 9', values);
    case 'TOO_PRECISE':
      return t('“{text}” is not an amount in {unit}: it can have {decimals} decimals at most', {
        ...values,
        decimals: numberText(decimalsOf(of)),
      });
    case 'EXPONENT':
    case 'SYMBOL':
    case 'INCOMPLETE':
    case 'MARKS':
    case 'OTHER_MARK':
    case 'TOO_LARGE':
    case 'UNSAFE_NUMBER':
      return t('“{text}” is not an amount in {unit}', values);
  }
};

const columnsText = ({ role, candidates }: Problem<'COLUMNS'>): string => {
  const columns = candidates.map((name) => `“${name}”`).join(', ');
  if (role === 'address')
    return candidates.length === 0
      ? t('Choose the column of the addresses')
      : t('Several columns may be the addresses: {columns}. Choose one', { columns });
  return candidates.length === 0
    ? t('Choose the column of the amounts')
    : t('Several columns may be the amounts: {columns}. Choose one', { columns });
};

/** Asks which of its two meanings an amount has. */
export const ambiguityText = ({ text, choices }: Problem<'AMBIGUOUS_AMOUNTS'>, of: Asset): string => {
  const [first, second] = choices.map(({ plain }) => asShown(plain));
  return t('“{text}” may be {first} or {second} {unit}. Choose one: it decides how all amounts of the list are read', {
    text: shown(text),
    first: first ?? '',
    second: second ?? '',
    unit: listUnit(of),
  });
};

/** Says what is wrong with a list or one of its lines, in the page's language. */
export const listProblemText = (problem: ListProblem, of: Asset): string => {
  switch (problem.code) {
    case 'EMPTY':
      return t('The list is empty');
    case 'NOT_UTF8':
      return t('The file is not UTF-8 text. Save it as CSV (UTF-8), then choose it again.');
    case 'NOT_TEXT':
      return t('The file is not text. In your spreadsheet program save it as CSV (UTF-8), then choose it again.');
    case 'MALFORMED_QUOTES':
      return t('A quote is not closed, or is inside a field');
    case 'TOO_LARGE':
      return t('The file has more than {most} MB. Split the list into several airdrops.', {
        most: numberText(MAX_LIST_BYTES / 1_000_000),
      });
    case 'LINE_TOO_LONG':
      return t('It has more than {most} characters', { most: numberText(problem.most) });
    case 'TOO_MANY_ROWS':
      return t('There are more than {most} recipients', { most: numberText(problem.most) });
    case 'COLUMNS':
      return columnsText(problem);
    case 'AMBIGUOUS_AMOUNTS':
      return ambiguityText(problem, of);
    case 'MIXED_MARKS':
      return t('“{text}” and “{other}” on line {line} have different decimal marks', {
        text: shown(problem.text),
        other: shown(problem.otherText),
        line: numberText(problem.otherLine),
      });
    case 'SUM_OVER_POOL':
      return t('The amounts sum up to {total}, more than {pool}', {
        total: amountWithUnit(problem.total, of),
        pool: amountWithUnit(problem.pool, of),
      });
    case 'WRONG_COLUMNS':
      return t('It has {count} columns, not {expected}: put quotes around fields with the separator in them', {
        count: numberText(problem.count),
        expected: numberText(problem.expected),
      });
    case 'BAD_ADDRESS':
    case 'WRONG_NETWORK':
    case 'NOT_P2PKH': {
      const { text, fault } = problem;
      if (text === '') return t('The address is missing');
      return fault === undefined
        ? t('“{address}” is not the address of a single key', { address: shown(text) })
        : `${shown(text)}: ${addressFaultText(fault)}`;
    }
    case 'BAD_AMOUNT':
      return amountText(problem, of);
    case 'AMOUNT_OUT_OF_RANGE': {
      const { units, least, most } = problem;
      const amount = amountWithUnit(units, of);
      return least === undefined
        ? t('{amount} is more than {most}, the maximum', { amount, most: amountWithUnit(most ?? 0n, of) })
        : t('{amount} is less than {least}, the minimum payment', { amount, least: amountWithUnit(least, of) });
    }
    case 'DUPLICATE_ADDRESS':
      return t('The same address is on line {line} already', { line: numberText(problem.firstLine) });
  }
};
