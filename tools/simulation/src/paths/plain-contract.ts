import { amountOf, DAY, PERIODS, totalOf, VESTING_DAYS } from './path-terms.js';
import type { Path, PathContract, PathView } from './path.types.js';

/** The time at which a path is taken, Unix seconds. */
export interface PathTime {
  /** Latest locktime that a transaction may have. */
  readonly locktime: bigint;
  /** Time of the clock. */
  readonly now: bigint;
}

/** An oracle of a contract in plain numbers: it knows no covenant, coin or byte. */
export interface PlainContract {
  take(path: Path, time: PathTime): void;
  view(): PathView;
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const ALWAYS: readonly Path[] = ['sweep'];

const vesting = (contract: PathContract, start: bigint): PlainContract => {
  const total = totalOf(contract);
  const duration = BigInt(VESTING_DAYS * DAY);
  let [status, paid, ended]: [PathView['status'], bigint, boolean] = ['ACTIVE', 0n, false];
  const earned = (time: bigint): bigint => (total * min(time - start, duration)) / duration;
  return {
    take(path, { locktime }) {
      if (ALWAYS.includes(path)) return;
      if (path === 'refund') {
        ended = true;
        return;
      }
      paid = earned(locktime);
      if (path === 'cancel') status = 'CANCELLED';
      else if (paid === total) [status, ended] = ['COMPLETED', true];
    },
    view: () => ({ status, paid, ended }),
  };
};

/** Oracle of a recurring payment: counts the periods due among those that can still fall due. */
const recurring = (contract: PathContract, start: bigint): PlainContract => {
  const [amount, interval] = [amountOf(contract), BigInt(DAY)];
  let [status, ended]: [PathView['status'], boolean] = ['ACTIVE', false];
  let [next, left, open] = [start + interval, BigInt(PERIODS), BigInt(PERIODS)];
  const due = (time: bigint): bigint => (time < next ? 0n : min((time - next) / interval + 1n, open));
  const pay = (periods: bigint): void => {
    next += periods * interval;
    left -= periods;
    open -= periods;
    if (left === 0n) [status, ended] = ['COMPLETED', true];
  };
  const takes: Readonly<Record<Path, (time: PathTime) => void>> = {
    claim: ({ locktime }) => pay(due(locktime)),
    pay: ({ locktime }) => pay(due(locktime)),
    push: ({ locktime }) => pay(due(locktime)),
    cancel({ locktime }) {
      pay(due(locktime));
      status = 'CANCELLED';
    },
    pause({ locktime }) {
      pay(due(locktime));
      status = 'PAUSED';
    },
    settle() {
      open = min(open, 1n);
    },
    resume({ locktime }) {
      pay(open);
      next = locktime + interval;
      open = left;
      status = 'ACTIVE';
    },
    refund() {
      ended = true;
    },
    sweep: () => undefined,
  };
  return {
    take: (path, time) => takes[path](time),
    view: () => ({ status, paid: (BigInt(PERIODS) - left) * amount, ended }),
  };
};

/** Creates the oracle. @param start median time past at which the contract is opened */
export const plainContract = (contract: PathContract, start: bigint): PlainContract =>
  contract.schedule === 'VESTING' ? vesting(contract, start) : recurring(contract, start);
