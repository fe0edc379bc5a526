import { base64ToBin, binsAreEqual, hash160, isBase64, secp256k1, sha256 } from '@bitauth/libauth';
import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import { universalScripts } from '../../contract/universal-scripts.js';
import { CovenantError, covenantError } from '../../errors/covenant-error.js';
import {
  assemble,
  feeOf,
  sizeOf,
  type TransactionPlan,
  type WalletCoins,
  walletOf,
} from '../../transaction/assemble.js';
import {
  type BuildOptions,
  type KeylessTransaction,
  type UnsignedTransaction,
  withinBound,
} from '../../transaction/built-transaction.js';
import type { Funds } from '../../transaction/coin-selection.js';
import { type BoundedStep, buildWithinBound } from '../../transaction/keyless.js';
import type { AirdropCoin } from '../airdrop-coin.js';
import { airdropClosableFrom, type AirdropContract } from '../airdrop-contract.js';
import { airdropClosingHash, isScriptAirdrop } from '../airdrop-parameters.js';
import { isLaneComplete } from '../airdrop-transition.js';
import { type ClosingUnit, closingUnitOutput, closingUnitUtxo } from '../closing-unit.js';
import { closeOutputs, laneInputs } from '../lane-outputs.js';

/** The creator's consent to close all lanes, in the form the covenant takes. */
export interface CloseApproval {
  readonly publicKey: Uint8Array;
  /** DER, low S. */
  readonly signature: Uint8Array;
}

const SIGNATURE_LENGTH = 65;
/**
 * Range of a recoverable signature's header: 27 plus the recovery id, plus 4, 8 or 12 for compressed keys and other
 * address forms.
 */
const FIRST_HEADER = 27;
const LAST_HEADER = 42;

const RECOVERY_IDS = [0, 1, 2, 3] as const;

/**
 * Recovers the public keys that may have signed. Wallets disagree on whether the header names a compressed key, so
 * both forms are tried.
 */
const signersOf = (compact: Uint8Array, recoveryId: (typeof RECOVERY_IDS)[number], digest: Uint8Array): Uint8Array[] =>
  [secp256k1.recoverPublicKeyCompressed, secp256k1.recoverPublicKeyUncompressed].flatMap((recover) => {
    const key = recover(compact, recoveryId, digest);
    return typeof key === 'string' ? [] : [key];
  });

const derOf = (compact: Uint8Array): Uint8Array | undefined => {
  const normalized = secp256k1.normalizeSignatureCompact(compact);
  const der = typeof normalized === 'string' ? normalized : secp256k1.signatureCompactToDER(normalized);
  return typeof der === 'string' ? undefined : der;
};

/**
 * Reads a wallet's signature (`bch_signMessage`) of `airdropClosingMessage`. Undefined when it is malformed, signs
 * another text, or is not the creator's; always undefined for a script's campaign.
 *
 * @param signature base64 of 65 bytes
 */
export const readCloseApproval = ({ parameters }: AirdropContract, signature: string): CloseApproval | undefined => {
  if (!isBase64(signature)) return undefined;
  const bytes = base64ToBin(signature);
  const header = bytes[0] ?? 0;
  const recoveryId = RECOVERY_IDS[(header - FIRST_HEADER) % RECOVERY_IDS.length];
  if (bytes.length !== SIGNATURE_LENGTH || recoveryId === undefined || header > LAST_HEADER) return undefined;
  const compact = bytes.slice(1);
  const signers = signersOf(compact, recoveryId, sha256.hash(airdropClosingHash(parameters.nonce)));
  const publicKey = signers.find((key) => binsAreEqual(hash160(key), parameters.creator));
  const der = derOf(compact);
  return publicKey && der && { publicKey, signature: der };
};

/**
 * Builds the step for a wallet to sign, whose coins pay what nodes ask beyond the bound; within it, none of them are
 * spent.
 *
 * @param by the wallet; with `merged` change, output 0 must be its owner's
 * @throws InsufficientFundsError
 */
const buildBeyondBound = (
  step: BoundedStep,
  by: Pick<TransactionPlan, 'change' | 'userPrompt'> & { readonly wallet: WalletCoins },
  { feeRate }: BuildOptions,
): UnsignedTransaction => {
  const fee = feeOf(sizeOf(step.shape(0n)), feeRate);
  return assemble({ ...step.shape(withinBound(fee, step.bound)), ...by, feeRate });
};

const NOTHING = new Uint8Array();

