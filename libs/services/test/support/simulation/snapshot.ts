import type { StreamRecord, StreamsRepository } from '@weir/infra';
import { toEventViews } from '../../../src/streams/read/read-streams.js';

/** Columns of a stream's row that the chain does not decide, and that its type does not show. */
const NOT_OF_THE_CHAIN: ReadonlySet<string> = new Set([
  'activatedAt',
  'fundedBySender',
  'planFundingId',
  'createdBy',
  'createdFrom',
  'expiresAt',
]);

const ofTheChain = <Row extends object>(row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !NOT_OF_THE_CHAIN.has(name))) as Row;

/** Everything recorded of a stream that the chain decides: no times, no row ids, not who recorded it. */
export const snapshotOf = async (streams: StreamsRepository, stored: StreamRecord) => {
  const { id, streamId, createdAt, updatedAt, cancelledAt, funding, place, ...stream } = stored;
  const [claims, steps] = await Promise.all([streams.claimsOf(id), streams.transitionsOf(id)]);
  return {
    ...ofTheChain(stream),
    place: { ...place, fundingId: undefined },
    isDated: [streamId !== '', createdAt > 0, updatedAt > 0],
    isCancelled: cancelledAt !== null,
    funding: funding && { txHash: funding.txHash, vout: funding.vout },
    claims: claims
      .map(({ recipient, amount, txHash }) => ({ recipient, amount, txHash }))
      .sort((a, b) => (a.txHash < b.txHash ? -1 : 1)),
    steps: steps.map(({ sequence, kind, txHash, spent, state, paidToRecipient, paidToSender, locktime, block }) => ({
      sequence,
      kind,
      txHash,
      spent,
      state,
      paidToRecipient,
      paidToSender,
      locktime,
      block,
    })),
  };
};

export type StreamSnapshot = Awaited<ReturnType<typeof snapshotOf>>;

/** The hashes that a stream's events, applied in order, leave as its record: they must be those of the record. */
export const hashesOfEvents = async (streams: StreamsRepository, id: string): Promise<string[]> => {
  const hashes: string[] = [];
  const history = await streams.history(id);
  for (const { event, txHash } of history === undefined ? [] : toEventViews(history)) {
    if (event === 'rolled_back') {
      const last = hashes.pop();
      if (last !== txHash)
        throw new Error(`The events of ${id} roll back ${txHash} while the last step is ${String(last)}`);
    } else if (event !== 'completed') {
      hashes.push(txHash);
    }
  }
  return hashes;
};
