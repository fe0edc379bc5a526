/** A call of the protocol, as made by the client. */
export interface ProxiedCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

export type Fault =
  /** Disconnects instead of passing the call on, so that the server never sees it. */
  | { readonly kind: 'refuse' }
  /** Disconnects instead of passing the answer on, after the server has done what was asked. */
  | { readonly kind: 'drop' }
  /** Neither an answer nor a notice, ever. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** Answers with a JSON-RPC error. */
  | { readonly kind: 'error'; readonly message: string; readonly code?: number }
  | { readonly kind: 'garbage'; readonly text: string }
  /**
   * Answers with another result. `answer` gets the server's result, undefined if it answered with an error, and returns
   * undefined to let the answer pass. For a notice of the method it gets the notice's value, and the parameters
   * before it as those of the call.
   */
  | { readonly kind: 'lie'; readonly answer: (result: unknown, call: ProxiedCall) => unknown };

/** A fault, and the calls that suffer it. */
export interface Misbehaviour {
  readonly fault: Fault;
  /** The methods concerned; by default all but the negotiation of the version. */
  readonly methods?: readonly string[];
  /** Number of calls to let pass first, 0 by default. */
  readonly after?: number;
  /** Number of calls that suffer it, by default all. */
  readonly count?: number;
}

interface Planned extends Misbehaviour {
  seen: number;
}

const NEGOTIATION = 'server.version';

/** Decides which fault which call gets: that of the first rule that matches. */
export class MisbehaviourPlan {
  readonly #rules: Planned[];
  #misdeeds = 0;

  constructor(rules: readonly Misbehaviour[]) {
    this.#rules = rules.map((rule) => ({ ...rule, seen: 0 }));
  }

  /** Number of calls and notices that suffered a fault. */
  get misdeeds(): number {
    return this.#misdeeds;
  }

  /** Returns the fault of a call, and counts the call against the rule's limits. */
  take(method: string): Fault | undefined {
    const rule = this.#rules.find(
      (each) => fits(each, method) && each.seen < (each.after ?? 0) + (each.count ?? Infinity),
    );
    if (rule === undefined) return undefined;
    rule.seen += 1;
    if (rule.seen <= (rule.after ?? 0)) return undefined;
    this.#misdeeds += 1;
    return rule.fault;
  }
}

const fits = ({ methods }: Misbehaviour, method: string): boolean =>
  methods?.includes(method) ?? method !== NEGOTIATION;
