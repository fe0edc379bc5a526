import { binsAreEqual, binToHex, type Output, type TransactionCommon } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import type { Network } from '../../chain/network.js';
import { findPlanFunding, type FoundStream, type PlanFundingFault } from '../../plan/funding/find-plan.js';
import { decodePlanState, encodePlanState } from '../../plan/plan-commitment.js';
import type { PlanContract } from '../../plan/plan-contract.js';
import { buildPlanSweep, isPlanStray } from '../../plan/transactions/sweep-plan.js';
import type { BuildOptions } from '../../transaction/built-transaction.js';
import { findClockOf, inputsOfScript } from '../stored-coin.js';
import type { ContractState } from '../stream-schedule.types.js';
import { planStateOf, toPlanContractState, type PlanOpening } from './plan-opening.js';
import { keyWallet, planPosition } from './plan-position.js';
import { planStreamSchedule } from './plan-schedule.js';

/**
 * Creates the model of a stream or payment, for any product and asset: it reads what the chain shows of it, computes
 * what is due to whom, and builds what its parties send. Pure, and cheap: the contract is its siblings', too. Its funding is
 * the whole plan's: `memberFunding`.
 *
 * @param contract of the group at whose address the stream lies
 * @param opening what the funding of its plan fixes for it
 * @throws Error where the opening's commitment does not belong to the plan's product
 */
export const createPlanStream = (contract: PlanContract, opening: PlanOpening) => {
  const { terms, group, network, address, lockingBytecode, clock, companion } = contract;
  const { index } = planStateOf(contract, opening.commitment).state;
  return {
    contract,
    opening,
    /** 1 to 32,767, unique in its funding. */
    index,
    network,
    /** P2SH32, token-aware. */
    address,
    lockingBytecode,
    /** Locking bytecodes that hold parts of it: its own, and those of clock and companion. */
    scripts: [lockingBytecode, clock.lockingBytecode, companion.lockingBytecode],
    sender: terms.sender,
    recipient: opening.recipient,
    /** Blocks between a cancel or pause and what ends its notice; 0 where neither is allowed. */
    noticeBlocks: group.noticeBlocks,
    schedule: planStreamSchedule(contract, opening),
    initialCommitment: opening.commitment,
    /** Finds the clock that a cancel or pause of it made; undefined where the transaction has no such output. */
    findClock: (txid: string, transaction: TransactionCommon) =>
      findClockOf({ clock: clock.lockingBytecode, category: opening.category, index }, txid, transaction),
    /**
     * Decodes a state.
     *
     * @param options of every transaction that the position builds
     * @throws Error where the commitment does not belong to this product: what was stored was never read from this contract
     */
    at: (state: ContractState, options?: BuildOptions) => planPosition(contract, opening, state, options),
    /**
     * Lists the inputs of a transaction that may spend a state, by what they unlock. Only the coins they spend show
     * whether they do.
     */
    stateInputs: (transaction: TransactionCommon): readonly number[] =>
      inputsOfScript(contract.redeemScript, transaction),
    /** Whether an output is any state of it, and not of a sibling at the same address. */
    isState: ({ lockingBytecode: at, token }: Output): boolean =>
      token?.nft !== undefined &&
      binToHex(token.category) === opening.category &&
      binsAreEqual(at, lockingBytecode) &&
      decodePlanState(terms.product, token.nft.commitment)?.state.index === index,
    /** Whether a coin at the address was sent there by mistake. */
    isStray: (coin: Utxo) => isPlanStray(contract, coin),
    /**
     * Builds the sender's sweep of strays.
     *
     * @throws InsufficientFundsError
     * @throws CovenantError PARTY_IS_SCRIPT where the sender is a script
     * @throws RangeError for none or more than 50 strays, or a state among them
     */
    buildSweep: (strays: readonly Utxo[], coins: readonly Utxo[], options?: BuildOptions) =>
      buildPlanSweep(contract, strays, keyWallet(terms.sender, coins), options),
  };
};

/** One stream or payment of a plan. */
export type PlanStream = ReturnType<typeof createPlanStream>;

/** What a record is followed by, no matter what contract it is by: of a plan's stream, or of a lock. */
export type StreamModel = Omit<PlanStream, 'contract' | 'opening' | 'index' | 'schedule' | 'isStray' | 'buildSweep'>;

/** Returns what the funding fixes for a stream that was found in it. */
export const planOpeningOf = ({ contract, coin, recipient }: FoundStream): PlanOpening => ({
  category: coin.category,
  commitment: encodePlanState(contract.terms.product, coin.state, coin.reserve),
  total: coin.principal,
  asset: coin.companion?.category,
  recipient,
});

/** One stream as a funding made it. */
export interface PlanStreamDeployment {
  readonly stream: PlanStream;
  readonly state: ContractState;
}

/** All streams that a funding opens, or why it opens none. */
export type PlanDeployments =
  | { readonly ok: true; readonly deployments: readonly PlanStreamDeployment[] }
  | { readonly ok: false; readonly problems: readonly PlanFundingFault[] };

/**
 * Finds the streams that a transaction opens, in the order of its outputs: all of them, or none where one is not
 * sound (see `findPlanFunding`).
 *
 * @param txid display-order hex
 */
export const findPlanDeployments = (
  network: Network,
  txid: string,
  transaction: TransactionCommon,
): PlanDeployments => {
  const found = findPlanFunding(network, txid, transaction);
  if (!found.ok) return found;
  return {
    ok: true,
    deployments: found.plan.streams.map((each) => ({
      stream: createPlanStream(each.contract, planOpeningOf(each)),
      state: toPlanContractState(each.contract, each.coin, undefined),
    })),
  };
};
