import { sql, type RawBuilder } from 'kysely';
import type { NewStream } from './stream-record.js';

/** `#WEIR-BCH-000001`: at least six digits, growing, unique, with gaps where an insert failed. */
export const nextDisplayId = ({ product, tokenType }: Pick<NewStream, 'product' | 'tokenType'>): RawBuilder<string> => {
  const ofStream = tokenType === 'BCH' ? ['BCH', 'stream_bch_number'] : ['TOK', 'stream_tok_number'];
  const [kind, sequence] = product === 'payment' ? ['PAY', 'payment_number'] : ofStream;
  return sql<string>`(
    SELECT ${`#WEIR-${kind}-`}::text || lpad(number, greatest(length(number), 6), '0')
    FROM (SELECT nextval(${sequence}::regclass)::text AS number) AS next)`;
};
