import Type, { type TNumber, type TSchema } from 'typebox';
import { marked } from './marks.js';

/**
 * An amount in a request. Amounts with more than 8 decimals, or too small to be paid out, are refused later, with a
 * code of their own.
 */
export const AmountInput = (description: string) =>
  Type.Unsafe<number | string>({
    type: ['number', 'string'],
    maxLength: 32,
    description: `${description} A JSON number or a decimal string: of BCH with at most 8 decimals, at least 0.00000546; of a token in whole base units, 1 to 9223372036854775807, beyond 9007199254740991 as a string.`,
    examples: [1.5],
  });

/**
 * An amount in a response: decimal BCH for BCH, whole base units for tokens.
 *
 * @param unit `BCH` where it is BCH whatever the record's asset
 */
export const Amount = (description: string, unit: 'BCH' | 'of the asset' = 'of the asset') =>
  marked<TNumber, 'amount of BCH' | 'amount of the asset'>(
    Type.Number({
      description: `${description} Decimal BCH${unit === 'BCH' ? '' : ' (whole base units for tokens)'}.`,
      examples: [1.5],
    }),
    unit === 'BCH' ? 'amount of BCH' : 'amount of the asset',
  );

/** An amount of a token in a response: whole base units, whatever the record's asset. */
export const TokenAmount = (description: string) => marked(Type.Number({ description }), 'amount of a token');

/** Marks the exact text of an amount: that of the property whose name it extends by `Base` or `_base`. */
export const exact = <Schema extends TSchema>(schema: Schema) => marked(schema, 'base units');

/** The exact amount as text: satoshis for BCH, base units for tokens. */
export const BaseAmount = () =>
  exact(
    Type.String({
      pattern: '^\\d+$',
      description: 'The same amount, exactly, in satoshis (base units for tokens).',
      examples: ['150000000'],
    }),
  );
