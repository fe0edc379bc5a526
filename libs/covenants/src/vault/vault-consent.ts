import type { TransactionCommon } from '@bitauth/libauth';
import {
  type AnnouncementKind,
  isAnnouncementKind,
  isMoveKind,
  isTakingKind,
  type MoveKind,
  type ProposalKind,
  PROPOSALS,
  type TakingKind,
  wordsOf,
} from '@weir/kinds';
import { calendarConsentsIn } from '../calendar/calendar-consent.js';
import { currencyConsentsIn, tillConsentsIn } from '../currency/currency-consent.js';
import { lockConsentsIn } from '../lock/lock-consent.js';
import { planConsentsIn } from '../plan/plan-consent.js';
import { isBchPlan } from '../plan/plan-limits.js';
import { slotsAt } from '../plan/transactions/sender-move.js';

/** What a vault may do to contracts of which it is the sender or the recipient: by its coin at input 0, without another signature. */
export type VaultAct = MoveKind | AnnouncementKind | TakingKind;

/** A contract that a transaction of a vault spends, and what is done to it. */
export interface VaultConsent {
  /** Index of the input that spends its state. */
  readonly input: number;
  /** Inputs that belong to it, itself included: tokens have a companion behind it. */
  readonly inputs: 1 | 2;
  /** Undefined for any step that a vault does not propose. */
  readonly act: VaultAct | undefined;
  /** Index of the first output behind its places. */
  readonly behind: number;
}

/** Whether a vault does what a kind of proposal names to contracts that it spends. */
export const isActKind = (kind: ProposalKind): kind is VaultAct =>
  isMoveKind(kind) || isAnnouncementKind(kind) || isTakingKind(kind);

const ACTS: ReadonlySet<string> = new Set(wordsOf(PROPOSALS).filter(isActKind));

const isVaultAct = (act: string | undefined): act is VaultAct => act !== undefined && ACTS.has(act);

/** Returns the first output behind the places of a stream. One that is announced is at the output of its input's number. */
const behindOf = (input: number, inputs: 1 | 2, act: string | undefined): number =>
  act === 'announce' ? input + inputs : slotsAt(input, inputs === 2).payee + 1;

const planConsents = (transaction: TransactionCommon): VaultConsent[] =>
  planConsentsIn(transaction).map(({ input, product, act }) => {
    const inputs = isBchPlan(product) ? 1 : 2;
    return {
      input,
      inputs,
      act: isVaultAct(act) ? act : undefined,
      behind: behindOf(input, inputs, act),
    };
  });

const currencyConsents = (transaction: TransactionCommon): VaultConsent[] =>
  currencyConsentsIn(transaction).map(({ input, act }) => ({
    input,
    inputs: 1,
    act,
    behind: slotsAt(input, false).payee + 1,
  }));

const lockConsents = (transaction: TransactionCommon): VaultConsent[] =>
  // A lock that is announced is at the output of its input's number.
  lockConsentsIn(transaction).map(({ input, act }) => ({ input, inputs: 1, act, behind: input + 1 }));

const calendarConsents = (transaction: TransactionCommon): VaultConsent[] =>
  calendarConsentsIn(transaction).map(({ input, hasCompanion, act }) => {
    const inputs = hasCompanion ? 2 : 1;
    return { input, inputs, act, behind: behindOf(input, inputs, act) };
  });

const tillConsents = (transaction: TransactionCommon): VaultConsent[] =>
  // A coin of a till leaves no output: all that it holds is the vault's change.
  tillConsentsIn(transaction).map(({ input, act }) => ({ input, inputs: 1, act, behind: 1 }));

/** How each covenant whose party a vault can be is recognized. */
const READERS = [planConsents, currencyConsents, tillConsents, lockConsents, calendarConsents] as const;

/**
 * Lists every contract that a transaction of a vault spends and of which its coin at input 0 may be the sender's or recipient's consent.
 * Inputs of other contracts, such as purses, are not listed: who relies on the list refuses them, as `decodeVaultProposal` does.
 */
export const vaultConsentsIn = (transaction: TransactionCommon): readonly VaultConsent[] =>
  READERS.flatMap((consentsIn) => consentsIn(transaction));

/**
 * Whether a transaction does exactly one kind of act to the contracts it spends: a vault checks its proposals by this before its
 * signers see them.
 *
 * @param consents as {@link vaultConsentsIn} lists them
 * @param act undefined where no contract may be spent at all
 */
export const consentsOnlyTo = (consents: readonly VaultConsent[], act: VaultAct | undefined): boolean =>
  consents.every((consent) => act !== undefined && consent.act === act);
