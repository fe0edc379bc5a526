import { binsAreEqual, binToHex, hexToBin } from '@bitauth/libauth';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import {
  addressOf,
  completeRosterRecovery,
  completeVaultProposal,
  CovenantError,
  createRosterContract,
  createVaultContract,
  decodeRosterRecovery,
  decodeVaultProposal,
  encodeRosterRecovery,
  encodeVaultProposal,
  isRosterContract,
  isVaultProposalKind,
  type KeylessTransaction,
  type Network,
  type PublicKeyHash,
  readGuardianSignature,
  readRecoverySignature,
  readVaultSignature,
  type RosterRecovery,
  signersOf,
  type TreasuryContract,
  type VaultProposal,
  type VaultSignature,
  type VaultSignatureProblem,
  type VaultSignatureResult,
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

/** What is kept in a file between its signatures: a proposal of a vault, or the end of a roster's recovery. */
export type Kept = VaultProposal | RosterRecovery;

/** Whether what is kept is the end of a recovery, which the guardian and two new signers sign. */
export const isRecovery = (kept: Kept): kept is RosterRecovery => 'next' in kept;

/** Encodes the end of a recovery as it is kept. */
export const encodeRecoveryFile = (recovery: RosterRecovery) => {
  const { network, category } = recovery.contract;
  return { network, category, ...encodeRosterRecovery(recovery) };
};

/** Encodes a proposal as it is kept. */
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
 * Decodes what a file keeps. The contract's own rules are checked again.
 *
 * @throws RecoverError USAGE if the file is broken, or of another network
 */
export const decodeProposalFile = (text: string, network: Network): Kept => {
  const file = parse(text);
  if (!Check(ProposalFile, file) || !isVaultProposalKind(file.kind))
    throw usage('This is not a proposal: give the file that vault spend, vault exchange or another command wrote');
  const { signers, nonce, category, kind, unsignedTransaction, sourceOutputs } = file;
  if (file.network !== network) throw usage(`The proposal is of ${file.network}: see --network`);
  try {
    if (kind === 'recovery' && category !== undefined) {
      const record = { kind, unsignedTransaction, sourceOutputs } as const;
      return decodeRosterRecovery(createRosterContract(category, network), record);
    }
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
  NOT_A_SIGNER: 'it is by nobody who may sign',
  MALFORMED: 'it is not a transaction in hex',
  OTHER_TRANSACTION: 'it is another transaction than the proposal',
  NOT_SIGNED: 'the wallet returned it without signing it',
  OTHER_KEY: 'it is signed with a key of nobody who may sign',
  WRONG_SIGHASH_TYPE: 'its signature does not cover all inputs and outputs',
  INVALID_SIGNATURE: 'its signature does not fit',
};

/** Somebody who may sign, and how their signature is read. */
interface Reader {
  readonly signer: PublicKeyHash;
  readonly read: (signed: string) => VaultSignatureResult;
}

/** A signature, and who made it. */
interface ReadSignature extends Pick<Reader, 'signer'> {
  readonly signature: VaultSignature;
  /** What the wallet returned, hex. */
  readonly signed: string;
}

/** Returns the clearest problem: those of somebody else's part come with every answer. */
const clearestOf = (problems: ReadonlySet<VaultSignatureProblem>): VaultSignatureProblem => {
  const without = (left: readonly VaultSignatureProblem[], vague: VaultSignatureProblem) =>
    left.length > 1 ? left.filter((each) => each !== vague) : left;
  const [problem = 'MALFORMED'] = without(without([...problems], 'NOT_SIGNED'), 'OTHER_KEY');
  return problem;
};

/** Finds the signature in what a wallet returned, and which of those who may sign made it. @throws RecoverError USAGE */
const readOne = (readers: readonly Reader[], signed: string, number: number): ReadSignature => {
  const problems = new Set<VaultSignatureProblem>();
  for (const { signer, read } of readers) {
    const found = read(signed);
    if (found.ok) return { signer, signature: found.signature, signed };
    problems.add(found.problem);
  }
  throw usage(`Signed transaction ${number} is not valid: ${REASONS[clearestOf(problems)]}`);
};

/** Runs what completes a transaction. @throws RecoverError NOT_POSSIBLE */
const completedBy = (complete: () => KeylessTransaction): KeylessTransaction => {
  try {
    return complete();
  } catch (error) {
    if (error instanceof CovenantError) throw notPossible(error.message);
    throw error;
  }
};

/** Joins what the wallets of the guardian and of two new signers returned. */
const joinRecovery = (recovery: RosterRecovery, signed: readonly string[]): KeylessTransaction => {
  const { guardian, next } = recovery;
  const byGuardian: Reader = { signer: guardian, read: (each) => readGuardianSignature(recovery, each) };
  const byNext = next.signers.map((signer): Reader => ({
    signer,
    read: (each) => readRecoverySignature(recovery, signer, each),
  }));
  const answers = signed.map((each, index) => {
    const ofGuardian = byGuardian.read(each);
    return ofGuardian.ok
      ? { isGuardian: true, signer: guardian, signature: ofGuardian.signature, signed: each }
      : { isGuardian: false, ...readOne([...byNext, byGuardian], each, index + 1) };
  });
  const [first, second, ...more] = answers.filter(({ isGuardian }) => !isGuardian);
  const [own, ...again] = answers.filter(({ isGuardian }) => isGuardian);
  if (own === undefined || first === undefined || second === undefined || more.length + again.length > 0)
    throw usage('The guardian and two of the new signers end a recovery: give --signed three times, once for each');
  return completedBy(() => completeRosterRecovery(recovery, own.signed, [first.signature, second.signature]));
};

/** Joins what the wallets of two signers returned. */
const joinProposal = (proposal: VaultProposal, signed: readonly string[]): KeylessTransaction => {
  const readers = signersOf(proposal).flatMap((signer): Reader[] =>
    signer === undefined ? [] : [{ signer, read: (each) => readVaultSignature(proposal, signer, each) }],
  );
  const [first, second, ...more] = signed.map((each, index) => readOne(readers, each, index + 1));
  if (first === undefined || second === undefined || more.length > 0)
    throw usage('Two signatures make a payment: give --signed twice');
  if (binsAreEqual(first.signer, second.signer))
    throw usage(`Both are signed by ${addressOf(first.signer, proposal.contract.network)}: it takes two of the three`);
  return completedBy(() => completeVaultProposal(proposal, [first.signature, second.signature]));
};

/**
 * Joins what wallets returned into the complete transaction: those of two signers, or at the end of a recovery those of the guardian and
 * two new signers.
 *
 * @param signed the signed transactions, hex, in any order
 * @throws RecoverError USAGE, NOT_POSSIBLE
 */
export const join = (kept: Kept, signed: readonly string[]): KeylessTransaction => {
  const answers = signed.map((each) => each.trim());
  return isRecovery(kept) ? joinRecovery(kept, answers) : joinProposal(kept, answers);
};
