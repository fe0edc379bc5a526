import { sql } from 'kysely';
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
    fault: 'lost-deposit',
    inject: byStatement(
      ({ vault }) => sql`DELETE FROM vault_deposits WHERE vault_id = ${vault.id} AND satoshis = 50000`,
    ),
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
