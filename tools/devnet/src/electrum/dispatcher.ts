import type { Faults } from './faults.js';
import { findMethod, type Method } from './rpc/method.js';
import {
  codes,
  errorOf,
  isObject,
  malformed,
  parseCall,
  parseId,
  parseText,
  resultOf,
  type RpcCall,
  RpcError,
  type RpcId,
  type RpcResponse,
} from './rpc/rpc-message.js';
import type { CallContext } from './services.js';

/** The outcome of one message: its answer, if any, and whether the server disconnects afterwards. */
interface Outcome {
  readonly response?: RpcResponse;
  readonly disconnects?: boolean;
  /** Whether a fault leaves the call without an answer; then a batch that contains it is never answered. */
  readonly hangs?: boolean;
}

type Methods = ReadonlyMap<string, Method<CallContext>>;

const controlPrefix = 'devnet.';

const failed = (id: RpcId, error: unknown): Outcome => {
  if (!(error instanceof RpcError)) throw error;
  return { response: errorOf(id, error), disconnects: error.disconnects };
};

const run = (methods: Methods, faults: Faults, context: CallContext, call: RpcCall, id: RpcId): Outcome => {
  const fault = call.method.startsWith(controlPrefix) ? undefined : faults.take(call.method);
  if (fault?.kind === 'hang') return { hangs: true };
  if (fault?.kind === 'error') throw fault.error;
  const { method, params } = findMethod(methods, call);
  return { response: resultOf(id, method.handle(context, params)) };
};

/** Answers messages: parses them, finds the method, and words results and errors as Fulcrum does. */
export class Dispatcher {
  constructor(
    private readonly methods: Methods,
    private readonly faults: Faults,
    private readonly largestBatch: number,
  ) {}

  /** Handles a text from the wire and sends the answer, if there is one. */
  receive(context: CallContext, text: string): void {
    const { transport } = context.session;
    const { answer, disconnects } = this.#answer(context, text);
    if (answer !== undefined) transport.send(JSON.stringify(answer));
    if (disconnects) transport.close();
  }

  #answer(context: CallContext, text: string): { answer?: RpcResponse | RpcResponse[]; disconnects?: boolean } {
    try {
      const message = parseText(text);
      if (Array.isArray(message)) return this.#batch(context, message);
      const { response, disconnects = false } = this.#single(context, message, false);
      return response === undefined ? { disconnects } : { answer: response, disconnects };
    } catch (error) {
      const { response } = failed(null, error);
      return response === undefined ? {} : { answer: response };
    }
  }

  #batch(context: CallContext, messages: readonly unknown[]): { answer?: RpcResponse[]; disconnects?: boolean } {
    if (messages.length > this.largestBatch) throw new RpcError(codes.limit, 'Batch limit exceeded');
    const ids = new Set<RpcId>();
    const outcomes = messages.map((message): Outcome => {
      if (!isObject(message)) return failed(null, malformed(codes.invalidRequest, 'Invalid request'));
      const { id } = message;
      if (typeof id === 'string' || typeof id === 'number') {
        if (ids.has(id)) return failed(id, new RpcError(codes.custom, 'Duplicate id'));
        ids.add(id);
      }
      return this.#single(context, message, true);
    });
    if (outcomes.some((outcome) => outcome.hangs)) return {};
    const answer = outcomes.flatMap(({ response }) => (response === undefined ? [] : [response]));
    const disconnects = outcomes.some((outcome) => outcome.disconnects === true);
    return answer.length === 0 ? { disconnects } : { answer, disconnects };
  }

  #single(context: CallContext, message: Record<string, unknown>, isInBatch: boolean): Outcome {
    let id: RpcId | undefined;
    try {
      id = parseId(message);
      const call = parseCall(message, id);
      // No method of the protocol takes notifications: they are ignored.
      if (id === undefined) return {};
      if (id === null && isInBatch) throw new RpcError(codes.custom, 'Null id not supported in batch requests');
      return run(this.methods, this.faults, context, call, id);
    } catch (error) {
      return failed(id ?? null, error);
    }
  }
}
