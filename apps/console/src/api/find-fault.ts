/** Why an answer is late: the service or its chain server is away, or it only takes long. */
export type Fault = 'chain' | 'slow' | 'unreachable';

/** How long the service may take to say that it is there, milliseconds. */
const LIMIT_MS = 4_000;

/** The service worker marks answers that it has kept. */
const STORED_AT = 'x-weir-stored-at';

/** Asks a service once, without retries, whether it answers and whether it reaches the chain. @param fetchOnce by default the browser's */
export const findFault = async (apiUrl: string, fetchOnce: typeof fetch = fetch): Promise<Fault> => {
  try {
    const answer = await fetchOnce(`${apiUrl}/api/info`, { signal: AbortSignal.timeout(LIMIT_MS) });
    if (!answer.ok || answer.headers.has(STORED_AT)) return 'unreachable';
    const { chain } = Object(await answer.json()) as { readonly chain?: unknown };
    return chain === null ? 'chain' : 'slow';
  } catch {
    return 'unreachable';
  }
};
