import type { Network } from '@weir/covenants';
import type { onRequestHookHandler, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { callerFromHeader, callerOf } from './caller.js';
import type { RouteEntry } from './route-access.js';

const methodsOf = ({ method }: RouteOptions): string[] => [method].flat();

/** Reads the caller, and refuses where one is demanded and none is given, before anything else of a request is read. */
const identify =
  (network: Network, isRequired: boolean): onRequestHookHandler =>
  (request, _, done) => {
    request.callerAddress = callerFromHeader(request, network);
    if (isRequired) callerOf(request);
    done();
  };

/**
 * Guards each route as it declares in `config.access`, and keeps the table of all. A route under /api that declares
 * nothing is refused at start: nobody can forget.
 */
export const accessPlugin = fp<{ readonly network: Network }>(
  (app, { network }, done) => {
    const table: RouteEntry[] = [];
    app.decorate('routeTable', table);
    app.decorateRequest('callerAddress', undefined);
    app.addHook('onRoute', (route) => {
      const access = route.config?.access;
      if (access === undefined) {
        if (route.url.startsWith('/api')) throw new Error(`Route ${methodsOf(route).join(',')} ${route.url} does not declare its access`);
        return;
      }
      for (const method of methodsOf(route)) if (method !== 'HEAD') table.push({ method, url: route.url, ...access });
      if (access.caller === 'none') return;
      route.onRequest = [identify(network, access.caller === 'required'), ...[route.onRequest ?? []].flat()];
    });
    done();
  },
  { name: 'access' },
);
