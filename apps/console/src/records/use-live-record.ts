import { useEffect } from 'react';
import type { Wallet } from '@weir/client';
import { useServices } from '../api/services.js';
import { signIns } from '../api/sign-ins.js';
import { type LiveState, useEvents, useRefetch } from '../api/use-events.js';
import { useWallet } from '../wallet/wallet-store.js';

/**
 * How often a private record is refetched until its reader signs in: until then the service sends no events of it, and nobody is asked
 * for a signature without a press.
 */
const UNSIGNED_MS = 10_000;

/**
 * Refetches a record when an event concerns it or what belongs to it.
 *
 * @param wallet wallet that signs in, where the record is private
 */
export const useLiveRecord = (id: string, wallet?: Wallet): LiveState => {
  const { weir } = useServices();
  signIns.use();
  const connected = useWallet();
  const isSignedIn = connected !== undefined && weir.isSignedIn(connected.address);
  const isReadAgain = wallet !== undefined && !isSignedIn;
  const refetch = useRefetch('record', id);
  const read = (): void => void refetch();
  useEffect(() => {
    if (!isReadAgain) return undefined;
    const timer = setInterval(() => void refetch(), UNSIGNED_MS);
    return () => clearInterval(timer);
  }, [isReadAgain, refetch]);
  return useEvents({
    filters: { record: id },
    onEvent: read,
    onGap: read,
    wallet: isSignedIn ? wallet : undefined,
  });
};
