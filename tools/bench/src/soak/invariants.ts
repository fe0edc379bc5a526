import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { Fixture, Answered } from './fixture.js';
import type { Stack } from './stack.js';

interface Outpoint {
  readonly name: string;
  readonly txid: string;
  readonly vout: number;
  readonly satoshis: bigint;
}

const unspent = async ({ control }: Stack, { txid, vout, satoshis }: Outpoint): Promise<boolean> => {
  const found = (await control.call('blockchain.utxo.get_info', txid, vout)) as { readonly value: number } | null;
  return found !== null && BigInt(found.value) === satoshis;
};

const rowsOf = async <Row>({ database }: Stack, query: RawBuilder<Row>): Promise<Row[]> =>
  (await query.execute(database)).rows;

/** Finds recorded states that are not unspent outputs with the recorded satoshis. */
const statesThatAreNot = async (stack: Stack): Promise<string[]> => {
  const states = await rowsOf(
    stack,
    sql<Outpoint>`
      SELECT stream_id AS name, state_txid AS txid, state_vout AS vout, state_satoshis AS satoshis FROM streams WHERE state_txid IS NOT NULL
      UNION ALL
      SELECT 'vault ' || name, state_txid, state_vout, state_satoshis FROM vaults WHERE state_txid IS NOT NULL
      UNION ALL
      SELECT campaign_id || ' lane ' || lane, step.tx_hash, step.vout, step.satoshis
      FROM airdrop_lanes JOIN airdrop_steps AS step USING (campaign_id, lane)
      WHERE step.sequence = airdrop_lanes.head AND step.vout IS NOT NULL`,
  );
  const problems: string[] = [];
  for (const state of states)
    if (!(await unspent(stack, state)))
      problems.push(`${state.name}: ${state.txid}:${state.vout} is not unspent with ${state.satoshis}`);
  return problems;
};

/** Finds sums that differ from their parts, and transactions counted twice. */
const sumsThatDiffer = async (stack: Stack): Promise<string[]> => {
  const rows = await rowsOf(
    stack,
    sql<{ name: string }>`
      SELECT stream_id AS name FROM streams WHERE withdrawn_amount <> (SELECT coalesce(sum(amount), 0) FROM stream_claims WHERE stream_claims.stream_id = streams.id)
      UNION ALL
      SELECT stream_id FROM streams WHERE withdrawn_amount > total_amount
      UNION ALL
      SELECT lanes.campaign_id || ' lane ' || lanes.lane FROM airdrop_lanes AS lanes
      LEFT JOIN airdrop_steps AS step ON step.campaign_id = lanes.campaign_id AND step.lane = lanes.lane AND step.kind = 'claim'
      GROUP BY lanes.campaign_id, lanes.lane, lanes.claims, lanes.claimed_amount
      HAVING lanes.claims <> count(step.id) OR lanes.claimed_amount <> coalesce(sum(step.amount), 0)
      UNION ALL
      SELECT 'step ' || tx_hash FROM transitions GROUP BY resource_id, tx_hash HAVING count(*) > 1`,
  );
  return rows.map(({ name }) => name);
};

interface Status {
  readonly stream?: { readonly status: string };
  readonly payment?: { readonly status: string };
  readonly campaign?: { readonly status: string };
  readonly status?: string;
}

/** Finds successful answers that no longer hold. */
const wordsBroken = async ({ client }: Fixture, answered: readonly Answered[]): Promise<string[]> => {
  const problems: string[] = [];
  for (const { path, caller, statuses } of answered) {
    const { stream, payment, campaign, status } = await client.get<Status>(path, caller);
    const now = stream?.status ?? payment?.status ?? campaign?.status ?? status ?? 'nothing';
    if (!statuses.includes(now)) problems.push(`${path} is ${now}, not ${statuses.join(' or ')}`);
  }
  return problems;
};

interface IndexedStream {
  readonly fundedTxHash: string;
  readonly status: string;
  readonly releasedAmountBase: string;
  readonly terms: { readonly planIndex?: number };
}

/**
 * Finds streams on which the index and the record differ. Siblings of a plan share an address and are distinguished by
 * their index.
 */
const indexThatDiffers = async (stack: Stack, { client }: Fixture): Promise<string[]> => {
  const streams = await rowsOf(
    stack,
    sql<{ address: string; funding: string; index: number | null; status: string; withdrawn: bigint }>`
      SELECT contract_address AS address, funding_tx_hash AS funding, plan_index AS index, status, withdrawn_amount AS withdrawn
      FROM streams WHERE product = 'stream' AND funding_tx_hash IS NOT NULL`,
  );
  const problems: string[] = [];
  for (const { address, funding, index, status, withdrawn } of streams) {
    const { stream, otherInstances } = await client.get<{
      readonly stream: IndexedStream;
      readonly otherInstances: readonly IndexedStream[];
    }>(`/api/indexer/streams/${address}`);
    const seen = [stream, ...otherInstances].find(
      ({ fundedTxHash, terms }) => fundedTxHash === funding && (index === null || terms.planIndex === index),
    );
    if (seen?.status === status && BigInt(seen.releasedAmountBase) === withdrawn) continue;
    const other = seen === undefined ? 'nothing' : `${seen.status} ${seen.releasedAmountBase}`;
    problems.push(`${address} ${index ?? ''}: the record says ${status} ${withdrawn}, the index ${other}`);
  }
  return problems;
};

const PATIENCE_MS = 30_000;

/** Waits until everything is mined and final, refunds are sent, and the index is complete. */
export const settle = async ({ control }: Stack, { client }: Fixture): Promise<void> => {
  for (let blocks = 0; blocks < 14; blocks += 1) {
    await control.mine();
    await sleep(1_000);
  }
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    await sleep(500);
    const { body } = await client.ask<{ lag?: number | null }>('GET', '/api/indexer/status');
    const { mempool } = await control.info();
    if (body.lag === 0 && mempool.length === 0) return;
    if (mempool.length > 0) await control.mine();
  }
};

/** Returns all contradictions, by check. */
export const findContradictions = async (
  stack: Stack,
  fixture: Fixture,
): Promise<readonly (readonly [string, readonly string[]])[]> => [
  ['recorded states that the chain does not have', await statesThatAreNot(stack)],
  ['sums that are not the sum of their parts', await sumsThatDiffer(stack)],
  ['answers given with success that hold no more', await wordsBroken(fixture, fixture.answered)],
  ['streams that the index sees otherwise', await indexThatDiffers(stack, fixture)],
];
