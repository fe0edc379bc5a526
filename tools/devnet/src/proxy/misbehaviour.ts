/** A call of the protocol, as its client made it. */
export interface ProxiedCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What becomes of a call. */
export type Fault =
  /** Hangs up instead of passing the call on: the server never has it. */
  | { readonly kind: 'refuse' }
  /** Hangs up instead of passing the answer on: the server has done what was asked. */
  | { readonly kind: 'drop' }
  /** No answer, and no notice, ever. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** A JSON-RPC error. */
  | { readonly kind: 'error'; readonly message: string; readonly code?: number }
  /** This text instead of an answer. */
  | { readonly kind: 'garbage'; readonly text: string }
  /**
   * Another result than the server's, which is undefined where it answers with an error; undefined lets its answer pass.
   * Notices of the method tell the same: they get the notice's value, and its parameters before it.
   */
  | { readonly kind: 'lie'; readonly tell: (result: unknown, call: ProxiedCall) => unknown };

/** A fault, and the calls that suffer it. */
export interface Misbehaviour {
  readonly fault: Fault;
  /** By default all but the negotiation of the version. */
  readonly methods?: readonly string[];
  /** Calls that pass unharmed first, default 0. */
  readonly after?: number;
  /** How many calls suffer it, default all. */
  readonly count?: number;
}

interface Planned extends Misbehaviour {
  seen: number;
}

const NEGOTIATION = 'server.version';

/** Which fault befalls which call: the first rule that fits. */
export class MisbehaviourPlan {
  readonly #rules: Planned[];
  #misdeeds = 0;

  constructor(rules: readonly Misbehaviour[]) {
    this.#rules = rules.map((rule) => ({ ...rule, seen: 0 }));
  }

  /** Calls and notices that suffered a fault. */
  get misdeeds(): number {
    return this.#misdeeds;
  }

  /** The fault of a call, used up by it where it is counted. */
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
