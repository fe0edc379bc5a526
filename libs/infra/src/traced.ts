import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

let isOn = false;

/** Turns spans on; the caller has registered an exporter before. */
export const turnTracingOn = (): void => {
  isOn = true;
};

/** Whether spans are made. */
export const isTracing = (): boolean => isOn;

const tracer = () => trace.getTracer('weir');

/** Records the kind of a failure on a span. Messages may name addresses, and stay in the logs. */
export const noteFailure = (span: Span, error: unknown): void => {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
};

interface SpanPlan {
  /** Of few values: a route, a method, never an id. */
  readonly name: string;
  readonly kind?: 'internal' | 'client';
  /** What it says. Never values of requests or rows, nothing of addresses or secrets. */
  readonly attributes?: Attributes;
  /** Whether it begins a trace of its own, no matter what it was called by. */
  readonly isRoot?: boolean;
}

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const;

/** Runs work as a span of the present trace; without tracing it only runs the work. */
export const traced = <T>(plan: () => SpanPlan, work: () => Promise<T>): Promise<T> => {
  if (!isOn) return work();
  const { name, kind = 'internal', attributes = {}, isRoot = false } = plan();
  const span = tracer().startSpan(name, { kind: KINDS[kind], attributes, root: isRoot });
  return context.with(trace.setSpan(context.active(), span), async () => {
    try {
      return await work();
    } catch (error) {
      noteFailure(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
};

/** Names a statement by its first word and its table, such as `SELECT streams`; never includes values. */
export const statementName = (statement: string): string => {
  const [, operation = ''] = /^(?:\s|\/\*.*?\*\/)*([a-z]+)/i.exec(statement) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]+)"?/i.exec(statement) ?? [];
  return [operation.toUpperCase(), ...(table === undefined ? [] : [table])].join(' ');
};
