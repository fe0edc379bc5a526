import { readAmount } from '@weir/merkle/amounts';
import { type AmountUnit, describeAmountProblem } from '@weir/merkle/lists';
import { usage } from './recover-error.js';

/**
 * Reads the amount that a user names with `--amount`.
 *
 * @returns satoshis, or base units of a token
 * @throws RecoverError USAGE
 */
export const amountOption = (text: string, unit: AmountUnit): bigint => {
  const read = readAmount(text, { decimals: unit.decimals, locale: 'en' });
  if (read.status === 'ok') return read.units;
  if (read.status === 'refused')
    throw usage(`--amount: ${describeAmountProblem(read.code, read.text, read.part, unit)}`);
  const [one, other] = read.choices;
  throw usage(`--amount ${text} is ${one.plain} or ${other.plain} ${unit.name}: write one of them without a comma`);
};
