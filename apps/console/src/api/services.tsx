import { createContext, useContext, type ReactNode } from 'react';
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
