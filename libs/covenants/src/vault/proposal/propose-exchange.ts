import type { RosterCoin } from '../../roster/roster-coin.js';
import type { RosterContract } from '../../roster/roster-contract.js';
import { findRosterMembersProblem, type RosterMembers } from '../../roster/roster-state.js';
import { sameRosterMembers } from '../../roster/roster-transition.js';
import { sortHoldings, type VaultHoldings } from '../vault-coin.js';
import type { Seat } from './proposal-seats.js';
import { planPurses, type PurseChange, type PurseOptions } from './propose-purses.js';
import { propose } from './propose.js';
import type { VaultProposal } from './vault-proposal.js';

/** Everything at a roster's address. */
export interface RosterHoldings extends VaultHoldings {
  readonly state: RosterCoin;
}

/** What an exchange changes; the rest of the members stays. */
export interface RosterExchange extends Partial<Pick<RosterMembers, 'guardian' | 'quiet' | 'review'>> {
  /** The seat whose signer leaves, and the hash of the key that takes it. The other two must sign. */
  readonly seat?: { readonly of: Seat; readonly to: Uint8Array };
  /** Purses that are renewed with it: they keep the signers that they were opened with. */
  readonly purses?: PurseChange;
}

/** Returns the members that an exchange leaves. */
export const membersAfter = (
  { state }: Pick<RosterCoin, 'state'>,
  { seat, guardian, quiet, review }: RosterExchange,
): RosterMembers => {
  const signerOf = (of: Seat): Uint8Array => (seat?.of === of ? seat.to : state.signers[of]);
  return {
    guardian: guardian ?? state.guardian,
    quiet: quiet ?? state.quiet,
    review: review ?? state.review,
    signers: [signerOf(0), signerOf(1), signerOf(2)],
  };
};

/**
 * Proposes to exchange a signer, the guardian or the delays of a roster. Where a seat changes only the other two can sign, since a
 * signer keeps the seat. A recovery that runs ends by it.
 *
 * @throws RangeError for an exchange that changes nothing, or members that break a rule
 * @throws CovenantError SPENDS_USED_UP, and those of `proposePurses` where purses are renewed
 * @throws InsufficientFundsError
 */
export const proposeRosterExchange = (
  contract: RosterContract,
  holdings: RosterHoldings,
  exchange: RosterExchange,
  { feeRate, tip }: PurseOptions = {},
): VaultProposal => {
  const { state } = holdings.state;
  const members = membersAfter(holdings.state, exchange);
  const problem = findRosterMembersProblem(members, contract.network, contract.lockingBytecode);
  if (problem !== undefined) throw new RangeError(`No roster has these members: ${problem}`);
  if (sameRosterMembers(state, { ...state, ...members })) throw new RangeError('The exchange changes nothing');
  const { purses } = exchange;
  const planned =
    purses === undefined ? { outputs: [] } : planPurses(contract, sortHoldings(holdings), purses, { tip });
  return propose(contract, holdings, { kind: 'exchange', members, ...planned }, { feeRate });
};
