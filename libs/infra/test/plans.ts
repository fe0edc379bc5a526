import type { Database } from '../src/database/create-database.js';
import type { NewPlan } from '../src/database/plans/plan-record.js';
import { newId, nextDisplayId } from '../src/database/sql/statements.js';
import { type NewStream, toNewStreamRow } from '../src/database/streams/stream-record.js';
import { nextStreamId } from '../src/database/streams/streams.repository.js';

/** A plan of a vault in BCH. */
export const newPlan = (nonce: string): NewPlan => ({
  product: 'VESTING_BCH',
  sender: 'bchtest:ada',
  senderHash: `aa20${'7f'.repeat(32)}87`,
  tokenCategory: null,
  nonce,
  paymentFee: 620n,
  reserveFloor: 930n,
  cancelFills: 17,
  moveDelay: 1_008,
  vaultId: null,
  description: 'team of 2027',
});

/** Stores a plan with its fundings, each with its streams, none of it funded. */
export const insertPlan = async (db: Database, plan: NewPlan, parts: readonly (readonly NewStream[])[]) => {
  const row = await db
    .insertInto('plans')
    .values({ ...plan, id: newId(), planId: nextDisplayId('PLAN', 'plan_number') })
    .returningAll()
    .executeTakeFirstOrThrow();
  const { product, senderHash, tokenCategory, nonce } = plan;
  for (const [index, streams] of parts.entries()) {
    const [fundingId, announcement] = [newId(), streams[0]?.place.announcement ?? ''];
    const terms = { product, senderHash, tokenCategory, nonce, announcement };
    await db
      .insertInto('planFundings')
      .values({ ...terms, id: fundingId, planId: row.id, part: index + 1, streams: streams.length })
      .execute();
    const rows = streams.map((stream) => ({
      ...toNewStreamRow({ ...stream, place: { ...stream.place, fundingId, planId: row.id } }),
      id: newId(),
      streamId: nextStreamId(stream),
    }));
    await db.insertInto('streams').values(rows).execute();
  }
  return row;
};
