import { Link } from '@tanstack/react-router';
import { isSameAddress, type Payment, type Stream } from '@weir/client';
import { useVerb } from '../actions/use-verb.js';
import { ActionState } from '../actions/verb-bar.js';
import { useInfo, useServices } from '../api/services.js';
import { noticeText } from '../format/time.js';
import { noticeEnd } from '../kinds/notice.js';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { Button, buttonClass } from '../ui/button.js';
import type { Fact } from '../ui/card.js';
import { Caution } from '../ui/caution.js';
import { Row, Stack } from '../ui/layout.js';
import { Address } from '../ui/values.js';
import { type Treasury, useScope } from '../wallet/scope.js';
import { type ConnectedWallet, owns, useRole, useWallet } from '../wallet/wallet-store.js';
import { obstacleOf, obstacleText } from './address-move-words.js';

/** A stream or payment, as far as its move to another wallet needs it. */
type Moving = Stream | Payment;
type Move = NonNullable<Moving['pending_move']>;

/** Whether the next block may hold the finish of a move. @param height of the newest block; undefined where unknown */
export const isFinishable = ({ undone, finishableAtHeight: from }: Move, height: number | undefined): boolean =>
  undone || (from !== null && height !== undefined && height + 1 >= from);

const titleOf = (move: Move, height: number | undefined): string => {
  if (move.undone) return t('The move was undone');
  return isFinishable(move, height) ? t('The move can be finished') : t('Moving to another wallet');
};

/** Says what a pending move means to its reader. */
const meaningOf = (
  { recipient, pending_move: move }: Moving,
  connected: ConnectedWallet | undefined,
  height: number | undefined,
): string => {
  if (move === null) return '';
  if (move.undone) return t('It stays with the old wallet. One more signature ends the move.');
  const end = noticeEnd(move.finishableAtHeight, height);
  if (isFinishable(move, height))
    return t(
      'The delay is over. The service finishes the move; any wallet can do it, too. Then all payments go to the new address.',
    );
  if (owns(connected, recipient))
    return t(
      'Payments go to your wallet until the delay is over{end}. Was it not you? Undo it now: your key may be stolen.',
      { end },
    );
  if (owns(connected, move.to))
    return t('Payments go to your wallet once the delay is over{end}, and the move is finished.', { end });
  return t('Its recipient changes wallets. Payments go to the old address until the delay is over{end}.', { end });
};

/** Returns the treasury on show where it receives a record: its members move it by a proposal, on its page. */
const useReceiver = ({ recipient }: Moving): Treasury | undefined => {
  const { treasury } = useScope();
  return treasury !== undefined && isSameAddress(treasury.address, recipient) ? treasury : undefined;
};

interface PendingMoveProps {
  readonly product: 'stream' | 'lock' | 'payment';
  readonly record: Moving;
}

/** Says that a record moves to another wallet, until when, and lets its recipient undo it, and anybody finish it. */
export const PendingMove = ({ product, record }: PendingMoveProps) => {
  const { id, recipient, pending_move: move } = record;
  const { weir } = useServices();
  const connected = useWallet();
  const roleOf = useRole();
  const receiver = useReceiver(record);
  const height = useInfo().data?.chain?.height;
  const { state, run, isRunning } = useVerb(product, id);
  if (move === null) return <ActionState state={state} />;
  const canUndo = !move.undone && owns(connected, recipient);
  const canFinish = connected !== undefined && isFinishable(move, height);
  const undo = (signer: ConnectedWallet): void =>
    void run('undo', signer.wallet, (wallet, options) =>
      weir.moves.undo([id], wallet, { ...options, address: recipient }),
    );
  const finish = (signer: ConnectedWallet): void =>
    void run('finish', signer.wallet, (wallet, options) => weir.moves.finish([id], wallet, options));
  return (
    <Stack gap={12}>
      <Caution title={titleOf(move, height)}>{meaningOf(record, connected, height)}</Caution>
      {!move.undone && (
        <p>
          {rich('From {from} to {to}', {
            from: <Address key="f" address={recipient} mine={roleOf(recipient)} />,
            to: <Address key="t" address={move.to} mine={roleOf(move.to)} />,
          })}
        </p>
      )}
      {(canUndo || canFinish || receiver !== undefined) && (
        <Row gap={10}>
          {receiver !== undefined && !move.undone && (
            <Link to="/vaults/$id" params={{ id: receiver.id }} className={buttonClass('danger')}>
              {t('Undo the move')}
            </Link>
          )}
          {canUndo && (
            <Button look="danger" disabled={isRunning} onClick={() => undo(connected)}>
              {t('Undo the move')}
            </Button>
          )}
          {canFinish && (
            <Button look={move.undone ? 'main' : 'plain'} disabled={isRunning} onClick={() => finish(connected)}>
              {move.undone ? t('End the move') : t('Finish the move')}
            </Button>
          )}
        </Row>
      )}
      <ActionState state={state} />
    </Stack>
  );
};

/** Offers a recipient, or the members of a treasury that is it, to move a record to another wallet, or says why it cannot move. */
export const MoveOffer = ({ record }: { readonly record: Moving }) => {
  const connected = useWallet();
  const receiver = useReceiver(record);
  if (receiver === undefined && !owns(connected, record.recipient)) return null;
  const obstacle = obstacleOf(record);
  // Records that pay nothing more need no wallet, and a move that is pending is shown by itself.
  if (obstacle === 'ENDED' || obstacle === 'NOT_FUNDED' || obstacle === 'MOVING') return null;
  if (obstacle !== undefined)
    return <p>{t('It cannot move to another wallet. {reason}', { reason: obstacleText(obstacle) })}</p>;
  if (receiver !== undefined)
    return (
      <Link to="/vaults/$id" params={{ id: receiver.id }} className={buttonClass('plain')}>
        {t('Move to another wallet')}
      </Link>
    );
  return (
    <Link to="/move" search={{ ids: record.id }} className={buttonClass('plain')}>
      {t('Move to another wallet')}
    </Link>
  );
};

/** Returns the row of a record's terms that says whether its recipient may move it. */
export const moveFact = ({
  transferable,
  move_delay_blocks: blocks,
}: {
  readonly transferable: boolean;
  readonly move_delay_blocks: number;
}): Fact => [
  t('Can move to another wallet'),
  transferable ? t('By the recipient, with a delay of {duration}', { duration: noticeText(blocks) }) : t('No'),
];
