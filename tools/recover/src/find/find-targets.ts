import { binToHex } from '@bitauth/libauth';
import {
  type ContractState,
  type LockMove,
  type Outpoint,
  outpointKey,
  parseOutpoint,
  parseVaultRecipient,
  type AnyPlanStream,
} from '@weir/covenants';
import { toContractState } from '@weir/indexing/products';
import { TransactionNotFoundError } from '@weir/infra/electrum';
import type { RecoverContext } from '../chain/open-chain.js';
import { notFound, notPossible, usage, wrongAddress } from '../recover-error.js';
import {
  heightOf,
  type Instance,
  judge,
  lockNow,
  readContracts,
  type RecoveredModel,
  type ScriptContracts,
} from './instance.js';

/** The contract that was named, and what else is at its address. */
interface Target {
  readonly instance: Instance;
  readonly script: ScriptContracts;
}

const TXID = /^[0-9a-f]{64}$/i;

/** The most contracts a message lists: a plan has hundreds. */
const MAX_NAMES = 10;

/** The contracts at a script, and which of them a name matches. */
interface Named {
  readonly script: ScriptContracts;
  readonly fits: (instance: Instance) => boolean;
}

/** Reads the contracts of a script: `readContracts`, or a cache of it. */
type ReadScriptContracts = (lockingBytecode: Uint8Array, holding: readonly string[]) => Promise<ScriptContracts>;

/**
 * Chooses the one contract that a name means.
 * @throws RecoverError NOT_FOUND; NOT_POSSIBLE if several are live
 */
const choose = (script: ScriptContracts, fits: (instance: Instance) => boolean): Target => {
  const { instances, rejected } = script;
  const fitting = instances.filter(fits);
  const live = fitting.filter(({ head }) => head.state !== null);
  const [instance, second] = live.length > 0 ? live : fitting;
  if (instance === undefined) {
    const why = rejected[0] === undefined ? '' : `; what is announced there is rejected: ${rejected[0].problem}`;
    throw notFound(`There is no contract of Weir's there that a funding announces${why}`);
  }
  if (second !== undefined && live.length > 1) {
    const names = live.slice(0, MAX_NAMES).map(({ funding: { txid, vout } }) => `${txid}:${vout}`);
    const more = live.length > MAX_NAMES ? `, or of ${live.length - MAX_NAMES} more that list shows` : '';
    const isTwin = live.some(({ funding }) => funding.txid !== instance.funding.txid);
    const why = isTwin ? 'The address was funded more than once' : 'A plan has many streams';
    throw notPossible(`${why}: name one of ${names.join(', ')}${more}`);
  }
  return { instance, script };
};

const transactionOf = async (txid: string, { chain }: RecoverContext) => {
  try {
    return await chain.transaction(txid);
  } catch (error) {
    if (error instanceof TransactionNotFoundError) throw notFound(`No server knows transaction ${txid}`);
    throw error;
  }
};

const byOutpoint = async (
  { txid, vout }: Outpoint,
  context: RecoverContext,
  read: ReadScriptContracts,
): Promise<Named> => {
  const { transaction } = await transactionOf(txid, context);
  const output = transaction.outputs[vout];
  if (output === undefined) throw notFound(`Transaction ${txid} has no output ${vout}`);
  return {
    script: await read(output.lockingBytecode, [txid]),
    fits: ({ steps }) =>
      steps.some(
        (each) =>
          each.transaction.txid === txid &&
          each.step.state?.lanes.some((lane) => lane.txid === txid && lane.vout === vout) === true,
      ),
  };
};

const byFunding = async (txid: string, context: RecoverContext, read: ReadScriptContracts): Promise<Named> => {
  const funding = await transactionOf(txid, context);
  const readings = judge(funding, context);
  const accepted = readings.find(({ verdict }) => verdict === 'ACCEPTED');
  if (accepted?.verdict !== 'ACCEPTED') {
    const problem = readings[0] !== undefined && readings[0].verdict !== 'ACCEPTED' ? `: ${readings[0].problem}` : '';
    throw notFound(`Transaction ${txid} funds no contract of Weir's${problem}`);
  }
  const scripts: ScriptContracts[] = [];
  const deployed = new Map(
    accepted.deployments.map(({ contract: { address, lockingBytecode } }) => [address, lockingBytecode]),
  );
  for (const lockingBytecode of deployed.values()) scripts.push(await read(lockingBytecode, [txid]));
  const isOfIt = (instance: Instance): boolean => instance.funding.txid === txid;
  const [script] = scripts.filter(({ instances }) => instances.some(isOfIt));
  if (script === undefined) throw notFound(`Transaction ${txid} is not among what the servers show of its contract`);
  return { script: { ...script, instances: scripts.flatMap(({ instances }) => instances) }, fits: isOfIt };
};

/**
 * Returns the locking bytecode of a contract's address.
 * @throws RecoverError USAGE
 */
export const scriptOf = (address: string, { network }: RecoverContext): Uint8Array => {
  const parsed = parseVaultRecipient(address, network);
  if (parsed.ok) return parsed.lockingBytecode;
  throw wrongAddress(address, network, 'no address, txid or txid:index');
};

/**
 * Reads the contracts a name may stand for.
 * @throws RecoverError NOT_FOUND, USAGE
 * @throws HistoryHiddenError, ChainUnavailableError
 */
