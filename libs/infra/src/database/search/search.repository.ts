import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { ResourceType } from '../columns.js';
import type { Database } from '../create-database.js';
import type { Tables } from '../tables.js';

/** The ways in which a record can be searched. Hex in lower case, hashes of transactions in display order. */
export type SearchQuestion =
  /** uuid of a record. */
  | { readonly by: 'id'; readonly id: string }
  /** `#WEIR-BCH-000001` */
  | { readonly by: 'displayId'; readonly displayId: string }
  /** A contract's address, as its locking bytecode and Electrum's hash of it. */
  | { readonly by: 'contract'; readonly lockingBytecode: string; readonly scriptHash: string }
  /** A transaction that funded it or moved it on; also a vault's own id, which has the same form. */
  | { readonly by: 'transaction'; readonly txid: string }
  /** A state of it, now or before. */
  | { readonly by: 'outpoint'; readonly txid: string; readonly vout: number };

/** The kind of a record that was found. */
export type FoundKind = 'stream' | 'payment' | 'plan' | 'airdrop' | 'vault' | 'proposal';

/** A record that was found, with what decides whether it may be shown. */
export interface FoundRecord {
  readonly kind: FoundKind;
  /** uuid */
  readonly id: string;
  /** Of a vault its 32 bytes, hex. */
  readonly displayId: string;
  readonly status: string;
  /** Null where it has none, or not yet. */
  readonly contractAddress: string | null;
  /** Unix seconds. */
  readonly createdAt: number;
}

type Table = 'streams' | 'plans' | 'airdropCampaigns' | 'vaults' | 'vaultProposals';
type Where<T extends Table> = (eb: ExpressionBuilder<Tables, T>) => Expression<SqlBool>;

const never = sql<SqlBool>`false`;

/** Records of some kinds by a step of theirs, or by the state that it left. */
const stepsOf = (
  db: Database,
  question: Extract<SearchQuestion, { readonly txid: string }>,
  kinds: readonly ResourceType[],
) => {
  const steps = db
    .selectFrom('transitions')
    .select('resourceId')
    .where('txHash', '=', question.txid)
    .where('resourceType', 'in', kinds);
  return question.by === 'outpoint' ? steps.where('stateVout', '=', question.vout) : steps;
};

const ofStream =
  (db: Database, question: SearchQuestion): Where<'streams'> =>
  (eb) => {
    switch (question.by) {
      case 'id':
        return eb('id', '=', question.id);
      case 'displayId':
        return eb('streamId', '=', question.displayId);
      case 'contract':
        return eb('scriptHash', '=', question.scriptHash);
      case 'transaction':
      case 'outpoint':
        return eb('id', 'in', stepsOf(db, question, ['stream', 'payment']));
    }
  };

/** Unfunded lists can name anybody, so they are not searched: only their sender sees them, by routes of their own. */
const ofPlan =
  (question: SearchQuestion): Where<'plans'> =>
  (eb) => {
    const isFunded = eb('status', '=', 'ACTIVE');
    switch (question.by) {
      case 'id':
        return eb.and([isFunded, eb('id', '=', question.id)]);
      case 'displayId':
        return eb.and([isFunded, eb('planId', '=', question.displayId)]);
      case 'transaction': {
        const fundings = eb
          .selectFrom('planFundings')
          .select('planFundings.planId')
          .where('fundingTxHash', '=', question.txid);
        return eb.and([isFunded, eb('id', 'in', fundings)]);
      }
      case 'contract':
      case 'outpoint':
        return never;
    }
  };

const ofCampaign =
  (question: SearchQuestion): Where<'airdropCampaigns'> =>
  (eb) => {
    switch (question.by) {
      case 'id':
        return eb('id', '=', question.id);
      case 'displayId':
        return eb('campaignId', '=', question.displayId);
      case 'contract':
        return eb('lockingBytecode', '=', question.lockingBytecode);
      case 'transaction':
      case 'outpoint': {
        const steps = eb
          .selectFrom('airdropSteps')
          .select('airdropSteps.campaignId')
          .where('txHash', '=', question.txid);
        return eb('id', 'in', question.by === 'outpoint' ? steps.where('vout', '=', question.vout) : steps);
      }
    }
  };

