import { binToHex, hexToBin } from '@bitauth/libauth';
import {
  findRosterMembersProblem,
  isRosterContract,
  isRosterState,
  membersAfter,
  type Network,
  proposeRosterExchange,
  type PurseChange,
  type PurseDraft,
  type RosterCoin,
  type RosterExchange,
  type RosterHoldings,
  type RosterMembers,
  sameRosterMembers,
  type Seat,
  type VaultHoldings,
} from '@weir/covenants';
import type { ProposalRecord, RosterParty, VaultRecord } from '@weir/infra';
import { MAX_ANNOUNCED_PURSES, PROPOSALS, type ProposalKind, type SeatKind } from '@weir/kinds';
import { parseParty } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { addressOfVault, contractOf, toVaultCoin } from '../../shared/vaults/stored-vault.js';
import { recalledPurses } from '../grants/draft-allowance.js';
import { type ProposalDraft, RECORD_FIELDS } from '../grants/grant-request.js';
import { listingTip } from '../listing-tip.js';
import { payeesOf } from '../purses/follow-purse.js';
import { seatThatChanges, statesOf } from '../roster/exchange-view.js';
import { guardianHashIn, parseDelay, parseNewGuardian, parseSignerKey, partyOf } from '../roster/roster-members.js';
import type { VaultContext } from '../vault-context.js';
import type { ProposeInput } from '../vaults.types.js';

const invalid = (field: string, message: string): ServiceError =>
  new ServiceError('INVALID_REQUEST', message, { field });

/** An exchange of members that is asked for, parsed. What is undefined stays. */
export interface RequestedExchange {
  /** hash160 of the keys, hex. */
  readonly seat: { readonly leaves: string; readonly joins: string } | undefined;
  /** hash160 of the locking bytecode; zeros for none. */
  readonly guardian: Uint8Array | undefined;
  readonly quiet: number | undefined;
  readonly review: number | undefined;
  /** Ids of purses that are renewed for the new signers. */
  readonly purses: readonly string[];
  /** Keys that it names. */
  readonly parties: readonly RosterParty[];
}

const OTHERS = [
  'recipient',
  'amount',
  'tokenType',
  'tokenCategory',
  'outpoint',
  'allowance',
  ...RECORD_FIELDS,
] as const;

type Exchange = NonNullable<ProposeInput['exchange']>;

const parseSeat = ({ leaves, joins, joinsPubkey }: Exchange, network: Network) => {
  if (leaves === undefined && joins === undefined && joinsPubkey === undefined) return undefined;
  if (leaves === undefined)
    throw invalid('exchange.leaves', 'exchange.leaves is required: the signer whose seat is given away');
  if (joins === undefined || joinsPubkey === undefined)
    throw invalid(
      'exchange.joins',
      'exchange.joins and exchange.joinsPubkey are required: the signer who takes the seat',
    );
  const { hashHex } = parseParty(leaves, network, 'exchange.leaves');
  const joining = parseSignerKey(network, joins, joinsPubkey, 'exchange.joins', 'exchange.joinsPubkey');
  return { leaves: hashHex, joins: partyOf(joining.party, joining.publicKey) };
};

/**
 * Reads an exchange that is proposed, without the chain.
 *
 * @throws ServiceError INVALID_REQUEST, INVALID_ADDRESS
 */
