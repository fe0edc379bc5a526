import type { TSchema } from 'typebox';

/** What the OpenAPI document and the app need to know of a route. */
export interface RouteSchema {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly params?: TSchema;
  readonly querystring?: TSchema;
  readonly headers?: TSchema;
  /** One schema, or one for each content type. */
  readonly body?: TSchema | { readonly content: Readonly<Record<string, { readonly schema: TSchema }>> };
  readonly response: object;
}
