import { setTimeout as sleep } from 'node:timers/promises';
import { binsAreEqual, binToHex, hexToBin } from '@bitauth/libauth';
import {
  announcesCurrency,
  type LockContract,
  type LockMove,
  type Outpoint,
  outpointKey,
  outpointOf,
  type Party,
} from '@weir/covenants';
import {
  type AnnouncementReading,
  type ContractFamily,
  type ContractModel,
  type ContractStep,
  type Deployment,
  findClaimedLockDeployment,
  lockCoinOf,
  lockContractAt,
  openAnnounced,
  type ProductContract,
  readAnnouncements,
  type StepStart,
} from '@weir/indexing/products';
import { type ChainTransaction, HistoryHiddenError, scriptHashOf, type UnspentOutput } from '@weir/infra/electrum';
import { readScript, type RecoverContext } from '../chain/open-chain.js';
import { movedFrom } from './moved-locks.js';

/** A transaction in the lineage of a contract. */
interface InstanceStep {
  readonly step: ContractStep;
  readonly transaction: ChainTransaction;
}

/** The kinds of contracts that are read here: others have commands of their own. */
export type RecoveredModel = Extract<ContractModel, { readonly kind: 'stream' | 'airdrop' | 'lock' }>;

/** Families of contracts that are read elsewhere. */
const OTHERS: ReadonlySet<string> = new Set<ContractFamily>(['purse', 'roster']);

const isOther = (reading: AnnouncementReading): boolean =>
  reading.verdict !== 'MALFORMED' && OTHERS.has(reading.announced.family);

const isRecovered = (deployment: Deployment): deployment is Deployment<RecoveredModel> => {
  const { kind } = deployment.contract.model;
  return kind === 'stream' || kind === 'airdrop' || kind === 'lock';
};

/** A contract created by one funding, followed from state to state up to the current one. */
export interface Instance {
  /** Locking bytecode of the funded output, hex. */
  readonly announcement: string;
  readonly contract: ProductContract<RecoveredModel>;
  /** The first state. It identifies the instance, since an address can be funded again. */
  readonly funding: Outpoint;
  /** The transactions in order, the funding first. */
  readonly steps: readonly InstanceStep[];
  /** The outcome of the last step. */
  readonly head: ContractStep;
}

/** An output that looks like an announcement and is none, or that its transaction does not honour. */
export interface Rejected {
  readonly txid: string;
  readonly vout: number;
  readonly verdict: 'MALFORMED' | 'FORGED';
  readonly contractAddress: string | null;
  readonly problem: string;
}

/** A script named as a contract whose full history no server shows. */
export interface Hidden {
  readonly contractAddress: string;
  readonly problem: string;
}

/** Indexes transactions by the outpoint that their first input spends, which is where the state of a vault is. */
export const byFirstInput = (transactions: readonly ChainTransaction[]): ReadonlyMap<string, ChainTransaction> =>
  new Map(
    transactions.flatMap((each) => {
      const [input] = each.transaction.inputs;
      return input === undefined ? [] : [[outpointKey(outpointOf(input)), each] as const];
    }),
  );

/**
 * Indexes transactions by every outpoint they spend: an action of a plan's sender has their coin first, and the
 * stream at any later input.
 */
export const bySpent = (transactions: readonly ChainTransaction[]): ReadonlyMap<string, ChainTransaction> =>
  new Map(
    transactions.flatMap((each) =>
      each.transaction.inputs.map((input) => [outpointKey(outpointOf(input)), each] as const),
    ),
  );

const findNext = (
  contract: ProductContract,
  before: StepStart,
  spenders: ReadonlyMap<string, ChainTransaction>,
): InstanceStep | undefined => {
  for (const lane of before.state.lanes) {
    const transaction = spenders.get(outpointKey(lane));
    const step = transaction && contract.readStep(before, transaction.txid, transaction.transaction);
    if (transaction !== undefined && step !== undefined) return { step, transaction };
  }
  return undefined;
};

