import { isDeepStrictEqual } from 'node:util';
import {
  announcedSteps,
  isCompletionAnnounced,
  type NewTransition,
  type StreamHistory,
  type StreamTruth,
} from '@weir/infra';
import type { RecordFault } from '../check-records.js';
import type { ChainFault } from '../doctor.types.js';

/** What is wrong with a stream or payment. */
export type StreamFault = RecordFault;

const shown = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? each.toString() : each));

const differs = (fault: ChainFault, what: string, record: unknown, truth: unknown): readonly StreamFault[] =>
  isDeepStrictEqual(record, truth)
    ? []
    : [{ fault, says: `${what} is ${shown(record)} in the record, and ${shown(truth)} by the chain` }];

const contentOf = ({ kind, txHash, spent, state, paidToRecipient, paidToSender, locktime }: NewTransition) => ({
  kind,
  txHash,
  spent,
  state,
  paidToRecipient,
  paidToSender,
  locktime,
});

const stepFaults = ({ stream, transitions }: StreamHistory, truth: StreamTruth): readonly StreamFault[] => {
  const recorded = transitions.map(({ txHash }) => txHash);
  const real = truth.steps.map(({ transition }) => transition);
  const missing = real.filter(({ txHash }) => !recorded.includes(txHash)).map(({ txHash }) => txHash);
  const extra = recorded.filter((txHash) => !real.some((step) => step.txHash === txHash));
  if (extra.length > 0)
    return [{ fault: 'row-ahead', says: `steps are recorded that the chain does not have: ${extra.join(', ')}` }];
  if (missing.length > 0) {
    const isThere = isDeepStrictEqual(stream.state, truth.stream.state) && stream.status === truth.stream.status;
    const isTail = isDeepStrictEqual(
      recorded,
      real.slice(0, recorded.length).map(({ txHash }) => txHash),
    );
    const fault = isThere || !isTail ? 'lost-step' : 'row-behind';
    return [{ fault, says: `steps on the chain are not recorded: ${missing.join(', ')}` }];
  }
  const places = transitions.map(({ txHash, sequence }) => [sequence, txHash]);
  const order = real.map(({ txHash }, index) => [index + 1, txHash]);
  if (!isDeepStrictEqual(places, order)) return differs('wrong-step-order', 'the order of steps', places, order);
  return transitions.flatMap((step, index) => {
    const there = real[index];
    if (there === undefined) return [];
    const contents = differs('wrong-step', `step ${index + 1}`, contentOf(step), contentOf(there));
    return contents.length > 0
      ? contents
      : differs('wrong-block', `the block of step ${index + 1}`, step.block, there.block);
  });
};

const fundingOf = ({ funding }: StreamHistory['stream']) => funding && { txHash: funding.txHash, vout: funding.vout };

const rowFaults = ({ stream }: StreamHistory, { stream: truth }: StreamTruth): readonly StreamFault[] => [
  ...differs('wrong-status', 'the status', stream.status, truth.status),
  ...differs('wrong-withdrawn-amount', 'withdrawn_amount', stream.withdrawnAmount, truth.withdrawnAmount),
  ...differs('wrong-state', 'the state', stream.state, truth.state),
  ...differs('wrong-funding', 'the funding', fundingOf(stream), fundingOf(truth)),
  ...differs('wrong-progress', 'the paid amount or the next date', stream.progress, truth.progress),
  ...differs('wrong-refund', 'the refund', stream.refund, truth.refund),
  ...differs('wrong-pause', 'the pause', stream.pause, truth.pause),
  ...differs('wrong-move', 'the move to another address', stream.move, truth.move),
  ...differs('wrong-recipient', 'the recipient', stream.recipientHash, truth.recipientHash),
];

const paymentFaults = ({ claims }: StreamHistory, truth: StreamTruth): readonly StreamFault[] => {
  const paid = new Map(truth.claims.map((claim) => [claim.txHash, claim]));
  const recorded = new Set(claims.map(({ txHash }) => txHash));
  const lost = truth.claims.filter(({ txHash }) => !recorded.has(txHash));
  return [
    ...lost.map(({ txHash }): StreamFault => ({
      fault: 'lost-payment',
      says: `the payment by ${txHash} is not recorded`,
    })),
    ...claims.flatMap(({ txHash, amount, periods, payday, recipient }): readonly StreamFault[] => {
      const real = paid.get(txHash);
      if (real === undefined)
        return [{ fault: 'false-payment', says: `${txHash} is recorded as a payment, but is not one on the chain` }];
      return differs(
        'wrong-payment',
        `the payment by ${txHash}`,
        { amount, periods, payday, recipient },
        { amount: real.amount, periods: real.periods, payday: real.payday, recipient: real.recipient },
      );
    }),
  ];
};

const eventFaults = ({ events }: StreamHistory, { steps, stream }: StreamTruth): readonly StreamFault[] => {
  const announced = announcedSteps(events);
  const hashes = steps.map(({ transition }) => transition.txHash);
  const unreported = hashes.filter((txHash) => !announced.has(txHash));
  const last = hashes.at(-1);
  const isUnreportedEnd = stream.status === 'COMPLETED' && last !== undefined && !isCompletionAnnounced(events, last);
  return [
    ...unreported.map((txHash): StreamFault => ({
      fault: 'missing-event',
      says: `no event reports the step by ${txHash}`,
    })),
    ...(isUnreportedEnd ? [{ fault: 'missing-event' as const, says: 'no event reports that everything is paid' }] : []),
    ...[...announced.keys()]
      .filter((txHash) => !hashes.includes(txHash))
      .map((txHash): StreamFault => ({
        fault: 'false-event',
        says: `an event reports a step by ${txHash}, which does not exist`,
      })),
  ];
};

const announcementOf = ({ stream: { place } }: Pick<StreamHistory, 'stream'>) => ({
  announcement: place.announcement,
  group: place.group,
});

/**
 * Names what differs between what is recorded of a stream or payment and what the chain has. A record whose steps are behind or ahead
 * has these faults alone: everything else of it follows from them.
 */
export const streamFaults = (history: StreamHistory, truth: StreamTruth): readonly StreamFault[] => {
  const { contractAddress, lockingBytecode, scriptHash } = history.stream;
  const address = differs(
    'wrong-contract-address',
    'the contract address',
    { contractAddress, lockingBytecode, scriptHash },
    {
      contractAddress: truth.stream.contractAddress,
      lockingBytecode: truth.stream.lockingBytecode,
      scriptHash: truth.stream.scriptHash,
    },
  );
  const announced = differs(
    'wrong-announcement',
    'the announcement of its plan',
    announcementOf(history),
    announcementOf(truth),
  );
  const steps = stepFaults(history, truth);
  const isElsewhere = steps.some(({ fault }) => fault === 'row-behind' || fault === 'row-ahead');
  if (isElsewhere) return [...address, ...announced, ...steps];
  return [
    ...address,
    ...announced,
    ...steps,
    ...rowFaults(history, truth),
    ...paymentFaults(history, truth),
    ...eventFaults(history, truth),
  ];
};
