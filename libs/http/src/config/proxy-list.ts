import proxyAddr from '@fastify/proxy-addr';

/** Splits a comma-separated variable into its trimmed items. */
export const splitList = (text: string): string[] => text.split(',').map((item) => item.trim());

const isUsable = (address: string): boolean => {
  try {
    proxyAddr.compile([address]);
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns the items of a comma-separated list that `proxy-addr`, which Fastify uses, does not accept as an address or
 * network.
 */
export const unusableProxies = (list: string): string[] =>
  list === '' ? [] : splitList(list).filter((address) => !isUsable(address));