/** Follows a deployment through the transactions of its script, ignoring everything else they do. */
const followInstance = (
  announcement: string,
  { contract, step, vout }: Deployment<RecoveredModel>,
  funding: ChainTransaction,
  spenders: ReadonlyMap<string, ChainTransaction>,
): Instance => {
  const steps: InstanceStep[] = [{ step, transaction: funding }];
  let head = step;
  for (let { state } = head; state !== null; { state } = head) {
    const next = findNext(contract, { ...head, state }, spenders);
    if (next === undefined) break;
    steps.push(next);
    head = next.step;
  }
  return { announcement, contract, funding: { txid: funding.txid, vout }, steps, head };
};

/** Returns the outpoints that hold a contract now; empty once it has ended. */
export const stateOutpoints = ({ head }: Instance): Outpoint[] =>
  (head.state?.lanes ?? []).map(({ txid, vout }) => ({ txid, vout }));

/** Returns the height of the block that mined a contract's last step; null in the mempool. */
export const heightOf = ({ steps }: Instance): number | null => steps.at(-1)?.transaction.height ?? null;

/** Returns a lock's coin, and its contract at the address where the coin lies now; undefined after the end. */
export const lockNow = ({ head: { state } }: Instance, contract: LockContract): LockMove | undefined =>
  state === null ? undefined : { contract: lockContractAt(contract, state), coin: lockCoinOf(state) };

/** Returns the address at which a contract lies now, or was funded where it has ended. */
export const addressNow = (instance: Instance): string => {
  const { model, address } = instance.contract;
  return (model.kind === 'lock' ? lockNow(instance, model.contract)?.contract.address : undefined) ?? address;
};

/** Where a state of a contract lies, and the transaction that put it there. */
interface Place {
  readonly lockingBytecode: Party;
  readonly txid: string;
}

/** Returns where a contract lay and lies, in order: a lock that moves is at another address, anything else at one. */
const placesOf = ({ contract: { model, lockingBytecode }, funding, steps }: Instance): Place[] =>
  model.kind !== 'lock'
    ? [{ lockingBytecode, txid: funding.txid }]
    : steps.flatMap(({ step: { state }, transaction: { txid } }) =>
        state === null ? [] : [{ lockingBytecode: lockContractAt(model.contract, state).lockingBytecode, txid }],
      );

/** Everything known of a contract's script. */
export interface ScriptContracts {
  readonly lockingBytecode: Uint8Array;
  /** The deployments that were ever at the script, in order; several if the address was funded again. */
  readonly instances: readonly Instance[];
  /** Announcements of this contract that no deployment follows. */
  readonly rejected: readonly Rejected[];
  /** All unspent outputs, those of states included; of locks that move also those at their other addresses. */
  readonly coins: readonly UnspentOutput[];
}

const ATTEMPTS = 4;
/** Milliseconds between two attempts. */
const PAUSE = 300;

/**
 * Judges the announcements of a transaction by the indexer's rules, which are those of the covenants. A claim of a vested
 * list announces its lock by its own input. Payments in a currency are read by `follow-currency.ts`.
 */
export const judge = (
  { txid, transaction }: ChainTransaction,
  { network }: RecoverContext,
): readonly AnnouncementReading[] => {
  const readings = readAnnouncements(txid, transaction, (announcement) => openAnnounced(announcement, network)).filter(
    (reading) => !announcesCurrency(hexToBin(reading.announcement)) && !isOther(reading),
  );
  const claimed = findClaimedLockDeployment(network, txid, transaction);
  if (claimed === undefined) return readings;
  const { announced, deployment } = claimed;
  return [
    ...readings,
    { vout: deployment.vout, announcement: '', verdict: 'ACCEPTED', announced, deployments: [deployment] },
  ];
};

/** The histories of a script and of those between which its locks move. */
class Histories {
  private readonly read = new Map<string, Party>();
  private readonly transactions = new Map<string, ChainTransaction>();

  constructor(private readonly context: RecoverContext) {}

  get scripts(): readonly Party[] {
    return [...this.read.values()];
  }

  /** All transactions, in their order: mined ones first. */
  get all(): readonly ChainTransaction[] {
    const heightOf = ({ height }: ChainTransaction): number => height ?? Number.MAX_SAFE_INTEGER;
    return [...this.transactions.values()].toSorted((a, b) => heightOf(a) - heightOf(b));
  }

