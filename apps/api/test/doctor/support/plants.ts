import { randomBytes, randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { payAirdropClaim } from '../../support/airdrop-scenario.js';
import type { Fixture } from '../../support/fixture.js';
import { COIN, payClaim } from '../../support/stream-scenario.js';
import { carryOut, propose } from '../../support/vault-scenario.js';
import type { Surgery, World } from './world.js';

interface Scene extends Pick<Surgery, 'database'> {
  readonly fixture: Fixture;
  readonly world: World;
}

/** A fault, and how it comes about. */
export interface Plant {
  readonly fault: string;
  readonly plant: (scene: Scene) => Promise<unknown>;
  /** Faults that come with it. */
  readonly finds?: readonly string[];
  /** Tables that are not as before once it is healed; `*` where the chain went on. */
  readonly leaves?: readonly string[];
}

const hash = (): string => randomBytes(32).toString('hex');

const byStatement =
  (statement: (world: World) => RawBuilder<unknown>): Plant['plant'] =>
  ({ database, world }) =>
    statement(world).execute(database);

const byStatements =
  (...statements: readonly ((world: World) => RawBuilder<unknown>)[]): Plant['plant'] =>
  async ({ database, world }) => {
    for (const statement of statements) await statement(world).execute(database);
  };

const STEPS_OF = (id: string) => sql`resource_type = 'stream' AND resource_id = ${id}`;

const streams: readonly Plant[] = [
  {
    fault: 'row-behind',
    plant: async ({ fixture, world }) => {
      await fixture.advance(3_600);
      await payClaim(fixture, world.stream);
    },
    leaves: ['*'],
  },
  {
    fault: 'row-ahead',
    plant: byStatements(
      ({ stream }) => sql`
        INSERT INTO transitions (resource_type, resource_id, sequence, kind, tx_hash, spent_txid, spent_vout, state_vout, state_commitment,
          state_satoshis, paid_to_recipient, paid_to_sender, locktime, source, state_before)
        SELECT 'stream', id, (SELECT max(sequence) + 1 FROM transitions WHERE ${STEPS_OF(stream.id)}), 'claim', ${'ab'.repeat(32)},
          state_txid, state_vout, state_vout, state_commitment, state_satoshis, 1000, 0, 0, 'confirm', '{}'
        FROM streams WHERE id = ${stream.id}`,
      ({ stream }) => sql`
        UPDATE streams SET state_txid = ${'ab'.repeat(32)}, withdrawn_amount = withdrawn_amount + 1000 WHERE id = ${stream.id}`,
    ),
  },
  {
    fault: 'lost-step',
    plant: byStatement(({ stream }) => sql`DELETE FROM transitions WHERE ${STEPS_OF(stream.id)} AND sequence = 2`),
    leaves: ['transitions'],
  },
  {
    fault: 'wrong-step',
    plant: byStatement(
      ({ stream }) => sql`
      UPDATE transitions SET paid_to_recipient = paid_to_recipient + 1 WHERE ${STEPS_OF(stream.id)} AND sequence = 2`,
    ),
  },
  {
    fault: 'wrong-step-order',
    plant: byStatement(
      ({ stream }) => sql`UPDATE transitions SET sequence = 30 WHERE ${STEPS_OF(stream.id)} AND sequence = 3`,
    ),
  },
  {
    fault: 'wrong-block',
    plant: byStatement(
      ({ stream }) => sql`
      UPDATE transitions SET block_hash = ${hash()} WHERE ${STEPS_OF(stream.id)} AND sequence = 2`,
    ),
  },
  {
    fault: 'wrong-status',
    plant: byStatement(
      ({ stream }) => sql`UPDATE streams SET status = 'CANCELLED', cancelled_at = 1 WHERE id = ${stream.id}`,
    ),
  },
  {
    fault: 'wrong-withdrawn-amount',
    plant: byStatement(
      ({ stream }) => sql`UPDATE streams SET withdrawn_amount = withdrawn_amount + 1 WHERE id = ${stream.id}`,
    ),
  },
  {
    fault: 'wrong-state',
    plant: byStatement(
      ({ stream }) => sql`UPDATE streams SET state_satoshis = state_satoshis + 1 WHERE id = ${stream.id}`,
    ),
  },
  {
    fault: 'wrong-funding',
    plant: byStatement(({ stream }) => sql`UPDATE streams SET funding_vout = funding_vout + 7 WHERE id = ${stream.id}`),
  },
  {
    fault: 'wrong-progress',
    plant: byStatement(({ payment }) => sql`UPDATE streams SET periods_paid = 1 WHERE id = ${payment.id}`),
  },
  {
    fault: 'wrong-refund',
    plant: byStatement(
      ({ cancelled }) => sql`
      UPDATE streams SET refund_available_height = refund_available_height + 9 WHERE id = ${cancelled.id}`,
    ),
  },
  {
    fault: 'wrong-pause',
    plant: byStatement(
      ({ paused }) => sql`
      UPDATE streams SET pause_settled = true, settle_available_height = NULL WHERE id = ${paused.id}`,
    ),
  },
  {
    fault: 'lost-payment',
    plant: byStatement(
      ({ stream }) => sql`
      DELETE FROM stream_claims WHERE id = (SELECT id FROM stream_claims WHERE stream_id = ${stream.id} ORDER BY id LIMIT 1)`,
    ),
  },
  {
    fault: 'false-payment',
    plant: byStatement(
      ({ stream }) => sql`
      INSERT INTO stream_claims (id, stream_id, recipient, amount, claimed_at, tx_hash, source)
      SELECT ${randomUUID()}, id, recipient, 1000, 1, ${hash()}, 'confirm' FROM streams WHERE id = ${stream.id}`,
    ),
  },
  {
    fault: 'wrong-payment',
    plant: byStatement(
      ({ stream }) => sql`UPDATE stream_claims SET amount = amount + 1 WHERE stream_id = ${stream.id}`,
    ),
  },
  {
    fault: 'missing-event',
    plant: byStatement(
      ({ stream }) => sql`
      DELETE FROM resource_events WHERE ${STEPS_OF(stream.id)} AND transition = 'fund'`,
    ),
  },
  {
    fault: 'false-event',
    plant: byStatement(
      ({ stream }) => sql`
      INSERT INTO resource_events (resource_type, resource_id, kind, transition, tx_hash, amount, source)
      VALUES ('stream', ${stream.id}, 'recorded', 'claim', ${hash()}, 1, 'chain')`,
    ),
  },
  {
    fault: 'wrong-contract-address',
    plant: byStatement(
      ({ stream, cancelled }) => sql`
      UPDATE streams SET contract_address = other.contract_address FROM streams AS other
      WHERE streams.id = ${stream.id} AND other.id = ${cancelled.id}`,
    ),
  },
];

/** Bytes of no plan, and the announcement of another one; with the group that neither has. */
const announcements: readonly Plant[] = [
  {
    fault: 'wrong-announcement',
    plant: byStatement(({ stream }) => sql`UPDATE streams SET plan_announcement = '6a00' WHERE id = ${stream.id}`),
  },
  {
    fault: 'wrong-announcement',
    plant: byStatement(
      ({ stream, payment }) => sql`
      UPDATE streams SET plan_announcement = other.plan_announcement FROM streams AS other
      WHERE streams.id = ${stream.id} AND other.id = ${payment.id}`,
    ),
  },
  {
    fault: 'wrong-announcement',
    plant: byStatement(
      ({ stream, cancelled }) => sql`
      UPDATE streams SET plan_announcement = other.plan_announcement FROM streams AS other
      WHERE streams.id = ${stream.id} AND other.id = ${cancelled.id}`,
    ),
  },
  {
    fault: 'wrong-announcement',
    plant: byStatement(({ plan }) => sql`UPDATE streams SET plan_group = plan_group + 9 WHERE plan_id = ${plan.id}`),
  },
];

const sums: readonly Plant[] = [
  {
    fault: 'wrong-stream-counter',
    plant: byStatement(() => sql`UPDATE stream_counters SET active = active + 1 WHERE scope = 'sender'`),
  },
  {
    fault: 'wrong-campaign-counter',
    plant: byStatement(() => sql`UPDATE airdrop_counters SET campaigns = campaigns + 1`),
  },
  {
    fault: 'wrong-explorer-figure',
    plant: byStatement(
      () => sql`UPDATE explorer_counters SET active_volume = active_volume + 1 WHERE activity = 'STREAM'`,
    ),
  },
  {
    fault: 'wrong-token-figure',
    plant: byStatement(
      () => sql`
      INSERT INTO explorer_tokens VALUES ('ALL', ${hash()}, 0, 1, 5, 0, 0, 0, 0, 0, 0, 0)`,
    ),
  },
];

const others: readonly Plant[] = [
  {
    fault: 'wrong-funding-status',
    plant: byStatement(
      ({ plan }) => sql`
      UPDATE plan_fundings SET status = 'PENDING', funding_tx_hash = NULL, category = NULL WHERE plan_id = ${plan.id}`,
    ),
    finds: ['wrong-plan-status'],
  },
  {
    fault: 'wrong-plan-status',
    plant: byStatement(({ plan }) => sql`UPDATE plans SET status = 'PENDING' WHERE id = ${plan.id}`),
  },
  {
    fault: 'wrong-publicity',
    plant: byStatement(
      ({ stream, vault }) => sql`
      UPDATE streams SET vault_id = ${vault.id}, vault_public = true WHERE id = ${stream.id}`,
    ),
    leaves: ['streams'],
  },
  {
    fault: 'wrong-webhook-position',
    plant: byStatement(
      () => sql`UPDATE webhook_progress SET dispatched_through = (SELECT max(id) + 100 FROM published_events)`,
    ),
  },
  {
    fault: 'missing-event-party',
    plant: byStatement(
      () => sql`
      DELETE FROM published_event_parties WHERE event_id = (SELECT min(event_id) FROM published_event_parties)`,
    ),
  },
  {
    fault: 'stuck-delivery',
    plant: byStatements(
      ({ stream }) => sql`
        INSERT INTO webhooks (id, owner, owner_hash, url, secret, after_event)
        SELECT ${stream.id}, sender, sender_hash, 'https://example.test', 'secret', 0 FROM streams WHERE id = ${stream.id}`,
      ({ stream }) => sql`
        INSERT INTO webhook_deliveries (id, webhook_id, message_id, record_id, type, body)
        VALUES (${randomUUID()}, ${stream.id}, 'm', ${stream.id}, 'stream.funded', '{}')`,
    ),
  },
  {
    fault: 'stuck-lease',
    plant: byStatement(
      () => sql`
      INSERT INTO idempotency_keys (scope, key, token, running_until, expires_at)
      VALUES ('somebody', 'a key', ${randomUUID()}, now() + interval '3 days', 4000000000)`,
    ),
  },
  { fault: 'duplicate-display-id', plant: byStatement(() => sql`SELECT setval('stream_bch_number', 1)`) },
  { fault: 'duplicate-event-position', plant: byStatement(() => sql`SELECT setval('published_events_id_seq', 1)`) },
  {
    fault: 'orphaned-step',
    plant: byStatement(
      ({ stream }) => sql`
      INSERT INTO transitions SELECT (jsonb_populate_record(step, jsonb_build_object('resource_id', gen_random_uuid()))).*
      FROM transitions AS step WHERE ${STEPS_OF(stream.id)} AND sequence = 1`,
    ),
  },
  {
    fault: 'orphaned-hash',
    plant: byStatement(
      () =>
        sql`INSERT INTO transaction_uses (tx_hash, resource_type, resource_id) VALUES (${hash()}, 'vault', gen_random_uuid())`,
    ),
  },
  {
    fault: 'orphaned-reading',
    plant: byStatement(
      () => sql`INSERT INTO script_readings (resource_type, resource_id) VALUES ('stream', gen_random_uuid())`,
    ),
  },
  {
    fault: 'orphaned-lost-funding',
    plant: byStatement(() => sql`INSERT INTO lost_fundings VALUES ('stream', gen_random_uuid(), ${hash()}, 1)`),
  },
];

const VAULT_STEPS = (id: string) => sql`resource_type = 'vault' AND resource_id = ${id}`;

const vaults: readonly Plant[] = [
  {
    fault: 'lost-vault-step',
    plant: byStatement(({ vault }) => sql`DELETE FROM transitions WHERE ${VAULT_STEPS(vault.id)} AND sequence = 2`),
    leaves: ['transitions'],
  },
  {
    fault: 'wrong-vault-step',
    plant: byStatement(
      ({ vault }) => sql`
      UPDATE transitions SET paid_to_recipient = paid_to_recipient + 1 WHERE ${VAULT_STEPS(vault.id)} AND sequence = 2`,
    ),
  },
  {
    fault: 'wrong-vault-state',
    plant: byStatement(
      ({ vault }) => sql`UPDATE vaults SET state_satoshis = state_satoshis + 1 WHERE id = ${vault.id}`,
    ),
  },
  {
    fault: 'wrong-vault-status',
    plant: byStatement(
      ({ closed }) => sql`
      UPDATE vaults SET status = 'pending', deposit_tx_hash = NULL, activated_at = NULL WHERE id = ${closed.id}`,
    ),
    leaves: ['transitions'],
  },
  {
    fault: 'false-execution',
    plant: byStatement(
      ({ proposal }) => sql`UPDATE vault_proposals SET executed_tx_hash = ${hash()} WHERE id = ${proposal.id}`,
    ),
    leaves: ['transitions'],
  },
  {
    fault: 'wrong-vault-address',
    plant: byStatement(
      ({ vault, stream }) => sql`
      UPDATE vaults SET contract_address = (SELECT contract_address FROM streams WHERE id = ${stream.id}) WHERE id = ${vault.id}`,
    ),
  },
  {
    fault: 'wrong-vault-balance',
    plant: byStatement(
      ({ vault }) => sql`UPDATE vaults SET current_balance = current_balance + 1 WHERE id = ${vault.id}`,
    ),
  },
  {
    fault: 'stale-proposal',
    plant: byStatement(
      ({ proposal }) => sql`
      UPDATE vault_proposals SET status = 'APPROVED', executed_tx_hash = NULL, executed_at = NULL WHERE id = ${proposal.id}`,
    ),
  },
  {
    fault: 'lost-deposit',
    plant: byStatement(
      ({ vault }) => sql`DELETE FROM vault_deposits WHERE vault_id = ${vault.id} AND satoshis = 50000`,
    ),
  },
  {
    fault: 'vault-ahead',
    plant: byStatements(
      ({ vault }) => sql`
        INSERT INTO transitions (resource_type, resource_id, sequence, kind, tx_hash, spent_txid, spent_vout, state_vout, state_commitment,
          state_satoshis, paid_to_recipient, paid_to_sender, locktime, source, state_before)
        SELECT 'vault', id, 3, 'spend', ${'cd'.repeat(32)}, state_txid, state_vout, state_vout, state_commitment, state_satoshis,
          1000, 0, 0, 'chain', to_jsonb(vaults) FROM vaults WHERE id = ${vault.id}`,
      ({ vault }) => sql`UPDATE vaults SET state_txid = ${'cd'.repeat(32)} WHERE id = ${vault.id}`,
    ),
  },
  {
    fault: 'vault-behind',
    plant: async ({ fixture, world: { vault } }) => {
      const { id } = await propose(fixture, vault);
      await carryOut(fixture, vault, id);
    },
    leaves: ['*'],
  },
];

const SUBSCRIPTION = ({ mail }: World) => sql`id = ${mail.active}`;

const mails: readonly Plant[] = [
  { fault: 'wrong-mail-position', plant: byStatement(() => sql`UPDATE mail_progress SET read_through = 1000000000`) },
  {
    fault: 'wrong-mail-position',
    plant: byStatement(
      (world) => sql`UPDATE mail_subscriptions SET after_event = 1000000000 WHERE ${SUBSCRIPTION(world)}`,
    ),
  },
  {
    fault: 'stuck-notice',
    plant: byStatement((world) => sql`UPDATE mail_subscriptions SET next_mail_at = NULL WHERE ${SUBSCRIPTION(world)}`),
  },
  {
    fault: 'stuck-notice',
    plant: byStatement(
      (world) => sql`UPDATE mail_subscriptions SET next_mail_at = next_mail_at + 1000000 WHERE ${SUBSCRIPTION(world)}`,
    ),
  },
  {
    fault: 'stuck-mail',
    plant: byStatement(() => sql`UPDATE mail_messages SET next_attempt_at = next_attempt_at + 1000000`),
  },
  {
    fault: 'missing-confirmation',
    plant: byStatement(({ mail }) => sql`DELETE FROM mail_messages WHERE subscription_id = ${mail.asked}`),
  },
  {
    fault: 'unread-dates',
    plant: byStatement((world) => sql`UPDATE mail_subscriptions SET next_check_at = NULL WHERE ${SUBSCRIPTION(world)}`),
  },
];

const LANE = ({ campaign }: World) => sql`campaign_id = ${campaign.id} AND lane = (
  SELECT lane FROM airdrop_lanes WHERE campaign_id = ${campaign.id} ORDER BY head DESC, lane LIMIT 1)`;

const airdrops: readonly Plant[] = [
  {
    fault: 'wrong-lane-sum',
    plant: byStatement((world) => sql`UPDATE airdrop_lanes SET claims = claims + 1 WHERE ${LANE(world)}`),
  },
  {
    fault: 'wrong-campaign-status',
    plant: byStatement(
      ({ campaign }) => sql`
      UPDATE airdrop_campaigns SET status = 'CANCELLED', cancelled_at = 1 WHERE id = ${campaign.id}`,
    ),
  },
  {
    fault: 'orphaned-list',
    plant: byStatement(
      ({ pending }) => sql`
      INSERT INTO airdrop_recipients (recipient_hash, campaign_id, row_number, amount) VALUES (${randomBytes(20)}, ${pending.id}, 0, 1000)`,
    ),
  },
  { fault: 'lost-lane', plant: byStatement((world) => sql`DELETE FROM airdrop_lanes WHERE ${LANE(world)}`) },
  {
    fault: 'lost-lane-step',
    plant: byStatement((world) => sql`DELETE FROM airdrop_steps WHERE ${LANE(world)} AND sequence = 1`),
    finds: ['wrong-lane-sum'],
  },
  {
    fault: 'lane-ahead',
    plant: byStatements(
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
    plant: byStatements(
      ({ vested }) => sql`DELETE FROM transitions WHERE ${STEPS_OF(vested.lock)}`,
      ({ vested }) => sql`DELETE FROM script_readings WHERE ${STEPS_OF(vested.lock)}`,
      ({ vested }) => sql`DELETE FROM transaction_uses WHERE ${STEPS_OF(vested.lock)}`,
      ({ vested }) => sql`DELETE FROM streams WHERE id = ${vested.lock}`,
    ),
    // It has another number, and what it paid is found by the next look.
    leaves: ['*'],
  },
  {
    fault: 'false-lock',
    plant: byStatement(
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
    plant: ({ fixture, world }) => payAirdropClaim(fixture, world.campaign.path, fixture.wallet(COIN / 100n)),
    leaves: ['*'],
  },
];

/** Only where no API publishes. */
export const DEAD_OUTBOX: Plant = {
  fault: 'dead-outbox',
  plant: byStatement(
    ({ stream }) => sql`
    INSERT INTO outbox (kind, product, record_id, parties, figures, created_at)
    SELECT 'funded', 'stream', id, '[]', '{}', 1700000000 FROM streams WHERE id = ${stream.id}`,
  ),
};

/** Faults of every kind, each of which the doctor names and heals. */
export const PLANTS: readonly Plant[] = [
  ...sums,
  ...others,
  ...mails,
  ...vaults,
  ...airdrops,
  ...streams,
  ...announcements,
];
