import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf, usableLocktime } from '@weir/covenants';
import type { ChainNode } from '@weir/devnet';
import { createWallet, type Wallet } from '@weir/wallet';
import { amountOf, PERIODS, totalOf } from './path-terms.js';
import type { PathCase, PathContract, PathHandle, PathParties, PathSubject, PathView } from './path.types.js';
import { plainContract } from './plain-contract.js';

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
    plain.take(path, { locktime: usableLocktime(node.tip, now), now: BigInt(now) });
    if (path === 'sweep') await sweepAStray(life, subject);
    else await life.take(path);
    await subject.mine();
    outcomes.push({ after: path, expected: plain.view(), seen: await life.see() });
  }
  return outcomes;
};
