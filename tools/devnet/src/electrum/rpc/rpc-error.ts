/** Error codes as Fulcrum uses them. */
export const codes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  custom: -31999,
  badRequest: 1,
  daemon: 2,
  limit: 4,
} as const;

/** An error that is answered to the caller as a JSON-RPC error. */
export class RpcError extends Error {
  override readonly name = 'RpcError';

  constructor(
    readonly code: number,
    message: string,
    /** Whether the server disconnects after this answer. */
    readonly disconnects = false,
  ) {
    super(message);
  }
}

export const badRequest = (message: string): RpcError => new RpcError(codes.badRequest, message);
export const invalidParams = (message: string): RpcError => new RpcError(codes.invalidParams, message);
