import { MAX_ADDRESSES } from '@weir/kinds';
import { kept } from '../storage/kept.js';
import { createStore } from '../storage/value-store.js';
import { type ConnectedWallet, useWallet } from './wallet-store.js';

/** A treasury whose money is on show instead of the wallet's own. */
export interface Treasury {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

const KEY = 'weir:scope';

const isText = (value: unknown): value is string => typeof value === 'string';

const keptScope = (): Treasury | undefined => {
  try {
    const stored: unknown = JSON.parse(kept.get(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return undefined;
    const { id, name, address } = stored as Readonly<Record<string, unknown>>;
    return isText(id) && isText(name) && isText(address) ? { id, name, address } : undefined;
  } catch {
    return undefined;
  }
};

const chosen = createStore<Treasury | undefined>(keptScope());

/** Shows a treasury's money from now on; undefined for the wallet's own. */
export const setScope = (treasury: Treasury | undefined): void => {
  kept.set(KEY, JSON.stringify(treasury ?? null));
  chosen.set(treasury);
};

/** Returns the addresses of a wallet that one request names. */
export const askedAddresses = ({ addresses }: Pick<ConnectedWallet, 'addresses'>): readonly string[] =>
  addresses.slice(0, MAX_ADDRESSES);

/** Whose money the app shows: the wallet's, or a treasury's. */
export interface Scope {
  /** All addresses of the wallet, or the treasury's; none without a wallet. */
  readonly addresses: readonly string[];
  readonly treasury: Treasury | undefined;
}

/** Returns whose money the app shows. Treasuries take a connected wallet. */
export const useScope = (): Scope => {
  const wallet = useWallet();
  const treasury = chosen.use();
  if (wallet === undefined) return { addresses: [], treasury: undefined };
  return { addresses: treasury === undefined ? askedAddresses(wallet) : [treasury.address], treasury };
};
