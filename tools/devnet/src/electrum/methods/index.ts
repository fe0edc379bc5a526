import { methodMap, type Method, type MethodTable } from '../rpc/method.js';
import type { CallContext } from '../services.js';
import { feeMethods } from './fees.js';
import { headerMethods } from './headers.js';
import { scripthashMethods } from './scripthash.js';
import { serverMethods } from './server.js';
import { transactionMethods } from './transaction.js';
import { utxoMethods } from './utxo.js';

/** Returns the methods of the protocol, together with further ones. */
export const allMethods = (further: MethodTable<CallContext>): ReadonlyMap<string, Method<CallContext>> =>
  methodMap(serverMethods, headerMethods, scripthashMethods, utxoMethods, transactionMethods, feeMethods, further);
