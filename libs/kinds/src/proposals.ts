/** What distinguishes a kind of proposal. */
interface ProposalFacts {
  /**
   * `PAYS`: pays out coins of the vault. `OPENS`: funds a record whose sender the vault is. `MOVES`: acts as the sender of records
   * that were funded before. `ANNOUNCES`: acts as the recipient of records that others pay.
   */
  readonly does: 'PAYS' | 'OPENS' | 'MOVES' | 'ANNOUNCES';
  /** What a signer's wallet shows, unless the transaction says more. */
  readonly prompt: string;
}

/** What a proposal of a vault can do. */
export const PROPOSALS = {
  spend: { does: 'PAYS', prompt: 'Approve a payment from the vault' },
  close: { does: 'PAYS', prompt: 'Approve emptying and closing the vault' },
  plan: { does: 'OPENS', prompt: 'Approve opening streams, paid by the vault' },
  stream: { does: 'OPENS', prompt: 'Approve opening a stream, paid by the vault' },
  payment: { does: 'OPENS', prompt: 'Approve opening a recurring payment, paid by the vault' },
  airdrop: { does: 'OPENS', prompt: 'Approve opening an airdrop, paid by the vault' },
  cancel: { does: 'MOVES', prompt: 'Approve cancelling streams of the vault’s; the rest returns after the notice' },
  pause: { does: 'MOVES', prompt: 'Approve pausing payments of the vault’s' },
  resume: { does: 'MOVES', prompt: 'Approve resuming payments of the vault’s' },
  announce: { does: 'ANNOUNCES', prompt: 'Approve the address that payments to the vault go to after the delay' },
} as const satisfies Readonly<Record<string, ProposalFacts>>;

type Proposals = typeof PROPOSALS;

/** What a proposal does. */
export type ProposalKind = keyof Proposals;

type KindThat<Does> = { [Kind in ProposalKind]: Proposals[Kind]['does'] extends Does ? Kind : never }[ProposalKind];

/** A kind that pays out coins of the vault. */
export type PayoutKind = KindThat<'PAYS'>;
/** A kind that funds a record. */
export type OpeningKind = KindThat<'OPENS'>;
/** A kind by which the vault acts as the sender of records. */
export type MoveKind = KindThat<'MOVES'>;
/** A kind by which the vault acts as the recipient of records. */
export type AnnouncementKind = KindThat<'ANNOUNCES'>;

/** Whether proposals of a kind pay out coins of the vault. */
export const isPayoutKind = (kind: ProposalKind): kind is PayoutKind => PROPOSALS[kind].does === 'PAYS';
/** Whether proposals of a kind fund a record. */
export const isOpeningKind = (kind: ProposalKind): kind is OpeningKind => PROPOSALS[kind].does === 'OPENS';
/** Whether by proposals of a kind the vault acts as the sender of records. */
export const isMoveKind = (kind: ProposalKind): kind is MoveKind => PROPOSALS[kind].does === 'MOVES';
/** Whether by proposals of a kind the vault acts as the recipient of records. */
export const isAnnouncementKind = (kind: ProposalKind): kind is AnnouncementKind =>
  PROPOSALS[kind].does === 'ANNOUNCES';

/** What a proposal can name as its subject. */
export const PROPOSAL_SUBJECTS = ['plan', 'stream', 'payment', 'airdrop'] as const;
/** What a proposal names as its subject. */
export type ProposalSubject = (typeof PROPOSAL_SUBJECTS)[number];
