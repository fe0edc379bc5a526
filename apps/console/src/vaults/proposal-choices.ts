import { type Exact, isSameAddress, type Proposal, type Schemas } from '@weir/client';
import { isAnnouncementKind, isMoveKind, isSeatKind, isTakingKind, type ProposalKind } from '@weir/kinds';
import type { AssetOfRecord } from '../format/amount.js';
import { type Message, msg, plural, t } from '../language/text.js';

export type VaultDetail = Exact<Schemas['GetVaultResponse']>;

/** What the user can do with a vault now, and what is shown to them. */
export interface VaultChoices {
  readonly meaning: string;
  readonly canDeposit: boolean;
  readonly canPropose: boolean;
  /**
   * Whether coins sent to its address now belong to the vault: before it is open, and once it is closed, they are not
   * safe there.
   */
  readonly canReceive: boolean;
  readonly canAddViewer: boolean;
}

type VaultStanding = Pick<
  VaultDetail,
  'status' | 'role' | 'isSigner' | 'isPublic' | 'currentBalanceBase' | 'totalDepositBase' | 'roster'
> & { readonly events: readonly Pick<VaultDetail['events'][number], 'event'>[] };

/** Returns what is missing of the planned deposit, satoshis: nothing once something was paid out. */
export const missingDeposit = ({ currentBalanceBase, totalDepositBase, events }: VaultStanding): bigint =>
  currentBalanceBase >= totalDepositBase || events.some(({ event }) => event === 'spent' || event === 'closed')
    ? 0n
    : totalDepositBase - currentBalanceBase;

/** Derives the available actions from a vault's state. The service decides; this only offers. */
export const vaultChoicesOf = (vault: VaultStanding): VaultChoices => {
  const { status, role, isSigner, isPublic, roster } = vault;
  const isCreator = role === 'creator' || (isSigner && roster?.hasCreatorLeft === true);
  const isMember = isCreator || isSigner;
  const canAddViewer = isCreator && !isPublic;
  if (status === 'closed')
    return {
      canDeposit: false,
      canPropose: false,
      canReceive: false,
      canAddViewer,
      meaning: t('It was closed: two signers emptied it. Do not send anything to its address.'),
    };
  if (status === 'pending')
    return {
      canDeposit: isCreator,
      canPropose: false,
      canReceive: false,
      canAddViewer,
      meaning: isCreator
        ? t('It waits for its first deposit, which opens it on the chain.')
        : t('It waits for its first deposit, which its creator pays in.'),
    };
  return {
    canDeposit: isCreator,
    canPropose: isMember,
    canReceive: true,
    canAddViewer,
    meaning: isMember
      ? t('It is open. Every payment is proposed first, then signed by two of its three signers.')
      : t('It is open. Its signers propose payments, and two of the three sign them.'),
  };
};

/** What the user can do with a proposal now, and what is shown to them. */
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

/**
 * Returns who is asked to sign a proposal: the signers of its treasury. Of an exchange only those who stay; of the end of a recovery its
 * guardian, who proposed it, and the new signers.
 */
export const askedOf = (
  { kind, exchange, proposer }: Pick<Proposal, 'kind' | 'exchange' | 'proposer'>,
  { signers }: Pick<VaultDetail, 'signers'>,
): readonly string[] => {
  if (exchange === null) return signers;
  if (kind === 'recovery') return [proposer, ...exchange.signers];
  // Those of the exchange itself: once it is executed, the treasury has the new signer already.
  const { joins } = exchange;
  return exchange.signers.filter((signer) => joins === null || !isSameAddress(signer, joins));
};
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

/** Whether a proposal moves records that the vault funds or receives, or changes its purses, rather than pays. */
const isMove = ({ kind }: Pick<Standing, 'kind'>): boolean =>
  isMoveKind(kind) || isAnnouncementKind(kind) || isSeatKind(kind) || isTakingKind(kind) || kind === 'allowance';

const NOTHING = { canApprove: false, canReject: false, canExecute: false };

/** Says how many signatures a proposal takes to do what it is for. */
const takesSignatures = (proposal: Standing): string => {
  const count = proposal.approvalThreshold - proposal.approvals.length;
  return isMove(proposal)
    ? plural(count, {
        one: 'It takes one more signature to take effect.',
        other: 'It takes {count} signatures to take effect.',
      })
    : plural(count, { one: 'It takes one more signature to pay.', other: 'It takes {count} signatures to pay.' });
};

