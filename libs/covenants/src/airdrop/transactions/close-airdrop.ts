import { placeholderPublicKey, placeholderSignature, type Utxo } from 'cashscript';
import { CovenantError, covenantError } from '../../errors/covenant-error.js';
import { buildBeyondBound, buildWithinBound, type BoundedStep } from '../../transaction/bounded-step.js';
import type { BuildOptions } from '../../transaction/build-options.js';
import type { KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import type { AirdropCoin } from '../airdrop-coin.js';
import { airdropClosableFrom, type AirdropContract } from '../airdrop-contract.js';
import { airdropClaims } from '../airdrop-parameters.js';
import { emptyAirdropRoot } from '../airdrop-state.js';
import type { CloseApproval } from '../close-approval.js';
import { closeOutputs, laneInputs } from './lane-outputs.js';

const NOTHING = new Uint8Array();

/** The close of a lane. */
const planClose = (
  contract: AirdropContract,
  coin: AirdropCoin,
  locktime: bigint,
  args: readonly Uint8Array[],
): BoundedStep => {
  const contractInputs = laneInputs(contract, coin, contract.script.unlock('close', args));
  return {
    bound: contract.closeFee,
    shape: (fee) => ({
      network: contract.network,
      contractInputs,
      outputs: closeOutputs(contract, coin, fee),
      locktime,
    }),
  };
};

/** @throws CovenantError CLOSE_TOO_EARLY where the creator may not close yet. */
const assertClosable = ({ parameters }: AirdropContract, locktime: bigint): void => {
  const from = airdropClosableFrom(parameters);
  if (locktime < from)
    throw new CovenantError(
      'CLOSE_TOO_EARLY',
      `This campaign can be closed from ${from.toString()} on, not at ${locktime.toString()}`,
      { from },
    );
};

/**
 * Builds the close of one lane for the creator to sign: all it holds returns to them, its own satoshis pay the fee. What nodes
 * ask beyond the bound the creator's coins pay, and what is left of these returns with the rest: the covenant allows no other
 * output.
 *
 * @param locktime at least `airdropClosableFrom`, less than the median time past
 * @param coins of the creator, no other lane's
 * @throws CovenantError CLOSE_TOO_EARLY
 * @throws InsufficientFundsError
 */
export const buildAirdropClose = (
  contract: AirdropContract,
  coin: AirdropCoin,
  locktime: bigint,
  coins: readonly Utxo[] = [],
  options: BuildOptions = {},
): UnsignedTransaction => {
  assertClosable(contract, locktime);
  const plan = planClose(contract, coin, locktime, [placeholderPublicKey(), placeholderSignature(), NOTHING]);
  const wallet = { hash: contract.parameters.creator, coins };
  const userPrompt = 'Close the airdrop; what is left returns to you';
  return buildBeyondBound(plan, { wallet, change: 'merged', userPrompt }, options);
};

/**
 * Builds the close of one lane by the creator's signed message: anybody may send it, and the same message closes every lane,
 * whatever has been claimed meanwhile. Undefined where nodes ask for more than the bound: then the creator signs
 * ({@link buildAirdropClose}), or waits for a lower rate.
 *
 * @throws CovenantError CLOSE_TOO_EARLY
 */
export const buildAirdropCloseByMessage = (
  contract: AirdropContract,
  coin: AirdropCoin,
  { publicKey, signature }: CloseApproval,
  locktime: bigint,
  options: BuildOptions = {},
): KeylessTransaction | undefined => {
  assertClosable(contract, locktime);
  return buildWithinBound(planClose(contract, coin, locktime, [publicKey, NOTHING, signature]), options);
};

/** Whether a lane has paid all it is there for. */
export const isLaneComplete = ({ parameters }: AirdropContract, { state }: AirdropCoin): boolean =>
  parameters.kind === 'WHITELIST'
    ? state.root === emptyAirdropRoot(parameters.depth)
    : state.claims >= airdropClaims(parameters) / parameters.lanes;

/**
 * Builds the end of a lane that has paid all: what its reserve has left goes to the creator, keyless. Undefined where nodes ask
 * for more than the bound.
 *
 * @throws CovenantError CLAIMS_LEFT
 */
export const buildAirdropCompletion = (
  contract: AirdropContract,
  coin: AirdropCoin,
  options: BuildOptions = {},
): KeylessTransaction | undefined => {
  if (!isLaneComplete(contract, coin)) throw covenantError('CLAIMS_LEFT', 'This lane has claims left');
  return buildWithinBound(planClose(contract, coin, 0n, [NOTHING, NOTHING, NOTHING]), options);
};
