/** The header that names the caller. */
export const CALLER_HEADER = 'x-user-address';

/** Names of the callers' security schemes in the OpenAPI document. */
export const CALLER_SCHEME = 'caller';
export const BEARER_SCHEME = 'bearer';

type Security = readonly Readonly<Record<string, readonly string[]>>[];

/** OpenAPI security of a route that demands a caller: by the header or by a bearer, depending on the server's mode. */
export const callerRequired: Security = [{ [CALLER_SCHEME]: [] }, { [BEARER_SCHEME]: [] }];

/** OpenAPI security of a route that demands a bearer in every mode. */
export const callerProven: Security = [{ [BEARER_SCHEME]: [] }];

/** OpenAPI security of a route that uses a caller where there is one. */
export const callerOptional: Security = [{}, ...callerRequired];
