import { binsAreEqual, binToHex, hash160, type TransactionCommon, vmNumberToBigInt } from '@bitauth/libauth';
import type { PublicKeyHash } from '../chain/address.js';
import { outpointOf, sameOutpoint } from '../chain/outpoint.js';
import { readCompanionCoin } from '../contract/coins.js';
import type { LinkedCovenantCall } from '../contract/covenant-script.js';
import { withinBound } from '../transaction/built-transaction.js';
import { type AirdropCoin, laneUnits } from './airdrop-coin.js';
import type { AirdropContract } from './airdrop-contract.js';
import { airdropClaims, isScriptAirdrop } from './airdrop-parameters.js';
import { decodeAirdropState, emptyAirdropRoot } from './airdrop-state.js';
import { heldByLane } from './lane-outputs.js';

/** Whether a lane has paid every claim it was funded for. */
export const isLaneComplete = ({ parameters }: AirdropContract, { state }: AirdropCoin): boolean =>
  parameters.kind === 'WHITELIST'
    ? state.root === emptyAirdropRoot(parameters.depth)
    : state.claims >= airdropClaims(parameters) / parameters.lanes;

/** What a claim paid. */
export interface AirdropClaimed {
  readonly recipient: PublicKeyHash;
  /** Base units. */
  readonly amount: bigint;
  /** Whether the recipient signed the contract's input. Nobody has to for a row of a whitelist. */
  readonly signed: boolean;
  /** In a public campaign: how many claims the recipient has made, this one included. */
  readonly count?: number;
}

interface Step {
  readonly txid: string;
  readonly spent: AirdropCoin;
  readonly locktime: bigint;
}

/** One step of a lane, read from the transaction that spent its state. */
export type AirdropTransition =
  | (Step & { readonly kind: 'claim'; readonly claimed: AirdropClaimed; readonly next: AirdropCoin })
  /**
   * The end of the lane: `complete` when all its claims had been paid, no matter who sent it; `close` when the creator
   * closed it early.
   */
  | (Step & {
      readonly kind: 'close' | 'complete';
      readonly next: undefined;
      /** Satoshis, and in token mode base units, that returned to the creator. */
      readonly satoshisToCreator: bigint;
      readonly tokensToCreator: bigint;
    });

const numberOf = (bytes: Uint8Array | undefined): bigint => {
  const value = vmNumberToBigInt(bytes ?? new Uint8Array(), {
    maximumVmNumberByteLength: 9,
    requireMinimalEncoding: false,
  });
  return typeof value === 'bigint' ? value : 0n;
};

const claimedBy = ({ parameters }: AirdropContract, { args }: LinkedCovenantCall): AirdropClaimed => {
  const [key = new Uint8Array(), , recipient = new Uint8Array(), amount] = args;
  if (parameters.kind === 'WHITELIST') return { recipient, amount: numberOf(amount), signed: key.length > 0 };
  return { recipient: hash160(key), amount: parameters.amount, signed: true, count: Number(numberOf(args[2])) + 1 };
};

/** Returns the lane that a claim left at output 0, and in token mode its companion at output 1. */
const nextLane = (
  contract: AirdropContract,
  spent: AirdropCoin,
  txid: string,
  { outputs }: TransactionCommon,
): AirdropCoin | undefined => {
  const output = outputs[0];
  const nft = output?.token?.nft;
  if (output?.token === undefined || nft === undefined || binToHex(output.token.category) !== spent.category)
    return undefined;
  if (!binsAreEqual(output.lockingBytecode, contract.lockingBytecode)) return undefined;
  const state = decodeAirdropState(binToHex(nft.commitment));
  const beside = spent.companion && outputs[1];
  const companion = beside === undefined ? {} : { companion: readCompanionCoin(beside) };
  return (
    state && {
      outpoint: { txid, vout: 0 },
      satoshis: output.valueSatoshis,
      category: spent.category,
      state,
      ...laneUnits(output.token.amount),
      ...companion,
    }
  );
};

/**
 * Reads the step by which a transaction spent a lane's state; undefined when it does not spend it. The network has
 * enforced the covenant, so what the transaction shows is what happened.
 *
 * @param spent the lane before the transaction
 * @param txid display-order hex
 */
export const readAirdropTransition = (
  contract: AirdropContract,
  spent: AirdropCoin,
  txid: string,
  transaction: TransactionCommon,
): AirdropTransition | undefined => {
  const [input] = transaction.inputs;
  if (input === undefined || !sameOutpoint(outpointOf(input), spent.outpoint)) return undefined;
  const call = contract.readCall(input.unlockingBytecode);
  const step = { txid, spent, locktime: BigInt(transaction.locktime) };
  if (call?.name === 'claim') {
    const next = nextLane(contract, spent, txid, transaction);
    return next && { ...step, kind: 'claim', claimed: claimedBy(contract, call), next };
  }
  const [output] = transaction.outputs;
  if (call?.name !== 'close' || output === undefined) return undefined;
  // For a key, no public key among the arguments means that all was paid; for a script only the state shows it.
  const isComplete = isScriptAirdrop(contract.parameters)
    ? isLaneComplete(contract, spent)
    : (call.args[0]?.length ?? 0) === 0;
  const kind = isComplete ? 'complete' : 'close';
  return {
    ...step,
    kind,
    next: undefined,
    // Coins the creator added for a fee beyond the bound come back through the same output and are not the lane's.
    satoshisToCreator: withinBound(output.valueSatoshis, heldByLane(spent)),
    tokensToCreator: output.token?.amount ?? 0n,
  };
};
