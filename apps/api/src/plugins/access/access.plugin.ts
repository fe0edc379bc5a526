import type { preParsingHookHandler, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import type { AuthConfig } from '../../config/auth-config.js';
import type { CallerReader } from './caller.js';
import type { RouteAccess, RouteEntry } from './route-access.js';

export interface AccessOptions {
  readonly mode: AuthConfig['mode'];
  readonly callers: CallerReader;
}

const methodsOf = ({ method }: RouteOptions): string[] => [method].flat();

const isDemanded = ({ caller }: RouteAccess, mode: AuthConfig['mode']): boolean =>
  caller === 'required' || (caller === 'in-body' && mode === 'signed');

/** Reads the caller, and refuses where one is demanded and none is given, before the body is read. */
const identify =
  ({ read, missing }: CallerReader, isRequired: boolean): preParsingHookHandler =>
  async (request) => {
    request.callerAddress = await read(request);
    if (isRequired && request.callerAddress === undefined) throw missing();
  };

/**
 * Guards each route as it declares in `config.access`, and keeps the table of all. A route under /api that declares
 * nothing is refused at start: nobody can forget. Guards come after the rate limit, which so counts refused callers too.
 */
export const accessPlugin = fp<AccessOptions>(
  (app, { mode, callers }, done) => {
    const table: RouteEntry[] = [];
    app.decorate('routeTable', table);
    app.decorateRequest('callerAddress', undefined);
    app.addHook('onRoute', (route) => {
      const access = route.config?.access;
      if (access === undefined) {
        if (route.url.startsWith('/api'))
          throw new Error(`Route ${methodsOf(route).join(',')} ${route.url} does not declare its access`);
        return;
      }
      for (const method of methodsOf(route)) if (method !== 'HEAD') table.push({ method, url: route.url, ...access });
      if (access.caller === 'none') return;
      route.preParsing = [identify(callers, isDemanded(access, mode)), ...[route.preParsing ?? []].flat()];
    });
    done();
  },
  { name: 'access' },
);
