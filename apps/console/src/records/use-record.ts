import { useQuery } from '@tanstack/react-query';
import type { ReadOptions, Weir } from '@weir/client';
import { onceRead } from '../api/once-read.js';
import { useInfo, useServices } from '../api/services.js';
import { isScriptAddress } from '../format/identifiers.js';
import { owns, useWallet } from '../wallet/wallet-store.js';

/**
 * Returns a `placeholderData` function that keeps the data of the same record while another wallet's view of it loads, so that
 * the page does not flash when a wallet is connected. Data of other records is not kept.
 */
export const sameRecord =
  (id: string) =>
  <Data>(before: Data | undefined, query: { readonly queryKey: readonly unknown[] } | undefined): Data | undefined =>
    query?.queryKey[1] === id ? before : undefined;

/**
 * Queries a record and its history, as the connected wallet sees it.
 *
 * @param kind part of the query's key
 * @param options.everyMs how often it is read again beside events, milliseconds: what a price moves has none
 */
export const useRecord = <Data>(
  id: string,
  kind: string,
  read: (weir: Weir, options: ReadOptions) => Promise<Data>,
  { everyMs = false }: { readonly everyMs?: number | false } = {},
) => {
  const { weir } = useServices();
  const connected = useWallet();
  return useQuery({
    queryKey: ['record', id, kind, connected?.address],
    queryFn: ({ signal }) => read(weir, { signal, wallet: connected?.wallet }),
    placeholderData: sameRecord(id),
    refetchInterval: everyMs !== false && onceRead(everyMs),
  });
};

/** The user's relation to a record. */
export interface Reader {
  readonly isSender: boolean;
  readonly isRecipient: boolean;
  /** Whether the sender is a script, such as a vault, whose members propose what a sender would sign. */
  readonly isSentByScript?: boolean;
  /** Height of the newest block; undefined where unknown. */
  readonly height?: number | undefined;
}

/** Returns the connected wallet's relation to a record, with the height of the newest block. */
export const useReader = ({
  sender,
  recipient,
}: {
  readonly sender: string;
  readonly recipient?: string | undefined;
}): Reader => {
  const connected = useWallet();
  const height = useInfo().data?.chain?.height;
  return {
    isSender: owns(connected, sender),
    isRecipient: owns(connected, recipient),
    isSentByScript: isScriptAddress(sender),
    height,
  };
};
