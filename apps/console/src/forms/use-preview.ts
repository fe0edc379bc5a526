import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Wallet } from '@weir/client';
import { useDebounced } from '../ui/use-debounced.js';
import { useWallet } from '../wallet/wallet-store.js';

/** Pause in typing before a preview is loaded, milliseconds. */
const DEBOUNCE_MS = 300;

/** The parties in terms. */
interface Terms {
  readonly recipient: string;
  readonly sender?: string | null;
}

/**
 * Loads a preview of terms once the user has stopped typing.
 *
 * @param what kind of terms, part of the query's key
 * @param terms undefined while something is missing
 */
export const usePreview = <Asked extends Terms, Data>(
  what: string,
  terms: Asked | undefined,
  ask: (terms: Asked, wallet?: Wallet) => Promise<Data>,
) => {
  const connected = useWallet();
  const asked = useDebounced(terms, DEBOUNCE_MS);
  const { data, error } = useQuery({
    queryKey: ['preview', what, asked, connected?.address],
    queryFn: () => {
      if (asked === undefined) throw new Error('Nothing is asked yet');
      // A preview needs no wallet: without one the recipient stands for the sender, which changes neither schedule nor
      // costs.
      return connected === undefined ? ask({ ...asked, sender: asked.recipient }) : ask(asked, connected.wallet);
    },
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return { isAsked: asked !== undefined, data, error };
};
