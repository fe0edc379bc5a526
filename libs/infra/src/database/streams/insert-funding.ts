import type { Database } from '../create-database.js';
import { newId } from '../new-id.js';
import type { PlanProductName } from '../record-types.js';
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
