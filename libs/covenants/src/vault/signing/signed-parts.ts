import { decodeTransactionCommon, hexToBin, type Output, type TransactionCommon } from '@bitauth/libauth';
import type { VaultProposal } from '../proposal/vault-proposal.js';
import { NOBODY_SIGNED, templateOf } from './vault-template.js';

/** The transaction that a proposal's signatures sign, and the outputs that it spends. */
export interface SignedParts {
  /** Complete but for the unlocking bytecode of input 0. */
  readonly transaction: TransactionCommon;
  readonly sourceOutputs: readonly Output[];
}

/** Decodes an encoded transaction, hex; undefined when it is none. */
export const decodeTransactionHex = (hex: string): TransactionCommon | undefined => {
  if (!/^(?:[0-9a-f]{2})+$/iu.test(hex)) return undefined;
  const decoded = decodeTransactionCommon(hexToBin(hex));
  return typeof decoded === 'string' ? undefined : decoded;
};

/** Returns the transaction of a proposal as its signers must have seen it. */
export const partsOf = (proposal: VaultProposal): SignedParts => {
  const { transaction, sourceOutputs } = templateOf(proposal, NOBODY_SIGNED, '');
  const decoded = typeof transaction === 'string' ? decodeTransactionHex(transaction) : transaction;
  if (decoded === undefined) throw new Error('A proposal does not decode');
  return { transaction: decoded, sourceOutputs };
};
