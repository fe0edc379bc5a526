/** A registered route: method and URL pattern. */
export interface KnownRoute {
  readonly method: string;
  readonly url: string;
}

const segments = (path: string): string[] => path.replace(/\/$/, '').split('/');

const matches = (url: string, path: string): boolean => {
  const pattern = segments(url);
  const given = segments(path);
  return (
    pattern.length === given.length &&
    pattern.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  );
};

/** Returns the methods of the routes that match a path; empty when none does. */
export const allowedMethods = (routes: readonly KnownRoute[], path: string): string[] => [
  ...new Set(routes.filter(({ url }) => matches(url, path)).map(({ method }) => method)),
];
