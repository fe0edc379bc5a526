/** Why a list of recipients is refused. */
export type WhitelistProblem =
  | 'BAD_ADDRESS'
  | 'WRONG_NETWORK'
  | 'NOT_P2PKH'
  | 'BAD_AMOUNT'
  | 'AMOUNT_OUT_OF_RANGE'
  | 'DUPLICATE_ADDRESS'
  | 'SUM_OVER_POOL'
  | 'WRONG_COLUMNS'
  | 'MALFORMED_QUOTES'
  | 'COMMENT'
  | 'LINE_TOO_LONG'
  | 'NOT_UTF8'
  | 'TOO_MANY_ROWS'
  | 'TOO_LARGE'
  | 'EMPTY';

const SHOWN = 80;

/** Quotes a text that was read, shortened for a message. */
export const shown = (text: string): string =>
  JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text);

/** A list of recipients is refused because of a line. */
export class WhitelistError extends Error {
  override readonly name = 'WhitelistError';

  /**
   * @param line counted from 1, header and empty lines included; the row where the list is no text; 0 for the list
   *   as a whole
   * @param firstLine of a duplicate: where the address stands first
   */
  constructor(
    readonly code: WhitelistProblem,
    readonly line: number,
    readonly reason: string,
    readonly firstLine?: number,
  ) {
    super(line === 0 ? reason : `Line ${line}: ${reason}`);
  }
}
