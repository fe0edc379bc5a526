/** The API as a frontend would call it: JSON over HTTP, and nothing else. */
export interface ApiClient {
  get<T>(path: string, caller?: string): Promise<T>;
  post<T>(path: string, body: object, caller?: string): Promise<T>;
}

/** An answer that is no success, with the API's own words. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly body: { readonly code?: string; readonly message?: string },
  ) {
    super(`${status} ${body.code ?? ''}: ${body.message ?? ''}`);
  }
}

export const createApiClient = (baseUrl: string): ApiClient => {
  const request = async <T>(method: string, path: string, body?: object, caller?: string): Promise<T> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(caller !== undefined && { 'x-user-address': caller }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new ApiError(response.status, answer as ApiError['body']);
    return answer as T;
  };
  return {
    get: (path, caller) => request('GET', path, undefined, caller),
    post: (path, body, caller) => request('POST', path, body, caller),
  };
};
