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

export type RpcId = string | number | null;

/** A request, or a notification, which has no id and is never answered. */
export interface RpcCall {
  readonly id: RpcId | undefined;
  readonly method: string;
  readonly params: readonly unknown[] | undefined;
}

export type RpcResponse =
  | { readonly id: RpcId; readonly jsonrpc: '2.0'; readonly result: unknown }
  | {
      readonly error: { readonly code: number; readonly message: string };
      readonly id: RpcId;
      readonly jsonrpc: '2.0';
    };

const longestMessage = 120;

export const resultOf = (id: RpcId, result: unknown): RpcResponse => ({ id, jsonrpc: '2.0', result });

export const errorOf = (id: RpcId, error: RpcError): RpcResponse => ({
  error: { code: error.code, message: error.message },
  id,
  jsonrpc: '2.0',
});

/** Returns an error about the form of a message. It quotes the message, and so is cut to 120 characters. */
export const malformed = (code: number, message: string): RpcError =>
  new RpcError(code, message.slice(0, longestMessage));

/** Whether a value is a JSON object: neither null nor an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const invalid = (message: string) => new RpcError(codes.invalidRequest, message);

/**
 * Reads the id of a message; undefined if it has none.
 * @throws RpcError if it is neither a string, an integer nor null
 */
export const parseId = (message: Record<string, unknown>): RpcId | undefined => {
  const { id } = message;
  if (id === undefined || id === null || typeof id === 'string') return id;
  if (typeof id === 'number' && Number.isInteger(id)) return id;
  throw invalid('Error parsing JSON key "id": Expected a string, a non-fractional number, or null');
};

/**
 * Checks the form of a message as Fulcrum 2.1.1 does, which ignores the jsonrpc member.
 * @throws RpcError
 */
export const parseCall = (message: Record<string, unknown>, id: RpcId | undefined): RpcCall => {
  const { method, params } = message;
  if (method === undefined) {
    if (message['result'] !== undefined && id !== undefined) {
      throw new RpcError(codes.custom, `Unexpected response (id: ${String(id)})`);
    }
    throw invalid('Invalid JSON RPC object');
  }
  if (typeof method !== 'string' || method === '' || method.startsWith('rpc.')) throw invalid('Invalid method');
  const keys = Object.keys(message).filter((key) => key !== 'jsonrpc').length;
  const expected = 1 + (id === undefined ? 0 : 1) + (params === undefined ? 0 : 1);
  if (keys !== expected) throw invalid(id === undefined ? 'Invalid notification' : 'Invalid request');
  if (params === undefined || Array.isArray(params)) return { id, method, params };
  if (!isObject(params)) throw invalid('Invalid params');
  throw new RpcError(codes.invalidParams, 'Named params are not supported for this method');
};

/**
 * Parses a text as a message or a batch. The error about an unreadable text quotes it with question marks for control
 * characters.
 * @throws RpcError
 */
export const parseText = (text: string): Record<string, unknown> | unknown[] => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const printable = text.replace(/[^\x20-\x7e]/g, '?');
    throw malformed(codes.parse, `Failed to parse Json from string: ${printable}`);
  }
  if (isObject(value)) return value;
  if (Array.isArray(value) && value.length > 0) return value as unknown[];
  throw invalid('Invalid request');
};
