import type { Pending } from '@weir/client';
import type { RecordKind } from '../kinds/record-kinds.js';
import { msg } from '../language/text.js';
import { kept, type KeptTexts, onOtherTab } from '../storage/kept.js';
import { tabLocks } from '../storage/tabs.js';

const lockOf = (txHash: string): string => `weir:pending:${txHash}`;

/** Whether tabs see what the others have under way; they do not in insecure contexts, or where the browser refuses locks. */
export const seesOtherTabs = (): boolean => tabLocks() !== undefined;

/**
 * Marks a signed transaction as under way in this tab, until it is released or the tab is gone.
 *
 * @returns releases it
 */
export const hold = (txHash: string): (() => void) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void tabLocks()?.request(lockOf(txHash), () => held);
  return release;
};

/**
 * Runs `work` on a signed transaction as soon as no page has it under way, in this tab or another.
 *
 * @throws the signal's reason, or what `work` throws
 */
export const whenLeft = async (txHash: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> =>
  tabLocks()?.request(lockOf(txHash), { signal }, work) ?? work();

/** Actions that may outlive their page, each with its name before its record: "The funding of a stream". */
export const VERBS = {
  fund: msg('Funding'),
  claim: msg('Claim'),
  push: msg('Payout'),
  cancel: msg('Cancellation'),
  refund: msg('Refund'),
  pause: msg('Pause'),
  resume: msg('Resumption'),
  close: msg('Closing'),
  deposit: msg('Deposit'),
  approve: msg('Signature'),
  execute: msg('Sending'),
  announce: msg('Move to another wallet'),
  undo: msg('Undoing of a move'),
  finish: msg('Finish of a move'),
  pay: msg('Payment'),
  home: msg('Way home'),
  topUp: msg('Top-up'),
  take: msg('Taking back'),
  call: msg('Call of a recovery'),
  veto: msg('Stop of a recovery'),
} as const;

/** An action that was signed here and is not confirmed yet; resumed after a reload. */
export interface PendingAction {
  readonly product: RecordKind;
  /** Id of the record. */
  readonly id: string;
  readonly verb: keyof typeof VERBS;
  /** What `weir.resume` needs. */
  readonly pending: Pending;
  /** When it was signed, milliseconds. */
  readonly at: number;
}

const KEY = 'weir:pending';
/** How long a pending action is kept: after a week it will not be mined any more. */
const KEPT_MS = 7 * 86_400_000;
const KEPT_ACTIONS = 50;

const isAction = (value: unknown): value is PendingAction => {
  const { pending, at, ...named } = Object(value) as { readonly [Key in keyof PendingAction]?: unknown };
  const { version, txHash } = Object(pending) as { readonly version?: unknown; readonly txHash?: unknown };
  return (
    (['product', 'id', 'verb'] as const).every((key) => typeof named[key] === 'string') &&
    version === 1 &&
    typeof txHash === 'string' &&
    typeof at === 'number'
  );
};

/**
 * Returns all pending actions, oldest first. Unreadable ones are skipped, since storage is shared with older versions.
 */
export const pendingActions = (texts: Pick<KeptTexts, 'get'> = kept, now = Date.now()): PendingAction[] => {
  try {
    const stored: unknown = JSON.parse(texts.get(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isAction).filter(({ at }) => now - at < KEPT_MS) : [];
  } catch {
    return [];
  }
};

const without = (actions: readonly PendingAction[], txHash: string): PendingAction[] =>
  actions.filter(({ pending }) => pending.txHash !== txHash);

const listeners = new Set<() => void>();

/** Stores an action, or replaces the stored one. */
export const savePending = (action: PendingAction, texts: Pick<KeptTexts, 'get' | 'set'> = kept): void => {
  const actions = [...without(pendingActions(texts), action.pending.txHash), action].slice(-KEPT_ACTIONS);
  texts.set(KEY, JSON.stringify(actions));
  for (const listener of listeners) listener();
};

/** Removes an action that needs nothing more. */
export const removePending = (txHash: string, texts: Pick<KeptTexts, 'get' | 'set'> = kept): void =>
  void texts.set(KEY, JSON.stringify(without(pendingActions(texts), txHash)));

/** Calls back when this tab or another has stored an action. @returns stops that */
export const onPendingSaved = (listener: () => void): (() => void) => {
  listeners.add(listener);
  const stop = onOtherTab((key) => {
    if (key === KEY) listener();
  });
  return () => {
    listeners.delete(listener);
    stop();
  };
};
