/** The session by WalletConnect that this browser's pages use, until either end leaves it. */
export interface KeptSession {
  readonly topic: string;
  /** The wallet's addresses, at least one: asking for them again would wake the phone at each step. */
  readonly addresses: readonly string[];
}

/** Names no WalletConnect: its client takes such keys out of this storage when it starts. */
const KEY = 'weir:session';

const isAddresses = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((address) => typeof address === 'string');

/** Returns the session that was connected last; undefined where there is none, or it was left. */
export const keptSession = (storage: Pick<Storage, 'getItem'> = localStorage): KeptSession | undefined => {
  try {
    const { topic, addresses } = Object(JSON.parse(storage.getItem(KEY) ?? '{}')) as Record<string, unknown>;
    return typeof topic === 'string' && isAddresses(addresses) ? { topic, addresses } : undefined;
  } catch {
    return undefined;
  }
};

/** Remembers a session in place of the one before. */
export const keepSession = (
  { topic, addresses }: KeptSession,
  storage: Pick<Storage, 'setItem'> = localStorage,
): void => storage.setItem(KEY, JSON.stringify({ topic, addresses }));

/** Forgets a session, if it is the one that is kept. */
export const forgetSession = (topic: string, storage: Pick<Storage, 'getItem' | 'removeItem'> = localStorage): void => {
  if (keptSession(storage)?.topic === topic) storage.removeItem(KEY);
};
