import type { FastifyRequest, onRequestHookHandler, preParsingHookHandler, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import {
  CALLER_HEADER,
  type PaymentStatus,
  type ProposalStatus,
  type PurseStatus,
  type VaultStatus,
} from '@weir/api-contract';
import { BODY_BYTES } from '@weir/http';
import type { AuthConfig } from '../../config/config.js';
import type { CallerReader, CallerReaders } from './caller.js';

/** Roles of a vault. Everybody is a member of a public one. */
type VaultGuard =
  | 'member'
  | 'creator'
  | 'signer'
  | 'creator or signer'
  | 'signer or proposer'
  | 'member or spender'
  | 'spender'
  | 'guardian';

/**
 * Who may call a route, and when, as the OpenAPI document says too. `caller` is enforced here, role and states by the use
 * cases (and by tests).
 */
export interface RouteAccess {
  /**
   * `required`: 401 without a caller.
   * `in-body`: the same in signed mode; in header mode an address in the body may stand for the caller.
   * `authenticated`: 401 without a bearer, in either mode.
   * `optionally-authenticated`: optional, and authenticated by a bearer in either mode; in signed mode a caller without one
   * is anonymous.
   * `optional`: used where given.
   * `if-named`: used where given; in signed mode a request that names a caller without a bearer gets 401, so that members
   * are not mistaken for strangers.
   * `lenient`: used where it is valid, else ignored, so that no request is refused for its caller.
   * `none`: ignored.
   */
  readonly caller:
    | 'required'
    | 'in-body'
    | 'authenticated'
    | 'optionally-authenticated'
    | 'optional'
    | 'if-named'
    | 'lenient'
    | 'none';
  /** Role that the caller must have. */
  readonly role: 'anyone' | 'sender' | 'recipient' | 'recipient or creator' | VaultGuard;
  /** States in which the route works; `any` where it does not depend on one. */
  readonly states: readonly (PaymentStatus | VaultStatus | ProposalStatus | PurseStatus)[] | 'any';
}

/** A route of the route table with its access. */
export interface RouteEntry extends RouteAccess {
  readonly method: string;
  readonly url: string;
  /** Largest body, bytes. */
  readonly bodyLimit: number;
}

/** Public in any state. */
export const OPEN: RouteAccess = { caller: 'none', role: 'anyone', states: 'any' };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
  interface FastifyInstance {
    /** All routes that declare their access, in order of registration. */
    readonly routeTable: readonly RouteEntry[];
  }
}

export interface AccessOptions {
  readonly mode: AuthConfig['mode'];
  readonly callers: CallerReaders;
}

/** A route's access as its description in the OpenAPI document says it. */
const accessText = ({ caller, role, states }: RouteAccess): string =>
  `Caller: \`${caller}\`. Role: ${role}. States: ${states === 'any' ? states : states.join(', ')}.`;

const methodsOf = ({ method }: RouteOptions): string[] => [method].flat();

const isDemanded = ({ caller }: RouteAccess, mode: AuthConfig['mode']): boolean =>
  caller === 'required' || caller === 'authenticated' || (caller === 'in-body' && mode === 'signed');

const namesCaller = ({ headers }: FastifyRequest): boolean => headers[CALLER_HEADER] !== undefined;

const readerFor = ({ caller }: RouteAccess, readers: CallerReaders): CallerReader => {
  switch (caller) {
    case 'authenticated':
      return readers.authenticated;
    case 'optionally-authenticated':
      return readers.optionallyAuthenticated;
    case 'lenient':
      return readers.lenient;
    default:
      return readers.usual;
  }
};

/** The headers that identify callers, on which answers to them depend. */
const CALLER_HEADERS = ['Authorization', CALLER_HEADER];

/** Keeps caches from storing answers that depend on the caller, errors included. */
const keepPrivate: onRequestHookHandler = (_request, reply, next) => {
  const varied = [reply.getHeader('vary') ?? []].flat().map(String);
  reply.headers({ 'cache-control': 'private, no-store', vary: [...varied, ...CALLER_HEADERS].join(', ') });
  next();
};

/** Reads the caller and refuses a request that needs one and has none, before its body is read. */
const identify =
  ({ read, missing }: CallerReader, isNeeded: (request: FastifyRequest) => boolean): preParsingHookHandler =>
  async (request) => {
    const caller = await read(request);
    if (caller === undefined && isNeeded(request)) throw missing();
    request.caller = caller;
  };

/**
 * Enforces each route's `config.access` and collects the table of all. A route under /api without one fails at start,
 * so that none is forgotten. Guards run after the rate limit, which therefore counts refused callers too.
 */
export const accessPlugin = fp<AccessOptions>(
  (app, { mode, callers }, done) => {
    const table: RouteEntry[] = [];
    app.decorate('routeTable', table);
    app.decorateRequest('caller', undefined);
    app.addHook('onRoute', (route) => {
      const access = route.config?.access;
      if (access === undefined) {
        if (route.url.startsWith('/api'))
          throw new Error(`Route ${methodsOf(route).join(',')} ${route.url} does not declare its access`);
        return;
      }
      const { description } = route.schema ?? {};
      const parts = [description, accessText(access)].filter((part) => part !== undefined);
      route.schema = { ...route.schema, description: parts.join('\n\n') };
      for (const method of methodsOf(route))
        if (method !== 'HEAD')
          table.push({ method, url: route.url, bodyLimit: route.bodyLimit ?? BODY_BYTES, ...access });
      if (access.caller === 'none') return;
      route.onRequest = [keepPrivate, ...[route.onRequest ?? []].flat()];
      route.preParsing = [
        identify(
          readerFor(access, callers),
          (request) => isDemanded(access, mode) || (access.caller === 'if-named' && namesCaller(request)),
        ),
        ...[route.preParsing ?? []].flat(),
      ];
    });
    done();
  },
  { name: 'access' },
);
