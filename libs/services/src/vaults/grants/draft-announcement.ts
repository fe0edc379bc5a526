import { hexToBin } from '@bitauth/libauth';
import { announcedFee, moveFormOf, proposeAnnouncement } from '@weir/covenants';
import type { ProposalSubject, StreamRecord, VaultRecord } from '@weir/infra';
import { MAX_MOVES } from '@weir/kinds';
import type { LeftOutCode } from '../../moves/moves.types.js';
import { assertMoves, byContract, heightsOf, sortMoves, syncStreams, whyNotAnnounced } from '../../moves/sort-moves.js';
import { ServiceError } from '../../shared/service-error.js';
import type { VaultContext } from '../vault-context.js';
import type { ProposalDraft } from './grant-request.js';
import { loadReceivedRows } from './granted-rows.js';

/** Where the vault's streams and locks move to. */
export interface NewRecipient {
  /** Canonical address. */
  readonly recipient: string;
  /** Its locking bytecode, hex, and what records hold in its place. */
  readonly recipientBytecode: string;
  readonly recipientHash: string;
}

/**
 * Drafts a vault's announcement of another address for streams, payments and locks whose recipient it is; of its own address, which undoes
 * what is pending.
 *
 * @param isLenient of a proposal that was there before, and lost its coins: what cannot move any more is left out
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, INVALID_REQUEST, CHAIN_UNAVAILABLE
 */
export const draftAnnouncement = async (
  vaultContext: VaultContext,
  subjects: readonly ProposalSubject[],
  to: NewRecipient,
  vault: VaultRecord,
  isLenient: boolean,
): Promise<ProposalDraft> => {
  if (subjects.length > MAX_MOVES)
    throw new ServiceError(
      'INVALID_REQUEST',
      `One transaction moves at most ${MAX_MOVES}: propose the rest separately`,
      {
        field: 'streamIds',
        most: MAX_MOVES,
        given: subjects.length,
      },
    );
  const context = { ...vaultContext, serves: 'either' } as const;
  const rows = await syncStreams(context, await loadReceivedRows(vaultContext, subjects, vault));
  const heights = await heightsOf(context, rows);
  const isUndo = to.recipientBytecode === vault.lockingBytecode;
  const why = (stream: StreamRecord): LeftOutCode | undefined => {
    const { move, recipientHash, state } = stream;
    if (!heights.has(state?.txid ?? '')) return 'NOT_MINED';
    if (isUndo && (move === null || move.toHash === recipientHash)) return 'NO_MOVE';
    return move?.toHash === to.recipientHash ? 'MOVES_THERE_ALREADY' : whyNotAnnounced(context, stream);
  };
  const sorted = sortMoves(context, rows, why);
  const [refused] = sorted.leftOut;
  if (refused !== undefined && (!isLenient || sorted.moving.length === 0))
    throw new ServiceError('WRONG_STATE', `Cannot announce a move of ${refused.id}: ${refused.reason}`, {
      leftOut: sorted.leftOut,
    });
  assertMoves(sorted);
  const moving = byContract(sorted.moving);
  const streams = moving.streams.map(({ move }) => move);
  const locks = moving.locks.map(({ move }) => move);
  const fees = [...streams.map((move) => moveFormOf(move).stepFee), ...locks.map(announcedFee)];
  const { recipient, recipientBytecode } = to;
  return {
    terms: {
      kind: 'announce',
      recipient,
      recipientBytecode,
      tokenType: 'BCH',
      tokenCategory: null,
      coin: null,
      subjects: sorted.moving.map(({ stream: { product, id } }) => ({ type: product, id })),
    },
    build: (contract, holdings, options) =>
      proposeAnnouncement(contract, holdings, { streams, locks }, hexToBin(recipientBytecode), options),
    amountOf: () => fees.reduce((total, fee) => total + fee, 0n),
  };
};
