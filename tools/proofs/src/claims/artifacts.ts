import {
  planClockArtifact,
  planCompanionArtifact,
  planRecurringBchArtifact,
  planRecurringTokenArtifact,
  planVestingBchArtifact,
  planVestingTokenArtifact,
} from '@weir/contracts';
import type { Artifact } from '../execute/execute.js';

const ARTIFACTS = {
  'plan-clock': planClockArtifact,
  'plan-companion': planCompanionArtifact,
  'plan-vesting-bch': planVestingBchArtifact,
  'plan-vesting-token': planVestingTokenArtifact,
  'plan-recurring-bch': planRecurringBchArtifact,
  'plan-recurring-token': planRecurringTokenArtifact,
} as const;

export type PlanArtifact = keyof typeof ARTIFACTS;

export const isPlanArtifact = (name: string): name is PlanArtifact => name in ARTIFACTS;

let changed: { readonly name: PlanArtifact; readonly artifact: Artifact } | undefined;

/** The artifact that claims are about, by the name of its source. */
export const artifactOf = (name: PlanArtifact): Artifact =>
  changed?.name === name ? changed.artifact : ARTIFACTS[name];

/** Has the claims be about another artifact while a function runs: one that lacks a rule, to see which claims break. */
export const withArtifact = <T>(name: PlanArtifact, artifact: Artifact, run: () => T): T => {
  changed = { name, artifact };
  try {
    return run();
  } finally {
    changed = undefined;
  }
};
