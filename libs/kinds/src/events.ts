import type { NotificationKind } from './notifications.js';

/** What distinguishes a kind of event. */
interface EventFacts {
  /** For the documentation, where the word alone does not say it. */
  readonly meaning?: string;
  /** Whether people should know of it: the others are for machines. */
  readonly isInInbox: boolean;
  /** The kind of notification that it leads to. */
  readonly notification?: NotificationKind;
}

/** What can happen to a record. */
export const EVENTS = {
  created: { isInInbox: false },
  expired: { isInInbox: false, meaning: 'removed, since nobody funded it' },
  funded: { isInInbox: true, notification: 'funded' },
  claimed: {
    isInInbox: true,
    meaning:
      'the recipient was paid, at anyone’s request (`step` `claim`: they signed; `push`: nobody did, since the contract paid the fee)',
  },
  paused: { isInInbox: true, notification: 'paused' },
  settled: { isInInbox: false, meaning: 'the notice of a pause is over' },
  resumed: { isInInbox: true, notification: 'paused' },
  cancelled: { isInInbox: true, notification: 'cancelled' },
  refunded: { isInInbox: true, meaning: 'money went back' },
  completed: { isInInbox: true },
  at_risk: {
    isInInbox: true,
    notification: 'at_risk',
    meaning:
      'once for each notice of a cancel or pause, whose transaction `txHash` names: nodes ask more for relaying than a push without a signature pays, so the recipient has to claim with a coin of their own before the notice ends',
  },
  move_announced: {
    isInInbox: true,
    notification: 'moved',
    meaning:
      'the recipient said that they move to another address (`figures.to`); until it is finished they can undo it, and payments go to the old one',
  },
  move_undone: { isInInbox: true, notification: 'moved', meaning: 'the recipient stays at their address' },
  move_finished: {
    isInInbox: true,
    notification: 'moved',
    meaning: 'payments go to the new address (`figures.to`) from now on',
  },
  move_kept: { isInInbox: false, meaning: 'a move that was undone is ended on the chain' },
  deposit: { isInInbox: false, meaning: 'the balance of a vault rose' },
  paid: { isInInbox: true, meaning: 'a vault was spent from' },
  closed: {
    isInInbox: true,
    meaning:
      'a vault or campaign was emptied, or a payment in a currency returned the rest once all its periods were paid',
  },
  period_paid: {
    isInInbox: true,
    notification: 'period_paid',
    meaning:
      'a period of a payment in a currency was paid at the price that `figures` name; `amount` is what the recipient received, debts included: 0 where the money did not suffice for an output',
  },
  underfunded: {
    isInInbox: true,
    notification: 'underfunded',
    meaning:
      'a period of a payment in a currency fell due for which its money did not suffice: `amount` is its debt now, in BCH, which is paid first once somebody adds money',
  },
  debt_paid: {
    isInInbox: true,
    notification: 'period_paid',
    meaning: 'a payment in a currency paid its debt, or a part of it',
  },
  topped_up: { isInInbox: true, notification: 'funded', meaning: 'somebody added money to a payment in a currency' },
  purse_opened: { isInInbox: true, notification: 'purse', meaning: 'two signers put money of a vault into a purse' },
  purse_paid: {
    isInInbox: true,
    notification: 'purse',
    meaning: 'the key of a purse paid somebody (`figures.payee`), within the limit',
  },
  purse_home: {
    isInInbox: true,
    notification: 'purse',
    meaning: 'a signer sent everything in a purse back to its vault',
  },
  purse_ended: {
    isInInbox: true,
    notification: 'purse',
    meaning: 'two signers took back a purse, or renewed it with other terms',
  },
  exchanged: {
    isInInbox: true,
    notification: 'roster',
    meaning: 'two signers of a roster gave a seat to another key, or changed its guardian or its delays',
  },
  recovery_called: {
    isInInbox: true,
    notification: 'roster',
    meaning:
      'the guardian of a roster called a recovery: unless one signer vetoes it, or two spend, the guardian exchanges the signers after the review',
  },
  recovery_vetoed: { isInInbox: true, notification: 'roster', meaning: 'a signer stopped the recovery of a roster' },
  recovered: {
    isInInbox: true,
    notification: 'roster',
    meaning: 'the guardian of a roster ended a recovery: it has other signers',
  },
  proposed: { isInInbox: true, notification: 'signature_wanted' },
  signed: { isInInbox: false, meaning: 'a signer signed a proposal' },
  declined: { isInInbox: false, meaning: 'a signer declined a proposal' },
  approved: { isInInbox: true, meaning: 'two signers signed a proposal' },
  rejected: { isInInbox: true },
  reopened: {
    isInInbox: false,
    notification: 'signature_wanted',
    meaning: 'a proposal was built again, or is short of signatures again',
  },
  stale: { isInInbox: true, meaning: 'the coins of a proposal were spent by another transaction' },
  executed: { isInInbox: true },
  final: {
    isInInbox: false,
    meaning: 'no reorganisation takes back the step that `step` names any more: ten blocks are on top of its own',
  },
  reverted: {
    isInInbox: true,
    meaning:
      'the chain took back the step that `step` names (a double spend, a reorganisation); a step that comes again is reported again',
  },
} as const satisfies Readonly<Record<string, EventFacts>>;

type Events = typeof EVENTS;

/** What happened to a record. */
export type EventKind = keyof Events;

/** An event that people should know of. */
export type InboxKind = { [Kind in EventKind]: Events[Kind]['isInInbox'] extends true ? Kind : never }[EventKind];

/** What distinguishes an event; undefined for a word that is none. */
export const eventFactsOf = (kind: string): EventFacts | undefined =>
  Object.hasOwn(EVENTS, kind) ? EVENTS[kind as EventKind] : undefined;

/** What events can be about. `currency`: a payment in a currency. */
export const EVENT_PRODUCTS = ['stream', 'payment', 'currency', 'plan', 'airdrop', 'vault', 'proposal'] as const;
/** What an event is about. */
export type EventProduct = (typeof EVENT_PRODUCTS)[number];

/** How certain a transaction can be. */
export const FINALITIES = ['mempool', 'mined', 'final'] as const;
/** How certain a transaction is. */
export type Finality = (typeof FINALITIES)[number];

/** Why a step can be rolled back. */
export const ROLLBACK_REASONS = ['replaced', 'vanished'] as const;
/** Why a step was rolled back. */
export type RollbackReason = (typeof ROLLBACK_REASONS)[number];

/** What can record a step: a confirm call, or the watcher that found it on the chain. */
export const RECORD_SOURCES = ['confirm', 'chain'] as const;
/** What recorded a step. */
export type RecordSource = (typeof RECORD_SOURCES)[number];
