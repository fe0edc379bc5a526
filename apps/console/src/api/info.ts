import { useQuery } from '@tanstack/react-query';
import { useServices } from './services.js';

/** Reads `/api/info`. Repeated every half minute, since no event announces a block. */
export const useInfo = () => {
  const { weir } = useServices();
  return useQuery({
    queryKey: ['info'],
    queryFn: ({ signal }) => weir.info({ signal }),
    refetchInterval: 30_000,
  });
};

/** Returns the chain's time where known, else the clock's, Unix seconds. */
export const useNow = (): number => useInfo().data?.chain?.asOf ?? Math.floor(Date.now() / 1_000);