const ofVault =
  (db: Database, question: SearchQuestion): Where<'vaults'> =>
  (eb) => {
    switch (question.by) {
      case 'id':
        return eb('id', '=', question.id);
      case 'displayId':
        return never;
      case 'contract':
        return eb('scriptHash', '=', question.scriptHash);
      case 'transaction':
        return eb.or([eb('vaultId', '=', question.txid), eb('id', 'in', stepsOf(db, question, ['vault']))]);
      case 'outpoint':
        return eb('id', 'in', stepsOf(db, question, ['vault']));
    }
  };

const ofProposal =
  (question: SearchQuestion): Where<'vaultProposals'> =>
  (eb) => {
    switch (question.by) {
      case 'id':
        return eb('id', '=', question.id);
      case 'displayId':
        return eb('proposalId', '=', question.displayId);
      case 'transaction':
        return eb('executedTxHash', '=', question.txid);
      case 'contract':
      case 'outpoint':
        return never;
    }
  };

const membershipOf = (db: Database, hash: string | undefined) =>
  db
    .selectFrom('vaultMembers')
    .select('vaultId')
    .where('hash', '=', hash ?? '');

/** Builds the repository, which searches all kinds with one statement, each by an index. */
export const createSearchRepository = (db: Database) => ({
  /**
   * Finds the records that match, the newest first.
   *
   * @param viewerHash of the viewer: only members find private vaults and their proposals
   * @param limit Most of each kind, and of all.
   */
  async find(question: SearchQuestion, viewerHash: string | undefined, limit: number) {
    const mine = membershipOf(db, viewerHash);
    const streams = db
      .selectFrom('streams')
      .select((eb) => [
        eb.ref('product').$castTo<FoundKind>().as('kind'),
        'id',
        'streamId as displayId',
        eb.ref('status').$castTo<string>().as('status'),
        eb.ref('contractAddress').$castTo<string | null>().as('contractAddress'),
        'createdAt',
      ])
      .where(ofStream(db, question));
    const plans = db
      .selectFrom('plans')
      .select((eb) => [
        eb.val<FoundKind>('plan').as('kind'),
        'id',
        'planId as displayId',
        eb.ref('status').$castTo<string>().as('status'),
        sql<string | null>`NULL::text`.as('contractAddress'),
        'createdAt',
      ])
      .where(ofPlan(question));
    const campaigns = db
      .selectFrom('airdropCampaigns')
      .select((eb) => [
        eb.val<FoundKind>('airdrop').as('kind'),
        'id',
        'campaignId as displayId',
        eb.ref('status').$castTo<string>().as('status'),
        'contractAddress',
        'createdAt',
      ])
      .where(ofCampaign(question));
    const vaults = db
      .selectFrom('vaults')
      .select((eb) => [
        eb.val<FoundKind>('vault').as('kind'),
        'id',
        'vaultId as displayId',
        eb.ref('status').$castTo<string>().as('status'),
        eb.ref('contractAddress').$castTo<string | null>().as('contractAddress'),
        'createdAt',
      ])
      .where(ofVault(db, question))
      .where((eb) => eb.or([eb('isPublic', '=', true), eb('id', 'in', mine)]));
    const proposals = db
      .selectFrom('vaultProposals')
      .select((eb) => [
        eb.val<FoundKind>('proposal').as('kind'),
        'id',
        'proposalId as displayId',
        eb.ref('status').$castTo<string>().as('status'),
        sql<string | null>`NULL::text`.as('contractAddress'),
        'createdAt',
      ])
      .where(ofProposal(question))
      .where((eb) => eb.or([eb('isPublic', '=', true), eb('vaultId', 'in', mine)]));
    const newest = db
      .selectFrom(streams.orderBy('createdAt', 'desc').limit(limit).as('found'))
      .selectAll()
      .unionAll(db.selectFrom(plans.limit(limit).as('found')).selectAll())
      .unionAll(db.selectFrom(campaigns.limit(limit).as('found')).selectAll())
      .unionAll(db.selectFrom(vaults.limit(limit).as('found')).selectAll())
      .unionAll(db.selectFrom(proposals.limit(limit).as('found')).selectAll());
    const rows = await db
      .selectFrom(newest.as('all'))
      .selectAll()
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ displayId: displayId, contractAddress: contractAddress, createdAt: createdAt, ...row }) => ({
      ...row,
      displayId,
      contractAddress,
      createdAt: createdAt,
    }));
  },
});

/** Finds records. Throws DatabaseUnavailableError when the database cannot be reached. */
export type SearchRepository = ReturnType<typeof createSearchRepository>;
