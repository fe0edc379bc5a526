import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { payAirdropClaim } from '../../../support/airdrop-scenario.js';
import { COIN } from '../../../support/stream-scenario.js';
import type { World } from '../world.js';
import { byStatement, byStatements, stepsOf, type InjectedFault } from './inject.js';

const LANE = ({ campaign }: World) => sql`campaign_id = ${campaign.id} AND lane = (
  SELECT lane FROM airdrop_lanes WHERE campaign_id = ${campaign.id} ORDER BY head DESC, lane LIMIT 1)`;

/** Lanes, lists and locks of campaigns that are not as the chain has them. */
export const airdrops: readonly InjectedFault[] = [
  {
    fault: 'wrong-lane-sum',
    inject: byStatement((world) => sql`UPDATE airdrop_lanes SET claims = claims + 1 WHERE ${LANE(world)}`),
  },
  {
    fault: 'wrong-campaign-status',
    inject: byStatement(
      ({ campaign }) => sql`
      UPDATE airdrop_campaigns SET status = 'CANCELLED', cancelled_at = 1 WHERE id = ${campaign.id}`,
    ),
  },
  {
    fault: 'orphaned-list',
    inject: byStatement(
      ({ pending }) => sql`
      INSERT INTO airdrop_recipients (recipient_hash, campaign_id, row_number, amount) VALUES (${randomBytes(20)}, ${pending.id}, 0, 1000)`,
    ),
  },
  { fault: 'lost-lane', inject: byStatement((world) => sql`DELETE FROM airdrop_lanes WHERE ${LANE(world)}`) },
  {
    fault: 'lost-lane-step',
    inject: byStatement((world) => sql`DELETE FROM airdrop_steps WHERE ${LANE(world)} AND sequence = 1`),
    finds: ['wrong-lane-sum'],
  },
  {
    fault: 'lane-ahead',
    inject: byStatements(
      (world) => sql`
        INSERT INTO airdrop_steps SELECT (jsonb_populate_record(step, jsonb_build_object('id', gen_random_uuid(), 'sequence', sequence + 1,
          'tx_hash', ${'ef'.repeat(32)}::text, 'recipient_hash', ${`\\x${'11'.repeat(20)}`}::text))).*
        FROM airdrop_steps AS step WHERE ${LANE(world)} AND sequence = (SELECT head FROM airdrop_lanes WHERE ${LANE(world)})`,
      (world) => sql`UPDATE airdrop_lanes SET head = head + 1, claims = claims + 1, claimed_amount = claimed_amount + (
        SELECT amount_per_claim FROM airdrop_campaigns WHERE id = airdrop_lanes.campaign_id) WHERE ${LANE(world)}`,
    ),
  },
  {
    fault: 'lost-lock',
    inject: byStatements(
      ({ vested }) => sql`DELETE FROM transitions WHERE ${stepsOf('stream', vested.lock)}`,
      ({ vested }) => sql`DELETE FROM script_readings WHERE ${stepsOf('stream', vested.lock)}`,
      ({ vested }) => sql`DELETE FROM transaction_uses WHERE ${stepsOf('stream', vested.lock)}`,
      ({ vested }) => sql`DELETE FROM streams WHERE id = ${vested.lock}`,
    ),
    // It has another number, and what it paid is found by the next look.
    leaves: ['*'],
  },
  {
    fault: 'false-lock',
    inject: byStatement(
      ({ vested }) => sql`
        INSERT INTO streams SELECT (jsonb_populate_record(lock, jsonb_build_object('id', ${randomUUID()}::uuid, 'stream_id', '#WEIR-BCH-000900',
          'status', 'PENDING', 'withdrawn_amount', 0, 'funding_tx_hash', NULL, 'funding_vout', NULL, 'activated_at', NULL, 'state_category', NULL,
          'state_txid', NULL, 'state_vout', NULL, 'state_satoshis', NULL, 'state_commitment', NULL))).*
        FROM streams AS lock WHERE id = ${vested.lock}`,
    ),
    finds: ['duplicate-display-id'],
  },
  {
    fault: 'lane-behind',
    inject: ({ fixture, world }) => payAirdropClaim(fixture, world.campaign.path, fixture.wallet(COIN / 100n)),
    leaves: ['*'],
  },
];
