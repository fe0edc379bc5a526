import { type RawBuilder, sql } from 'kysely';
import type { PlanProductName } from '../columns.js';
import type { Database } from '../create-database.js';
import { newId } from '../statements.js';
import type { NewStream } from './stream-record.js';

/** Returns the product of plans that a stream belongs to. */
const planProductOf = ({ recurring, tokenType }: Pick<NewStream, 'recurring' | 'tokenType'>): PlanProductName =>
  `${recurring === null ? 'VESTING' : 'RECURRING'}_${tokenType === 'BCH' ? 'BCH' : 'TOKEN'}`;

/**
 * Stores the funding of streams with equal terms; their rows are stored after it, with its id.
 *
 * @param db the transaction that stores them
 * @param planId null of a plan of one
 * @returns its id
 */
export const insertFunding = async (
  db: Database,
  planId: string | null,
  part: number,
  streams: readonly NewStream[],
): Promise<string> => {
  const [first] = streams;
  if (first === undefined) throw new RangeError('A funding opens a stream at least');
  const id = newId();
  await db
    .insertInto('planFundings')
    .values({
      id,
      planId: planId,
      part,
      product: planProductOf(first),
      senderHash: first.senderHash,
      tokenCategory: first.tokenCategory,
      nonce: first.nonce,
      announcement: first.place.announcement,
      streams: streams.length,
    })
    .execute();
  return id;
};

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
