import { useQuery } from '@tanstack/react-query';
import { useServices } from '../api/services.js';
import { sameRecord } from '../records/same-record.js';
import { useWallet } from '../wallet/wallet-store.js';

/** How finely a schedule is drawn. */
const POINTS = 200;

/** A stream's record with its claims and events. */
export const useStream = (id: string) => {
  const { weir } = useServices();
  const connected = useWallet();
  return useQuery({
    queryKey: ['record', id, 'stream', connected?.address],
    queryFn: ({ signal }) => weir.streams.at(id).status({ signal, wallet: connected?.wallet }),
    placeholderData: sameRecord(id),
  });
};

/** What has vested by when. */
export const useSchedule = (id: string) => {
  const { weir } = useServices();
  return useQuery({ queryKey: ['record', id, 'schedule'], queryFn: () => weir.streams.at(id).schedule(POINTS) });
};
