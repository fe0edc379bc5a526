import {
  binsAreEqual,
  decodeTransactionCommon,
  encodeTransactionCommon,
  hexToBin,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';
import type { WcTransactionObject } from 'cashscript';

/** The transaction that a proposal's signatures sign, and the outputs that it spends. */
export interface SignedParts {
  /** Complete but for the unlocking bytecodes that signers make. */
  readonly transaction: TransactionCommon;
  readonly sourceOutputs: readonly Output[];
}

/** Decodes an encoded transaction, hex; undefined when it is none. */
export const decodeTransactionHex = (hex: string): TransactionCommon | undefined => {
  if (!/^(?:[0-9a-f]{2})+$/iu.test(hex)) return undefined;
  const decoded = decodeTransactionCommon(hexToBin(hex));
  return typeof decoded === 'string' ? undefined : decoded;
};

/** Returns the parts of a request without open places. */
export const signedParts = ({
  transaction,
  sourceOutputs,
}: Pick<WcTransactionObject, 'transaction' | 'sourceOutputs'>): SignedParts => {
  const decoded = typeof transaction === 'string' ? decodeTransactionHex(transaction) : transaction;
  if (decoded === undefined) throw new Error('A proposal does not decode');
  return { transaction: decoded, sourceOutputs };
};

const bare = (transaction: TransactionCommon): Uint8Array =>
  encodeTransactionCommon({
    ...transaction,
    inputs: transaction.inputs.map((input) => ({ ...input, unlockingBytecode: new Uint8Array() })),
  });

/** Decodes what a wallet answered, hex; or says why it is not the transaction that the wallet was asked to sign. */
export const decodeAnswer = (
  { transaction }: SignedParts,
  signedTransaction: string,
): TransactionCommon | 'MALFORMED' | 'OTHER_TRANSACTION' => {
  const signed = decodeTransactionHex(signedTransaction);
  if (signed === undefined) return 'MALFORMED';
  return binsAreEqual(bare(signed), bare(transaction)) ? signed : 'OTHER_TRANSACTION';
};
