import { decodeTransactionBch, hexToBin, isHex } from '@bitauth/libauth';
import { decodeCurrencyState, findCurrencyFunding, type Network } from '@weir/covenants';
import {
  decodeOracleMessage,
  findPairProblem,
  hasPrice,
  type PriceMessage,
  readScriptPair,
  satoshisAt,
} from '@weir/payments';
import { isSignedForScript } from '@weir/payments/oracle';
import { Difference } from './difference.js';
import type { OpenedCurrencyPayment, OpensCurrencyPayments } from './effects.types.js';
import { bytesOf, otherThan } from './funding.js';
import { openingOfCurrency } from './reading/read-currency.js';

/** Payments in a currency as their funding opened them. */
export interface FundedCurrencyPayments extends OpensCurrencyPayments {
  /** With the index it names each of them in the transactions that move it; display-order hex. */
  readonly category: string;
  /** Returns the index that a state's commitment (hex) names; undefined where it does not belong to these contracts. */
  readonly indexOf: (commitment: string) => number | undefined;
}

/**
 * Reads the payments in a currency that a transaction opened, from its bytes alone.
 *
 * @param hex the transaction, whose hash must be `txid` (display order)
 * @throws Difference REQUEST_MALFORMED where it is another transaction, or opens none
 */
export const readCurrencyFunding = (hex: string, txid: string, network: Network): FundedCurrencyPayments => {
  const transaction = decodeTransactionBch(bytesOf(hex, txid));
  const found = typeof transaction === 'string' ? undefined : findCurrencyFunding(network, txid, transaction);
  if (found?.ok !== true) throw otherThan(txid, 'opens no payment in a currency');
  const { plan } = found;
  return {
    ...openingOfCurrency(plan, network),
    category: plan.category,
    indexOf: (commitment) => decodeCurrencyState(commitment, plan.contract.terms)?.index,
  };
};

/** The messages by which an oracle fixed the price of a period, hex. */
export interface PriceProof {
  /** 16 bytes. */
  readonly message: string;
  /** Schnorr, 64 bytes. */
  readonly signature: string;
  /** The message before it, which shows that no earlier one counts. */
  readonly previousMessage: string;
  readonly previousSignature: string;
}

/** What a period comes to by its proof. */
export interface ProvenPeriod {
  /** What the oracle signed for one BCH, in its smallest units. */
  readonly price: bigint;
  /** When it signed that, Unix seconds. */
  readonly time: bigint;
  /** The number of that message among the prices of the oracle. */
  readonly number: bigint;
  /** What the period comes to, satoshis. */
  readonly satoshis: bigint;
}

/** What the price of a period depends on, as the funding announced it. */
export type PricedTerms = Pick<OpensCurrencyPayments, 'oracle' | 'grace' | 'lowest' | 'highest'> &
  Pick<OpenedCurrencyPayment, 'amount'>;

/** What an oracle signed: a price in its smallest units for one BCH, when, and its numbers. */
export type SignedPrice = PriceMessage;

const bytesIn = (text: string): Uint8Array => (isHex(text) ? hexToBin(text) : new Uint8Array());

/** Returns the bytes that an oracle signed. @throws Difference OTHER_TERMS where it did not */
const readSigned = (message: string, signature: string, oracle: string): Uint8Array => {
  const bytes = bytesIn(message);
  if (!isSignedForScript({ bytes, signature: bytesIn(signature) }, bytesIn(oracle)))
    throw new Difference('OTHER_TERMS', `The oracle ${oracle} did not sign the message ${message}`);
  return bytes;
};

/**
 * Reads a price that an oracle signed.
 *
 * @param message hex, as are its signature and the public key of the oracle
 * @throws Difference OTHER_TERMS where the oracle did not sign these bytes, or they are not a price
 */
export const readSignedPrice = (message: string, signature: string, oracle: string): SignedPrice => {
  const decoded = decodeOracleMessage(readSigned(message, signature, oracle));
  if (decoded === undefined || !hasPrice(decoded))
    throw new Difference('OTHER_TERMS', `The message ${message} does not have a price`);
  return decoded;
};

/**
 * Computes what a period of a payment in a currency comes to, from the messages that its oracle signed: what a service says of the
 * price does not count.
 *
 * @param due when the period falls due, Unix seconds
 * @throws Difference OTHER_TERMS where the oracle did not sign a message, or the pair does not fix the price of this date
 */
export const provenPeriod = (terms: PricedTerms, due: bigint, proof: PriceProof): ProvenPeriod => {
  const pair = readScriptPair(
    readSigned(proof.message, proof.signature, terms.oracle),
    readSigned(proof.previousMessage, proof.previousSignature, terms.oracle),
  );
  if (pair === undefined)
    throw new Difference(
      'OTHER_TERMS',
      `The messages ${proof.previousMessage} and ${proof.message} do not have a price`,
    );
  const { message, previous } = pair;
  const problem = findPairProblem({ previous, message }, { due, grace: terms.grace });
  if (problem !== undefined)
    throw new Difference('OTHER_TERMS', `These messages do not fix the price of ${due.toString()}: ${problem}`);
  const { price, time, priceNumber: number } = message;
  return { price, time, number, satoshis: satoshisAt(terms, price) };
};
