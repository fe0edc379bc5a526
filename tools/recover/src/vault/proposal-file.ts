import { binToHex, hexToBin } from '@bitauth/libauth';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import {
  addressOf,
  completeVaultProposal,
  CovenantError,
  createRosterContract,
  createVaultContract,
  decodeVaultProposal,
  encodeVaultProposal,
  isRosterContract,
  isVaultProposalKind,
  type KeylessTransaction,
  type Network,
  readVaultSignature,
  signersOf,
  type TreasuryContract,
  type VaultProposal,
  type VaultSignature,
  type VaultSignatureProblem,
} from '@weir/covenants';
import { notPossible, usage } from '../recover-error.js';

const Hex = Type.String({ pattern: '^([0-9a-fA-F]{2})+$' });

/** A proposal between its two signatures, as kept in a file: text only, and nothing secret. */
const ProposalFile = Type.Object({
  network: Type.String(),
  /** Key hashes of the signers of a vault in the contract's order. */
  signers: Type.Optional(Type.Tuple([Hex, Hex, Hex])),
  nonce: Type.Optional(Hex),
  /** Of a roster: the category of its state. */
  category: Type.Optional(Hex),
  kind: Type.String(),
  unsignedTransaction: Hex,
  sourceOutputs: Hex,
});

export const encodeProposalFile = (proposal: VaultProposal) => {
  const { contract } = proposal;
  const named = isRosterContract(contract)
    ? { category: contract.category }
    : { signers: contract.parameters.signers.map(binToHex), nonce: binToHex(contract.parameters.nonce) };
  return { network: contract.network, ...named, ...encodeVaultProposal(proposal) };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** @throws RangeError where a vault has no such terms */
const vaultOf = (
  signers: readonly string[] | undefined,
  nonce: string | undefined,
  network: Network,
): TreasuryContract => {
  const [first = '', second = '', third = ''] = signers ?? [];
  return createVaultContract(
    { signers: [hexToBin(first), hexToBin(second), hexToBin(third)], nonce: hexToBin(nonce ?? '') },
    network,
  );
};

/**
 * Decodes a proposal from its file. The contract's own rules are checked again.
 *
 * @throws RecoverError USAGE if the file is broken, or of another network
 */
export const decodeProposalFile = (text: string, network: Network): VaultProposal => {
  const file = parse(text);
  if (!Check(ProposalFile, file) || !isVaultProposalKind(file.kind))
    throw usage('This is not a proposal: give the file that vault spend or vault close wrote');
  const { signers, nonce, category, kind, unsignedTransaction, sourceOutputs } = file;
  if (file.network !== network) throw usage(`The proposal is of ${file.network}: see --network`);
  try {
    const contract =
      category === undefined ? vaultOf(signers, nonce, network) : createRosterContract(category, network);
    return decodeVaultProposal(contract, { kind, unsignedTransaction, sourceOutputs });
  } catch (error) {
    if (error instanceof RangeError || error instanceof CovenantError)
      throw usage(`This proposal is broken: ${error.message}`);
    throw error;
  }
};

const REASONS: Readonly<Record<VaultSignatureProblem, string>> = {
  NOT_A_SIGNER: 'it is by nobody of the three',
  MALFORMED: 'it is not a transaction in hex',
  OTHER_TRANSACTION: 'it is another transaction than the proposal',
  NOT_SIGNED: 'the wallet returned it without signing it',
  OTHER_KEY: "it is signed with a key that is not one of the vault's",
  WRONG_SIGHASH_TYPE: 'its signature does not cover all inputs and outputs',
  INVALID_SIGNATURE: 'its signature does not fit',
};

/** Finds the signature in what a wallet returned, and which of the three signers made it. */
const readOne = (
  proposal: VaultProposal,
  signed: string,
  number: number,
): { readonly signer: string; readonly signature: VaultSignature } => {
  const { network } = proposal.contract;
  const problems = new Set<VaultSignatureProblem>();
  for (const hash of signersOf(proposal)) {
    if (hash === undefined) continue;
    const read = readVaultSignature(proposal, hash, signed);
    if (read.ok) return { signer: addressOf(hash, network), signature: read.signature };
    problems.add(read.problem);
  }
  const [problem = 'MALFORMED'] = problems.size > 1 ? [...problems].filter((each) => each !== 'OTHER_KEY') : problems;
  throw usage(`Signed transaction ${number} is not valid: ${REASONS[problem]}`);
};

/**
 * Joins what the wallets of two signers returned into the complete transaction.
 *
 * @param signed the two signed transactions, hex
 * @throws RecoverError USAGE, NOT_POSSIBLE
 */
export const join = (proposal: VaultProposal, signed: readonly string[]): KeylessTransaction => {
  const [first, second, ...more] = signed.map((each, i) => readOne(proposal, each.trim(), i + 1));
  if (first === undefined || second === undefined || more.length > 0)
    throw usage('Two signatures make a payment: give --signed twice');
  if (first.signer === second.signer) throw usage(`Both are signed by ${first.signer}: it takes two of the three`);
  try {
    return completeVaultProposal(proposal, [first.signature, second.signature]);
  } catch (error) {
    if (error instanceof CovenantError) throw notPossible(error.message);
    throw error;
  }
};
