import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PendingMove } from '@weir/client';
import { MAX_PAGE_ROWS } from '@weir/kinds';
import { useVerb } from '../actions/use-verb.js';
import { ActionState } from '../actions/verb-bar.js';
import { onceRead } from '../api/once-read.js';
import { useInfo, useServices } from '../api/services.js';
import { noticeEnd } from '../kinds/notice.js';
import { PAGES } from '../kinds/record-kinds.js';
import { rich } from '../language/rich.js';
import { plural, t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { useFirstRows } from '../ui/first-rows.js';
import { Row } from '../ui/layout.js';
import { Failed } from '../ui/states.js';
import { PartyName, Title } from '../ui/values.js';
import { owns, useWallet } from '../wallet/wallet-store.js';
import { isFinishable } from './pending-move.js';

/** Rows on show. */
const SHOWN = 5;
const READ_MS = 30_000;

/** A move that is pending. */
type Pending = PendingMove & { readonly pending_move: NonNullable<PendingMove['pending_move']> };

const isPending = (move: PendingMove): move is Pending => move.pending_move !== null;

/** Reads the moves that are pending, of old and new addresses, and of what senders pay. What is below their card waits for them. */
export const usePendingMoves = (addresses: readonly string[]) => {
  const { weir } = useServices();
  const address = addresses.join();
  return useQuery({
    queryKey: ['portfolio', 'moves', address],
    queryFn: async ({ signal }) =>
      (await weir.moves.page({ address, limit: MAX_PAGE_ROWS }, { signal })).moves.filter(isPending),
    enabled: addresses.length > 0,
    refetchInterval: onceRead(READ_MS),
  });
};

/** Groups of moves by who signs for them: each recipient for their own. */
const byRecipient = (moves: readonly PendingMove[]): ReadonlyMap<string, readonly string[]> => {
  const groups = new Map<string, readonly string[]>();
  for (const { id, recipient } of moves) groups.set(recipient, [...(groups.get(recipient) ?? []), id]);
  return groups;
};

/**
 * Shows the moves to other wallets that concern some addresses, and lets their owner undo or finish them; nothing where there are none.
 * Where they cannot be read it says so: a move that nobody sees is undone by nobody.
 */
export const PendingMovesCard = ({ addresses }: { readonly addresses: readonly string[] }) => {
  const { weir } = useServices();
  const client = useQueryClient();
  const connected = useWallet();
  const height = useInfo().data?.chain?.height;
  const { data, error, refetch } = usePendingMoves(addresses);
  const moves = data ?? [];
  const { state, run, isRunning } = useVerb('stream', moves[0]?.id);
  const undoable = moves.filter(({ recipient, pending_move: { undone } }) => !undone && owns(connected, recipient));
  const finishable = moves.filter(({ pending_move: move }) => isFinishable(move, height));
  const { shown, others } = useFirstRows(
    moves.map(({ id, stream_id: number, product, recipient, pending_move: move }) => (
      <li key={id}>
        <Link to={PAGES[product]} params={{ id }}>
          <Title text={number} />
        </Link>{' '}
        {move.undone
          ? t('The move was undone')
          : rich('from {from} to {to}{end}', {
              from: <PartyName key="f" address={recipient} />,
              to: <PartyName key="t" address={move.to} />,
              end: noticeEnd(move.finishableAtHeight, height),
            })}
      </li>
    )),
    SHOWN,
  );
  const after = (): void => void client.invalidateQueries();
  const undo = async (): Promise<void> => {
    if (connected === undefined) return;
    await run('undo', connected.wallet, async (wallet, options) => {
      let done: unknown;
      for (const [address, ids] of byRecipient(undoable))
        done = await weir.moves.undo(ids, wallet, { ...options, address });
      return done;
    });
    after();
  };
  const finish = async (): Promise<void> => {
    if (connected === undefined) return;
    await run('finish', connected.wallet, (wallet, options) =>
      weir.moves.finish(
        finishable.map(({ id }) => id),
        wallet,
        options,
      ),
    );
    after();
  };
  if (error !== null && data === undefined)
    return (
      <Card title={t('Moving to another wallet')}>
        <Failed error={error} retry={() => void refetch()} />
      </Card>
    );
  if (moves.length === 0) return <ActionState state={state} />;
  return (
    <Card title={t('Moving to another wallet')}>
      <ul>{shown}</ul>
      {others}
      {undoable.length > 0 && <p>{t('Was it not you? Undo it now: your key may be stolen.')}</p>}
      <Row gap={10}>
        {undoable.length > 0 && (
          <Button look="danger" small disabled={isRunning} onClick={() => void undo()}>
            {plural(undoable.length, { one: 'Undo {count} move', other: 'Undo {count} moves' })}
          </Button>
        )}
        {finishable.length > 0 && connected !== undefined && (
          <Button small disabled={isRunning} onClick={() => void finish()}>
            {plural(finishable.length, { one: 'Finish {count} move', other: 'Finish {count} moves' })}
          </Button>
        )}
      </Row>
      <ActionState state={state} />
    </Card>
  );
};
