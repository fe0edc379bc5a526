import { sql } from 'kysely';
import { payByPurse } from '../../../support/purse-scenario.js';
import { carryOut, propose } from '../../../support/vault-scenario.js';
import { byStatement, byStatements, hash, stepsOf, type InjectedFault } from './inject.js';

/** Vaults, proposals and deposits that are not as the chain has them. */
export const vaults: readonly InjectedFault[] = [
  {
    fault: 'lost-vault-step',
    inject: byStatement(
      ({ vault }) => sql`DELETE FROM transitions WHERE ${stepsOf('vault', vault.id)} AND sequence = 2`,
    ),
    leaves: ['transitions'],
  },
  {
    fault: 'wrong-vault-step',
    inject: byStatement(
      ({ vault }) => sql`
      UPDATE transitions SET paid_to_recipient = paid_to_recipient + 1 WHERE ${stepsOf('vault', vault.id)} AND sequence = 2`,
    ),
  },
  {
    fault: 'wrong-vault-state',
    inject: byStatement(
      ({ vault }) => sql`UPDATE vaults SET state_satoshis = state_satoshis + 1 WHERE id = ${vault.id}`,
    ),
  },
  {
    fault: 'wrong-vault-status',
    inject: byStatement(
      ({ closed }) => sql`
      UPDATE vaults SET status = 'pending', deposit_tx_hash = NULL, activated_at = NULL WHERE id = ${closed.id}`,
    ),
    leaves: ['transitions'],
  },
  {
    fault: 'false-execution',
    inject: byStatement(
      ({ proposal }) => sql`UPDATE vault_proposals SET executed_tx_hash = ${hash()} WHERE id = ${proposal.id}`,
    ),
    leaves: ['transitions'],
  },
  {
    fault: 'wrong-vault-address',
    inject: byStatement(
      ({ vault, stream }) => sql`
      UPDATE vaults SET contract_address = (SELECT contract_address FROM streams WHERE id = ${stream.id}) WHERE id = ${vault.id}`,
    ),
  },
  {
    fault: 'wrong-vault-balance',
    inject: byStatement(
      ({ vault }) => sql`UPDATE vaults SET current_balance = current_balance + 1 WHERE id = ${vault.id}`,
    ),
  },
  {
    fault: 'stale-proposal',
    inject: byStatement(
      ({ proposal }) => sql`
      UPDATE vault_proposals SET status = 'APPROVED', executed_tx_hash = NULL, executed_at = NULL WHERE id = ${proposal.id}`,
    ),
  },
  {
    fault: 'wrong-seats',
    inject: byStatement(
      ({ roster, stream }) => sql`
      UPDATE vault_members SET (hash, address) = (SELECT sender_hash, sender FROM streams WHERE id = ${stream.id})
      WHERE vault_id = ${roster.id} AND role = 'signer' AND position = 2`,
    ),
  },
  {
    fault: 'lost-deposit',
    inject: byStatement(
      ({ vault }) => sql`DELETE FROM vault_deposits WHERE vault_id = ${vault.id} AND satoshis = 50000`,
    ),
  },
  {
    fault: 'lost-purse',
    inject: byStatements(
      ({ purse }) => sql`DELETE FROM resource_events WHERE resource_type = 'purse' AND resource_id = ${purse.id}`,
      ({ purse }) => sql`DELETE FROM transitions WHERE ${stepsOf('purse', purse.id)}`,
      ({ purse }) => sql`DELETE FROM purses WHERE id = ${purse.id}`,
    ),
    // A purse that is found again has its block, too.
    leaves: ['purses', 'transitions', 'vaults'],
  },
  {
    fault: 'purse-ahead',
    inject: byStatements(
      ({ purse }) => sql`
        INSERT INTO transitions (resource_type, resource_id, sequence, kind, tx_hash, spent_txid, spent_vout, state_vout, state_commitment,
          state_satoshis, paid_to_recipient, paid_to_sender, locktime, source, state_before)
        SELECT 'purse', id, 9, 'pay-purse', ${'ce'.repeat(32)}, state_txid, state_vout, state_vout, '64', state_satoshis,
          0, 0, 0, 'chain', to_jsonb(purses) FROM purses WHERE vault_id = ${purse.vault.id}`,
      ({ purse }) => sql`UPDATE purses SET state_txid = ${'ce'.repeat(32)} WHERE vault_id = ${purse.vault.id}`,
    ),
    leaves: ['transitions'],
  },
  {
    fault: 'purse-behind',
    inject: async ({ fixture, database, world: { purse } }) => {
      const { rows } = await sql<{ id: string }>`SELECT id FROM purses WHERE vault_id = ${purse.vault.id}`.execute(
        database,
      );
      await payByPurse(fixture, { ...purse, path: `/api/purses/${rows[0]?.id ?? ''}` });
    },
    leaves: ['*'],
  },
  {
    fault: 'vault-ahead',
    inject: byStatements(
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
    inject: async ({ fixture, world: { vault } }) => {
      const { id } = await propose(fixture, vault);
      await carryOut(fixture, vault, id);
    },
    leaves: ['*'],
  },
];
