import Type, { type Static } from 'typebox';
import { MAX_MOVES } from '@weir/kinds';
import { LeftOutStreams, MOVE_LEFT_OUT } from '../shared/error.schema.js';
import {
  Address,
  Answer,
  exact,
  Flag,
  Integer,
  Named,
  PartyAddresses,
  Text,
  TextOrNull,
  Uuid,
} from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { nextCursor, optional, pageQuery, RequestBody } from '../shared/requests.schema.js';
import { buildRoute, callerRequired, ConfirmBody, confirmRoute, recordedFields, route } from '../shared/route.js';
import { WcTransaction } from '../shared/wc-transaction.schema.js';
import { PendingMove } from '../streams/stream.schema.js';

const streamIds = (description: string) => Type.Array(Uuid(), { minItems: 1, maxItems: MAX_MOVES, description });

const selection = {
  streamIds: optional(streamIds('The `id`s of streams, payments and locks, all of one address of the wallet.')),
  all: optional(Flag('Instead: all that can be moved, as many as one transaction moves; see `hasMore`.')),
};

const AnnounceMoveBody = RequestBody(
  {
    ...selection,
    to: Address('The new address.'),
    proof: optional(
      RequestBody(
        {
          bearer: Type.String({
            maxLength: 8_192,
            description: 'The bearer that `/api/auth/verify` gave to the wallet of the new address.',
          }),
        },
        {
          description:
            "Shows that somebody signs for the new address. Not needed where the caller's own bearer proves that address, too.",
        },
      ),
    ),
  },
  { title: 'AnnounceMove', examples: [{ all: true, to: 'bchtest:qq0378clru0378clru0378clru0378clrupvxaj6ku' }] },
);
export type AnnounceMoveBody = Static<typeof AnnounceMoveBody>;

const Moved = {
  id: Uuid(),
  stream_id: Text('The display id.'),
  product: Type.Enum(['stream', 'payment']),
  state: Text('The output that holds it, `hash:index`, as the transaction spends it.'),
  fundingTxHash: Text('What funded it: of a stream its genesis.'),
  index: Integer('Its number in its funding, from 1.'),
  delayBlocks: Integer('Blocks between the announcement and the move.'),
};

const built = {
  leftOut: LeftOutStreams(MOVE_LEFT_OUT, 'What the transaction does not move, and why.'),
  feeBase: exact(Type.String({ pattern: '^\\d+$', description: 'Satoshis.' })),
  size: Integer('Bytes.'),
  wcTransaction: WcTransaction,
};

export const AnnounceMoveResponse = Answer('AnnounceMoveResponse', 'The transaction, to be signed by the recipient.', {
  streams: Type.Array(Type.Object(Moved), { description: 'What the transaction moves, in its order.' }),
  hasMore: Flag('With `all`: whether streams are left for another request.'),
  from: Text("The recipient's address, whose coin consents."),
  to: Text('The address that it names.'),
  ...built,
});
export type AnnounceMoveResponse = Static<typeof AnnounceMoveResponse>;

export const FinishMoveResponse = Answer('FinishMoveResponse', 'The transaction, to be signed by the caller.', {
  streams: Type.Array(
    Type.Object({
      ...Moved,
      from: Text('Who was paid so far.'),
      to: Text('Who is paid from then on; of an undone move the same.'),
    }),
    { description: 'What the transaction moves, in its order.' },
  ),
  ...built,
});
export type FinishMoveResponse = Static<typeof FinishMoveResponse>;

export const announceMove = buildRoute('moves', {
  operationId: 'announceMove',
  summary: 'Build the announcement of another address',
  description:
    "For the recipient of streams, payments and locks, by one signature. Their coin is the consent that the contracts ask for. It also pays for the finish: each stream’s reserve gets the fee that the finish takes, and each lock. A lock is at another address from then on, and again after the finish. Nothing else of it changes: after the delay the service finishes the move, without a signature; until then payments go to the old address and only by the recipient's own coin, and the recipient can undo it. Senders, and the old and the new address, get an event and a mail at once. A cancel, a pause or a resume ends what is pending. If a stream moves before this is mined, all of it is void: send it again.",
  security: callerRequired,
  body: AnnounceMoveBody,
  response: { 200: AnnounceMoveResponse },
  errors: ['INVALID_REQUEST', 'FORBIDDEN', 'TOKEN_INVALID', 'TOKEN_EXPIRED'],
});

