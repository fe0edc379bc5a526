import type { Output } from '@bitauth/libauth';
import type { PaymentProgress } from '@weir/payments';
import { littleEndian } from '../support/bytes.js';
import { CLOCK } from '../support/clock.js';
import type { Payment } from './payment.js';

const STATUSES = ['ACTIVE', 'CANCELLED', 'PAUSING', 'PAUSED'] as const;
export type Status = (typeof STATUSES)[number];

export interface RecurringState extends PaymentProgress {
  readonly status: Status;
  /** Unix seconds. */
  readonly latest: bigint;
}

/** Whether a notice runs, so that the unit is in the clock. */
export const isNoticed = ({ status }: Pick<RecurringState, 'status'>): boolean =>
  status === 'CANCELLED' || status === 'PAUSING';

/** The 17 bytes of a state. */
export const commitmentOf = ({ status, paid, nextDue, latest }: RecurringState): Uint8Array =>
  Uint8Array.of(
    1,
    STATUSES.indexOf(status),
    ...littleEndian(paid, 5),
    ...littleEndian(nextDue, 5),
    ...littleEndian(latest, 5),
  );

export const readState = (output: Output): RecurringState => {
  const commitment = output.token?.nft?.commitment ?? new Uint8Array();
  const integer = (from: number) =>
    commitment.slice(from, from + 5).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return {
    status: STATUSES[commitment[1] ?? 0] ?? 'ACTIVE',
    paid: integer(2),
    nextDue: integer(7),
    latest: integer(12),
  };
};

/** The state's output: its NFT, and the clock unit unless a notice runs. */
export const stateOutput = (payment: Payment, state: RecurringState, valueSatoshis: bigint): Output => ({
  lockingBytecode: payment.lockingBytecode,
  valueSatoshis,
  token: {
    category: payment.category,
    amount: isNoticed(state) ? 0n : 1n,
    nft: { capability: 'mutable', commitment: commitmentOf(state) },
  },
});

export const clockOutput = ({ category }: Payment, valueSatoshis: bigint): Output => ({
  lockingBytecode: CLOCK.lockingBytecode,
  valueSatoshis,
  token: { category, amount: 1n },
});
