import type { ChainNode } from '@weir/devnet';
import type { ChainReader } from '@weir/infra/electrum';
import type { ContractStatus } from '@weir/kinds';
import type { Wallet } from '@weir/wallet';

/**
 * The paths of a stream or payment after its funding. The recipient signs a claim, nobody signs a push, and in `pay`
 * somebody else's coin pays the fee.
 */
export const PATHS = ['claim', 'pay', 'push', 'cancel', 'pause', 'settle', 'resume', 'refund', 'sweep'] as const;
export type Path = (typeof PATHS)[number];

/** A covenant of streams or payments. */
export interface PathContract {
  readonly schedule: 'VESTING' | 'RECURRING';
  readonly asset: 'BCH' | 'TOKEN';
}

/** One step of a case: time passes, then a path is taken. */
export interface PathStep {
  readonly path: Path;
  /** Seconds that pass first. */
  readonly wait: number;
}

/** A sequence of paths of one contract from its funding on. */
export interface PathCase {
  readonly contract: PathContract;
  readonly name: string;
  readonly steps: readonly PathStep[];
}

/** What every follower of a contract must report. */
export interface PathView {
  readonly status: ContractStatus;
  /** Paid to the recipient, units of the asset. */
  readonly paid: bigint;
  readonly ended: boolean;
}

export interface PathParties {
  readonly sender: Wallet;
  readonly recipient: Wallet;
  readonly friend: Wallet;
  /** The sender's token, display order; undefined in BCH. */
  readonly category: string | undefined;
}

export interface PathChain {
  readonly node: ChainNode;
  readonly reader: Pick<ChainReader, 'unspent'>;
  /** Advances time by some seconds, so that what falls due within them is due. */
  pass(seconds: number): Promise<void>;
  /** Mines one block shortly after the last. */
  mine(): Promise<void>;
}

/** A contract under test: its paths are taken by the library, the recovery tool or the API. */
export interface PathHandle {
  /** Locking bytecode of the contract's address. */
  readonly lockingBytecode: Uint8Array;
  /** Takes a path now and broadcasts its transaction. */
  take(path: Path): Promise<void>;
  /** Returns what the subject under test reports of it. */
  see(): Promise<PathView>;
}

/** A subject under test that follows contracts and, where it can, builds their transactions. */
export interface PathSubject extends PathChain {
  /**
   * Opens a contract and mines its funding.
   *
   * @param start start of the vesting, or one interval before the first period falls due, Unix seconds
   */
  open(contract: PathContract, parties: PathParties, start: bigint): Promise<PathHandle>;
}

export const DAY = 86_400;
/** Notice in blocks: the shortest that a local chain permits. */
export const NOTICE_BLOCKS = 6;
/** Days of a vesting stream, which is linear. */
export const VESTING_DAYS = 40;
export const PERIODS = 12;

/** Returns the total of a vesting stream, units of its asset. */
export const totalOf = ({ asset }: PathContract): bigint => (asset === 'BCH' ? 100_000_000n : 4_000_000n);
/** Returns the amount of a period, units of its asset. */
export const amountOf = ({ asset }: PathContract): bigint => (asset === 'BCH' ? 1_000_000n : 100n);

/** Returns the product name used in announcements and rows. */
export const productOf = ({ schedule, asset }: PathContract): string => `PLAN_${schedule}_${asset}`;

/** All covenants of streams and payments. */
export const PATH_CONTRACTS: readonly PathContract[] = (['VESTING', 'RECURRING'] as const).flatMap((schedule) =>
  (['BCH', 'TOKEN'] as const).map((asset) => ({ schedule, asset })),
);

const after = (days: number, path: Path): PathStep => ({ path, wait: days * DAY });
const at = (path: Path): PathStep => ({ path, wait: 0 });

const VESTING_CASES: readonly Omit<PathCase, 'contract'>[] = [
  {
    name: 'is paid in parts, at anyone’s request, to the end',
    steps: [after(4, 'claim'), after(6, 'pay'), after(5, 'push'), after(VESTING_DAYS, 'claim')],
  },
  {
    name: 'is cancelled, pushed while its notice runs, and refunded',
    // Pushes at least a 16th of what is left: the least that the reserve pays under notice.
    steps: [after(5, 'cancel'), after(3, 'push'), at('refund')],
  },
  { name: 'is swept of what was sent there by mistake', steps: [at('sweep'), after(8, 'claim')] },
];

const RECURRING_CASES: readonly Omit<PathCase, 'contract'>[] = [
  {
    name: 'is paid period by period, at anyone’s request, to the end',
    steps: [after(2, 'claim'), after(1, 'pay'), after(5, 'push'), after(PERIODS, 'claim')],
  },
  {
    name: 'is cancelled, pushed while its notice runs, and refunded',
    steps: [after(3, 'cancel'), after(2, 'push'), at('refund')],
  },
  {
    name: 'is paused, pushed, settled, and resumed',
    steps: [after(1, 'pause'), after(3, 'push'), at('settle'), at('resume'), after(2, 'claim')],
  },
  {
    name: 'is paused, settled, and cancelled',
    steps: [after(1, 'pause'), after(0.5, 'settle'), at('cancel'), after(0.2, 'refund')],
  },
  { name: 'is swept of what was sent there by mistake', steps: [at('sweep'), after(2, 'claim')] },
];

/**
 * All path cases of a covenant, written once and run by everything that follows contracts or builds their transactions.
 * A new path is a step here.
 */
export const casesOf = (contract: PathContract): readonly PathCase[] =>
  (contract.schedule === 'VESTING' ? VESTING_CASES : RECURRING_CASES).map((each) => ({ contract, ...each }));