const UndoMoveBody = RequestBody(selection, { title: 'UndoMove', examples: [{ all: true }] });
export type UndoMoveBody = Static<typeof UndoMoveBody>;

export const undoMove = buildRoute('moves', {
  operationId: 'undoMove',
  summary: 'Build the undoing of moves',
  description:
    'For the recipient: an announcement of their own address takes the place of the pending one. It is ended by a finish, which then needs no delay.',
  security: callerRequired,
  body: UndoMoveBody,
  response: { 200: AnnounceMoveResponse },
  errors: ['INVALID_REQUEST'],
});

const FinishMoveBody = RequestBody(
  { streamIds: streamIds('The `id`s of streams, payments and locks whose moves are pending.') },
  { title: 'FinishMove' },
);
export type FinishMoveBody = Static<typeof FinishMoveBody>;

export const finishMove = buildRoute('moves', {
  operationId: 'finishMove',
  summary: 'Build the end of moves',
  description:
    "For anybody who does not wait for the service, which finishes moves by itself. Their coin leads; what the announcement put into the reserves pays the fee, and the rest is theirs. Possible once the delay is over, `finishableAtHeight` of the stream's `pending_move`; at once where the move was undone. Streams and payments move together; a lock ends its move by a transaction of its own: of several the first one moves, and only where no stream does (`leftOut`, LOCK_MOVES_ALONE).",
  security: callerRequired,
  body: FinishMoveBody,
  response: { 200: FinishMoveResponse },
  errors: ['INVALID_REQUEST'],
});

export const ConfirmMovesResponse = Answer('ConfirmMovesResponse', 'The transaction is on the chain and recorded.', {
  message: Type.String(),
  txHash: Type.String(),
  ...recordedFields,
  streams: Type.Array(
    Type.Object({
      id: Uuid(),
      stream_id: Type.String(),
      recipient: Text('Who is paid now.'),
      pending_move: Nullable(PendingMove),
    }),
    { description: 'All that the transaction moved.' },
  ),
});
export type ConfirmMovesResponse = Static<typeof ConfirmMovesResponse>;

const confirm = (operationId: string, what: string) =>
  confirmRoute('moves', {
    operationId,
    summary: `Confirm ${what}`,
    description: 'Recorded with every stream, payment and lock that the transaction moved.',
    body: ConfirmBody,
    response: { 200: ConfirmMovesResponse },
  });

export const confirmAnnouncement = confirm('confirmMoveAnnouncement', 'the announcement of another address');
export const confirmUndo = confirm('confirmMoveUndo', 'the undoing of moves');
export const confirmFinish = confirm('confirmMoveFinish', 'the end of moves');

export const ListMovesQuery = Type.Object({
  address: PartyAddresses('Sender, recipient or new address'),
  ...pageQuery('Moves'),
});
export type ListMovesQuery = Static<typeof ListMovesQuery>;

export const ListMovesResponse = Answer('ListMovesResponse', 'A page of the moves that are pending.', {
  moves: Type.Array(
    Named('Move', 'A move of a stream or payment to another address that is pending.', {
      id: Uuid('Of the stream or payment.'),
      stream_id: Text('The display id.'),
      product: Type.Enum(['stream', 'payment']),
      plan_id: TextOrNull('The `id` of its plan; null of a record that was created by itself.'),
      sender: Type.String(),
      recipient: Text('Who is paid now.'),
      pending_move: Nullable(PendingMove),
      announcement_tx_hash: Text('Its last announcement.'),
    }),
    { description: 'Those of the newest streams first.' },
  ),
  nextCursor: nextCursor(),
});
export type ListMovesResponse = Static<typeof ListMovesResponse>;

export const listMoves = route('moves', {
  operationId: 'listMoves',
  summary: 'List the moves that are pending',
  description:
    'Of the sender, the recipient and the new address; of several addresses of one wallet, separated by commas.',
  querystring: ListMovesQuery,
  response: { 200: ListMovesResponse },
  errors: ['INVALID_ADDRESS'],
});
