import {
  airdropCloserArtifact,
  calendarRecurringArtifact,
  calendarVestingBchArtifact,
  calendarVestingTokenArtifact,
  currencyCalendarArtifact,
  currencyCalendarTwiceArtifact,
  currencyPaymentArtifact,
  currencyTillArtifact,
  lockBchArtifact,
  lockTokenArtifact,
  movableLockBchArtifact,
  movableLockTokenArtifact,
  planClockArtifact,
  planCompanionArtifact,
  planRecurringBchArtifact,
  planRecurringTokenArtifact,
  planVestingBchArtifact,
  planVestingTokenArtifact,
  purseBchArtifact,
  purseTokenArtifact,
  rosterArtifact,
  tranchesArtifact,
  vaultArtifact,
} from '@weir/contracts';
import type { Artifact, LinkedArtifact } from '../execute/execute.js';

const ARTIFACTS = {
  'plan-clock': planClockArtifact,
  'plan-companion': planCompanionArtifact,
  'plan-vesting-bch': planVestingBchArtifact,
  'plan-vesting-token': planVestingTokenArtifact,
  'plan-recurring-bch': planRecurringBchArtifact,
  'plan-recurring-token': planRecurringTokenArtifact,
  vault: vaultArtifact,
  'airdrop-closer': airdropCloserArtifact,
  'lock-bch': lockBchArtifact,
  'lock-token': lockTokenArtifact,
  'movable-lock-bch': movableLockBchArtifact,
  'movable-lock-token': movableLockTokenArtifact,
  'purse-bch': purseBchArtifact,
  'purse-token': purseTokenArtifact,
  roster: rosterArtifact,
  'currency-payment': currencyPaymentArtifact,
  'currency-calendar': currencyCalendarArtifact,
  'currency-calendar-twice': currencyCalendarTwiceArtifact,
  'currency-till': currencyTillArtifact,
  'calendar-recurring-bch': calendarRecurringArtifact('BCH'),
  'calendar-recurring-bch-twice': calendarRecurringArtifact('BCH', true),
  'calendar-recurring-token': calendarRecurringArtifact('FUNGIBLE_TOKEN'),
  'calendar-recurring-token-twice': calendarRecurringArtifact('FUNGIBLE_TOKEN', true),
  'calendar-vesting-bch': calendarVestingBchArtifact,
  'calendar-vesting-token-cumulative-round-down': calendarVestingTokenArtifact('CUMULATIVE_ROUND_DOWN'),
  'calendar-vesting-token-cumulative-rounding': calendarVestingTokenArtifact('CUMULATIVE_ROUNDING'),
  'calendar-vesting-token-front-loaded': calendarVestingTokenArtifact('FRONT_LOADED'),
  'calendar-vesting-token-back-loaded': calendarVestingTokenArtifact('BACK_LOADED'),
  'calendar-vesting-token-front-loaded-to-single-tranche': calendarVestingTokenArtifact(
    'FRONT_LOADED_TO_SINGLE_TRANCHE',
  ),
  'calendar-vesting-token-back-loaded-to-single-tranche': calendarVestingTokenArtifact('BACK_LOADED_TO_SINGLE_TRANCHE'),
  'tranches-bch': tranchesArtifact('BCH'),
  'tranches-token': tranchesArtifact('FUNGIBLE_TOKEN'),
} as const;

export type NamedArtifact = keyof typeof ARTIFACTS;

export const isNamedArtifact = (name: string): name is NamedArtifact => name in ARTIFACTS;

type Named = Artifact | LinkedArtifact;

let changed: { readonly name: NamedArtifact; readonly artifact: Named } | undefined;

/** The artifact that claims are about, by the name of its source. */
export const artifactOf = (name: NamedArtifact): Named => (changed?.name === name ? changed.artifact : ARTIFACTS[name]);

/** Has the claims be about another artifact while a function runs: one that lacks a rule, to see which claims break. */
export const withArtifact = <T>(name: NamedArtifact, artifact: Named, run: () => T): T => {
  changed = { name, artifact };
  try {
    return run();
  } finally {
    changed = undefined;
  }
};
