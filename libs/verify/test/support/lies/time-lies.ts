import { transactionOf, withTransaction } from '../coins.js';
import type { Flow } from '../flow.js';
import { changed, type Lie } from './lie.js';

const YEAR = 31_557_600;

/** Lists requests that differ from a flow's in when they are valid. */
export const timeLies = ({ request }: Flow): readonly Lie[] => {
  const transaction = transactionOf(request);
  const { inputs, locktime } = transaction;
  const lie = (name: string, change: Partial<typeof transaction>): Lie => ({
    kind: 'time',
    name,
    request: () => withTransaction(request, { ...transaction, ...change }),
  });
  const delayed = (at: number, sequenceNumber: number): Lie => ({
    kind: 'time',
    name: `input ${at} waits for ${sequenceNumber.toString(16)}`,
    request: () => ({
      ...withTransaction(request, { ...transaction, inputs: changed(inputs, at, { sequenceNumber }) }),
      sourceOutputs: changed(request.sourceOutputs as readonly object[], at, { sequenceNumber }),
    }),
  });
  return [
    lie('it is valid in 20 years', { locktime: (locktime === 0 ? 1_800_000_000 : locktime) + 20 * YEAR }),
    lie('it is valid from a far block on', { locktime: 3_000_000 }),
    lie('it has another version', { version: 1 }),
    lie('it has a version that nobody knows', { version: 3 }),
    ...inputs.flatMap((_, at) => [
      // 65,535 blocks; 65,535 times 512 seconds.
      delayed(at, 0xffff),
      delayed(at, 0x40_ffff),
      {
        ...lie(`input ${at} has another sequence number than its source`, {
          inputs: changed(inputs, at, { sequenceNumber: 0x8000_0000 }),
        }),
      },
    ]),
  ];
};
