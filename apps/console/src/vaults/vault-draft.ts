import { isSameAddress, type VaultTerms } from '@weir/client';
import {
  BCH_DECIMALS,
  DEFAULT_QUIET_BLOCKS,
  DEFAULT_REVIEW_BLOCKS,
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  VAULT_SIGNERS,
} from '@weir/kinds';
import { plainText } from '../format/amount.js';
import { positiveFault, typedBase, unitFor } from '../format/typed-amount.js';
import { addressProblem } from '../forms/address-problem.js';
import { lengthProblems } from '../forms/length-problem.js';
import { shownProblems } from '../forms/problems.js';
import type { Surroundings } from '../forms/surroundings.js';
import { type Message, msg, t } from '../language/text.js';
import { isPublicKey, readSigner, type SignerKey } from './signer-key.js';

/** Blocks of silence before a recovery, as the form offers them. */
export const SILENCES: readonly (readonly [blocks: string, text: Message])[] = [
  ['13000', msg('3 months')],
  [String(DEFAULT_QUIET_BLOCKS), msg('half a year')],
  ['52000', msg('a year')],
];

/** Blocks to stop a recovery, as the form offers them. */
export const REVIEWS: readonly (readonly [blocks: string, text: Message])[] = [
  ['2016', msg('2 weeks')],
  [String(DEFAULT_REVIEW_BLOCKS), msg('a month')],
  ['8640', msg('2 months')],
];

/** The draft of a form. */
export interface VaultDraft {
  readonly name: string;
  readonly description: string;
  /** In BCH. */
  readonly deposit: string;
  readonly seenBy: 'members' | 'everybody';
  /** Whether its signers stay for ever, or can be exchanged. */
  readonly keys: 'fixed' | 'exchangeable';
  /** Address of who may recover it; empty for nobody. */
  readonly guardian: string;
  /** Blocks. */
  readonly quiet: string;
  /** Blocks. */
  readonly review: string;
  /** Always three. */
  readonly signers: readonly SignerKey[];
}

const EMPTY_SIGNER: SignerKey = { address: '', publicKey: '' };

export const newVaultDraft = (): VaultDraft => ({
  name: '',
  description: '',
  deposit: '',
  seenBy: 'members',
  keys: 'fixed',
  guardian: '',
  quiet: String(DEFAULT_QUIET_BLOCKS),
  review: String(DEFAULT_REVIEW_BLOCKS),
  signers: Array.from({ length: VAULT_SIGNERS }, () => EMPTY_SIGNER),
});

/** Problems of a signer, by field. */
export type SignerProblems = Readonly<Partial<Record<keyof SignerKey, string>>>;

export interface VaultProblems {
  readonly name?: string;
  readonly description?: string;
  readonly deposit?: string;
  readonly guardian?: string;
  /** One for each signer, in their order. */
  readonly signers: readonly SignerProblems[];
}

/** Updates a signer with typed or pasted text; a whole line, as signers send it, fills both fields. */
export const withTyped = (signer: SignerKey, field: keyof SignerKey, text: string): SignerKey =>
  readSigner(text) ?? { ...signer, [field]: text };

const signerProblems = (
  { address, publicKey }: SignerKey,
  others: readonly SignerKey[],
  prefix: string | undefined,
): SignerProblems => {
  const isTwice = (field: keyof SignerKey, text: string): boolean =>
    others.some((other) => other[field].trim().toLowerCase() === text.trim().toLowerCase());
  const wrong =
    addressProblem(address, prefix, t('Enter who signs')) ??
    (isTwice('address', address) ? t('The three signers must be different') : undefined);
  return {
    ...(wrong !== undefined && { address: wrong }),
    ...(!isPublicKey(publicKey) && { publicKey: t('A public key is 66 hex digits that begin with 02 or 03') }),
    ...(isPublicKey(publicKey) &&
      isTwice('publicKey', publicKey) && { publicKey: t('Each signer has a key of their own') }),
  };
};

