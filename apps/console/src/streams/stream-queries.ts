import { useQuery } from '@tanstack/react-query';
import { useServices } from '../api/services.js';
import { sameRecord } from '../records/same-record.js';
import { useWallet } from '../wallet/wallet-store.js';

/** Number of points of a schedule. */
const POINTS = 200;

/** Queries a stream with its claims and events. */
export const useStream = (id: string) => {
  const { weir } = useServices();
  const connected = useWallet();
  return useQuery({
    queryKey: ['record', id, 'stream', connected?.address],
    queryFn: ({ signal }) => weir.streams.at(id).get({ signal, wallet: connected?.wallet }),
    placeholderData: sameRecord(id),
  });
};

/** Queries the schedule of a stream. */
export const useSchedule = (id: string) => {
  const { weir } = useServices();
  return useQuery({ queryKey: ['record', id, 'schedule'], queryFn: () => weir.streams.at(id).schedule(POINTS) });
};
