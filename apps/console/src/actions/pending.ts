/** Something that was signed here and is not confirmed: picked up again after a reload. */
export interface PendingAction {
  readonly product: 'stream' | 'payment' | 'airdrop' | 'plan' | 'vault' | 'proposal';
  /** Of the record. */
  readonly id: string;
  readonly verb: 'fund' | 'claim' | 'cancel' | 'pause' | 'resume' | 'deposit' | 'approve' | 'execute';
  readonly txHash: string;
  /** What was signed, hex; undefined where nobody had to sign. */
  readonly txHex: string | undefined;
  /** When, milliseconds. */
  readonly at: number;
}

const KEY = 'weir:pending';
/** What did not come within a week does not come. */
const KEPT_MS = 7 * 86_400_000;
const MOST = 50;

const isAction = (value: unknown): value is PendingAction =>
  typeof value === 'object' &&
  value !== null &&
  ['product', 'id', 'verb', 'txHash'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string') &&
  typeof (value as { at?: unknown }).at === 'number';

/** All that waits, the oldest first. What cannot be read is passed over: storage is shared with older versions. */
export const pendingActions = (storage: Pick<Storage, 'getItem'> = localStorage, now = Date.now()): PendingAction[] => {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isAction).filter(({ at }) => now - at < KEPT_MS) : [];
  } catch {
    return [];
  }
};

const without = (actions: readonly PendingAction[], txHash: string): PendingAction[] =>
  actions.filter((one) => one.txHash !== txHash);

export const remember = (action: PendingAction, storage: Storage = localStorage): void =>
  storage.setItem(KEY, JSON.stringify([...without(pendingActions(storage), action.txHash), action].slice(-MOST)));

export const forget = ({ txHash }: Pick<PendingAction, 'txHash'>, storage: Storage = localStorage): void =>
  storage.setItem(KEY, JSON.stringify(without(pendingActions(storage), txHash)));
