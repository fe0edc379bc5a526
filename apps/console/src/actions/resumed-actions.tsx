import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useServices } from '../api/services.js';
import { PAGES } from '../records/pages.js';
import { Button } from '../ui/button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { pendingActions, removePending, type PendingAction, type Verb } from './pending.js';
import { resumeAction, type Outcome } from './resume-action.js';
import styles from './resumed-actions.module.css';

/** Names of actions, each followed by its record: "The funding of a stream". */
const VERBS: Readonly<Record<Verb, string>> = {
  fund: 'funding of',
  claim: 'claim of',
  push: 'payout of',
  cancel: 'cancel of',
  refund: 'refund of',
  pause: 'pause of',
  resume: 'resume of',
  close: 'closing of',
  deposit: 'deposit into',
  approve: 'signature of',
  execute: 'sending of',
};

const ARTICLES = {
  ...{ stream: 'a', payment: 'a', plan: 'a', airdrop: 'an', vault: 'a', proposal: 'a' },
} as const;

/** The outcome of an action that outlived its page. */
interface ResumedAction {
  readonly action: PendingAction;
  readonly state: 'waiting' | Outcome;
}

const WORDS = {
  waiting: 'was signed and not confirmed when this page closed. Waiting for the network…',
  recorded: 'was signed before this page closed. It is confirmed now.',
  overtaken: 'was signed, and something else came first: it has no effect. Look at how it stands.',
  refused: 'was signed before this page closed, and cannot be confirmed. Look at how it stands.',
} as const;

/** Resumes what was signed before a reload or in a closed tab, and shows its outcome. */
const ResumedActions = () => {
  const { weir } = useServices();
  const client = useQueryClient();
  const wallet = useWallet()?.wallet;
  const [actions, setActions] = useState<readonly ResumedAction[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const waiting = pendingActions();
    setActions((before) => [
      ...before.filter(({ state }) => state !== 'waiting'),
      ...waiting.map((action) => ({ action, state: 'waiting' as const })),
    ]);
    for (const action of waiting)
      void resumeAction(weir, action, wallet, stop.signal)
        .then((state) => {
          const { txHash } = action.pending;
          removePending(txHash);
          setActions((before) => before.map((one) => (one.action.pending.txHash === txHash ? { action, state } : one)));
          return client.invalidateQueries({ queryKey: ['record', action.id] });
        })
        .catch(() => undefined);
    return () => stop.abort();
  }, [weir, client, wallet]);
  if (actions.length === 0) return null;
  return (
    <div className={styles['box']} role="status">
      {actions.map(({ action: { product, id, verb, pending }, state }) => (
        <p key={pending.txHash}>
          The {VERBS[verb]}{' '}
          <Link to={PAGES[product]} params={{ id }}>
            {ARTICLES[product]} {product}
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

export default ResumedActions;