/** Returns a proposal's status as it is shown: one that still takes signatures is open, not a record that waits for its funding. */
export const shownStatus = (status: string): string => (status === 'PENDING' ? 'OPEN' : status);

/**
 * Returns which of a wallet's addresses a member reads a proposal by: a signer's who has not decided yet, else a signer's, its proposer's
 * or the creator's; the first where it has none of these.
 */
export const memberOf = (
  { approvals, rejections, proposer }: Pick<Standing, 'approvals' | 'rejections' | 'proposer'>,
  { signers, creator }: Members,
  addresses: readonly string[],
): string => {
  const isDecided = (signer: string): boolean =>
    saidBy(approvals, signer) !== undefined || saidBy(rejections, signer) !== undefined;
  const candidates = [...signers.filter((signer) => !isDecided(signer)), ...signers, proposer, creator];
  return candidates.find((party) => addresses.some((own) => isSameAddress(own, party))) ?? addresses[0] ?? '';
};

/** Derives the available actions from a proposal's state. The service decides; this only offers. */
export const proposalChoicesOf = (
  proposal: Standing,
  { signers, creator }: Members,
  reader: string,
): ProposalChoices => {
  const { status, approvals, rejections, proposer, kind } = proposal;
  const is = (address: string): boolean => isSameAddress(address, reader);
  const isSigner = signers.some(is);
  const hasDeclined = saidBy(rejections, reader) !== undefined;
  // The end of a recovery is its guardian's alone to take back; signers stop the recovery itself.
  const canReject = (is(proposer) || (isSigner && kind !== 'recovery')) && !hasDeclined;
  const hasSigned = saidBy(approvals, reader) !== undefined;
  switch (status) {
    case 'EXECUTED':
      return { ...NOTHING, meaning: t('Executed: its transaction is on the chain.') };
    case 'REJECTED':
      return { ...NOTHING, meaning: t('It was declined, and pays nothing. It can be proposed again.') };
    case 'APPROVED':
      return {
        canApprove: false,
        canReject,
        canExecute: isSigner || is(creator),
        meaning:
          proposal.kind === 'recovery'
            ? t('All have signed it. It can be sent once the time to stop it is over.')
            : isMove(proposal)
              ? t('Two have signed it. It takes effect as soon as one of the members sends it to the network.')
              : t('Two have signed it. It pays as soon as one of the members sends it to the network.'),
      };
    case 'STALE':
      return {
        canApprove: isSigner,
        canReject,
        canExecute: false,
        meaning: t(
          'Another transaction spent the treasury’s coins, so the signatures are void. Check on the chain that this transaction did not pay the proposal. The next signature rebuilds it; both are needed again.',
        ),
      };
    case 'PENDING':
      return {
        canApprove: isSigner && !hasSigned,
        canReject,
        canExecute: false,
        meaning: hasSigned
          ? plural(proposal.approvalThreshold - approvals.length, {
              one: 'You have signed it. It takes one more signature by another signer; this page shows it when it comes.',
              other:
                'You have signed it. It takes {count} signatures by other signers; this page shows them when they come.',
            })
          : takesSignatures(proposal),
      };
  }
};

/** Returns the asset of a proposal's amount. */
export const assetOfProposal = ({
  tokenType,
  tokenCategory,
  token,
}: Pick<Proposal, 'tokenType' | 'tokenCategory' | 'token'>): AssetOfRecord => ({
  token_type: tokenType,
  token_category: tokenCategory,
  token,
});

/** Names of the kinds of proposals. */
export const KIND_WORDS: Readonly<Record<ProposalKind, Message>> = {
  spend: msg('Payment'),
  close: msg('Closing of the treasury'),
  stream: msg('Funding of a stream'),
  payment: msg('Funding of a recurring payment'),
  plan: msg('Funding of a plan'),
  airdrop: msg('Funding of an airdrop'),
  cancel: msg('Cancellation'),
  pause: msg('Pause'),
  resume: msg('Resumption'),
  topup: msg('Top-up of a payment in a currency'),
  take: msg('Taking back what was not added'),
  announce: msg('Move to another address'),
  allowance: msg('Change of a purse'),
  exchange: msg('Exchange of keys'),
  recovery: msg('End of a recovery'),
};
