import { codes, invalidParams, RpcError } from './rpc-error.js';
import type { RpcCall } from './rpc-message.js';

/** A method of the protocol: how many positional parameters it takes, and what it does. */
export interface Method<Context> {
  readonly min: number;
  readonly max: number;
  /**
   * Returns the result.
   * @throws RpcError
   */
  readonly handle: (context: Context, params: readonly unknown[]) => unknown;
}

/** Methods by name. */
export type MethodTable<Context> = Readonly<Record<string, Method<Context>>>;

/** Merges tables of methods, into a Map so that no name of Object.prototype counts as a method. */
export const methodMap = <Context>(...tables: MethodTable<Context>[]): ReadonlyMap<string, Method<Context>> =>
  new Map(tables.flatMap((table) => Object.entries(table)));

const plural = (count: number) => (count === 1 ? 'parameter' : 'parameters');

/**
 * Finds the method of a call and checks the number of its parameters, with Fulcrum's wording.
 * @throws RpcError
 */
export const findMethod = <Context>(
  methods: ReadonlyMap<string, Method<Context>>,
  call: RpcCall,
): { method: Method<Context>; params: readonly unknown[] } => {
  const method = methods.get(call.method);
  if (method === undefined) throw new RpcError(codes.methodNotFound, `Unsupported request: ${call.method}`);
  if (call.params === undefined) {
    if (method.min > 0) throw invalidParams('Missing required params');
    return { method, params: [] };
  }
  const got = call.params.length;
  const complain = (bound: string, limit: number) =>
    invalidParams(`Expected ${bound} ${limit} ${plural(limit)} for ${call.method}, got ${got} instead`);
  if (got < method.min) throw complain('at least', method.min);
  if (got > method.max) throw complain('at most', method.max);
  return { method, params: call.params };
};
