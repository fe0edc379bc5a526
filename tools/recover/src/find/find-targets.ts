import { binToHex } from '@bitauth/libauth';
import { isPlanStream, type ContractState, type PlanStreamModel } from '@weir/covenants';
import { toContractState } from '@weir/indexing/products';
import type { RecoverContext } from '../chain/open-chain.js';
import { notPossible, usage } from '../recover-error.js';
import { choose, findNamed } from './find-target.js';
import type { Instance } from './instance.js';
import { readContracts, type ScriptContracts } from './read-contracts.js';

/** A stream of a plan that has not ended. */
export interface LivePlanStream {
  /** `txid:index` of its first state. */
  readonly name: string;
  readonly stream: PlanStreamModel;
  readonly state: ContractState;
}

/** Which streams one signature is to move. */
export interface Selection {
  /** Each an address, the txid of a funding, or the outpoint of a state. */
  readonly contracts: readonly string[];
  /** Whether all streams of each that it names are meant, those it is possible for. */
  readonly all: boolean;
}

/** Reads of scripts, each script once: many names of one plan are of one address. */
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
  if (model.kind !== 'stream' || !isPlanStream(model.contract))
    throw usage(`Only streams of plans are moved together: ${contract.address} is none`);
  if (head.state === null) return [];
  return [
    {
      name: `${funding.txid}:${funding.vout}`,
      stream: model.contract,
      state: toContractState(head.state),
    },
  ];
};

/** What a name stands for: one instance, or with `all` each that it fits. */
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
 * Finds the streams of plans that are to be moved together.
 *
 * @throws RecoverError NOT_FOUND, USAGE; NOT_POSSIBLE where none of them goes on, or a name fits several and not all are meant
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
