/** The address that the page was opened with, before the router rewrites it: it reads `1.500` as a number. */
let opened: URL | undefined = typeof location === 'undefined' ? undefined : new URL(location.href);

/** Returns the query of the opened address where it is this page's. Only once: later visits of a page begin as always. */
export const takeOpenedQuery = (): string => {
  if (opened?.pathname !== globalThis.location.pathname) return '';
  const { search } = opened;
  opened = undefined;
  return search;
};
