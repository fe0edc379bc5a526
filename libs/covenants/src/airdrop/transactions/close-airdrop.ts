import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import { assemble, assembleKeyless, sizeOf, type TransactionPlan } from '../../transaction/assemble.js';
import type { KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { completeKeyless } from '../../transaction/keyless.js';
import type { AirdropCoin } from '../airdrop-coin.js';
import { airdropClosableFrom, type AirdropContract } from '../airdrop-contract.js';
import { airdropClaims } from '../airdrop-parameters.js';
import { emptyAirdropRoot } from '../airdrop-state.js';
import type { CloseApproval } from '../close-approval.js';
import { closeOutputs, laneInputs } from './lane-outputs.js';

const NOTHING = new Uint8Array();

type Shape = Pick<TransactionPlan, 'network' | 'contractInputs' | 'outputs' | 'locktime'>;

/** The close of a lane, whose fee is that of its size. */
const planClose = (
  contract: AirdropContract,
  coin: AirdropCoin,
  locktime: bigint,
  args: readonly Uint8Array[],
): Shape => {
  const contractInputs = laneInputs(contract, coin, contract.script.unlock('close', args));
  const shape = (fee: bigint): Shape => ({
    network: contract.network,
    contractInputs,
    outputs: closeOutputs(contract, coin, fee),
    locktime,
  });
  return shape(BigInt(sizeOf(shape(0n))));
};

/** @throws RangeError where the creator may not close yet. */
const assertClosable = ({ parameters }: AirdropContract, locktime: bigint): void => {
  const from = airdropClosableFrom(parameters);
  if (locktime < from)
    throw new RangeError(`This campaign can be closed from ${from.toString()} on, not at ${locktime.toString()}`);
};

/**
 * Builds the close of one lane for the creator to sign: all it holds returns to them, its own satoshis pay the fee.
 *
 * @param locktime at least `airdropClosableFrom`, less than the median time past
 * @throws RangeError before that
 */
export const buildAirdropClose = (
  contract: AirdropContract,
  coin: AirdropCoin,
  locktime: bigint,
): UnsignedTransaction => {
  assertClosable(contract, locktime);
  const plan = planClose(contract, coin, locktime, [placeholderPublicKey(), placeholderSignature(), NOTHING]);
  const wallet = { hash: contract.parameters.creator, coins: [] };
  return assemble({ ...plan, wallet, change: 'last', userPrompt: 'Close the airdrop; what is left returns to you' });
};

/**
 * Builds the close of one lane by the creator's signed message: anybody may send it, and the same message closes every lane,
 * whatever has been claimed meanwhile.
 *
 * @throws RangeError before the campaign can be closed
 */
export const buildAirdropCloseByMessage = (
  contract: AirdropContract,
  coin: AirdropCoin,
  { publicKey, signature }: CloseApproval,
  locktime: bigint,
): KeylessTransaction => {
  assertClosable(contract, locktime);
  const plan = planClose(contract, coin, locktime, [publicKey, NOTHING, signature]);
  return completeKeyless(assembleKeyless(plan), plan);
};

/** Whether a lane has paid all it is there for. */
export const isLaneComplete = ({ parameters }: AirdropContract, { state }: AirdropCoin): boolean =>
  parameters.kind === 'WHITELIST'
    ? state.root === emptyAirdropRoot(parameters.depth)
    : state.claims >= airdropClaims(parameters) / parameters.lanes;

/**
 * Builds the end of a lane that has paid all: what its reserve has left goes to the creator, keyless.
 *
 * @throws RangeError while a claim is left
 */
export const buildAirdropCompletion = (contract: AirdropContract, coin: AirdropCoin): KeylessTransaction => {
  if (!isLaneComplete(contract, coin)) throw new RangeError('This lane has claims left');
  const plan = planClose(contract, coin, 0n, [NOTHING, NOTHING, NOTHING]);
  return completeKeyless(assembleKeyless(plan), plan);
};
