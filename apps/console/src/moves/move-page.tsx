import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useVerb } from '../actions/use-verb.js';
import { ActionState } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { PAGES } from '../kinds/record-kinds.js';
import { rich } from '../language/rich.js';
import { numberText, plural, t } from '../language/text.js';
import { leftOutText, obstacleText } from '../records/address-move-words.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { usePageTitle } from '../ui/hooks.js';
import { Row, Stack } from '../ui/layout.js';
import { Failed, Waiting } from '../ui/states.js';
import { Address, Amount, PartyName, Title } from '../ui/values.js';
import { NeedsWallet } from '../wallet/needs-wallet.js';
import { type ConnectedWallet, owns, useWallet } from '../wallet/wallet-store.js';
import { type MovableRow, useMovableRows } from './movable-rows.js';
import styles from './move-page.module.css';
import { isProofGood, newWallet, type NewWallet } from './new-wallet.js';
import { ProveWallet, SwitchButton } from './prove-wallet.js';

const route = getRouteApi('/move');

interface RowsProps {
  readonly rows: readonly MovableRow[];
  /** Whether the wallet has several addresses, so that rows say whose they are. */
  readonly isOfMany: boolean;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (ids: readonly string[], isChosen: boolean) => void;
}

/** The streams of the old wallet, to be chosen, and those that cannot move with the reason. */
const Rows = ({ rows, isOfMany, chosen, onChoose }: RowsProps) => {
  const movable = rows.filter(({ obstacle }) => obstacle === undefined);
  const fixed = rows.filter(({ obstacle }) => obstacle !== undefined);
  const nameOf = ({ id, kind, title }: MovableRow) => (
    <Link to={PAGES[kind]} params={{ id }}>
      <Title text={title} />
    </Link>
  );
  return (
    <>
      {movable.length > 1 && (
        <label>
          {rich('{input} Select all {count}', {
            input: (
              <input
                type="checkbox"
                checked={movable.every(({ id }) => chosen.has(id))}
                onChange={({ target }) =>
                  onChoose(
                    movable.map(({ id }) => id),
                    target.checked,
                  )
                }
              />
            ),
            count: numberText(movable.length),
          })}
        </label>
      )}
      {movable.length === 0 && <p>{t('Nothing that pays this wallet can move.')}</p>}
      <ul>
        {movable.map((row) => (
          <li key={row.id} className={styles['row']}>
            <Row gap={12} align="center" justify="space-between">
              <span>
                <input
                  type="checkbox"
                  aria-label={t('Select {one}', { one: row.title })}
                  checked={chosen.has(row.id)}
                  onChange={({ target }) => onChoose([row.id], target.checked)}
                />{' '}
                {nameOf(row)}
              </span>
              {isOfMany && <PartyName address={row.recipient} />}
              <Amount base={row.left} of={row.of} />
            </Row>
          </li>
        ))}
      </ul>
      {fixed.length > 0 && (
        <details>
          <summary>{plural(fixed.length, { one: '{count} cannot move', other: '{count} cannot move' })}</summary>
          <ul>
            {fixed.map((row) => (
              <li key={row.id} className={styles['row']}>
                {nameOf(row)}: {row.obstacle !== undefined && obstacleText(row.obstacle)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
};

/** A stream or lock that the service left out, with the reason. */
interface Left {
  readonly id: string;
  readonly title: string;
  readonly reason: string;
}

interface ChoiceProps {
  readonly connected: ConnectedWallet;
  readonly to: NewWallet;
}

/** Groups of rows by the address that they pay: each is moved by a coin of its own. */
const byRecipient = (rows: readonly MovableRow[]): ReadonlyMap<string, readonly string[]> => {
  const groups = new Map<string, readonly string[]>();
  for (const { id, recipient } of rows) groups.set(recipient, [...(groups.get(recipient) ?? []), id]);
  return groups;
};

/** The second step of a move: the old wallet chooses its streams and signs. */
const Choice = ({ connected, to }: ChoiceProps) => {
  const { weir } = useServices();
  const client = useQueryClient();
  const { ids: linked } = route.useSearch();
  const { data, error, isPending, refetch } = useMovableRows(connected.addresses);
  const [choice, setChoice] = useState(linked === undefined ? undefined : new Set(linked.split(',')));
  const [result, setResult] = useState<{ readonly said: string; readonly leftOut: readonly Left[] }>();
  const rows = data ?? [];
  const movable = rows.filter(({ obstacle }) => obstacle === undefined);
  // Without a link all of them are meant.
  const chosen = choice ?? new Set(movable.map(({ id }) => id));
  const selected = movable.filter(({ id }) => chosen.has(id));
  const verb = useVerb(selected[0]?.kind ?? 'stream', selected[0]?.id);
  const choose = (ids: readonly string[], isChosen: boolean): void => {
    const next = new Set(chosen);
    for (const id of ids)
      if (isChosen) next.add(id);
      else next.delete(id);
    setChoice(next);
  };
  const announce = async (): Promise<void> => {
    setResult(undefined);
    const titles = new Map(selected.map(({ id, title }) => [id, title]));
    await verb.run('announce', connected.wallet, async (wallet, options) => {
      let moved = 0;
      const leftOut: Left[] = [];
      let last: unknown;
      for (const [address, ids] of byRecipient(selected)) {
        const done = await weir.moves.announce(ids, { to: to.address, proof: to.bearer }, wallet, {
          ...options,
          address,
        });
        moved += done.streams.length;
        leftOut.push(
          ...done.leftOut.map(({ id, code, reason }) => ({
            id,
            title: titles.get(id) ?? id,
            reason: leftOutText(code, reason),
          })),
        );
        last = done;
        setResult({
          said: t('{done} of {all} announced.', { done: numberText(moved), all: numberText(selected.length) }),
          leftOut,
        });
      }
      return last;
    });
    await client.invalidateQueries();
  };
  if (error !== null && data === undefined) return <Failed error={error} retry={() => void refetch()} />;
  if (isPending) return <Waiting what={t('Loading what pays this wallet…')} />;
  return (
    <Stack gap={16}>
      <Rows rows={rows} isOfMany={connected.addresses.length > 1} chosen={chosen} onChoose={choose} />
      {movable.length > 0 && (
        <>
          <ul className={styles['facts']}>
            <li>{t('Amounts, dates and sender stay the same. Only the address changes.')}</li>
            <li>{t('During the delay the old wallet is paid, and can undo it. Keep it until then.')}</li>
            <li>{t('After the delay the service finishes the move. Nobody signs.')}</li>
            <li>{t('Both wallets and the senders see it here, and get mails if they subscribed.')}</li>
          </ul>
          <div>
            <Button look="main" disabled={verb.isRunning || selected.length === 0} onClick={() => void announce()}>
              {plural(selected.length, { one: 'Announce {count} move', other: 'Announce {count} moves' })}
            </Button>
          </div>
        </>
      )}
      <ActionState state={verb.state} />
      {result !== undefined && <p role="status">{result.said}</p>}
      {result !== undefined && result.leftOut.length > 0 && (
        <ul>
          {result.leftOut.map(({ id, title, reason }) => (
            <li key={id} className={styles['row']}>
              {title}: {reason}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
};

/** The second step, once the first is done. */
const Sign = () => {
  const connected = useWallet();
  const to = newWallet.use();
  if (to === undefined || !isProofGood(to)) return <p>{t('Possible once the new wallet has proved itself.')}</p>;
  if (connected === undefined)
    return <NeedsWallet>{t('Connect the old wallet, which receives the payments now.')}</NeedsWallet>;
  const isNew: boolean = owns(connected, to.address);
  if (isNew)
    return (
      <Stack gap={12}>
        <p>{t('This is the new wallet. Connect the old one, which receives the payments now.')}</p>
        <SwitchButton label={t('Connect the old wallet')} />
      </Stack>
    );
  return (
    <Stack gap={16}>
      <p>
        {rich('From {from} to {to}', {
          from: <Address key="f" address={connected.address} />,
          to: <Address key="t" address={to.address} />,
        })}
      </p>
      <Choice key={connected.address} connected={connected} to={to} />
    </Stack>
  );
};

/** Page by which a recipient moves streams, payments and locks to another wallet of theirs. */
const MovePage = () => {
  usePageTitle(t('Move to another wallet'));
  return (
    <>
      <h1>{t('Move to another wallet')}</h1>
      <p>{t('You have a new wallet? Let your streams, salaries and locks pay it, without asking their senders.')}</p>
      <ProveWallet />
      <Card title={t('2. What moves')}>
        <Sign />
      </Card>
    </>
  );
};

export default MovePage;
