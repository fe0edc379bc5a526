import { binsAreEqual, binToHex, hexToBin } from '@bitauth/libauth';
import {
  completeRosterRecovery,
  completeVaultProposal,
  isRosterContract,
  type KeylessTransaction,
  type Network,
  readGuardianSignature,
  readRecoverySignature,
  readVaultSignature,
  recoveryGuardianRequest,
  recoverySigningRequest,
  seatOf,
  type VaultSignature,
  type VaultSignatureProblem,
  type VaultSignatureResult,
  vaultSigningRequest,
  type WcTransaction,
} from '@weir/covenants';
import type { ProposalRecord, VaultRecord } from '@weir/infra';
import type { Party } from '../../shared/parties.js';
import { contractOf } from '../../shared/vaults/stored-vault.js';
import { isSigner } from '../../shared/vaults/vault-access.js';
import { toBuilt, toBuiltRecovery } from '../built-transaction.js';
import { APPROVAL_THRESHOLD } from '../vault-view.js';

type Votes = ProposalRecord['signatures'];

/** A signature that was read out of a wallet's answer. */
export interface ReadVote {
  /** As it is stored, hex. */
  readonly signature: string;
  /** Of the key that signed, hex. */
  readonly publicKey: string;
}

/** A signature, or why there is none. */
type VoteReading =
  | { readonly ok: true; readonly vote: ReadVote }
  | { readonly ok: false; readonly problem: VaultSignatureProblem };

/** A stored proposal, as far as signing it depends on what it is. */
export interface SignableProposal {
  /** Returns those of some parties who have a part in signing it. */
  readonly partiesAmong: (parties: readonly Party[]) => readonly Party[];
  /** Whether a party may sign it as it is built: not the signer whom it takes the seat. */
  readonly maySign: (party: Party) => boolean;
  readonly request: (party: Party) => WcTransaction;
  readonly read: (party: Party, signedTransaction: string) => VoteReading;
  readonly isComplete: (votes: Votes) => boolean;
  /** Runs the whole transaction in the virtual machine. @throws CovenantError SIGNATURES, REFUSED */
  readonly complete: (votes: Votes) => KeylessTransaction;
}

const voteOf = (result: VaultSignatureResult): VoteReading =>
  result.ok
    ? {
        ok: true,
        vote: { signature: binToHex(result.signature.signature), publicKey: binToHex(result.signature.publicKey) },
      }
    : result;

/** Signatures with their keys; of a key that is not known, none. */
const withKeys = (votes: Votes, keys: ReadonlyMap<string, string | null>): readonly VaultSignature[] =>
  votes.flatMap(({ signerHash, signature }) => {
    const key = keys.get(signerHash);
    return key === undefined || key === null ? [] : [{ publicKey: hexToBin(key), signature: hexToBin(signature) }];
  });

const firstTwo = ([first, second]: readonly VaultSignature[]): readonly [VaultSignature, VaultSignature] => {
  if (first === undefined || second === undefined) throw new Error('An approved proposal lacks signatures');
  return [first, second];
};

/** A spend by two signers, and everything else that they agree on. */
const spendBySigners = (proposal: ProposalRecord, vault: VaultRecord, network: Network): SignableProposal => {
  const built = () => toBuilt(proposal, contractOf(vault, network));
  return {
    partiesAmong: (parties) => parties.filter(({ hashHex }) => isSigner(vault, hashHex)),
    maySign: ({ hash }) => seatOf(built(), hash) !== undefined,
    request: ({ hash }) => vaultSigningRequest(built(), hash),
    read: ({ hash }, signedTransaction) => voteOf(readVaultSignature(built(), hash, signedTransaction)),
    isComplete: (votes) => votes.length >= APPROVAL_THRESHOLD,
    complete(votes) {
      const keys = new Map(vault.signers.map(({ hash, publicKey }) => [hash, publicKey]));
      return completeVaultProposal(built(), firstTwo(withKeys(votes, keys)));
    },
  };
};

/** The end of a recovery: by the guardian, and two signers of the next roster. */
const endOfRecovery = (proposal: ProposalRecord, vault: VaultRecord, network: Network): SignableProposal => {
  const contract = contractOf(vault, network);
  if (!isRosterContract(contract)) throw new Error('A vault has a proposal that ends a recovery');
  const recovery = toBuiltRecovery(proposal, contract);
  const isGuardian = ({ hash }: Pick<Party, 'hash'>): boolean => binsAreEqual(hash, recovery.guardian);
  const mayJoin = ({ hash }: Pick<Party, 'hash'>): boolean =>
    recovery.next.signers.some((signer) => binsAreEqual(signer, hash));
  const maySign = (party: Party): boolean => isGuardian(party) || mayJoin(party);
  const guardian = binToHex(recovery.guardian);
  const others = (votes: Votes): Votes => votes.filter(({ signerHash }) => signerHash !== guardian);
  return {
    partiesAmong: (parties) => parties.filter(maySign),
    maySign,
    request: (party) =>
      isGuardian(party) ? recoveryGuardianRequest(recovery) : recoverySigningRequest(recovery, party.hash),
    read(party, signedTransaction) {
      if (!isGuardian(party)) return voteOf(readRecoverySignature(recovery, party.hash, signedTransaction));
      const read = voteOf(readGuardianSignature(recovery, signedTransaction));
      // Of the guardian the whole answer is kept: their coin is spent by it.
      return read.ok ? { ok: true, vote: { ...read.vote, signature: signedTransaction.toLowerCase() } } : read;
    },
    isComplete: (votes) =>
      votes.some(({ signerHash }) => signerHash === guardian) && others(votes).length >= APPROVAL_THRESHOLD,
    complete(votes) {
      const byGuardian = votes.find(({ signerHash }) => signerHash === guardian)?.signature;
      if (byGuardian === undefined) throw new Error('An approved recovery lacks the signature of the guardian');
      const keys = new Map(vault.roster?.parties.map(({ hash, publicKey }) => [hash, publicKey]));
      return completeRosterRecovery(recovery, byGuardian, firstTwo(withKeys(others(votes), keys)));
    },
  };
};

/** Returns how a stored proposal is signed. */
export const signableOf = (proposal: ProposalRecord, vault: VaultRecord, network: Network): SignableProposal =>
  proposal.kind === 'recovery' ? endOfRecovery(proposal, vault, network) : spendBySigners(proposal, vault, network);
