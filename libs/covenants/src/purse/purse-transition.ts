import { binsAreEqual, type Output, type TransactionCommon } from '@bitauth/libauth';
import { pushesOf } from '../bytes/read-pushes.js';
import { outpointOf, sameOutpoint } from '../chain/outpoint.js';
import { availableAt, chargeOf, type PurseCoin, purseUnits, readPurseCoin } from './purse-coin.js';
import { createPurseContract, type PurseContract } from './purse-contract.js';

/** One step of a purse, read from the transaction that spent its coin. */
export type PurseTransition =
  | {
      readonly kind: 'payment';
      readonly txid: string;
      /** The purse as it goes on. */
      readonly contract: PurseContract;
      readonly coin: PurseCoin;
      /** Satoshis with the fee, or base units. */
      readonly spent: bigint;
      /** Age that the payment claimed, in blocks. */
      readonly age: number;
      /** What the payee got. */
      readonly payment: Output;
      /** The hashes of the list, one after the other, which each payment shows. */
      readonly payees: Uint8Array;
    }
  /** A signer sent everything to the treasury. */
  | { readonly kind: 'home'; readonly txid: string; readonly returned: Output }
  /** Two signers of the treasury did it: recalled, topped up, or changed. New purses are found as any (`findPurses`). */
  | { readonly kind: 'managed'; readonly txid: string };

/** The functions of the contract in the order of their selectors. */
const FUNCTIONS = ['pay', 'home', 'manage'] as const;

interface Call {
  readonly name: (typeof FUNCTIONS)[number];
  /** In the order of their declaration. */
  readonly args: readonly Uint8Array[];
}

const readCall = ({ redeemScript }: PurseContract, unlockingBytecode: Uint8Array): Call | undefined => {
  const pushes = pushesOf(unlockingBytecode);
  const [script, selector, ...args] = [...pushes].reverse();
  if (script === undefined || selector === undefined || !binsAreEqual(script, redeemScript)) return undefined;
  const name = FUNCTIONS[selector[0] ?? 0];
  return selector.length > 1 || name === undefined ? undefined : { name, args };
};

const readPayment = (
  contract: PurseContract,
  spentCoin: PurseCoin,
  txid: string,
  transaction: TransactionCommon,
  { args }: Call,
  height?: number,
): PurseTransition | undefined => {
  const { terms, network } = contract;
  const [rest, payment] = transaction.outputs;
  const age = transaction.inputs[0]?.sequenceNumber;
  const payees = args[2];
  if (rest === undefined || payment === undefined || age === undefined || payees === undefined) return undefined;
  // The address of the next purse depends on what leaves: an output elsewhere shows when that address is built.
  const kept = terms.asset.type === 'BCH' ? rest.valueSatoshis : (rest.token?.amount ?? 0n);
  const spent = purseUnits(terms, spentCoin) - kept;
  const left = availableAt(contract, age) - chargeOf(terms, spent);
  if (left < 0n) return undefined;
  const next = createPurseContract(terms, network, left);
  const coin = readPurseCoin(next, txid, transaction.outputs, 0, height);
  return coin && { kind: 'payment', txid, contract: next, coin, spent, age, payment, payees };
};

/**
 * Reads the step by which a transaction spent a purse's coin; undefined when it does not spend it, or does not show what a network
 * that enforces the contract would mine.
 *
 * @param spent the coin before the transaction
 * @param txid display-order hex
 * @param height of the block that holds the transaction; undefined while it is not mined
 */
export const readPurseTransition = (
  contract: PurseContract,
  spent: PurseCoin,
  txid: string,
  transaction: TransactionCommon,
  height?: number,
): PurseTransition | undefined => {
  const input = transaction.inputs.find((each) => sameOutpoint(outpointOf(each), spent.outpoint));
  const call = input && readCall(contract, input.unlockingBytecode);
  if (call === undefined) return undefined;
  if (call.name === 'manage') return { kind: 'managed', txid };
  if (call.name === 'pay') return readPayment(contract, spent, txid, transaction, call, height);
  const [returned] = transaction.outputs;
  const isHome = returned !== undefined && binsAreEqual(returned.lockingBytecode, contract.terms.owner);
  return isHome ? { kind: 'home', txid, returned } : undefined;
};