/** Returns the problems of signers, in their order. @param prefix of the network's addresses */
export const signersProblems = (signers: readonly SignerKey[], prefix: string | undefined): readonly SignerProblems[] =>
  signers.map((signer, index) => signerProblems(signer, signers.slice(0, index), prefix));

/** Returns the problems of signers that a form shows: see {@link shownProblems}. */
export const shownSignerProblems = (
  problems: readonly SignerProblems[],
  signers: readonly SignerKey[],
  isSubmitted: boolean,
): readonly SignerProblems[] =>
  problems.map((signer, index) => shownProblems(signer, signers[index] ?? {}, isSubmitted));

/** Returns the problems that the form shows: see {@link shownProblems}. */
export const shownVaultProblems = (
  { signers, ...head }: VaultProblems,
  draft: VaultDraft,
  isSubmitted: boolean,
): VaultProblems => ({
  ...shownProblems(head, draft, isSubmitted),
  signers: shownSignerProblems(signers, draft.signers, isSubmitted),
});

/**
 * Returns what is wrong with the address of a guardian.
 *
 * @param signers addresses of the signers @param prefix of the network's addresses
 */
export const guardianProblem = (
  guardian: string,
  signers: readonly string[],
  prefix: string | undefined,
): string | undefined => {
  const problem = addressProblem(guardian, prefix, t('Enter the address of the guardian'));
  if (problem !== undefined) return problem;
  const isSigner = signers.some((address) => address.trim() !== '' && isSameAddress(address.trim(), guardian.trim()));
  return isSigner ? t('The guardian must not be a signer') : undefined;
};

const rosterTerms = ({ keys, guardian, quiet, review }: VaultDraft): Pick<VaultTerms, 'roster'> =>
  keys === 'fixed'
    ? {}
    : {
        roster: {
          guardian: guardian.trim() === '' ? null : guardian.trim(),
          quietBlocks: Number(quiet),
          reviewBlocks: Number(review),
        },
      };

/** Validates a draft: returns its terms, or its problems. The service checks whether keys belong to their addresses. */
export const readVaultDraft = (
  draft: VaultDraft,
  { prefix }: Pick<Surroundings, 'prefix'> = {},
): { readonly terms: VaultTerms } | { readonly problems: VaultProblems } => {
  const { name, description, deposit, seenBy, signers } = draft;
  const planned = typedBase(deposit, BCH_DECIMALS) ?? 0n;
  const wrongDeposit = positiveFault(deposit, unitFor('BCH', BCH_DECIMALS));
  const ofSigners = signersProblems(signers, prefix);
  const hasGuardian = draft.keys === 'exchangeable' && draft.guardian.trim() !== '';
  const guardian = hasGuardian
    ? guardianProblem(
        draft.guardian,
        signers.map(({ address }) => address),
        prefix,
      )
    : undefined;
  const head: Omit<VaultProblems, 'signers'> = {
    ...(name.trim() === '' && { name: t('Enter a name that its members know it by') }),
    ...(wrongDeposit !== undefined && { deposit: wrongDeposit }),
    ...(guardian !== undefined && { guardian }),
    ...lengthProblems(draft, { name: MAX_NAME_LENGTH, description: MAX_DESCRIPTION_LENGTH }),
  };
  const problems: VaultProblems = { ...head, signers: ofSigners };
  const isSound = [head, ...ofSigners].every((one) => Object.keys(one).length === 0);
  if (!isSound) return { problems };
  return {
    terms: {
      name: name.trim(),
      ...(description.trim() !== '' && { description: description.trim() }),
      totalDeposit: plainText(planned, BCH_DECIMALS),
      isPublic: seenBy === 'everybody',
      ...rosterTerms(draft),
      signers: signers.map(({ address }) => address.trim()),
      signerPubkeys: signers.map(({ publicKey }) => publicKey.trim().toLowerCase()),
    },
  };
};
