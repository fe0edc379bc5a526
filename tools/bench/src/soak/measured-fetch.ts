import type { Figures } from './figures.js';

/** Returns the group a request is counted in: method and resource. */
const groupOf = (method: string, path: string): string => `${method} ${path.split(/[/?]/).slice(1, 3).join('/')}`;

/** Wraps fetch so that latencies and refusals are recorded. */
export const measuredFetch =
  (figures: Figures) =>
  async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const began = performance.now();
    const response = await fetch(request);
    figures.note(groupOf(request.method, pathname), performance.now() - began);
    if (!response.ok) {
      const { code = 'UNKNOWN' } = (await response.clone().json()) as { readonly code?: string };
      figures.refused(response.status, code, `${request.method} ${pathname}`);
    }
    return response;
  };
