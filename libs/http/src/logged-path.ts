import type { FastifyContextConfig } from 'fastify';

/** A registered route: method, URL pattern, and whether its path holds a secret. */
export interface KnownRoute {
  readonly method: string;
  readonly url: string;
  readonly hasSecretPath?: boolean | undefined;
}

/** What is logged for the part of a path that no route has: it could be a secret. */
const LEFT_OUT = '…';

const isParameter = (segment: string): boolean => segment.includes(':');

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** Splits a path as a lenient reader would: without scheme and host, decoded, in lower case, without empty parts. */
const lenientSegments = (path: string): string[] =>
  decoded(path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/iu, ''))
    .toLowerCase()
    .split(/[/\\]/u)
    .filter((segment) => segment !== '');

const matches = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.length === path.length &&
  pattern.every((segment, at) => isParameter(segment) || segment.toLowerCase() === path[at]);

/** Returns the leading segments that are words of routes, and leaves out the rest. */
const shortened = (routes: readonly KnownRoute[], path: readonly string[]): string => {
  const words = new Set(
    routes.flatMap(({ url }) => lenientSegments(url).filter((segment) => !isParameter(segment) && segment !== '*')),
  );
  const end = path.findIndex((segment) => !words.has(segment));
  return end === -1 ? `/${path.join('/')}` : `/${[...path.slice(0, end), LEFT_OUT].join('/')}`;
};

/** A request as far as its path goes. */
export interface LoggedRequest {
  /** The request target as it was sent. */
  readonly url: string;
  /** Pattern of the route that it reached; undefined where there is none. */
  readonly routeUrl: string | undefined;
  readonly config: FastifyContextConfig | undefined;
}

/**
 * Returns what logs say of a request's path. Of a path that holds a secret it is the pattern of its route, no matter what the method and
 * however it is spelled; of one that no route has, its first words.
 *
 * @param routes all of the app
 */
export const loggedPath = (routes: readonly KnownRoute[], { url, routeUrl, config }: LoggedRequest): string => {
  if (routeUrl !== undefined && !routeUrl.includes('*')) return config?.hasSecretPath === true ? routeUrl : url;
  const [path = ''] = url.split(/[?#]/u);
  const segments = lenientSegments(path);
  const secret = routes.find(
    (route) =>
      route.hasSecretPath === true &&
      matches(
        route.url.split('/').filter((part) => part !== ''),
        segments,
      ),
  );
  return secret?.url ?? shortened(routes, segments);
};