const findNamed = async (
  named: string,
  context: RecoverContext,
  read: ReadScriptContracts = (lockingBytecode, holding) => readContracts(lockingBytecode, holding, context),
): Promise<Named> => {
  const outpoint = parseOutpoint(named);
  if (outpoint !== undefined) return byOutpoint(outpoint, context, read);
  if (TXID.test(named)) return byFunding(named.toLowerCase(), context, read);
  return { script: await read(scriptOf(named, context), []), fits: () => true };
};

/**
 * Finds the contract named by its address, by the txid of its funding, or by the outpoint of a current or earlier
 * state.
 *
 * @throws RecoverError NOT_FOUND, USAGE; NOT_POSSIBLE if the address has several live ones
 */
export const findTarget = async (named: string, context: RecoverContext): Promise<Target> => {
  const { script, fits } = await findNamed(named, context);
  return choose(script, fits);
};

/** A stream or lock that goes on. */
interface Live {
  /** `txid:index` of its first state. */
  readonly name: string;
  /** Of the block that mined the state; null in the mempool. */
  readonly height: number | null;
}

export interface LivePlanStream extends Live {
  readonly stream: AnyPlanStream;
  readonly state: ContractState;
}

export interface LiveLock extends Live {
  /** Its coin, and the contract at whose address it is now. */
  readonly lock: LockMove;
}

/** The streams that one signature is to act on. */
export interface Selection {
  /** Each is a contract's address, the txid of a funding, or the outpoint of a state. */
  readonly contracts: readonly string[];
  /** Whether every stream that each name matches is meant, as far as the action is possible. */
  readonly all: boolean;
}

/** Caches what each script holds: the many names of one plan share an address. */
const createReads = (context: RecoverContext) => {
  const scripts = new Map<string, Promise<ScriptContracts>>();
  return (lockingBytecode: Uint8Array, holding: readonly string[]): Promise<ScriptContracts> => {
    const key = `${binToHex(lockingBytecode)} ${holding.join()}`;
    const known = scripts.get(key) ?? readContracts(lockingBytecode, holding, context);
    scripts.set(key, known);
    return known;
  };
};

const liveOf = (instance: Instance): (LivePlanStream | LiveLock)[] => {
  const { contract, funding, head } = instance;
  const { model } = contract;
  const live = { name: `${funding.txid}:${funding.vout}`, height: heightOf(instance) };
  if (head.state === null) return [];
  if (model.kind === 'stream') return [{ ...live, stream: model.contract, state: toContractState(head.state) }];
  const lock = model.kind === 'lock' ? lockNow(instance, model.contract) : undefined;
  return lock === undefined ? [] : [{ ...live, lock }];
};

/** Returns the instance a name stands for, or with `all` every one that it matches. */
const instancesOf = async (
  named: string,
  all: boolean,
  reads: ReturnType<typeof createReads>,
  context: RecoverContext,
): Promise<readonly Instance[]> => {
  const { script, fits } = await findNamed(named, context, reads);
  if (!all) return [choose(script, fits).instance];
  const fitting = script.instances.filter(fits);
  return fitting.length > 0 ? fitting : [choose(script, fits).instance];
};

/** Finds everything that some names stand for, each once. */
const findAll = async ({ contracts, all }: Selection, context: RecoverContext): Promise<readonly Instance[]> => {
  const reads = createReads(context);
  const found = new Map<string, Instance>();
  for (const named of contracts)
    for (const instance of await instancesOf(named, all, reads, context))
      found.set(outpointKey(instance.funding), instance);
  return [...found.values()];
};

const atLeastOne = <T>([first, ...others]: readonly T[]): readonly [T, ...T[]] => {
  if (first === undefined) throw notPossible('None of these goes on: nothing can move any more');
  return [first, ...others];
};

/** @throws RecoverError USAGE for a contract of another kind */
const assertKinds = (instances: readonly Instance[], kinds: readonly RecoveredModel['kind'][], what: string): void => {
  const other = instances.find(({ contract }) => !kinds.includes(contract.model.kind));
  if (other !== undefined) throw usage(`Only ${what} are moved together: ${other.contract.address} is none`);
};

/**
 * Finds the streams of plans to act on together.
 *
 * @throws RecoverError NOT_FOUND, USAGE; NOT_POSSIBLE if none is live, or a name matches several and `all` is not set
 */
export const findPlanStreams = async (
  selection: Selection,
  context: RecoverContext,
): Promise<readonly [LivePlanStream, ...LivePlanStream[]]> => {
  const found = await findAll(selection, context);
  assertKinds(found, ['stream'], 'streams and payments');
  return atLeastOne(found.flatMap(liveOf).flatMap((live) => ('stream' in live ? [live] : [])));
};

/**
 * Finds the streams and locks to move to another address together.
 *
 * @throws RecoverError NOT_FOUND, USAGE; NOT_POSSIBLE if none is live, or a name matches several and `all` is not set
 */
export const findMovable = async (
  selection: Selection,
  context: RecoverContext,
): Promise<readonly [LivePlanStream | LiveLock, ...(LivePlanStream | LiveLock)[]]> => {
  const found = await findAll(selection, context);
  assertKinds(found, ['stream', 'lock'], 'streams, payments and locks');
  return atLeastOne(found.flatMap(liveOf));
};
