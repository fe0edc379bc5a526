import { binsAreEqual } from '@bitauth/libauth';
import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import type { ChainTip } from '../../chain/network.js';
import type { Party } from '../../chain/party.js';
import { CovenantError, covenantError } from '../../errors/covenant-error.js';
import type { ContractPart, PlannedOutput } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { dustOf } from '../../transaction/libauth-output.js';
import { buildSignedStep } from '../../transaction/one-signature.js';
import { TOKEN_OUTPUT_SATOSHIS } from '../../transaction/token-selection.js';
import {
  ageFor,
  availableAt,
  chargeOf,
  claimedAge,
  purseAge,
  type PurseCoin,
  purseUnits,
  purseUtxo,
} from '../purse-coin.js';
import { createPurseContract, type PurseContract } from '../purse-contract.js';
import { encodePayees, payeeListHash, type PurseTerms } from '../purse-terms.js';
import { PURSE_TOKEN_FLOOR, PURSE_TOKEN_SHARE } from './open-purses.js';

/** A payment out of a purse, by its spender. */
export interface PursePayment {
  readonly contract: PurseContract;
  readonly coin: PurseCoin;
  /** The whole list of the purse, in its order; none where anybody may be paid. */
  readonly payees: readonly Party[];
  /** Locking bytecode of the payee. */
  readonly to: Party;
  /** Satoshis or base units that the payee gets. */
  readonly amount: bigint;
}

/** Satoshis that a payment in BCH may take for its fee. */
export const PURSE_FEE = 1_500n;

/** Returns the most that a payment may take for its fee, satoshis: of tokens what its output leaves. */
export const purseFeeBound = ({ asset }: Pick<PurseTerms, 'asset'>): bigint =>
  asset.type === 'BCH' ? PURSE_FEE : PURSE_TOKEN_SHARE - TOKEN_OUTPUT_SATOSHIS;

const placeOf = ({ contract, payees, to }: PursePayment): number => {
  if (!binsAreEqual(payeeListHash(payees), contract.terms.list))
    throw covenantError('LIST_DIFFERS', 'The list is not the one that the purse was opened with');
  if (payees.length === 0) return 0;
  const place = payees.findIndex((payee) => binsAreEqual(payee, to));
  if (place < 0) throw covenantError('NOT_A_PAYEE', 'The payee is not on the list of the purse');
  return place;
};

/** The payment by its fee, which the purse pays. */
const shapeOf = (payment: PursePayment, age: number, place: number, fee: bigint): ContractPart => {
  const { contract, coin, payees, to, amount } = payment;
  const { terms, network } = contract;
  const isBch = terms.asset.type === 'BCH';
  const spent = isBch ? amount + fee : amount;
  const left = availableAt(contract, age) - chargeOf(terms, spent);
  const next = createPurseContract(terms, network, left < 0n ? 0n : left);
  const kept = purseUnits(terms, coin) - spent;
  const tokens = (units: bigint) =>
    terms.asset.type === 'BCH' || units <= 0n ? {} : { token: { category: terms.asset.category, amount: units } };
  const outputs: PlannedOutput[] = isBch
    ? [
        { to: next.lockingBytecode, amount: kept },
        { to, amount },
      ]
    : [
        { to: next.lockingBytecode, amount: coin.satoshis - TOKEN_OUTPUT_SATOSHIS - fee, ...tokens(kept) },
        { to, amount: TOKEN_OUTPUT_SATOSHIS, ...tokens(amount) },
      ];
  const args = [placeholderPublicKey(), placeholderSignature(), encodePayees(payees), BigInt(place)];
  return {
    network,
    contractInputs: [{ utxo: purseUtxo(coin), unlocker: contract.unlock('pay', args), sequence: age }],
    outputs,
  };
};

const assertAvailable = ({ contract, coin, amount }: PursePayment, age: number, fee: bigint): void => {
  const { terms } = contract;
  const spent = terms.asset.type === 'BCH' ? amount + fee : amount;
  const available = availableAt(contract, age);
  if (chargeOf(terms, spent) <= available) return;
  const needed = ageFor(contract, spent);
  const data = {
    available,
    needed: chargeOf(terms, spent),
    ...(needed !== undefined && coin.height !== undefined && { fromHeight: coin.height + needed }),
  };
  throw new CovenantError(
    'LIMIT_EXCEEDED',
    `The purse may pay ${available.toString()} now, and the payment counts as ${data.needed.toString()}`,
    data,
  );
};

const assertHolds = (
  { contract, coin, to, amount }: PursePayment,
  outputs: readonly PlannedOutput[],
  fee: bigint,
): void => {
  const { terms } = contract;
  const { asset } = terms;
  const [rest, paid] = outputs;
  if (rest === undefined || paid === undefined) throw new Error('A payment has two outputs');
  if (amount < 1n) throw covenantError('AMOUNT_OUT_OF_RANGE', `A payment of ${amount.toString()} is not possible`);
  const held = purseUnits(terms, coin);
  const spent = asset.type === 'BCH' ? amount + fee : amount;
  const stays = asset.type === 'BCH' ? dustOf(rest) : 0n;
  if (held < spent + stays)
    throw new CovenantError(
      'PURSE_TOO_SMALL',
      `The purse holds ${held.toString()}, and the payment leaves less than ${stays.toString()}`,
      { held, needed: spent + stays },
    );
  if (asset.type !== 'BCH' && coin.satoshis - TOKEN_OUTPUT_SATOSHIS - fee < PURSE_TOKEN_FLOOR)
    throw new CovenantError(
      'PURSE_TOO_SMALL',
      `The purse holds ${coin.satoshis.toString()} satoshis, too few for another payment of tokens`,
      { held: coin.satoshis, needed: PURSE_TOKEN_FLOOR + TOKEN_OUTPUT_SATOSHIS + fee },
    );
  if (paid.amount < dustOf({ ...paid, to }))
    throw covenantError('BELOW_DUST', `A payment to this payee needs at least ${dustOf(paid).toString()} satoshis`);
};

/**
 * Builds a payment for the spender's wallet to sign. The purse pays its fee, so the spender needs no coin. The payment claims no
 * more of the age that the coin has at the tip than the limit needs to refill: see `claimedAge`.
 *
 * @throws CovenantError LIMIT_EXCEEDED where the limit has not refilled, with the height from which it has; PURSE_TOO_SMALL,
 *   NOT_A_PAYEE, LIST_DIFFERS, BELOW_DUST, AMOUNT_OUT_OF_RANGE, or FEE_ABOVE_BOUND where nodes ask for more than a purse may pay
 */
export const buildPursePayment = (
  payment: PursePayment,
  tip: Pick<ChainTip, 'height'>,
  options: BuildOptions = {},
): UnsignedTransaction => {
  const { contract, coin } = payment;
  const place = placeOf(payment);
  const age = claimedAge(contract, purseAge(coin, tip));
  const shape = (fee: bigint): ContractPart => shapeOf(payment, age, place, fee);
  const step = { bound: purseFeeBound(contract.terms), shape, userPrompt: 'Pay out of the purse' };
  const built = buildSignedStep(step, options);
  assertHolds(payment, built.outputs, built.fee);
  assertAvailable(payment, age, built.fee);
  return built;
};
