import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf, usableLocktime } from '@weir/covenants';
import type { ChainNode } from '@weir/devnet';
import { createWallet, type Wallet } from '@weir/wallet';
import {
  amountOf,
  DAY,
  type Path,
  type PathCase,
  type PathContract,
  type PathHandle,
  type PathParties,
  type PathSubject,
  type PathView,
  PERIODS,
  totalOf,
  VESTING_DAYS,
} from './path-cases.js';

/** The time at which a path is taken, Unix seconds. */
interface PathTime {
  /** Latest locktime that a transaction may have. */
  readonly locktime: bigint;
  /** Time of the clock. */
  readonly now: bigint;
}

/** An oracle of a contract in plain numbers: it knows no covenant, coin or byte. */
interface PlainContract {
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
const plainContract = (contract: PathContract, start: bigint): PlainContract =>
  contract.schedule === 'VESTING' ? vesting(contract, start) : recurring(contract, start);

/** The expected and the reported view after a step. */
export interface PathOutcome {
  readonly after: string;
  readonly expected: PathView;
  readonly seen: PathView;
}

const COIN = 100_000_000n;
let names = 0;

const walletWith = (node: ChainNode, ...coins: readonly bigint[]): Wallet => {
  names += 1;
  const wallet = createWallet({
    privateKey: `somebody on a path ${names}`,
    broadcast: (hex) => Promise.resolve(node.submit(hex)),
  });
  const script = binToHex(lockingBytecodeOf(wallet.publicKeyHash));
  for (const satoshis of coins) node.fund(script, satoshis);
  return wallet;
};

/** Creates wallets with mined coins, and the tokens that the contract takes. */
const createParties = (node: ChainNode, contract: PathContract): PathParties => {
  const sender = walletWith(node, 10n * COIN, COIN, COIN);
  const units = contract.schedule === 'VESTING' ? totalOf(contract) : amountOf(contract) * BigInt(PERIODS);
  const category =
    contract.asset === 'BCH'
      ? undefined
      : node.mint(binToHex(lockingBytecodeOf(sender.publicKeyHash)), { amount: 2n * units }).category;
  return { sender, recipient: walletWith(node, COIN), friend: walletWith(node, COIN), category };
};

const STRAY_SATOSHIS = 123_456n;

/** Pays to the contract's address by mistake; the sweep must return it. */
const sweepAStray = async (life: PathHandle, subject: PathSubject): Promise<void> => {
  const { node } = subject;
  const { txid } = node.fund(binToHex(life.lockingBytecode), STRAY_SATOSHIS);
  await subject.mine();
  await life.take('sweep');
  if (node.output(txid, 0) !== undefined) throw new Error('The sweep left what it was to take');
};

/** Runs a case and returns for each step what the oracle expects and what the subject reports. */
export const runPathCase = async ({ contract, steps }: PathCase, subject: PathSubject): Promise<PathOutcome[]> => {
  const { node } = subject;
  const parties = createParties(node, contract);
  await subject.mine();
  const start = BigInt(node.tip.medianTimePast);
  const plain = plainContract(contract, start);
  const life = await subject.open(contract, parties, start);
  const outcomes: PathOutcome[] = [{ after: 'fund', expected: plain.view(), seen: await life.see() }];
  for (const { path, wait } of steps) {
    if (wait > 0) await subject.pass(wait);
    const now = Math.floor(Date.now() / 1000);
    plain.take(path, { locktime: usableLocktime(node.tip), now: BigInt(now) });
    if (path === 'sweep') await sweepAStray(life, subject);
    else await life.take(path);
    await subject.mine();
    outcomes.push({ after: path, expected: plain.view(), seen: await life.see() });
  }
  return outcomes;
};
