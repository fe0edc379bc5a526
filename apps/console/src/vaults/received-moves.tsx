import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_MOVES } from '@weir/kinds';
import { useAddressPrefix, useServices } from '../api/services.js';
import { useEvents, useRefetch } from '../api/use-events.js';
import { addressProblem } from '../forms/address-problem.js';
import { RecipientField } from '../forms/recipient-field.js';
import { PAGES } from '../kinds/record-kinds.js';
import { plural, t } from '../language/text.js';
import { MOVABLE, type MovableRow, useMovableRows } from '../moves/movable-rows.js';
import { obstacleText } from '../records/address-move-words.js';
import { subjectOf } from '../treasury/vault-moves.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { LEAVING, useTask } from '../ui/hooks.js';
import { Row, Stack } from '../ui/layout.js';
import { TaskState } from '../ui/states.js';
import { Amount } from '../ui/values.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { vaultChoicesOf, type VaultDetail } from './proposal-choices.js';
import styles from './vault.module.css';

/** Whether a vault can undo the move of a row. */
const isMoving = ({ obstacle }: MovableRow): boolean => obstacle === 'MOVING';

/** The streams and payments of rows, as a proposal names them: a lock is named as a stream. */
const namedIn = (rows: readonly MovableRow[]) =>
  subjectOf(rows.map(({ id, kind }) => ({ id, kind: kind === 'payment' ? 'payment' : 'stream' })));

interface ReceivedMovesProps {
  readonly vault: VaultDetail;
  /** Of the vault. */
  readonly address: string;
  readonly connected: ConnectedWallet;
}

/** Lists what pays a vault; its members propose that it pays another address, or that a move is undone. */
export const ReceivedMoves = ({ vault, address, connected }: ReceivedMovesProps) => {
  const { id } = vault;
  const { weir } = useServices();
  const navigate = useNavigate();
  const task = useTask();
  const prefix = useAddressPrefix();
  const { data: rows = [] } = useMovableRows([address]);
  const refetch = useRefetch(...MOVABLE);
  const read = (): void => void refetch();
  // The events of the treasury are of what it sends.
  useEvents({ filters: { address }, onEvent: read, onGap: read });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [to, setTo] = useState('');
  const [isAsked, setAsked] = useState(false);
  if (rows.length === 0 || !vaultChoicesOf(vault).canPropose) return null;
  const selected = rows.filter((row) => chosen.has(row.id)).slice(0, MAX_MOVES);
  const movable = selected.filter(({ obstacle }) => obstacle === undefined);
  const moving = selected.filter(isMoving);
  const problem = addressProblem(to, prefix, t('Enter the new address'));
  const choose = (row: string, isChosen: boolean): void =>
    setChosen((before) => new Set(isChosen ? [...before, row] : [...before].filter((one) => one !== row)));
  const propose = async (some: readonly MovableRow[], recipient: string): Promise<void> => {
    await task.run(async () => {
      const terms = { kind: 'announce', recipient, ...namedIn(some) } as const;
      const made = await weir.vaults.at(id).propose(terms, connected.wallet);
      await navigate({ to: '/proposals/$id', params: { id: made.id } });
      return LEAVING;
    });
  };
  const move = (): void => {
    setAsked(true);
    if (problem === undefined) void propose(movable, to.trim());
  };
  return (
    <Card title={t('Paid to this treasury')}>
      <Stack gap={12}>
        <p className={styles['note']}>
          {t(
            'Two signers can move these to another address. It pays there after the delay; until then two signers can undo it.',
          )}
        </p>
        <ul>
          {rows.map((row) => (
            <li key={row.id} className={styles['grant']}>
              <Row as="span" isLine gap={10} align="center">
                {(row.obstacle === undefined || isMoving(row)) && (
                  <input
                    type="checkbox"
                    aria-label={t('Select {name}', { name: row.title })}
                    checked={chosen.has(row.id)}
                    onChange={({ target }) => choose(row.id, target.checked)}
                  />
                )}
                <Link to={PAGES[row.kind]} params={{ id: row.id }}>
                  {row.title}
                </Link>
              </Row>
              <Amount base={row.left} of={row.of} />
              {row.obstacle !== undefined && <span className={styles['note']}>{obstacleText(row.obstacle)}</span>}
            </li>
          ))}
        </ul>
        {movable.length > 0 && (
          <>
            <RecipientField
              label={t('New address')}
              value={to}
              onChange={setTo}
              hint={t('Make sure that somebody can sign for it.')}
              error={isAsked ? problem : undefined}
              required
            />
            <div>
              <Button disabled={task.isRunning} onClick={move}>
                {plural(movable.length, { one: 'Propose {count} move', other: 'Propose {count} moves' })}
              </Button>
            </div>
          </>
        )}
        {moving.length > 0 && (
          <div>
            <Button disabled={task.isRunning} onClick={() => void propose(moving, address)}>
              {plural(moving.length, { one: 'Propose to undo {count} move', other: 'Propose to undo {count} moves' })}
            </Button>
          </div>
        )}
        <TaskState task={task} what={t('Building the proposal from the treasury’s coins…')} />
      </Stack>
    </Card>
  );
};
