import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useServices } from '../api/services.js';
import { PAGES } from '../records/pages.js';
import { Button } from '../ui/button.js';
import { confirmAgain } from './confirm-again.js';
import { forget, pendingActions, type PendingAction } from './pending.js';
import styles from './picked-up.module.css';

const VERBS = {
  ...{ fund: 'funding', claim: 'claim', cancel: 'cancel', pause: 'pause', resume: 'resume' },
  ...{ deposit: 'deposit', approve: 'signature', execute: 'sending' },
} as const;

/** What became of an action that outlived its page. */
interface PickedUp {
  readonly action: PendingAction;
  readonly state: 'waiting' | 'recorded' | 'overtaken';
}

const WORDS = {
  waiting: 'was signed and not confirmed when this page closed. Waiting for the network…',
  recorded: 'was signed before this page closed. It is confirmed now.',
  overtaken: 'was signed, and something else came first: it has no effect. Look at how it stands.',
} as const;

/** Picks up what was signed before a reload or in a closed tab, and tells what becomes of it. */
const PickedUpActions = () => {
  const { weir } = useServices();
  const client = useQueryClient();
  const [actions, setActions] = useState<readonly PickedUp[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const waiting = pendingActions();
    setActions(waiting.map((action) => ({ action, state: 'waiting' })));
    for (const action of waiting)
      void confirmAgain(weir, action, stop.signal)
        .then((isRecorded) => {
          forget(action);
          setActions((before) =>
            before.map((one) =>
              one.action.txHash === action.txHash ? { action, state: isRecorded ? 'recorded' : 'overtaken' } : one,
            ),
          );
          return client.invalidateQueries({ queryKey: ['record', action.id] });
        })
        .catch(() => undefined);
    return () => stop.abort();
  }, [weir, client]);
  if (actions.length === 0) return null;
  return (
    <div className={styles['box']} role="status">
      {actions.map(({ action: { product, id, verb, txHash }, state }) => (
        <p key={txHash}>
          The {VERBS[verb]} of{' '}
          <Link to={PAGES[product]} params={{ id }}>
            a {product}
          </Link>{' '}
          {WORDS[state]}
        </p>
      ))}
      {actions.every(({ state }) => state !== 'waiting') && (
        <Button look="quiet" small onClick={() => setActions([])}>
          Close
        </Button>
      )}
    </div>
  );
};

export default PickedUpActions;
