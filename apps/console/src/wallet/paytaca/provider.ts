import type { PaytacaProvider } from '@weir/client/paytaca';

/** Returns what Paytaca's extension put into the page; undefined where this browser does not have it. */
export const paytacaProvider = (): PaytacaProvider | undefined =>
  (globalThis as { readonly paytaca?: PaytacaProvider }).paytaca;
