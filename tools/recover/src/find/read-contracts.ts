import { setTimeout as sleep } from 'node:timers/promises';
import { binsAreEqual } from '@bitauth/libauth';
import { openAnnounced, readAnnouncements, type Deployment } from '@weir/indexing/products';
import { HistoryHiddenError, scriptHashOf, type ChainTransaction, type UnspentOutput } from '@weir/infra/electrum';
import type { RecoverContext } from '../chain/open-chain.js';
import { readScript } from '../chain/read-script.js';
import { bySpent, followInstance, stateOutpoints, type Instance, type Rejected } from './instance.js';

/** Everything known of a contract's script. */
export interface ScriptContracts {
  readonly lockingBytecode: Uint8Array;
  /** The deployments at the script, in order; several if the address was funded again. */
  readonly instances: readonly Instance[];
  /** Announcements of this contract that no deployment follows. */
  readonly rejected: readonly Rejected[];
  /** All unspent outputs, those of states included. */
  readonly coins: readonly UnspentOutput[];
}

const ATTEMPTS = 4;
/** Milliseconds between two attempts. */
const PAUSE = 300;

/** Judges the announcements of a transaction by the indexer's rules, which are those of the covenants. */
export const judge = ({ txid, transaction }: ChainTransaction, { network }: RecoverContext) =>
  readAnnouncements(txid, transaction, (announcement) => openAnnounced(announcement, network));

const judgeAll = (
  transactions: readonly ChainTransaction[],
  lockingBytecode: Uint8Array,
  context: RecoverContext,
): Pick<ScriptContracts, 'instances' | 'rejected'> => {
  const spenders = bySpent(transactions);
  const [instances, rejected]: [Instance[], Rejected[]] = [[], []];
  const isThere = ({ contract }: Deployment): boolean => binsAreEqual(contract.lockingBytecode, lockingBytecode);
  for (const transaction of transactions) {
    for (const reading of judge(transaction, context)) {
      if (reading.verdict === 'MALFORMED') continue;
      const { announced, announcement } = reading;
      if (!announced.lockingBytecodes.some((each) => binsAreEqual(each, lockingBytecode))) continue;
      if (reading.verdict === 'ACCEPTED')
        for (const deployment of reading.deployments.filter(isThere))
          instances.push(followInstance(announcement, deployment, transaction, spenders));
      else
        rejected.push({
          txid: transaction.txid,
          vout: reading.vout,
          verdict: reading.verdict,
          contractAddress: announced.address,
          problem: reading.problem,
        });
    }
  }
  return { instances, rejected };
};

/**
 * Reads a contract's script: finds each deployment by its announcement, follows it, and checks that its current
 * outputs are unspent.
 *
 * @param holding txids that must be part of the script's history
 * @throws HistoryHiddenError if the servers do not show all of it
 * @throws ChainUnavailableError
 */
export const readContracts = async (
  lockingBytecode: Uint8Array,
  holding: readonly string[],
  context: RecoverContext,
): Promise<ScriptContracts> => {
  for (let attempt = 1; ; attempt += 1) {
    const transactions = await readScript(lockingBytecode, 'the contract', holding, context);
    const judged = judgeAll(transactions, lockingBytecode, context);
    const coins = await context.chain.unspent(lockingBytecode);
    const there = new Set(coins.map(({ txid, vout }) => `${txid}:${vout}`));
    const isUnspent = (instance: Instance): boolean =>
      stateOutpoints(instance).every(({ txid, vout }) => there.has(`${txid}:${vout}`));
    if (judged.instances.every(isUnspent)) return { lockingBytecode, ...judged, coins };
    // Something moved between the two answers, or the server withholds the last step.
    if (attempt === ATTEMPTS) throw new HistoryHiddenError(scriptHashOf(lockingBytecode));
    await sleep(PAUSE);
  }
};
