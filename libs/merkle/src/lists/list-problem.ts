import type { AddressFault } from '../addresses/explain-address.js';
import type { AmbiguousAmount, AmountProblem } from '../amounts/read-amount.js';

/** The unit of the amounts of a list. */
export interface AmountUnit {
  /** `BCH`, `whole tokens`, `base units`, or a currency's code. */
  readonly name: string;
  readonly decimals: number;
}

export const IN_BCH: AmountUnit = { name: 'BCH', decimals: 8 };
export const IN_BASE_UNITS: AmountUnit = { name: 'base units', decimals: 0 };
/** Whole tokens, as people write them. @param decimals the token's */
export const inTokens = (decimals: number): AmountUnit => ({ name: 'whole tokens', decimals });

/** What the columns of a list may hold. */
export type Role = 'address' | 'amount' | 'label' | 'start' | 'end' | 'cliff' | 'step';

/** Why a text is not a recipient's address. */
export type RecipientProblem = 'BAD_ADDRESS' | 'WRONG_NETWORK' | 'NOT_P2PKH';

/** A problem of a list as a whole. `line` is 0 where no line shows it. */
export type FileProblem =
  | { readonly code: 'EMPTY' | 'NOT_UTF8' | 'NOT_TEXT' | 'MALFORMED_QUOTES'; readonly line: number }
  | { readonly code: 'TOO_LARGE' | 'LINE_TOO_LONG' | 'TOO_MANY_ROWS'; readonly line: number; readonly most: number }
  /** No column, or several columns, may hold the addresses or the amounts. */
  | {
      readonly code: 'COLUMNS';
      readonly line: number;
      readonly role: Role;
      /** Names of the columns that may hold it; fewer or more than one. */
      readonly candidates: readonly string[];
      /** Names of all columns. */
      readonly names: readonly string[];
    }
  /** All amounts with a mark have two meanings, as this one. */
  | {
      readonly code: 'AMBIGUOUS_AMOUNTS';
      readonly line: number;
      readonly text: string;
      readonly choices: AmbiguousAmount['choices'];
    }
  /** One amount has a decimal point, another a decimal comma. */
  | {
      readonly code: 'MIXED_MARKS';
      readonly line: number;
      readonly text: string;
      readonly otherLine: number;
      readonly otherText: string;
    }
  /** The line is the first with which the amounts are more than the pool; the total is that of all. */
  | { readonly code: 'SUM_OVER_POOL'; readonly line: number; readonly total: bigint; readonly pool: bigint };

/** A problem of one row. */
export type RowProblem =
  | { readonly code: 'WRONG_COLUMNS'; readonly line: number; readonly count: number; readonly expected: number }
  | {
      readonly code: RecipientProblem;
      readonly line: number;
      readonly text: string;
      /** What is wrong with the address, where the network is known. */
      readonly fault?: AddressFault | undefined;
    }
  | {
      readonly code: 'BAD_AMOUNT';
      readonly line: number;
      readonly text: string;
      /** UNSAFE_NUMBER: a whole number of JSON beyond 2^53 - 1, which may have lost units before it came. */
      readonly reason: AmountProblem | 'UNSAFE_NUMBER';
      /** See `RefusedAmount`. */
      readonly part: string;
    }
  | {
      readonly code: 'AMOUNT_OUT_OF_RANGE';
      readonly line: number;
      /** The amount and the bound that it breaks, base units. */
      readonly units: bigint;
      readonly least?: bigint;
      readonly most?: bigint;
    }
  | { readonly code: 'DUPLICATE_ADDRESS'; readonly line: number; readonly firstLine: number };

/** Why a list is refused. Lines count from 1, header and empty lines included. */
export type ListProblem = FileProblem | RowProblem;
