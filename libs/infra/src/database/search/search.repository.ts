import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Database } from '../create-database.js';
import type { ResourceType } from '../record-types.js';
import type { Tables } from '../tables.js';
import type { FoundKind, FoundRecord, SearchQuestion } from './search-question.js';

/** Finds records. Throws DatabaseUnavailableError when the database cannot be reached. */
export interface SearchRepository {
  /**
   * Finds the records that match, the newest first.
   *
   * @param viewerHash of the viewer: only members find private vaults and their proposals
   * @param limit Most of each kind, and of all.
   */
  find(question: SearchQuestion, viewerHash: string | undefined, limit: number): Promise<readonly FoundRecord[]>;
}

type Table = 'streams' | 'plans' | 'airdrop_campaigns' | 'vaults' | 'vault_proposals';
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
    .select('resource_id')
    .where('tx_hash', '=', question.txid)
    .where('resource_type', 'in', kinds);
  return question.by === 'outpoint' ? steps.where('state_vout', '=', question.vout) : steps;
};

const ofStream =
  (db: Database, question: SearchQuestion): Where<'streams'> =>
  (eb) => {
    switch (question.by) {
      case 'id':
        return eb('id', '=', question.id);
      case 'displayId':
        return eb('stream_id', '=', question.displayId);
      case 'contract':
        return eb('script_hash', '=', question.scriptHash);
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
        return eb.and([isFunded, eb('plan_id', '=', question.displayId)]);
      case 'transaction': {
        const fundings = eb
          .selectFrom('plan_fundings')
          .select('plan_fundings.plan_id')
          .where('funding_tx_hash', '=', question.txid);
        return eb.and([isFunded, eb('id', 'in', fundings)]);
      }
      case 'contract':
      case 'outpoint':
        return never;
    }
  };

const ofCampaign =
  (question: SearchQuestion): Where<'airdrop_campaigns'> =>
  (eb) => {
    switch (question.by) {
      case 'id':
        return eb('id', '=', question.id);
      case 'displayId':
        return eb('campaign_id', '=', question.displayId);
      case 'contract':
        return eb('locking_bytecode', '=', question.lockingBytecode);
      case 'transaction':
      case 'outpoint': {
        const steps = eb
          .selectFrom('airdrop_steps')
          .select('airdrop_steps.campaign_id')
          .where('tx_hash', '=', question.txid);
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
        return eb('script_hash', '=', question.scriptHash);
      case 'transaction':
        return eb.or([eb('vault_id', '=', question.txid), eb('id', 'in', stepsOf(db, question, ['vault']))]);
      case 'outpoint':
        return eb('id', 'in', stepsOf(db, question, ['vault']));
    }
  };

const ofProposal =
  (question: SearchQuestion): Where<'vault_proposals'> =>
  (eb) => {
    switch (question.by) {
      case 'id':
        return eb('id', '=', question.id);
      case 'displayId':
        return eb('proposal_id', '=', question.displayId);
      case 'transaction':
        return eb('executed_tx_hash', '=', question.txid);
      case 'contract':
      case 'outpoint':
        return never;
    }
  };

const membershipOf = (db: Database, hash: string | undefined) =>
  db
    .selectFrom('vault_members')
    .select('vault_id')
    .where('hash', '=', hash ?? '');

/** Builds the repository, which searches all kinds with one statement, each by an index. */
export const createSearchRepository = (db: Database): SearchRepository => ({
  async find(question, viewerHash, limit) {
    const mine = membershipOf(db, viewerHash);
    const streams = db
      .selectFrom('streams')
      .select((eb) => [
        eb.ref('product').$castTo<FoundKind>().as('kind'),
        'id',
        'stream_id as display_id',
        eb.ref('status').$castTo<string>().as('status'),
        eb.ref('contract_address').$castTo<string | null>().as('contract_address'),
        'created_at',
      ])
      .where(ofStream(db, question));
    const plans = db
      .selectFrom('plans')
      .select((eb) => [
        eb.val<FoundKind>('plan').as('kind'),
        'id',
        'plan_id as display_id',
        eb.ref('status').$castTo<string>().as('status'),
        sql<string | null>`NULL::text`.as('contract_address'),
        'created_at',
      ])
      .where(ofPlan(question));
    const campaigns = db
      .selectFrom('airdrop_campaigns')
      .select((eb) => [
        eb.val<FoundKind>('airdrop').as('kind'),
        'id',
        'campaign_id as display_id',
        eb.ref('status').$castTo<string>().as('status'),
        'contract_address',
        'created_at',
      ])
      .where(ofCampaign(question));
    const vaults = db
      .selectFrom('vaults')
      .select((eb) => [
        eb.val<FoundKind>('vault').as('kind'),
        'id',
        'vault_id as display_id',
        eb.ref('status').$castTo<string>().as('status'),
        eb.ref('contract_address').$castTo<string | null>().as('contract_address'),
        'created_at',
      ])
      .where(ofVault(db, question))
      .where((eb) => eb.or([eb('is_public', '=', true), eb('id', 'in', mine)]));
    const proposals = db
      .selectFrom('vault_proposals')
      .select((eb) => [
        eb.val<FoundKind>('proposal').as('kind'),
        'id',
        'proposal_id as display_id',
        eb.ref('status').$castTo<string>().as('status'),
        sql<string | null>`NULL::text`.as('contract_address'),
        'created_at',
      ])
      .where(ofProposal(question))
      .where((eb) => eb.or([eb('is_public', '=', true), eb('vault_id', 'in', mine)]));
    const newest = db
      .selectFrom(streams.orderBy('created_at', 'desc').limit(limit).as('found'))
      .selectAll()
      .unionAll(db.selectFrom(plans.limit(limit).as('found')).selectAll())
      .unionAll(db.selectFrom(campaigns.limit(limit).as('found')).selectAll())
      .unionAll(db.selectFrom(vaults.limit(limit).as('found')).selectAll())
      .unionAll(db.selectFrom(proposals.limit(limit).as('found')).selectAll());
    const rows = await db
      .selectFrom(newest.as('all'))
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ display_id: displayId, contract_address: contractAddress, created_at: createdAt, ...row }) => ({
      ...row,
      displayId,
      contractAddress,
      createdAt: Number(createdAt),
    }));
  },
});
