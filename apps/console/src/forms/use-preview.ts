import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AbortOptions, Wallet } from '@weir/client';
import { useDebounced } from '../ui/hooks.js';
import { useWallet } from '../wallet/wallet-store.js';

/** Pause in typing before a preview is loaded, milliseconds. */
const DEBOUNCE_MS = 300;

interface Previewed<Terms, Data> {
  /** What is previewed; part of the query's key. */
  readonly what: string;
  /** Undefined while something is missing. */
  readonly terms: Terms | undefined;
  /** Stands for the terms where comparing them by their content takes long: another number for each change. */
  readonly version?: number;
  readonly ask: (terms: Terms, wallet: Wallet | undefined, options: AbortOptions) => Promise<Data>;
}

/** Loads a preview of terms once the user has stopped typing. @returns with whether anything was asked for */
export const usePreview = <Terms, Data>({ what, terms, version, ask }: Previewed<Terms, Data>) => {
  const connected = useWallet();
  const key = terms === undefined ? undefined : (version ?? terms);
  const debounced = useDebounced(key, DEBOUNCE_MS);
  const isSettled = JSON.stringify(debounced) === JSON.stringify(key);
  const isAsked = debounced !== undefined;
  const { data, error } = useQuery({
    queryKey: ['preview', what, debounced, connected?.address],
    queryFn: ({ signal }) => {
      if (terms === undefined) throw new Error('Nothing is asked yet');
      return ask(terms, connected?.wallet, { signal });
    },
    enabled: isAsked && isSettled,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return { isAsked, data: isAsked ? data : undefined, error: isAsked ? error : null };
};
