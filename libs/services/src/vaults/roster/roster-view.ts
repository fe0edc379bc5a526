import { binToHex } from '@bitauth/libauth';
import { decodeRosterState, recoveryHeight, type RosterState } from '@weir/covenants';
import type { RosterRecord, VaultRecord } from '@weir/infra';
import type { Party } from '../../shared/parties.js';
import { isGuardian } from '../../shared/vaults/vault-access.js';
import { firstMembersOf, NO_GUARDIAN_HASH } from './roster-members.js';

/** A roster's row. */
export type RosterRow = VaultRecord & { readonly roster: RosterRecord };

/** Returns the state of a roster as its record has it; before its first deposit, the one that it begins with. */
export const rosterStateOf = ({ state, ...row }: RosterRow): RosterState => {
  if (state === null) return { ...firstMembersOf(row, row.roster), status: 'active', spends: 0 };
  const decoded = decodeRosterState(state.commitment);
  if (decoded === undefined) throw new Error(`Stored commitment does not decode as a roster: ${state.commitment}`);
  return decoded;
};

/** Returns the address of a guardian; null for none, and where it is known by its hash alone. */
export const guardianAddress = ({ parties }: RosterRecord, hash: string): string | null =>
  parties.find(({ lockHash }) => lockHash === hash)?.address ?? null;

/** Converts what a roster has beside a vault's fields to the form shown. @param callers all addresses of the caller */
export const toRosterView = (row: RosterRow, callers: readonly Party[]) => {
  const { roster, state, status } = row;
  const now = rosterStateOf(row);
  const hash = binToHex(now.guardian);
  const hasGuardian = hash !== NO_GUARDIAN_HASH;
  const height = roster.stateHeight;
  const next = height === null || state === null ? null : recoveryHeight({ state: now }, height);
  return {
    category: status === 'pending' ? null : roster.category,
    phase: now.status,
    guardian: hasGuardian ? guardianAddress(roster, hash) : null,
    guardianHash: hasGuardian ? hash : null,
    quietBlocks: now.quiet,
    reviewBlocks: now.review,
    generation: roster.generation,
    stateHeight: height,
    callableHeight: hasGuardian && now.status === 'active' ? next : null,
    finishableHeight: now.status === 'recovering' ? next : null,
    isGuardian: callers.some(({ hashHex }) => isGuardian(row, hashHex)),
    hasCreatorLeft: row.hasCreatorLeft,
  };
};
