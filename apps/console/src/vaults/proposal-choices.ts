import { isSameAddress, type Proposal } from '@weir/client';
import type { AssetOfRecord } from '../format/amount.js';
import type { VaultDetail } from './vault-choices.js';

/** What the user can do with a proposal now, and what they are told. */
export interface ProposalChoices {
  readonly meaning: string;
  readonly canApprove: boolean;
  readonly canReject: boolean;
  readonly canExecute: boolean;
}

/** A signer's decision on a proposal. */
export interface SignerDecision {
  readonly signer: string;
  readonly decision: 'signed' | 'declined' | 'open';
  /** ISO 8601; undefined before a decision. */
  readonly at: string | undefined;
}

type Standing = Pick<Proposal, 'status' | 'approvals' | 'rejections' | 'approvalThreshold' | 'proposer' | 'kind'>;
type Members = Pick<VaultDetail, 'signers' | 'creator'>;

const saidBy = <Said extends { readonly signer: string }>(said: readonly Said[], address: string): Said | undefined =>
  said.find(({ signer }) => isSameAddress(signer, address));

/** Returns each signer's decision on a proposal, in the vault's order. */
export const signerDecisions = (
  { approvals, rejections }: Pick<Standing, 'approvals' | 'rejections'>,
  { signers }: Pick<Members, 'signers'>,
): SignerDecision[] =>
  signers.map((signer) => {
    const [approval, rejection] = [saidBy(approvals, signer), saidBy(rejections, signer)];
    if (approval !== undefined) return { signer, decision: 'signed', at: approval.at };
    if (rejection !== undefined) return { signer, decision: 'declined', at: rejection.at };
    return { signer, decision: 'open', at: undefined };
  });

/** Whether a proposal moves records that the vault funds, rather than pays. */
const isMove = ({ kind }: Pick<Standing, 'kind'>): boolean =>
  kind === 'cancel' || kind === 'pause' || kind === 'resume';

const NOTHING = { canApprove: false, canReject: false, canExecute: false };

const missing = ({ approvals, approvalThreshold }: Standing): string => {
  const count = approvalThreshold - approvals.length;
  return count === 1 ? 'one more signature' : `${count} signatures`;
};

/** Returns a proposal's status as it is shown: one that still takes signatures is open, not a record that waits for its funding. */
export const shownStatus = (status: string): string => (status === 'PENDING' ? 'OPEN' : status);

/** Derives the available actions from a proposal's state. The service decides; this only offers. */
export const proposalChoicesOf = (
  proposal: Standing,
  { signers, creator }: Members,
  reader: string,
): ProposalChoices => {
  const { status, approvals, rejections, proposer } = proposal;
  const is = (address: string): boolean => isSameAddress(address, reader);
  const isSigner = signers.some(is);
  const hasDeclined = saidBy(rejections, reader) !== undefined;
  const canReject = (isSigner || is(proposer)) && !hasDeclined;
  const hasSigned = saidBy(approvals, reader) !== undefined;
  const effect = isMove(proposal) ? 'take effect' : 'pay';
  switch (status) {
    case 'EXECUTED':
      return { ...NOTHING, meaning: 'It was carried out: its transaction is on the chain.' };
    case 'REJECTED':
      return { ...NOTHING, meaning: 'It was declined, and pays nothing. It can be proposed again.' };
    case 'APPROVED':
      return {
        canApprove: false,
        canReject,
        canExecute: isSigner || is(creator),
        meaning: `Two have signed it. It ${isMove(proposal) ? 'takes effect' : 'pays'} as soon as one of the members sends it to the network.`,
      };
    case 'STALE':
      return {
        ...{ canApprove: isSigner, canReject, canExecute: false },
        meaning:
          'Something else spent the vault’s coins meanwhile, so that what was signed is void. The next signature builds it anew; both are needed again.',
      };
    case 'PENDING':
      return {
        ...{ canApprove: isSigner && !hasSigned, canReject, canExecute: false },
        meaning: hasSigned
          ? `You have signed it. It takes ${missing(proposal)} by another signer; this page shows it when it comes.`
          : `It takes ${missing(proposal)} to ${effect}.`,
      };
  }
};

/** Returns the asset of a proposal's amount. */
export const assetOfProposal = ({
  tokenType,
  tokenCategory,
  token,
}: Pick<Proposal, 'tokenType' | 'tokenCategory' | 'token'>): AssetOfRecord => ({
  ...{ token_type: tokenType, token_category: tokenCategory, token },
});

/** Names of the kinds of proposals. */
export const KIND_WORDS: Readonly<Record<Proposal['kind'], string>> = {
  spend: 'Payment',
  close: 'Closing of the vault',
  stream: 'Funding of a stream',
  payment: 'Funding of a recurring payment',
  plan: 'Funding of a plan',
  airdrop: 'Funding of an airdrop',
  cancel: 'Cancel',
  pause: 'Pause',
  resume: 'Resumption',
};
