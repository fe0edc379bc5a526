import {
  binsAreEqual,
  binToHex,
  hash160,
  vmNumberToBigInt,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';
import type { PublicKeyHash } from '../chain/address.js';
import { sameOutpoint } from '../chain/outpoint.js';
import { withinBound } from '../transaction/contract-part.js';
import { covenantCall, type CovenantCall } from '../transaction/unlocking-pushes.js';
import type { AirdropCoin } from './airdrop-coin.js';
import type { AirdropContract } from './airdrop-contract.js';
import { isScriptAirdrop } from './airdrop-parameters.js';
import { decodeAirdropState } from './airdrop-state.js';
import { isLaneComplete } from './lane-complete.js';
import { heldByLane } from './transactions/lane-outputs.js';

/** What a claim paid. */
export interface AirdropClaimed {
  readonly recipient: PublicKeyHash;
  /** Base units. */
  readonly amount: bigint;
  /** Whether the recipient signed the contract's input; nobody need for a row of a whitelist. */
  readonly signed: boolean;
  /** Of a public campaign: how many claims the recipient has made by now, this one included. */
  readonly count?: number;
}

interface Step {
  readonly txid: string;
  readonly spent: AirdropCoin;
  readonly locktime: bigint;
}

/** One step of a lane's life, read from the transaction that spent its state. */
export type AirdropTransition =
  | (Step & { readonly kind: 'claim'; readonly claimed: AirdropClaimed; readonly next: AirdropCoin })
  /** The end of the lane: `complete` when all its claims had been paid, by whomever; else the creator closed it. */
  | (Step & {
      readonly kind: 'close' | 'complete';
      readonly next: undefined;
      /** Satoshis and base units (in token mode) that returned to the creator. */
      readonly satoshisToCreator: bigint;
      readonly tokensToCreator: bigint;
    });

const CLAIM = 0;
const CLOSE = 1;

const numberOf = (bytes: Uint8Array | undefined): bigint => {
  const value = vmNumberToBigInt(bytes ?? new Uint8Array(), {
    maximumVmNumberByteLength: 9,
    requireMinimalEncoding: false,
  });
  return typeof value === 'bigint' ? value : 0n;
};

const claimedBy = ({ parameters }: AirdropContract, { args }: CovenantCall): AirdropClaimed => {
  const [key = new Uint8Array(), , recipient = new Uint8Array(), amount] = args;
  if (parameters.kind === 'WHITELIST') return { recipient, amount: numberOf(amount), signed: key.length > 0 };
  return { recipient: hash160(key), amount: parameters.amount, signed: true, count: Number(numberOf(args[2])) + 1 };
};

const companionOf = (output: Output | undefined): Pick<AirdropCoin, 'companion'> => {
  if (output === undefined) return {};
  const { valueSatoshis, token } = output;
  const nft = token?.nft && { capability: token.nft.capability, commitment: binToHex(token.nft.commitment) };
  return { companion: { satoshis: valueSatoshis, amount: token?.amount ?? 0n, ...(nft !== undefined && { nft }) } };
};

/** The lane a claim left at output 0, and in token mode its companion at output 1. */
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
  const companion = spent.companion === undefined ? {} : companionOf(outputs[1]);
  return (
    state && {
      outpoint: { txid, vout: 0 },
      satoshis: output.valueSatoshis,
      category: spent.category,
      state,
      ...companion,
    }
  );
};

/**
 * Reads the transition by which a transaction spent a lane's state, or undefined when it does not spend it. The covenant has
 * been enforced by the network, so what the transaction shows is what happened.
 *
 * @param spent The lane before it.
 */
export const readAirdropTransition = (
  contract: AirdropContract,
  spent: AirdropCoin,
  txid: string,
  transaction: TransactionCommon,
): AirdropTransition | undefined => {
  const [input] = transaction.inputs;
  if (
    input === undefined ||
    !sameOutpoint({ txid: binToHex(input.outpointTransactionHash), vout: input.outpointIndex }, spent.outpoint)
  )
    return undefined;
  const call = covenantCall(input.unlockingBytecode);
  const step = { txid, spent, locktime: BigInt(transaction.locktime) };
  if (call.selector === CLAIM) {
    const next = nextLane(contract, spent, txid, transaction);
    return next && { ...step, kind: 'claim', claimed: claimedBy(contract, call), next };
  }
  const [output] = transaction.outputs;
  if (call.selector !== CLOSE || output === undefined) return undefined;
  // A key says nothing where all is paid; for a script the state alone decides.
  const isComplete = isScriptAirdrop(contract.parameters)
    ? isLaneComplete(contract, spent)
    : (call.args[0]?.length ?? 0) === 0;
  const kind = isComplete ? 'complete' : 'close';
  return {
    ...step,
    kind,
    next: undefined,
    // A creator whose coins paid what nodes ask beyond the bound gets them back by the same output.
    satoshisToCreator: withinBound(output.valueSatoshis, heldByLane(spent)),
    tokensToCreator: output.token?.amount ?? 0n,
  };
};
