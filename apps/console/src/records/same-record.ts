/**
 * Returns a `placeholderData` function that keeps the data of the same record while another wallet's view of it loads, so that
 * the page does not flash when a wallet is connected. Data of other records is not kept.
 */
export const sameRecord =
  (id: string) =>
  <Data>(before: Data | undefined, query: { readonly queryKey: readonly unknown[] } | undefined): Data | undefined =>
    query?.queryKey[1] === id ? before : undefined;