export const parseExchange = (kind: SeatKind, input: ProposeInput, network: Network): RequestedExchange => {
  if (kind === 'recovery')
    throw invalid(
      'kind',
      'The guardian of a roster proposes the end of a recovery: POST /api/vaults/:id/recovery/finish',
    );
  const other = OTHERS.find((field) => input[field] !== undefined);
  if (other !== undefined) throw invalid(other, `${other} must be omitted: a proposal of kind exchange takes none`);
  const { exchange } = input;
  if (exchange === undefined)
    throw invalid('exchange', 'exchange is required: who leaves and joins, the guardian, or the delays');
  const seat = parseSeat(exchange, network);
  const guardian = parseNewGuardian(exchange, network, 'exchange.guardian');
  const { quietBlocks, reviewBlocks } = exchange;
  if (seat === undefined && guardian === undefined && quietBlocks === undefined && reviewBlocks === undefined)
    throw invalid('exchange', 'exchange changes nothing: name who leaves and joins, a guardian, or a delay');
  const parties = [...(seat === undefined ? [] : [seat.joins]), ...(typeof guardian === 'object' ? [guardian] : [])];
  return {
    seat: seat && { leaves: seat.leaves, joins: seat.joins.hash },
    guardian: guardian && guardianHashIn(guardian),
    quiet: quietBlocks === undefined ? undefined : parseDelay(quietBlocks, network, 'exchange.quietBlocks'),
    review: reviewBlocks === undefined ? undefined : parseDelay(reviewBlocks, network, 'exchange.reviewBlocks'),
    purses: [...new Set((input.purseIds ?? []).map((id) => id.toLowerCase()))],
    parties: parties.filter(({ hash }, index) => parties.findIndex((each) => each.hash === hash) === index),
  };
};

/**
 * Checks that a vault can do what a kind of proposal does: only a roster exchanges its members, it never ends, and it does nothing
 * without its state.
 *
 * @throws ServiceError WRONG_STATE
 */
export const assertKindFits = (kind: ProposalKind, { roster, status }: VaultRecord): void => {
  if (roster === null) {
    if (PROPOSALS[kind].does !== 'SEATS') return;
    throw new ServiceError(
      'WRONG_STATE',
      'The signers of this vault are in its address and cannot be exchanged: open a roster, and move what the vault holds there',
      { field: 'kind' },
    );
  }
  if (kind === 'close')
    throw new ServiceError('WRONG_STATE', 'A roster never ends: pay its money out by spends, and leave the rest', {
      field: 'kind',
    });
  if (status === 'active') return;
  throw new ServiceError('WRONG_STATE', 'The roster has no address yet: make its first deposit first', { status });
};

const stateOf = ({ state }: VaultRecord): RosterCoin => {
  const coin = state === null ? undefined : toVaultCoin(state);
  if (coin === undefined || !isRosterState(coin)) throw new Error('An active roster has no state');
  return coin;
};

const seatAt = (state: RosterCoin, hash: string): Seat | undefined =>
  ([0, 1, 2] as const).find((seat) => binToHex(state.state.signers[seat]) === hash);

/** Works out what an exchange changes in a roster's present state. @throws ServiceError WRONG_STATE, INVALID_REQUEST */
const changeOf = (
  state: RosterCoin,
  { seat, guardian, quiet, review }: RequestedExchange,
  vault: VaultRecord,
  network: Network,
): RosterExchange => {
  const of = seat && seatAt(state, seat.leaves);
  if (seat !== undefined && of === undefined)
    throw new ServiceError('WRONG_STATE', 'exchange.leaves is not a signer of the roster', {
      field: 'exchange.leaves',
      signers: vault.signers.map(({ address }) => address),
    });
  const change: RosterExchange = {
    ...(seat !== undefined && of !== undefined && { seat: { of, to: hexToBin(seat.joins) } }),
    ...(guardian !== undefined && { guardian }),
    ...(quiet !== undefined && { quiet }),
    ...(review !== undefined && { review }),
  };
  const members = membersAfter(state, change);
  const problem = findRosterMembersProblem(members, network, hexToBin(vault.lockingBytecode));
  if (problem === 'SIGNERS_NOT_DISTINCT')
    throw new ServiceError('WRONG_STATE', 'exchange.joins is a signer of the roster already', {
      field: 'exchange.joins',
    });
  if (problem === 'QUIET_OUT_OF_RANGE' || problem === 'REVIEW_OUT_OF_RANGE')
    throw invalid('exchange', 'A delay that the roster has is out of range: set quietBlocks and reviewBlocks');
  if (problem !== undefined) throw invalid('exchange', `No roster has these members: ${problem}`);
  if (sameRosterMembers(state.state, { ...state.state, ...members }))
    throw new ServiceError('WRONG_STATE', 'The roster has these members already', { field: 'exchange' });
  return change;
};

