import { useMemo } from 'react';
import { useInfo, useServices } from '../api/services.js';
import type { Site } from './connector.types.js';

/** Returns the site that wallets are connected to; undefined until the service has named its network. */
export const useSite = (): Site | undefined => {
  const { settings } = useServices();
  const { addressPrefix, network } = useInfo().data ?? {};
  return useMemo(
    () => (addressPrefix === undefined || network === undefined ? undefined : { settings, network, addressPrefix }),
    [settings, addressPrefix, network],
  );
};

const TEST_PREFIXES: readonly string[] = ['bchtest', 'bchreg'];

/** Returns whether coins of a network are without value. */
export const isTestChain = ({ addressPrefix }: Pick<Site, 'addressPrefix'>): boolean =>
  TEST_PREFIXES.includes(addressPrefix);
