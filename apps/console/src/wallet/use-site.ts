import { useEffect, useMemo } from 'react';
import { useInfo, useServices } from '../api/services.js';
import { kept } from '../storage/kept.js';
import type { Site } from './connector.types.js';
import { walletStore } from './wallet-store.js';

type Network = Pick<Site, 'addressPrefix' | 'network'>;

const KEY = 'weir:network';

/** Returns the network that the service named last; undefined where it never did. */
const keptNetwork = (): Partial<Network> => {
  try {
    const { addressPrefix, network } = Object(JSON.parse(kept.get(KEY) ?? '{}')) as Record<keyof Network, unknown>;
    return typeof addressPrefix === 'string' && typeof network === 'string' ? { addressPrefix, network } : {};
  } catch {
    return {};
  }
};

/**
 * Returns the site that wallets are connected to: with the network that the service names or, until it answers, the one that it named
 * last, so that a wallet is restored without it. Undefined where it never answered.
 */
export const useSite = (): Site | undefined => {
  const { settings } = useServices();
  const { data } = useInfo();
  const { addressPrefix, network } = data ?? keptNetwork();
  useEffect(() => {
    if (data === undefined) return;
    const { addressPrefix: prefix, network: name } = data;
    const before = keptNetwork().addressPrefix;
    kept.set(KEY, JSON.stringify({ addressPrefix: prefix, network: name }));
    // Addresses of another network are of no use here.
    if (before !== undefined && before !== prefix)
      walletStore
        .get()
        ?.disconnect()
        .catch(() => undefined);
  }, [data]);
  return useMemo(
    () => (addressPrefix === undefined || network === undefined ? undefined : { settings, network, addressPrefix }),
    [settings, addressPrefix, network],
  );
};

const TEST_PREFIXES: readonly string[] = ['bchtest', 'bchreg'];

/** Returns whether coins of a network are without value. */
export const isTestChain = ({ addressPrefix }: Pick<Site, 'addressPrefix'>): boolean =>
  TEST_PREFIXES.includes(addressPrefix);
