import type { ContractHead, IndexerDatabase, Round } from '@weir/infra';

const headOf = ({ sequence, status, releasedAmount, commitment, state, heldSatoshis, heldTokens }: ContractHead) => ({
  sequence,
  status,
  released_amount: releasedAmount,
  commitment,
  state: state && JSON.stringify(state),
  held_satoshis: heldSatoshis,
  held_tokens: heldTokens,
});

/**
 * Inserts a round's rows one by one, the baseline for bulk inserts. All in one transaction, so that no row waits for a
 * disk; without daily sums, twins or counters.
 */
export const insertRowAtATime = (db: IndexerDatabase, round: Round): Promise<void> =>
  db.transaction().execute(async (trx) => {
    for (const block of round.blocks) await trx.insertInto('blocks').values(block).execute();
    for (const { txid, vout, scriptHash, height, verdict, product, contractAddress, problem } of round.announcements) {
      await trx
        .insertInto('announcements')
        .values({
          txid,
          vout,
          script_hash: scriptHash,
          height,
          verdict,
          product,
          contract_address: contractAddress,
          problem,
        })
        .execute();
    }
    for (const { terms, head, events } of round.changes) {
      const { id } = await trx
        .insertInto('contracts')
        .values({
          txid: terms.txid,
          vout: terms.vout,
          product: terms.product,
          family: terms.family,
          contract_address: terms.contractAddress,
          locking_bytecode: terms.lockingBytecode,
          script_hash: terms.scriptHash,
          announcement: terms.announcement,
          sender: terms.sender,
          recipient: terms.recipient,
          plan: null,
          token_category: terms.tokenCategory,
          total_amount: terms.totalAmount,
          funded_height: terms.fundedHeight,
          funded_time: terms.fundedTime,
          ...headOf(head),
          last_txid: head.txid,
          last_height: head.height,
          last_time: head.time,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const event of events) {
        await trx
          .insertInto('events')
          .values({
            contract_id: id,
            ...headOf(event),
            time: event.time,
            height: event.height,
            kind: event.kind,
            txid: event.txid,
            locktime: event.locktime,
            paid_to_recipient: event.paidToRecipient,
            paid_to_sender: event.paidToSender,
            satoshis_change: event.satoshisChange,
            tokens_change: event.tokensChange,
          })
          .execute();
      }
    }
    for (const { scriptHash, status } of round.readings)
      if (status !== null) await trx.insertInto('scripts').values({ script_hash: scriptHash, status }).execute();
  });
