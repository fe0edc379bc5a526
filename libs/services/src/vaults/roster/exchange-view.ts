import { binToHex } from '@bitauth/libauth';
import { decodeRosterState, type Network, type RosterState } from '@weir/covenants';
import type { ProposalRecord, VaultRecord } from '@weir/infra';
import { isSeatKind } from '@weir/kinds';
import { addressOfKey } from '../../shared/vaults/stored-vault.js';
import { builtSources, builtTransaction } from '../built-transaction.js';
import { NO_GUARDIAN_HASH } from './roster-members.js';
import { guardianAddress } from './roster-view.js';

type Outputs = ReturnType<typeof builtSources>;

/** Reads the state of a roster among the outputs that a proposal spends or makes; undefined where there is none. */
const stateAmong = (outputs: Outputs): RosterState | undefined => {
  for (const { token } of outputs.slice(0, 2)) {
    const state = token?.nft === undefined ? undefined : decodeRosterState(binToHex(token.nft.commitment));
    if (state !== undefined) return state;
  }
  return undefined;
};

/** The states of a roster before and after a proposal that changes its members. */
export const statesOf = (proposal: Pick<ProposalRecord, 'transaction'>) => {
  const [before, after] = [stateAmong(builtSources(proposal)), stateAmong(builtTransaction(proposal).outputs)];
  if (before === undefined || after === undefined) throw new Error('A stored exchange has no state of a roster');
  return { before, after };
};

/** Returns the first signer in a seat that changes, before and after, hex; undefined where no seat changes. */
export const seatThatChanges = ({ before, after }: ReturnType<typeof statesOf>) => {
  const seats = before.signers.map((signer, seat) => ({
    leaves: binToHex(signer),
    joins: binToHex(after.signers[seat] ?? signer),
  }));
  return seats.find(({ leaves, joins }) => leaves !== joins);
};

/** Converts what a proposal makes of the members of a roster to the form shown; null of all others. */
export const exchangeView = (
  proposal: Pick<ProposalRecord, 'kind' | 'transaction'>,
  { roster, signers }: Pick<VaultRecord, 'roster' | 'signers'>,
  network: Network,
) => {
  if (!isSeatKind(proposal.kind) || roster === null) return null;
  const states = statesOf(proposal);
  const { guardian, quiet, review } = states.after;
  const known = new Map([...roster.parties, ...signers].map(({ hash, address }) => [hash, address]));
  const addressOf = (hash: string): string => known.get(hash) ?? addressOfKey(hash, network);
  const seat = proposal.kind === 'exchange' ? seatThatChanges(states) : undefined;
  const hash = binToHex(guardian);
  return {
    signers: states.after.signers.map((signer) => addressOf(binToHex(signer))),
    leaves: seat === undefined ? null : addressOf(seat.leaves),
    joins: seat === undefined ? null : addressOf(seat.joins),
    guardian: guardianAddress(roster, hash),
    guardianHash: hash === NO_GUARDIAN_HASH ? null : hash,
    quietBlocks: quiet,
    reviewBlocks: review,
  };
};
