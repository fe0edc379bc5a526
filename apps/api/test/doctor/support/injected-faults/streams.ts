import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { payClaim } from '../../../support/stream-scenario.js';
import { byStatement, byStatements, hash, stepsOf, type InjectedFault } from './inject.js';

/** What contradicts the chain about a stream or a payment, and in its announcement. */
export const streams: readonly InjectedFault[] = [
  {
    fault: 'row-behind',
    inject: async ({ fixture, world }) => {
      await fixture.advance(3_600);
      await payClaim(fixture, world.stream);
    },
    leaves: ['*'],
  },
  {
    fault: 'row-ahead',
    inject: byStatements(
      ({ stream }) => sql`
        INSERT INTO transitions (resource_type, resource_id, sequence, kind, tx_hash, spent_txid, spent_vout, state_vout, state_commitment,
          state_satoshis, paid_to_recipient, paid_to_sender, locktime, source, state_before)
        SELECT 'stream', id, (SELECT max(sequence) + 1 FROM transitions WHERE ${stepsOf('stream', stream.id)}), 'claim', ${'ab'.repeat(32)},
          state_txid, state_vout, state_vout, state_commitment, state_satoshis, 1000, 0, 0, 'confirm', '{}'
        FROM streams WHERE id = ${stream.id}`,
      ({ stream }) => sql`
        UPDATE streams SET state_txid = ${'ab'.repeat(32)}, withdrawn_amount = withdrawn_amount + 1000 WHERE id = ${stream.id}`,
    ),
  },
  {
    fault: 'lost-step',
    inject: byStatement(
      ({ stream }) => sql`DELETE FROM transitions WHERE ${stepsOf('stream', stream.id)} AND sequence = 2`,
    ),
    leaves: ['transitions'],
  },
  {
    fault: 'wrong-step',
    inject: byStatement(
      ({ stream }) => sql`
      UPDATE transitions SET paid_to_recipient = paid_to_recipient + 1 WHERE ${stepsOf('stream', stream.id)} AND sequence = 2`,
    ),
  },
  {
    fault: 'wrong-step-order',
    inject: byStatement(
      ({ stream }) => sql`UPDATE transitions SET sequence = 30 WHERE ${stepsOf('stream', stream.id)} AND sequence = 3`,
    ),
  },
  {
    fault: 'wrong-block',
    inject: byStatement(
      ({ stream }) => sql`
      UPDATE transitions SET block_hash = ${hash()} WHERE ${stepsOf('stream', stream.id)} AND sequence = 2`,
    ),
  },
  {
    fault: 'wrong-status',
    inject: byStatement(
      ({ stream }) => sql`UPDATE streams SET status = 'CANCELLED', cancelled_at = 1 WHERE id = ${stream.id}`,
    ),
  },
  {
    fault: 'wrong-withdrawn-amount',
    inject: byStatement(
      ({ stream }) => sql`UPDATE streams SET withdrawn_amount = withdrawn_amount + 1 WHERE id = ${stream.id}`,
    ),
  },
  {
    fault: 'wrong-state',
    inject: byStatement(
      ({ stream }) => sql`UPDATE streams SET state_satoshis = state_satoshis + 1 WHERE id = ${stream.id}`,
    ),
  },
  {
    fault: 'wrong-funding',
    inject: byStatement(
      ({ stream }) => sql`UPDATE streams SET funding_vout = funding_vout + 7 WHERE id = ${stream.id}`,
    ),
  },
  {
    fault: 'wrong-progress',
    inject: byStatement(({ payment }) => sql`UPDATE streams SET periods_paid = 1 WHERE id = ${payment.id}`),
  },
  {
    fault: 'wrong-refund',
    inject: byStatement(
      ({ cancelled }) => sql`
      UPDATE streams SET refund_available_height = refund_available_height + 9 WHERE id = ${cancelled.id}`,
    ),
  },
  {
    fault: 'wrong-move',
    inject: byStatement(
      ({ stream }) => sql`UPDATE streams SET move_to = sender, move_to_hash = sender_hash WHERE id = ${stream.id}`,
    ),
    // The state says so, too.
    finds: ['wrong-state'],
  },
  {
    fault: 'wrong-recipient',
    inject: byStatement(
      ({ stream }) => sql`UPDATE streams SET recipient = sender, recipient_hash = sender_hash WHERE id = ${stream.id}`,
    ),
  },
  {
    fault: 'wrong-pause',
    inject: byStatement(
      ({ paused }) => sql`
      UPDATE streams SET pause_settled = true, settle_available_height = NULL WHERE id = ${paused.id}`,
    ),
  },
  {
    fault: 'lost-payment',
    inject: byStatement(
      ({ stream }) => sql`
      DELETE FROM stream_claims WHERE id = (SELECT id FROM stream_claims WHERE stream_id = ${stream.id} ORDER BY id LIMIT 1)`,
    ),
  },
  {
    fault: 'false-payment',
    inject: byStatement(
      ({ stream }) => sql`
      INSERT INTO stream_claims (id, stream_id, recipient, amount, claimed_at, tx_hash, source)
      SELECT ${randomUUID()}, id, recipient, 1000, 1, ${hash()}, 'confirm' FROM streams WHERE id = ${stream.id}`,
    ),
  },
  {
    fault: 'wrong-payment',
    inject: byStatement(
      ({ stream }) => sql`UPDATE stream_claims SET amount = amount + 1 WHERE stream_id = ${stream.id}`,
    ),
  },
  {
    fault: 'missing-event',
    inject: byStatement(
      ({ stream }) => sql`
      DELETE FROM resource_events WHERE ${stepsOf('stream', stream.id)} AND transition = 'fund'`,
    ),
  },
  {
    fault: 'false-event',
    inject: byStatement(
      ({ stream }) => sql`
      INSERT INTO resource_events (resource_type, resource_id, kind, transition, tx_hash, amount, source)
      VALUES ('stream', ${stream.id}, 'recorded', 'claim', ${hash()}, 1, 'chain')`,
    ),
  },
  {
    fault: 'wrong-contract-address',
    inject: byStatement(
      ({ stream, cancelled }) => sql`
      UPDATE streams SET contract_address = other.contract_address FROM streams AS other
      WHERE streams.id = ${stream.id} AND other.id = ${cancelled.id}`,
    ),
  },
];
