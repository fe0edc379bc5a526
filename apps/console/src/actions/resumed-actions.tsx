import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isWeirError, type Wallet, type Weir, WeirError } from '@weir/client';
import { useServices } from '../api/services.js';
import { KIND_NAMES, PAGES } from '../kinds/record-kinds.js';
import { rich } from '../language/rich.js';
import { msg, t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { takeAsked } from './asked-signature.js';
import {
  onPendingSaved,
  type PendingAction,
  pendingActions,
  removePending,
  seesOtherTabs,
  VERBS,
  whenLeft,
} from './pending.js';
import styles from './resumed-actions.module.css';
import { type Outcome, type ResumedAction, shownWith } from './resumed.js';

const PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const waitingForWallet = (): WeirError =>
  new WeirError('WALLET_REQUIRED', 'It waits for the wallet that signed it', { retryable: true });

/**
 * Retries a signed action until it completes, however long the network or the service is unavailable.
 *
 * @param wallet a member's wallet, where the record is private
 * @throws the signal's reason
 */
const resumeAction = async (
  { resume }: Pick<Weir, 'resume'>,
  { pending }: PendingAction,
  wallet: Wallet | undefined,
  signal: AbortSignal,
): Promise<Outcome> => {
  for (let pause = PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      // Actions on private records wait for a member's wallet.
      if (pending.address !== undefined && wallet === undefined) throw waitingForWallet();
      await resume(pending, wallet, { signal });
      return 'recorded';
    } catch (error) {
      signal.throwIfAborted();
      // A final refusal is not retried; anything uncertain is.
      if (isWeirError(error) && error.remedy === 'START_OVER') return 'overtaken';
      // It goes on once its signer has signed in.
      const isSignedOut = isWeirError(error, 'CALLER_REQUIRED', 'TOKEN_EXPIRED', 'TOKEN_INVALID');
      if (!isSignedOut && (!isWeirError(error) || !error.retryable)) return 'refused';
    }
    await wait(pause, signal);
    signal.throwIfAborted();
  }
};

const WORDS = {
  waiting: msg('{action}, {record}: signed, and its page was left before it was confirmed. Waiting for the network…'),
  recorded: msg('{action}, {record}: signed, and its page was left. It is confirmed now.'),
  overtaken: msg(
    '{action}, {record}: signed, and something else came first: it has no effect. Check the current state.',
  ),
  refused: msg('{action}, {record}: signed, and cannot be confirmed. Check the current state.'),
} as const;

const LEFT = msg(
  '{action}, {record}: the page was left before the wallet answered. Nothing was paid. If the wallet still shows the request, decline it there. Then start again.',
);

/** Resumes what was signed and left: by a reload, a closed tab, or a link. @returns it, and a function that clears the list */
const useResumedActions = (): readonly [readonly ResumedAction[], () => void] => {
  const { weir } = useServices();
  const client = useQueryClient();
  const wallet = useWallet()?.wallet;
  const [actions, setActions] = useState<readonly ResumedAction[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const asked = new Set<string>();
    const show = (txHash: string, shown: ResumedAction | undefined): void =>
      setActions((before) => shownWith(before, txHash, shown));
    const resume = (txHash: string): Promise<void> =>
      whenLeft(txHash, stop.signal, async () => {
        const action = pendingActions().find(({ pending }) => pending.txHash === txHash);
        // Otherwise it is finished, by the page that had it under way or by the look before this one.
        show(txHash, action && { action, state: 'waiting' });
        if (action === undefined) return;
        const state = await resumeAction(weir, action, wallet, stop.signal);
        removePending(txHash);
        show(txHash, { action, state });
        void client.invalidateQueries({ queryKey: ['record', action.id] });
      });
    const look = (): void => {
      for (const { pending } of pendingActions()) {
        const { txHash } = pending;
        if (asked.has(txHash)) continue;
        asked.add(txHash);
        void resume(txHash)
          .catch(() => undefined)
          .finally(() => asked.delete(txHash));
      }
    };
    look();
    // Without seeing other tabs, what is saved later may be under way.
    const forget = seesOtherTabs() ? onPendingSaved(look) : undefined;
    return () => {
      forget?.();
      stop.abort();
    };
  }, [weir, client, wallet]);
  return [actions, () => setActions([])];
};

/** What the wallet was asked to sign when the page was reloaded: read once, before this page asks for anything. */
const asked = takeAsked();

/** Shows what was resumed and its outcome, and which request was left in the wallet. */
const ResumedActions = () => {
  const [actions, clear] = useResumedActions();
  const [left, setLeft] = useState(asked);
  if (actions.length === 0 && left === undefined) return null;
  return (
    <div className={styles['box']} role="status">
      {left !== undefined && (
        <p>
          {rich(LEFT, {
            action: t(VERBS[left.verb]),
            record: (
              <Link to={PAGES[left.product]} params={{ id: left.id }}>
                {t(KIND_NAMES[left.product])}
              </Link>
            ),
          })}
        </p>
      )}
      {actions.map(({ action: { product, id, verb, pending }, state }) => (
        <p key={pending.txHash}>
          {rich(WORDS[state], {
            action: t(VERBS[verb]),
            record: (
              <Link to={PAGES[product]} params={{ id }}>
                {t(KIND_NAMES[product])}
              </Link>
            ),
          })}
        </p>
      ))}
      {actions.every(({ state }) => state !== 'waiting') && (
        <Button
          look="quiet"
          small
          onClick={() => {
            clear();
            setLeft(undefined);
          }}
        >
          {t('Close')}
        </Button>
      )}
    </div>
  );
};

export default ResumedActions;
