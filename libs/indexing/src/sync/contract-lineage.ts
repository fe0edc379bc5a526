import { hexToBin } from '@bitauth/libauth';
import { outpointKey, outpointOf } from '@weir/covenants';
import {
  type ContractEvent,
  type ContractHead,
  type ContractTerms,
  type FollowedScript,
  type IndexedBlock,
  scriptHashOf,
  type StoredState,
} from '@weir/infra';
import type { ContractStep, ProductContract, StepStart } from '../products/product.types.js';
import { type FoundContract, foundIn } from './found-contract.js';
import type { MinedTransaction } from './read-segment.js';

/** A transaction and its position in the script's history. */
interface Spender {
  readonly mined: MinedTransaction;
  readonly position: number;
}

/** The spending transactions of one block by outpoint. */
type BlockSpenders = ReadonlyMap<string, Spender>;

/** The same for all blocks in order. Built once for all contracts at a script: a plan has hundreds. */
type Spenders = readonly BlockSpenders[];

/** Indexes a script's mined transactions by the outpoints they spend. @param history in block order */
export const toSpenders = (history: readonly MinedTransaction[]): Spenders => {
  const blocks = new Map<number, Map<string, Spender>>();
  for (const [position, mined] of history.entries()) {
    const block = blocks.get(mined.block.height) ?? new Map<string, Spender>();
    blocks.set(mined.block.height, block);
    for (const input of mined.transaction.inputs) block.set(outpointKey(outpointOf(input)), { mined, position });
  }
  return [...blocks.values()];
};

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

/** Sums what a state's outputs hold: satoshis with reserves and clock, and tokens. */
const heldBy = (state: StoredState | null): { readonly satoshis: bigint; readonly tokens: bigint } => {
  const lanes = state?.lanes ?? [];
  return {
    satoshis: sum(
      lanes.map(
        ({ satoshis, companion, clock }) =>
          BigInt(satoshis) + BigInt(companion?.satoshis ?? 0) + BigInt(clock?.satoshis ?? 0),
      ),
    ),
    tokens: sum(lanes.map(({ companion }) => BigInt(companion?.amount ?? 0))),
  };
};

/** Returns who is paid after a step, where the recipient has moved; as before where it ended the contract. */
const movedTo = (before: ContractHead | undefined, { state }: ContractStep): string | null =>
  (state === null ? before?.movedTo : state.lanes[0]?.recipient) ?? null;

/** Returns the script hash of a state that says where it is; null of one at the address of its funding. */
const placeOf = (state: StoredState | null): string | null => {
  const bytecode = state?.lanes[0]?.lockingBytecode;
  return bytecode === undefined ? null : scriptHashOf(hexToBin(bytecode));
};

/** Returns where the state of a contract is. Each announcement and move takes a lock that can move to another script. */
export const scriptOf = ({
  terms,
  head: { state, stateScriptHash },
}: Pick<FollowedContract, 'terms' | 'head'>): FollowedScript => {
  const lockingBytecode = state?.lanes[0]?.lockingBytecode;
  if (lockingBytecode === undefined || stateScriptHash === null)
    return { scriptHash: terms.scriptHash, lockingBytecode: terms.lockingBytecode };
  return { scriptHash: stateScriptHash, lockingBytecode };
};

/** Turns a step into the event that follows `before`. */
export const toEvent = (
  before: ContractHead | undefined,
  step: ContractStep,
  txid: string,
  { height, time }: IndexedBlock,
): ContractEvent => {
  const held = heldBy(step.state);
  return {
    sequence: (before?.sequence ?? 0) + 1,
    ...step,
    details: step.details ?? null,
    stateScriptHash: placeOf(step.state),
    movedTo: movedTo(before, step),
    heldSatoshis: held.satoshis,
    heldTokens: held.tokens,
    satoshisChange: held.satoshis - (before?.heldSatoshis ?? 0n),
    tokensChange: held.tokens - (before?.heldTokens ?? 0n),
    txid,
    height,
    time,
  };
};

/** A contract while its history is being read. */
export interface FollowedContract {
  readonly id: number | null;
  readonly terms: ContractTerms;
  /** Its current state, the events included. */
  readonly head: ContractHead;
  /** New events, including the funding of a new contract. */
  readonly events: readonly ContractEvent[];
  /** What these steps opened beside the contract itself. */
  readonly opened: readonly FoundContract[];
}

/** Finds a contract's next step among the transactions of one block. */
const findStep = (contract: ProductContract, before: StepStart, spenders: BlockSpenders, done: ReadonlySet<string>) => {
  const spending = before.state.lanes
    .map((lane) => spenders.get(outpointKey(lane)))
    .filter((each) => each !== undefined)
    .filter(({ mined }) => !done.has(mined.txid))
    .sort((a, b) => a.position - b.position);
  for (const { mined } of spending) {
    const step = contract.readStep(before, mined.txid, mined.transaction);
    if (step !== undefined) return { step, mined };
  }
  return undefined;
};

/**
 * Follows a contract from its head through mined transactions, from state outpoint to state outpoint, everything else
 * touched its address. Blocks order transactions by hash (CTOR), so within one a later step may come first.
 *
 * @param open returns the contract; not called where nothing spends its state
 * @param spenders spenders in the script's history, without those already followed
 */
export const followLineage = (
  open: () => ProductContract,
  followed: FollowedContract,
  spenders: Spenders,
): FollowedContract => {
  const events: ContractEvent[] = [...followed.events];
  const opened: FoundContract[] = [...followed.opened];
  let { head } = followed;
  for (const block of spenders) {
    const done = new Set<string>();
    while (head.state?.lanes.some((lane) => block.has(outpointKey(lane))) === true) {
      const next = findStep(open(), { state: head.state, releasedAmount: head.releasedAmount }, block, done);
      if (next === undefined) break;
      done.add(next.mined.txid);
      const { opened: deployments = [], ...step } = next.step;
      const event = toEvent(head, step, next.mined.txid, next.mined.block);
      events.push(event);
      opened.push(...deployments.map((each) => foundIn(followed.terms.announcement, each, next.mined)));
      head = event;
    }
  }
  return { ...followed, head, events, opened };
};
