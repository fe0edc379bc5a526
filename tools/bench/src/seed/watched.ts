import {
  binToHex,
  encodeLockingBytecodeP2sh32,
  encodeTransactionCommon,
  hash256,
  hexToBin,
  numberToBinUint32LE,
} from '@bitauth/libauth';
import { sql } from 'kysely';
import type { ChainNode } from '@weir/devnet';
import { scriptHashOf, type Database } from '@weir/infra';
import { withoutTriggers } from './streams.js';

/** Outputs of one transaction, as many as nodes relay. */
const A_TRANSACTION = 1_000;
const SATOSHIS = 1_000n;
const FEE = 60_000n;
/** OP_1: anybody may spend it, without a signature. */
const OPEN = Uint8Array.of(0x51);
const OPEN_LOCK = encodeLockingBytecodeP2sh32(hash256(OPEN));
const lockOf = (number: number): Uint8Array =>
  encodeLockingBytecodeP2sh32(hash256(Uint8Array.of(0x04, ...numberToBinUint32LE(number))));

/**
 * Mines an output for each seeded stream, at a script that nothing else pays, and makes it the stream's state and funding, so that
 * the watcher finds an ACTIVE stream that nobody touches.
 */
export const putOnChain = (db: Database, node: ChainNode, count: number): Promise<void> =>
  withoutTriggers(db, async (session) => {
    for (let from = 0; from < count; from += A_TRANSACTION) {
      const locks = Array.from({ length: Math.min(A_TRANSACTION, count - from) }, (_, i) => lockOf(from + i));
      const coin = node.fund(binToHex(OPEN_LOCK), BigInt(locks.length) * SATOSHIS + FEE);
      const unlockingBytecode = Uint8Array.of(OPEN.length, ...OPEN);
      const txid = node.submit(
        binToHex(
          encodeTransactionCommon({
            ...{ version: 2, locktime: 0 },
            inputs: [
              {
                ...{ outpointTransactionHash: hexToBin(coin.txid), outpointIndex: 0 },
                ...{ sequenceNumber: 0xffffffff, unlockingBytecode },
              },
            ],
            outputs: locks.map((lockingBytecode) => ({ lockingBytecode, valueSatoshis: SATOSHIS })),
          }),
        ),
      );
      node.mine();
      const { height, hash } = node.tip;
      const scripts = sql`unnest(${locks.map(binToHex)}::text[], ${locks.map(scriptHashOf)}::text[]) WITH ORDINALITY AS script (lock, hash, nr)`;
      const id = sql`('00000000-0000-7000-9000-' || lpad(to_hex(${from}::int + nr::int), 12, '0'))::uuid`;
      await sql`
        UPDATE streams SET locking_bytecode = lock, script_hash = hash, state_txid = ${txid}, state_vout = nr - 1,
          funding_tx_hash = ${txid}, funding_vout = nr - 1
        FROM ${scripts} WHERE id = ${id}`.execute(session);
      await sql`
        INSERT INTO transitions (resource_type, resource_id, sequence, kind, tx_hash, state_vout, state_commitment, state_satoshis,
          paid_to_recipient, paid_to_sender, locktime, block_height, block_hash, source, state_before, final)
        SELECT 'stream', id, 1, 'fund', ${txid}, state_vout, state_commitment, state_satoshis, 0, 0, 0, ${height}::int, ${hash}, 'confirm', '{}', true
        FROM streams WHERE funding_tx_hash = ${txid}`.execute(session);
    }
  });
