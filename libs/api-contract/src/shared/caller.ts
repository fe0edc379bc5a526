/** The header that names the caller. */
export const CALLER_HEADER = 'x-user-address';

/** The name of the caller's security scheme in the OpenAPI document. */
export const CALLER_SCHEME = 'caller';

/** OpenAPI security of a route that demands a caller. */
export const callerRequired: readonly Readonly<Record<string, readonly string[]>>[] = [{ [CALLER_SCHEME]: [] }];

/** OpenAPI security of a route that uses a caller where there is one. */
export const callerOptional: readonly Readonly<Record<string, readonly string[]>>[] = [{}, { [CALLER_SCHEME]: [] }];
