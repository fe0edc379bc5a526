import type { Wallet } from '@weir/client';
import { useEvents, type LiveState } from '../api/use-events.js';
import { useRefetch } from '../api/use-refetch.js';

/**
 * Refetches a record whenever an event concerns it or what belongs to it.
 *
 * @param wallet wallet that signs in, where the record is private
 */
export const useLiveRecord = (id: string, wallet?: Wallet): LiveState => {
  const refetch = useRefetch('record', id);
  const read = (): void => void refetch();
  return useEvents({ filters: { record: id }, onEvent: read, onGap: read, wallet });
};