/** Drafts the purses that are renewed: the same terms and money, and the signers from then on. */
const renewalsOf = async (
  context: VaultContext,
  ids: readonly string[],
  vault: VaultRecord,
  { signers }: RosterMembers,
): Promise<PurseChange | undefined> => {
  if (ids.length === 0) return undefined;
  if (ids.length > MAX_ANNOUNCED_PURSES)
    throw invalid(
      'purseIds',
      `One transaction renews at most ${MAX_ANNOUNCED_PURSES} purses: renew the others by proposals of kind allowance`,
    );
  const recalled = await recalledPurses(context, ids, vault);
  if (new Set(recalled.map(({ tokenType }) => tokenType)).size > 1)
    throw invalid('purseIds', 'Purses of BCH and of tokens cannot be renewed in one transaction');
  const opened = recalled.map(({ contract: { terms }, coin, purse }): PurseDraft => {
    const payees = payeesOf(purse);
    if (payees === undefined)
      throw new ServiceError(
        'WRONG_STATE',
        'The service does not know the payees of a purse, only the hash of their list: take it back, and open it again by a proposal of kind allowance',
        { field: 'purseIds', id: purse.id },
      );
    const { asset, owner, spender, limit, period } = terms;
    const isBch = asset.type === 'BCH';
    return {
      asset,
      owner,
      signers,
      spender,
      payees,
      limit,
      period,
      amount: isBch ? coin.satoshis : (coin.token?.amount ?? 0n),
      ...(!isBch && { reserve: coin.satoshis }),
    };
  });
  return { recalled, opened };
};

/** Narrows what builders take to a roster's. */
const rosterOf = (contract: Parameters<ProposalDraft['build']>[0], { state, coins }: VaultHoldings) => {
  if (!isRosterContract(contract) || state === undefined || !isRosterState(state))
    throw new Error('An exchange is built for something else than a roster');
  const holdings: RosterHoldings = { state, coins };
  return { contract, holdings };
};

/**
 * Drafts an exchange of a roster's members, and renews purses with it.
 *
 * @throws ServiceError WRONG_STATE, INVALID_REQUEST, NOT_FOUND, FORBIDDEN, CHAIN_UNAVAILABLE
 */
export const draftExchange = async (
  context: VaultContext,
  requested: RequestedExchange,
  vault: VaultRecord,
): Promise<ProposalDraft> => {
  const { network } = context;
  contractOf(vault, network);
  const state = stateOf(vault);
  const change = changeOf(state, requested, vault, network);
  const purses = await renewalsOf(context, requested.purses, vault, membersAfter(state, change));
  const tip = await listingTip(context, vault);
  return {
    terms: {
      kind: 'exchange',
      recipient: addressOfVault(vault),
      recipientBytecode: vault.lockingBytecode,
      tokenType: 'BCH',
      tokenCategory: null,
      coin: null,
      subjects: requested.purses.map((id) => ({ type: 'purse', id })),
    },
    build(contract, given, options) {
      const roster = rosterOf(contract, given);
      return proposeRosterExchange(
        roster.contract,
        roster.holdings,
        { ...change, ...(purses !== undefined && { purses }) },
        { ...options, tip },
      );
    },
    amountOf: () => 0n,
    parties: requested.parties,
  };
};

/** Drafts a stored exchange again: what it changed in the state that it was built on, in the present one. */
export const redraftExchange = async (
  context: VaultContext,
  proposal: ProposalRecord,
  vault: VaultRecord,
): Promise<ProposalDraft> => {
  if (proposal.kind === 'recovery')
    throw new ServiceError(
      'WRONG_STATE',
      'The roster moved, so this recovery cannot be ended as it was proposed: the guardian proposes its end again',
      { status: proposal.status },
    );
  const states = statesOf(proposal);
  const { before, after } = states;
  const hasOther = (one: Uint8Array, other: Uint8Array): boolean => binToHex(one) !== binToHex(other);
  return draftExchange(
    context,
    {
      seat: seatThatChanges(states),
      guardian: hasOther(before.guardian, after.guardian) ? after.guardian : undefined,
      quiet: before.quiet === after.quiet ? undefined : after.quiet,
      review: before.review === after.review ? undefined : after.review,
      purses: proposal.subjects.map(({ id }) => id),
      parties: [],
    },
    vault,
  );
};
