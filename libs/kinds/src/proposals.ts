/** What distinguishes a kind of proposal. */
interface ProposalFacts {
  /**
   * `PAYS`: pays out coins of the vault. `FILLS`: sends coins of the vault to the till of a payment in a currency. `TAKES`: takes back
   * coins of such a till. `OPENS`: funds a record whose sender the vault is. `MOVES`: acts as the sender of records
   * that were funded before. `ANNOUNCES`: acts as the recipient of records that others pay. `KEEPS`: puts coins of the vault into
   * purses, or takes them back. `SEATS`: gives a roster other members.
   */
  readonly does: 'PAYS' | 'FILLS' | 'TAKES' | 'OPENS' | 'MOVES' | 'ANNOUNCES' | 'KEEPS' | 'SEATS';
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
  topup: { does: 'FILLS', prompt: 'Approve adding money to a payment in a currency' },
  take: { does: 'TAKES', prompt: 'Approve taking back what was not added to a payment in a currency' },
  announce: { does: 'ANNOUNCES', prompt: 'Approve the address that payments to the vault go to after the delay' },
  allowance: { does: 'KEEPS', prompt: 'Approve opening, changing or closing a purse of the vault’s' },
  exchange: { does: 'SEATS', prompt: 'Approve other signers, another guardian or other delays of the treasury' },
  recovery: { does: 'SEATS', prompt: 'End the recovery of a treasury: it gets other signers' },
} as const satisfies Readonly<Record<string, ProposalFacts>>;

type Proposals = typeof PROPOSALS;

/** What a proposal does. */
export type ProposalKind = keyof Proposals;

/** Says what a kind of proposal does. */
interface ProposalWords {
  /** For the documentation; it follows the name of the kind. */
  readonly meaning: string;
  /** Once its transaction is on the chain. */
  readonly done: string;
}

/** What proposals do, in the words of the API. Apart from the facts, which clients load, too. */
export const PROPOSAL_WORDS: Readonly<Record<ProposalKind, ProposalWords>> = {
  spend: { meaning: 'pays somebody and leaves the rest in the vault', done: 'The payment is made' },
  close: {
    meaning: 'pays everything to the recipient and ends the vault',
    done: 'The vault is emptied and closed',
  },
  plan: {
    meaning: 'funds the next part of a plan that was created with `vaultId`: the vault is its sender',
    done: 'The plan is funded by the vault: its streams are active',
  },
  stream: {
    meaning: 'funds a stream that was created with `vaultId`',
    done: 'The stream is funded by the vault and active',
  },
  payment: {
    meaning: 'funds a recurring payment, or a payment in a currency, that was created with `vaultId`',
    done: 'The payment is funded by the vault, and active',
  },
  airdrop: {
    meaning: 'funds a campaign that was created with `vaultId`',
    done: 'The campaign is funded by the vault, and active',
  },
  cancel: {
    meaning:
      'cancels streams and payments whose sender the vault is, one or many, or payments in a currency; the rest returns to the vault after the notice. Of a campaign (`campaignId`) it closes the lanes, in their state at that time, and what is not claimed returns to the vault',
    done: 'Cancelled; unvested money returns to the vault after the notice',
  },
  pause: {
    meaning: 'pauses payments, or payments in a currency, whose sender the vault is',
    done: 'Paused; the running period is still paid, and the pause is settled after the notice',
  },
  resume: { meaning: 'resumes paused payments', done: 'Resumed' },
  topup: {
    meaning:
      'adds `amount` to a payment in a currency (`currencyPaymentIds`, one) whose sender the vault is: it pays to the `topUpAddress`, from which the service adds it',
    done: 'The money is at the top-up address of the payment; the service adds it',
  },
  take: {
    meaning:
      'takes back what was sent to the `topUpAddress` of a payment in a currency (`currencyPaymentIds`, one) whose sender the vault is, and was not added within the notice or came after the end',
    done: 'The money is back in the vault',
  },
  announce: {
    meaning:
      'moves streams, payments and locks that the vault receives to the address `recipient`: after the delay of each, payments go there; until then the vault can undo it',
    done: 'Announced: payments go to the new address after the delay, and the vault can undo it until then',
  },
  allowance: {
    meaning:
      'opens a purse, money that one key pays out within a limit (`allowance`, `amount`), takes purses back (`purseIds`), or both in one transaction',
    done: 'The purses are changed',
  },
  exchange: {
    meaning:
      'gives the seat of a signer of a roster to another key, or changes its guardian or its delays (`exchange`), and renews purses (`purseIds`) for the new signers in the same transaction; the address stays',
    done: 'The signers, the guardian or the delays are exchanged',
  },
  recovery: {
    meaning:
      'ends a recovery of a roster that its guardian called: the guardian and two of the new signers sign it, and nobody else',
    done: 'The recovery is over: the treasury has its new signers',
  },
};

type KindThat<Does> = { [Kind in ProposalKind]: Proposals[Kind]['does'] extends Does ? Kind : never }[ProposalKind];

/** A kind that pays out coins of the vault. */
export type PayoutKind = KindThat<'PAYS'>;
/** A kind that funds a record. */
export type OpeningKind = KindThat<'OPENS'>;
/** A kind by which the vault acts as the sender of records. */
export type MoveKind = KindThat<'MOVES'>;
/** A kind that sends coins of the vault to the till of a payment in a currency. */
export type FillingKind = KindThat<'FILLS'>;
/** A kind that takes back coins of such a till. */
export type TakingKind = KindThat<'TAKES'>;
/** A kind by which the vault acts as the recipient of records. */
export type AnnouncementKind = KindThat<'ANNOUNCES'>;

/** A kind that changes who signs for a roster, or who may recover it. */
export type SeatKind = KindThat<'SEATS'>;

/** Whether proposals of a kind pay out coins of the vault. */
export const isPayoutKind = (kind: ProposalKind): kind is PayoutKind => PROPOSALS[kind].does === 'PAYS';
/** Whether proposals of a kind fund a record. */
export const isOpeningKind = (kind: ProposalKind): kind is OpeningKind => PROPOSALS[kind].does === 'OPENS';
/** Whether by proposals of a kind the vault acts as the sender of records. */
export const isMoveKind = (kind: ProposalKind): kind is MoveKind => PROPOSALS[kind].does === 'MOVES';
/** Whether proposals of a kind send coins of the vault to the till of a payment in a currency. */
export const isFillingKind = (kind: ProposalKind): kind is FillingKind => PROPOSALS[kind].does === 'FILLS';
/** Whether proposals of a kind take back coins of such a till. */
export const isTakingKind = (kind: ProposalKind): kind is TakingKind => PROPOSALS[kind].does === 'TAKES';
/** Whether by proposals of a kind the vault acts as the recipient of records. */
export const isAnnouncementKind = (kind: ProposalKind): kind is AnnouncementKind =>
  PROPOSALS[kind].does === 'ANNOUNCES';

/** Whether proposals of a kind change who signs for a roster, or who may recover it. */
export const isSeatKind = (kind: ProposalKind): kind is SeatKind => PROPOSALS[kind].does === 'SEATS';

/** What a proposal can name as its subject; `currency` is a payment in a currency. */
export const PROPOSAL_SUBJECTS = ['plan', 'stream', 'payment', 'currency', 'airdrop', 'purse'] as const;
/** What a proposal names as its subject. */
export type ProposalSubject = (typeof PROPOSAL_SUBJECTS)[number];
