import { type Exact, isSameAddress, type Proposal, type Schemas } from '@weir/client';
import { VAULT_SIGNERS } from '@weir/kinds';
import type { VaultDetail } from './proposal-choices.js';
import type { SignerKey } from './signer-key.js';

type Vault = Pick<VaultDetail, 'id' | 'signers' | 'signerPubkeys' | 'createdAt'>;
/** A treasury as lists show it. */
export type ListedVault = Exact<Schemas['Vault']>;

/** Satoshis that stay in a treasury until its records are cancelled: the network's fees of those proposals. */
export const KEPT_FOR_FEES = 100_000n;
/** What proposals may leave of it, satoshis: no more than a fee is worth moving. */
const MOST_LEFT = KEPT_FOR_FEES * 2n;

/** How far a step is, as the chain's records say. */
export type StepState = 'done' | 'waiting' | 'open';

const isAmong = (addresses: readonly string[], address: string): boolean =>
  addresses.some((one) => isSameAddress(one, address));

/** Returns the place of the signer that a second treasury does not have, from 1; undefined unless it has the two others. */
export const lostPlaceOf = (vault: Pick<Vault, 'signers'>, next: Pick<Vault, 'signers'>): number | undefined => {
  const gone = vault.signers.flatMap((signer, index) => (isAmong(next.signers, signer) ? [] : [index + 1]));
  return gone.length === 1 ? gone[0] : undefined;
};

/** Returns the treasuries that could replace one: opened later, by two of its signers with a third. */
export const successorsOf = (vault: Vault, all: readonly ListedVault[]): readonly ListedVault[] =>
  all.filter(
    (one) =>
      one.id !== vault.id &&
      one.status !== 'closed' &&
      one.createdAt >= vault.createdAt &&
      lostPlaceOf(vault, one) !== undefined,
  );

/** Returns the signers of a new treasury: the two whose keys are there, and an empty place for a third. */
export const remainingSigners = ({ signers, signerPubkeys }: Vault, lost: number): readonly SignerKey[] =>
  Array.from({ length: VAULT_SIGNERS }, (_, index) =>
    index + 1 === lost
      ? { address: '', publicKey: '' }
      : { address: signers[index] ?? '', publicKey: signerPubkeys[index] ?? '' },
  );

/** What the step that moves the money depends on. */
interface MoneyStanding {
  readonly balance: bigint;
  /** Categories of its tokens, NFTs among them; undefined while no server of the chain answers. */
  readonly tokens: readonly string[] | undefined;
}

/** How far the money is moved, by what the old treasury holds. */
export const moneyState = (
  { balance, tokens }: MoneyStanding,
  proposals: readonly Pick<Proposal, 'status' | 'recipient'>[],
  to: string,
): StepState => {
  if (balance <= MOST_LEFT && tokens?.length === 0) return 'done';
  return openProposalTo(proposals, to) === undefined ? 'open' : 'waiting';
};

/** Finds a proposal that pays an address and waits for signatures, or to be sent. */
export const openProposalTo = <One extends Pick<Proposal, 'status' | 'recipient'>>(
  proposals: readonly One[],
  to: string,
): One | undefined =>
  proposals.find(
    ({ status, recipient }) =>
      (status === 'PENDING' || status === 'APPROVED' || status === 'STALE') && isSameAddress(recipient, to),
  );

/** A record that a treasury sends or receives, as far as the guide needs it. */
export interface MovedRecord {
  readonly status: string;
  readonly cancelable: boolean;
  /** Of a cancel whose notice runs, `pending`. */
  readonly refund?: string | null | undefined;
}

/** How far a record is that the treasury sends: what cannot be cancelled goes on by itself and needs nobody. */
export const sentState = ({ status, cancelable, refund }: MovedRecord): StepState => {
  if (status === 'CANCELLED') return refund === 'pending' ? 'waiting' : 'done';
  return status === 'COMPLETED' || !cancelable ? 'done' : 'open';
};

/** How far a record is that pays the treasury: only its sender can end it. */
export const receivedState = ({ status }: MovedRecord): StepState =>
  status === 'COMPLETED' || status === 'CANCELLED' ? 'done' : 'open';
