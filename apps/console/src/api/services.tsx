import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import type { Weir } from '@weir/client';
import type { Settings } from './settings.js';

/** The dependencies of all parts of the page. */
export interface Services {
  readonly weir: Weir;
  readonly settings: Settings;
}

const ServicesContext = createContext<Services | undefined>(undefined);

export const ServicesProvider = ({ services, children }: { services: Services; children: ReactNode }) => (
  <ServicesContext value={services}>{children}</ServicesContext>
);

/** Returns the services of the page. @throws Error outside ServicesProvider */
export const useServices = (): Services => {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('Outside of ServicesProvider');
  return services;
};

/** Reads `/api/info`. Repeated every half minute, since no event announces a block. */
export const useInfo = () => {
  const { weir } = useServices();
  return useQuery({
    queryKey: ['info'],
    queryFn: ({ signal }) => weir.info({ signal }),
    refetchInterval: 30_000,
  });
};

/** Returns the prefix of the network's addresses, without colon; undefined until the service has answered. */
export const useAddressPrefix = (): string | undefined => useInfo().data?.addressPrefix;

/** Returns the chain's time where known, else the clock's, Unix seconds. */
export const useNow = (): number => useInfo().data?.chain?.asOf ?? Math.floor(Date.now() / 1_000);
