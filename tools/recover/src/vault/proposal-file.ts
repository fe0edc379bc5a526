import { binToHex, hexToBin } from '@bitauth/libauth';
import {
  CovenantError,
  createVaultContract,
  decodeVaultProposal,
  encodeVaultProposal,
  isVaultProposalKind,
  type Network,
  type VaultProposal,
  type VaultProposalKind,
} from '@weir/covenants';
import { usage } from '../recover-error.js';

/** A proposal between its two signatures, as kept in a file: text only, and nothing secret. */
export interface ProposalFile {
  readonly network: Network;
  /** Key hashes of the signers in the contract's order, hex. */
  readonly signers: readonly string[];
  /** Hex. */
  readonly nonce: string;
  readonly kind: VaultProposalKind;
  readonly unsignedTransaction: string;
  readonly sourceOutputs: string;
}

/** Encodes a proposal for its file. */
export const encodeProposalFile = (proposal: VaultProposal): ProposalFile => {
  const { network, parameters } = proposal.contract;
  return {
    network,
    signers: parameters.signers.map(binToHex),
    nonce: binToHex(parameters.nonce),
    ...encodeVaultProposal(proposal),
  };
};

const isHex = (value: unknown): value is string => typeof value === 'string' && /^(?:[0-9a-f]{2})+$/i.test(value);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Decodes a proposal from its file. The contract's own rules are checked again.
 *
 * @throws RecoverError USAGE if the file is broken, or of another network
 */
export const decodeProposalFile = (text: string, network: Network): VaultProposal => {
  const value = parse(text);
  const fields: Partial<Record<keyof ProposalFile, unknown>> = typeof value === 'object' && value !== null ? value : {};
  const { signers, nonce, kind, unsignedTransaction, sourceOutputs } = fields;
  const [first, second, third] = Array.isArray(signers) ? (signers as readonly unknown[]) : [];
  if (
    !isHex(first) ||
    !isHex(second) ||
    !isHex(third) ||
    !isHex(nonce) ||
    !isHex(unsignedTransaction) ||
    !isHex(sourceOutputs) ||
    !isVaultProposalKind(kind)
  ) {
    throw usage('This is no proposal: give the file that vault spend or vault close wrote');
  }
  if (fields.network !== network) throw usage(`The proposal is of ${String(fields.network)}: see --network`);
  try {
    const contract = createVaultContract(
      { signers: [hexToBin(first), hexToBin(second), hexToBin(third)], nonce: hexToBin(nonce) },
      network,
    );
    return decodeVaultProposal(contract, { kind, unsignedTransaction, sourceOutputs });
  } catch (error) {
    if (error instanceof RangeError || error instanceof CovenantError)
      throw usage(`This proposal is broken: ${error.message}`);
    throw error;
  }
};