/** Plans the close of a lane. */
const planClose = (
  contract: AirdropContract,
  coin: AirdropCoin,
  locktime: bigint,
  args: readonly Uint8Array[],
  unit?: ClosingUnit,
): BoundedStep => {
  const { closer } = universalScripts(contract.network);
  const contractInputs = [
    ...laneInputs(contract, coin, contract.unlock('close', args)),
    ...(unit === undefined ? [] : [{ utxo: closingUnitUtxo(unit), unlocker: closer.unlock('spend') }]),
  ];
  return {
    bound: contract.closeFee,
    shape: (fee) => ({
      network: contract.network,
      contractInputs,
      outputs: [
        ...closeOutputs(contract, coin, fee),
        ...(unit === undefined ? [] : [closingUnitOutput(unit, closer.lockingBytecode)]),
      ],
      locktime,
      // Nothing of the category outlives a lane but a closing unit beside it.
      burnsClock: (coin.units ?? 0n) > 0n,
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

/** @throws RangeError for a script's campaign, which no signature closes */
const assertKeys = ({ parameters }: AirdropContract): void => {
  if (isScriptAirdrop(parameters))
    throw new RangeError('The campaign of a script can be closed only with its closing unit');
};

/**
 * Builds the close of one lane for the creator to sign: all it holds returns to them, and its own satoshis pay the
 * fee up to the bound. Coins of the creator pay what nodes ask beyond it; what is left of those returns in the same
 * output, since the covenant allows no other.
 *
 * @param locktime Unix seconds: at least `airdropClosableFrom`, and less than the median time past
 * @param funds coins of the creator; must not include another lane
 * @throws CovenantError CLOSE_TOO_EARLY
 * @throws RangeError for a script's campaign, which no signature closes
 * @throws InsufficientFundsError
 */
export const buildAirdropClose = (
  contract: AirdropContract,
  coin: AirdropCoin,
  locktime: bigint,
  funds: Funds = [],
  options: BuildOptions = {},
): UnsignedTransaction => {
  assertKeys(contract);
  assertClosable(contract, locktime);
  const plan = planClose(contract, coin, locktime, [placeholderPublicKey(), placeholderSignature(), NOTHING]);
  const wallet = walletOf(contract.parameters.creator, funds);
  const userPrompt = 'Close the airdrop; the rest returns to you';
  return buildBeyondBound(plan, { wallet, change: 'merged', userPrompt }, options);
};

/**
 * Builds the close of one lane by the creator's signed message. Anybody may send it, and the same message closes
 * every lane, no matter what has been claimed meanwhile. Undefined where nodes ask for more than the bound: then the
 * creator signs ({@link buildAirdropClose}), or waits for a lower rate.
 *
 * @param locktime Unix seconds: at least `airdropClosableFrom`, and less than the median time past
 * @throws CovenantError CLOSE_TOO_EARLY
 * @throws RangeError for a script's campaign, which no signature closes
 */
export const buildAirdropCloseByMessage = (
  contract: AirdropContract,
  coin: AirdropCoin,
  { publicKey, signature }: CloseApproval,
  locktime: bigint,
  options: BuildOptions = {},
): KeylessTransaction | undefined => {
  assertKeys(contract);
  assertClosable(contract, locktime);
  return buildWithinBound(planClose(contract, coin, locktime, [publicKey, NOTHING, signature]), options);
};

/**
 * Builds the close of one lane of a script's campaign beside the closing unit that the creator handed to the closer.
 * Anybody may send it, and the unit that it puts back closes the next lane. Undefined where nodes ask for more than
 * the bound.
 *
 * @param locktime Unix seconds: at least `airdropClosableFrom`, and less than the median time past
 * @throws CovenantError CLOSE_TOO_EARLY
 * @throws RangeError for a key's campaign, for another campaign's unit, and for a lane that has paid everything,
 *   whose end takes no unit
 */
export const buildAirdropCloseByUnit = (
  contract: AirdropContract,
  coin: AirdropCoin,
  unit: ClosingUnit,
  locktime: bigint,
  options: BuildOptions = {},
): KeylessTransaction | undefined => {
  if (!isScriptAirdrop(contract.parameters) || unit.category !== coin.category || isLaneComplete(contract, coin))
    throw new RangeError('This closing unit does not close this lane');
  assertClosable(contract, locktime);
  return buildWithinBound(planClose(contract, coin, locktime, [], unit), options);
};

/**
 * Builds the end of a lane that has paid every claim: what its reserve has left goes to the creator. Nobody signs.
 * Undefined where nodes ask for more than the bound.
 *
 * @throws CovenantError CLAIMS_LEFT
 */
export const buildAirdropCompletion = (
  contract: AirdropContract,
  coin: AirdropCoin,
  options: BuildOptions = {},
): KeylessTransaction | undefined => {
  if (!isLaneComplete(contract, coin)) throw covenantError('CLAIMS_LEFT', 'This lane has claims left');
  return buildWithinBound(
    planClose(contract, coin, 0n, isScriptAirdrop(contract.parameters) ? [] : [NOTHING, NOTHING, NOTHING]),
    options,
  );
};
