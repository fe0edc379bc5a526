import { useQuery } from '@tanstack/react-query';
import { useServices } from './services.js';

/** What the service says of itself and of the chain. Asked again every half minute: no event tells of a block. */
export const useInfo = () => {
  const { weir } = useServices();
  return useQuery({
    queryKey: ['info'],
    queryFn: ({ signal }) => weir.info({ signal }),
    refetchInterval: 30_000,
  });
};

/** The chain's time where it is known, else the reader's clock, Unix seconds. */
export const useNow = (): number => useInfo().data?.chain?.asOf ?? Math.floor(Date.now() / 1_000);