  /** Reads a script, and those from which locks came there. @returns whether it was not read before */
  async add(lockingBytecode: Party, holding: readonly string[]): Promise<boolean> {
    const key = binToHex(lockingBytecode);
    if (this.read.has(key)) return false;
    this.read.set(key, lockingBytecode);
    const found = await readScript(lockingBytecode, 'the contract', holding, this.context);
    for (const each of found) this.transactions.set(each.txid, each);
    for (const { txid, transaction } of found)
      for (const before of movedFrom(lockingBytecode, transaction)) await this.add(before, [txid]);
    return true;
  }
}

const isAmong = (scripts: readonly Party[], lockingBytecode: Party): boolean =>
  scripts.some((each) => binsAreEqual(each, lockingBytecode));

const judgeAll = (
  { all: transactions, scripts }: Pick<Histories, 'all' | 'scripts'>,
  context: RecoverContext,
): Pick<ScriptContracts, 'instances' | 'rejected'> => {
  const spenders = bySpent(transactions);
  const [instances, rejected]: [Instance[], Rejected[]] = [[], []];
  const isThere = ({ contract }: Deployment): boolean => isAmong(scripts, contract.lockingBytecode);
  for (const transaction of transactions) {
    for (const reading of judge(transaction, context)) {
      if (reading.verdict === 'MALFORMED') continue;
      const { announced, announcement } = reading;
      // Announcements do not contain addresses of locks, only the outputs of a funding do.
      if (reading.verdict === 'ACCEPTED')
        for (const deployment of reading.deployments.filter(isRecovered).filter(isThere))
          instances.push(followInstance(announcement, deployment, transaction, spenders));
      else if (announced.lockingBytecodes.some((each) => isAmong(scripts, each)))
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
 * Reads a script, and all between which its locks move: where they come from, and where they go on.
 * @throws HistoryHiddenError, ChainUnavailableError
 */
const readTogether = async (lockingBytecode: Party, holding: readonly string[], context: RecoverContext) => {
  const histories = new Histories(context);
  await histories.add(lockingBytecode, holding);
  for (;;) {
    const { instances, rejected } = judgeAll(histories, context);
    let isComplete = true;
    for (const place of instances.flatMap(placesOf))
      if (await histories.add(place.lockingBytecode, [place.txid])) isComplete = false;
    if (!isComplete) continue;
    const own = instances.filter((instance) =>
      placesOf(instance).some((place) => binsAreEqual(place.lockingBytecode, lockingBytecode)),
    );
    return { instances: own, rejected, scripts: histories.scripts };
  }
};

/** What was read of scripts: where it says that contracts are now. */
interface ReadStates {
  readonly scripts: readonly Party[];
  readonly states: readonly Outpoint[];
}

/**
 * Reads contracts, and all unspent outputs at their scripts, until these hold every state.
 *
 * @param lockingBytecode of the script that was asked for
 * @throws HistoryHiddenError if the servers do not show all of it
 * @throws ChainUnavailableError
 */
export const withCoins = async <Read extends ReadStates>(
  lockingBytecode: Party,
  { chain }: RecoverContext,
  read: () => Promise<Read>,
): Promise<Read & { readonly coins: readonly UnspentOutput[] }> => {
  for (let attempt = 1; ; attempt += 1) {
    const found = await read();
    const coins = (await Promise.all(found.scripts.map((script) => chain.unspent(script)))).flat();
    const there = new Set(coins.map(outpointKey));
    if (found.states.every((outpoint) => there.has(outpointKey(outpoint)))) return { ...found, coins };
    // Something moved between the two answers, or the server withholds the last step.
    if (attempt === ATTEMPTS) throw new HistoryHiddenError(scriptHashOf(lockingBytecode));
    await sleep(PAUSE);
  }
};

/**
 * Reads a contract's script: finds each deployment by its announcement, follows it, and checks that its current
 * outputs are unspent. A lock that moves is followed from address to address, and found from each of them.
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
  const { instances, rejected, coins } = await withCoins(lockingBytecode, context, async () => {
    const found = await readTogether(lockingBytecode, holding, context);
    return { ...found, states: found.instances.flatMap(stateOutpoints) };
  });
  return { lockingBytecode, instances, rejected, coins };
};
