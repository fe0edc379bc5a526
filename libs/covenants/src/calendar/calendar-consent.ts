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
import { decodeCalendarState } from './calendar-state.js';
import { type CalendarProduct, isBchCalendar } from './calendar-terms.js';

/** A stream by the calendar that a transaction spends, and what the recipient does to it. */
export interface CalendarConsent {
  /** Index of the input that spends its state. */
  readonly input: number;
  /** Whether the companion of a token is behind it. */
  readonly hasCompanion: boolean;
  /** Undefined for every step that is not an announcement, and where call and outputs do not agree. */
  readonly act: 'announce' | undefined;
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

/**
 * Lists every stream by the calendar that a transaction spends, by the scripts that its inputs show. Announcements alone are acts: a vault
 * can be the recipient of such a stream. No signature covers the function that an input calls, so an act counts only where the outputs,
 * which signatures cover, are those of the function; the locktime is the number of one of them, and all acts of a sender need a time.
 */
export const calendarConsentsIn = (transaction: TransactionCommon): readonly CalendarConsent[] =>
  transaction.inputs.flatMap(({ unlockingBytecode }, input): CalendarConsent[] => {
    const read = readLinkedCall(unlockingBytecode, CONTRACTS, ({ artifact }) => artifact);
    if (read === undefined) return [];
    const { product } = read.product;
    const isCalled = input > 0 && read.call === 'announce';
    return [
      {
        input,
        hasCompanion: !isBchCalendar(product),
        act: isCalled && isAnnounced(product, read.lockingBytecode, transaction, input) ? 'announce' : undefined,
      },
    ];
  });
