import { binsAreEqual, type TransactionCommon } from '@bitauth/libauth';
import {
  calendarRecurringArtifact,
  calendarVestingBchArtifact,
  calendarVestingTokenArtifact,
  type LinkedArtifact,
  tranchesArtifact,
} from '@weir/contracts';
import { ALLOCATIONS } from '@weir/kinds';
import { partyHash } from '../chain/party.js';
import { readLinkedCall } from '../contract/linked-call.js';
import { announcedBy } from '../plan/move-notice.js';
import { slotsAt } from '../plan/transactions/sender-move.js';
import { decodeCalendarState } from './calendar-state.js';
import { type CalendarProduct, isBchCalendar } from './calendar-terms.js';

/** What a coin at input 0 consents to, as the sender's or the recipient's. */
export type CalendarAct = 'cancel' | 'pause' | 'resume' | 'announce';

/** A stream by the calendar that a transaction spends, and what its sender or recipient does to it. */
export interface CalendarConsent {
  /** Index of the input that spends its state. */
  readonly input: number;
  /** Whether the companion of a token is behind it. */
  readonly hasCompanion: boolean;
  /** Undefined for every step of another kind, and where call and outputs do not agree. */
  readonly act: CalendarAct | undefined;
}

/** All covenants by the calendar, with the products whose states they keep. */
const CONTRACTS: readonly { readonly product: CalendarProduct; readonly artifact: LinkedArtifact }[] = [
  { product: 'SALARY_BCH', artifact: calendarRecurringArtifact('BCH') },
  { product: 'SALARY_BCH', artifact: calendarRecurringArtifact('BCH', true) },
  { product: 'SALARY_TOKEN', artifact: calendarRecurringArtifact('FUNGIBLE_TOKEN') },
  { product: 'SALARY_TOKEN', artifact: calendarRecurringArtifact('FUNGIBLE_TOKEN', true) },
  { product: 'GRANT_BCH', artifact: calendarVestingBchArtifact },
  ...ALLOCATIONS.map((allocation) => ({
    product: 'GRANT_TOKEN' as const,
    artifact: calendarVestingTokenArtifact(allocation),
  })),
  { product: 'TRANCHES_BCH', artifact: tranchesArtifact('BCH') },
  { product: 'TRANCHES_TOKEN', artifact: tranchesArtifact('FUNGIBLE_TOKEN') },
];

/** Whether a stream goes on at the output of its input's number, with the move pending that the transaction announces. */
const isAnnounced = (
  product: CalendarProduct,
  lockingBytecode: Uint8Array,
  transaction: TransactionCommon,
  input: number,
): boolean => {
  const [to, output] = [announcedBy(transaction), transaction.outputs[input]];
  const nft = output?.token?.nft;
  if (to === undefined || output === undefined || nft?.capability !== 'mutable') return false;
  if (!binsAreEqual(output.lockingBytecode, lockingBytecode) || output.token?.amount === 0n) return false;
  const movesTo = decodeCalendarState(product, nft.commitment)?.state.movesTo;
  return movesTo !== undefined && binsAreEqual(movesTo, partyHash(to));
};

/** A call of a covenant by the calendar, by what its input shows. */
interface Called {
  readonly product: CalendarProduct;
  readonly lockingBytecode: Uint8Array;
  readonly call: string | undefined;
}

/** Returns what the sender does to a stream, by its call and by the state behind their coin; undefined where they do not agree. */
const actOfSender = (
  { product, lockingBytecode, call }: Called,
  { outputs }: TransactionCommon,
  input: number,
): CalendarAct | undefined => {
  const output = outputs[slotsAt(input, !isBchCalendar(product)).state];
  const nft = output?.token?.nft;
  if (output?.token === undefined || nft?.capability !== 'mutable') return undefined;
  const state = decodeCalendarState(product, nft.commitment)?.state;
  if (state === undefined || state.movesTo !== undefined) return undefined;
  if (!binsAreEqual(output.lockingBytecode, lockingBytecode)) return undefined;
  const isNoticed = output.token.amount === 0n;
  if (state.kind !== 'SALARY') return isNoticed && call === 'cancel' ? 'cancel' : undefined;
  if (!isNoticed) return state.status === 'ACTIVE' && state.open === 'ALL' && call === 'resume' ? 'resume' : undefined;
  if (call !== 'stop' || state.status === 'ACTIVE') return undefined;
  return state.status === 'PAUSING' ? 'pause' : 'cancel';
};

/**
 * Lists every stream by the calendar that a transaction spends, by the scripts that its inputs show. Cancels, pauses, resumes and
 * announcements alone are acts: a vault can be the sender of such a stream, and its recipient. No signature covers the function that an
 * input calls, so an act counts only where the outputs, which signatures cover, are those of the function; the locktime of an
 * announcement is the number of one of them, and all acts of a sender need a time.
 */
export const calendarConsentsIn = (transaction: TransactionCommon): readonly CalendarConsent[] =>
  transaction.inputs.flatMap(({ unlockingBytecode }, input): CalendarConsent[] => {
    const read = readLinkedCall(unlockingBytecode, CONTRACTS, ({ artifact }) => artifact);
    if (read === undefined) return [];
    const {
      lockingBytecode,
      call,
      product: { product },
    } = read;
    const called = { product, lockingBytecode, call };
    const isMove = call === 'announce' && isAnnounced(product, lockingBytecode, transaction, input);
    const hasCompanion = !isBchCalendar(product);
    if (input === 0) return [{ input, hasCompanion, act: undefined }];
    return [{ input, hasCompanion, act: isMove ? 'announce' : actOfSender(called, transaction, input) }];
  });
