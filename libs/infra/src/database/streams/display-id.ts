import { sql, type RawBuilder } from 'kysely';
import type { NewStream } from './stream-record.js';

type Numbered = Pick<NewStream, 'product' | 'tokenType'>;

/** Returns the prefix of display ids, and the sequence of their numbers. */
export const displayNumbers = ({
  product,
  tokenType,
}: Numbered): { readonly prefix: string; readonly sequence: string } => {
  const ofStream = tokenType === 'BCH' ? ['BCH', 'stream_bch_number'] : ['TOK', 'stream_tok_number'];
  const [kind = '', sequence = ''] = product === 'payment' ? ['PAY', 'payment_number'] : ofStream;
  return { prefix: `#WEIR-${kind}-`, sequence };
};

/**
 * Returns the next display id, as `#WEIR-BCH-000001`: at least six digits, growing, unique, with gaps where an insert
 * failed.
 */
export const nextDisplayId = (stream: Numbered): RawBuilder<string> => {
  const { prefix, sequence } = displayNumbers(stream);
  return sql<string>`(
    SELECT ${prefix}::text || lpad(number, greatest(length(number), 6), '0')
    FROM (SELECT nextval(${sequence}::regclass)::text AS number) AS next)`;
};
