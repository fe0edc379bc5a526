import {
  binToHex,
  decodeTransactionOutputs,
  encodeTransactionCommon,
  encodeTransactionOutputs,
  hexToBin,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import type { PlannedOutput } from '../../transaction/assemble.js';
import { decodeTransactionHex, partsOf } from '../signing/signed-parts.js';
import type { VaultContract } from '../vault-contract.js';
import { VaultProposalError } from '../vault-errors.js';
import { proposalOf, type VaultProposal, type VaultProposalKind } from './vault-proposal.js';

/** A proposal as it is stored between two signatures: text only, nothing secret. */
export interface VaultProposalRecord {
  readonly kind: VaultProposalKind;
  /** The transaction with empty unlocking bytecodes, hex. */
  readonly unsignedTransaction: string;
  /** What its inputs spend, encoded as a transaction's outputs are, hex. */
  readonly sourceOutputs: string;
}

export const encodeVaultProposal = (proposal: VaultProposal): VaultProposalRecord => {
  const { transaction, sourceOutputs } = partsOf(proposal);
  const inputs = transaction.inputs.map((input) => ({ ...input, unlockingBytecode: new Uint8Array() }));
  return {
    kind: proposal.kind,
    unsignedTransaction: binToHex(encodeTransactionCommon({ ...transaction, inputs })),
    sourceOutputs: binToHex(encodeTransactionOutputs([...sourceOutputs])),
  };
};

const tokenOf = ({ token }: Output): Pick<Utxo, 'token'> =>
  token === undefined
    ? {}
    : {
        token: {
          amount: token.amount,
          category: binToHex(token.category),
          ...(token.nft !== undefined && {
            nft: { capability: token.nft.capability, commitment: binToHex(token.nft.commitment) },
          }),
        },
      };

const coinsOf = ({ inputs }: TransactionCommon, sources: readonly Output[]): Utxo[] =>
  inputs.flatMap(({ outpointTransactionHash, outpointIndex }, index) => {
    const source = sources[index];
    return source === undefined
      ? []
      : [
          {
            txid: binToHex(outpointTransactionHash),
            vout: outpointIndex,
            satoshis: source.valueSatoshis,
            ...tokenOf(source),
          },
        ];
  });

const plannedOf = (output: Output): PlannedOutput => ({
  to: output.lockingBytecode,
  amount: output.valueSatoshis,
  ...tokenOf(output),
});

const malformed = (): VaultProposalError =>
  new VaultProposalError('MALFORMED', 'This is no stored proposal of this vault');

/**
 * Reads a stored proposal back.
 *
 * @throws VaultProposalError MALFORMED when the record is broken or not of this vault
 */
export const decodeVaultProposal = (contract: VaultContract, record: VaultProposalRecord): VaultProposal => {
  const transaction = decodeTransactionHex(record.unsignedTransaction);
  const sources = decodeTransactionOutputs(hexToBin(record.sourceOutputs));
  const here = binToHex(contract.lockingBytecode);
  if (transaction === undefined || typeof sources === 'string') throw malformed();
  const areHere = sources.every(({ lockingBytecode }) => binToHex(lockingBytecode) === here);
  if (sources.length !== transaction.inputs.length || !areHere) throw malformed();
  return proposalOf(contract, record.kind, coinsOf(transaction, sources), transaction.outputs.map(plannedOf));
};
