import { binToHex } from '@bitauth/libauth';
import type { ContractState, StreamModel } from '@weir/covenants';
import { toContractState } from '@weir/indexing/products';
import type { RecoverContext } from '../chain/open-chain.js';
import { notPossible, usage } from '../recover-error.js';
import { choose, findNamed } from './find-target.js';
import type { Instance } from './instance.js';
import { readContracts, type ScriptContracts } from './read-contracts.js';

/** A live stream of a plan. */
export interface LivePlanStream {
  /** `txid:index` of its first state. */
  readonly name: string;
  readonly stream: StreamModel;
  readonly state: ContractState;
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

const liveOf = ({ contract, funding, head }: Instance): LivePlanStream[] => {
  const { model } = contract;
  if (model.kind !== 'stream') throw usage(`Only streams and payments are moved together: ${contract.address} is none`);
  if (head.state === null) return [];
  return [
    {
      name: `${funding.txid}:${funding.vout}`,
      stream: model.contract,
      state: toContractState(head.state),
    },
  ];
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

/**
 * Finds the streams of plans to act on together.
 *
 * @throws RecoverError NOT_FOUND, USAGE; NOT_POSSIBLE if none is live, or a name matches several and `all` is not set
 */
export const findPlanStreams = async (
  { contracts, all }: Selection,
  context: RecoverContext,
): Promise<readonly [LivePlanStream, ...LivePlanStream[]]> => {
  const reads = createReads(context);
  const found = new Map<string, LivePlanStream>();
  for (const named of contracts)
    for (const instance of await instancesOf(named, all, reads, context))
      for (const live of liveOf(instance)) found.set(live.name, live);
  const [first, ...others] = found.values();
  if (first === undefined) throw notPossible('None of these streams goes on: nothing can move any more');
  return [first, ...others];
};
