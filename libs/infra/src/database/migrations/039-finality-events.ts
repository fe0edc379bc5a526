import { sql, type Kysely } from 'kysely';
import {
  CAMPAIGN,
  CAMPAIGN_FIGURES,
  campaignStates,
  LANE_PARTIES,
  laneSteps,
  PLAN_PART,
  PROPOSAL,
  STREAM,
  VAULT,
  write,
} from './028-outbox-triggers.js';

/**
 * Events of finality: one for each step once no reorganisation takes it back any more, written by what marks it so; and what is
 * told of a campaign's steps says whether a block had them. Steps from before this migration tell nothing anew.
 *
 * A block can make thousands of steps final. Each source is one statement over all that its statement marked; a step's amount is
 * its event's, found along an index, and a campaign's lanes are added up once. Whatever marks steps holds the lock of their records,
 * so that the figures of a later event are never older.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE airdrop_steps ADD COLUMN mined boolean NOT NULL DEFAULT false`.execute(db);
  await define(db, 'airdrop_states_outbox', campaignStates(FINALITY_OF_HEAD));
  await define(db, 'airdrop_lanes_outbox', laneSteps(`CASE WHEN s.mined THEN 'mined' ELSE 'mempool' END`));
  for (const { name, table, body } of SOURCES) {
    await define(db, name, body);
    await sql`CREATE TRIGGER ${sql.ref(`${name}_update`)} AFTER UPDATE ON ${sql.ref(table)}
      REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ${sql.ref(name)}()`.execute(
      db,
    );
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const { name, table } of SOURCES) {
    await sql`DROP TRIGGER ${sql.ref(`${name}_update`)} ON ${sql.ref(table)}`.execute(db);
    await sql`DROP FUNCTION ${sql.ref(name)}()`.execute(db);
  }
  await define(db, 'airdrop_states_outbox', campaignStates('NULL'));
  await define(db, 'airdrop_lanes_outbox', laneSteps('NULL'));
  await sql`ALTER TABLE airdrop_steps DROP COLUMN mined`.execute(db);
}

const define = (db: Kysely<unknown>, name: string, body: string) =>
  sql`
    CREATE OR REPLACE FUNCTION ${sql.ref(name)}() RETURNS trigger LANGUAGE plpgsql AS $function$
    BEGIN
      ${sql.raw(body)}
      RETURN NULL;
    END
    $function$`.execute(db);

/** Of the step that ended a campaign `c`, or of its funding. */
const FINALITY_OF_HEAD = `(SELECT CASE WHEN s.mined THEN 'mined' ELSE 'mempool' END
  FROM airdrop_lanes AS l JOIN airdrop_steps AS s ON s.campaign_id = l.campaign_id AND s.lane = l.lane AND s.sequence = l.head
  WHERE l.campaign_id = c.id ORDER BY s.id DESC LIMIT 1)`;

const FINAL = { kind: `'final'`, finality: `'final'` };

/** Nothing is inserted, and nobody woken, by the many statements that make nothing final. */
const where = (anyIsFinal: string, body: string): string =>
  `IF EXISTS (SELECT FROM ${anyIsFinal}) THEN ${body} END IF;`;

const MARKED = `(SELECT added.* FROM added JOIN removed USING (resource_type, resource_id, sequence) WHERE added.final AND NOT removed.final) AS t`;
/** What its own event said of it. */
const STEP = {
  ...FINAL,
  step: 't.kind',
  tx_hash: 't.tx_hash',
  amount: `(SELECT e.amount FROM resource_events AS e
    WHERE e.resource_type = t.resource_type AND e.resource_id = t.resource_id AND e.tx_hash = t.tx_hash AND e.kind IN ('recorded', 'restored')
    ORDER BY e.id DESC LIMIT 1)`,
};
/** A funding of a plan is told once: with the first of its streams. */
const FIRST_OF_PART = `${MARKED} JOIN streams AS s ON t.resource_type = 'stream' AND s.id = t.resource_id AND t.kind = 'fund'
  JOIN plan_fundings AS f ON f.id = s.plan_funding_id JOIN plans AS p ON p.id = f.plan_id
  WHERE s.plan_index = (SELECT min(plan_index) FROM streams WHERE plan_funding_id = f.id) ORDER BY f.part`;

const MARKED_LANES = `added JOIN removed USING (campaign_id, lane)`;
/** The funding of a campaign is a step of each lane, and told once. */
const MARKED_STEPS = `
  (SELECT steps.*, totals.claimed, totals.claims FROM ${MARKED_LANES}
    JOIN airdrop_steps AS steps ON steps.campaign_id = added.campaign_id AND steps.lane = added.lane
      AND steps.sequence > removed.final_sequence AND steps.sequence <= added.final_sequence
    JOIN (SELECT campaign_id, sum(claimed_amount) AS claimed, sum(claims) AS claims, min(lane) AS first_lane
      FROM airdrop_lanes WHERE campaign_id IN (SELECT campaign_id FROM added) GROUP BY campaign_id) AS totals ON totals.campaign_id = added.campaign_id
    WHERE steps.sequence > 0 OR steps.lane = totals.first_lane) AS s
  JOIN airdrop_campaigns AS c ON c.id = s.campaign_id WHERE s.kind <> 'complete' OR s.to_creator > 0 ORDER BY s.lane, s.sequence`;

/** Triggers of one table go by their names: these come behind those that tell of the steps themselves. */
const SOURCES = [
  {
    name: 'transitions_final_outbox',
    table: 'transitions',
    body: where(
      MARKED,
      `${write({ ...STREAM, ...STEP }, `${MARKED} JOIN streams AS s ON t.resource_type IN ('stream', 'payment') AND s.id = t.resource_id ORDER BY s.id, t.sequence`)}
      ${write({ ...VAULT, ...STEP }, `${MARKED} JOIN vaults AS v ON t.resource_type = 'vault' AND v.id = t.resource_id ORDER BY v.id, t.sequence`)}
      ${write({ ...PLAN_PART, ...FINAL, tx_hash: 't.tx_hash' }, FIRST_OF_PART)}`,
    ),
  },
  {
    name: 'airdrop_steps_final_outbox',
    table: 'airdrop_lanes',
    body: where(
      `${MARKED_LANES} WHERE added.final_sequence > removed.final_sequence`,
      write(
        {
          ...CAMPAIGN,
          ...FINAL,
          parties: LANE_PARTIES,
          step: 's.kind',
          tx_hash: 's.tx_hash',
          amount: `CASE s.kind WHEN 'claim' THEN s.amount WHEN 'fund' THEN c.pool ELSE s.to_creator END`,
          figures: CAMPAIGN_FIGURES('s.claimed', 's.claims'),
        },
        MARKED_STEPS,
      ),
    ),
  },
  {
    name: 'vault_proposals_final_outbox',
    table: 'vault_proposals',
    body: where(
      'added JOIN removed USING (id) WHERE added.executed_final AND NOT removed.executed_final',
      write(
        { ...PROPOSAL, ...FINAL, step: `'execute'`, tx_hash: 'p.executed_tx_hash' },
        'added AS p JOIN removed USING (id) WHERE p.executed_final AND NOT removed.executed_final ORDER BY p.id',
      ),
    ),
  },
];
