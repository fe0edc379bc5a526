import proxyAddr from '@fastify/proxy-addr';

/** The items of a variable that lists some, separated by commas. */
export const splitList = (text: string): string[] => text.split(',').map((item) => item.trim());

const isUsable = (address: string): boolean => {
  try {
    proxyAddr.compile([address]);
    return true;
  } catch {
    return false;
  }
};

/** The items of a list of proxies that are none, by the rules of what believes them. An empty list has none. */
export const unusableProxies = (list: string): string[] =>
  list === '' ? [] : splitList(list).filter((address) => !isUsable(address));
