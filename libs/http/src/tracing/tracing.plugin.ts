import { context, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import fp from 'fastify-plugin';
import { isTracing } from '@weir/infra';

/** What probes ask all the time. */
const UNTOLD = new Set(['/health', '/ready', '/metrics']);

/**
 * Each request as a span, by its route, never by its path: no addresses, no bodies, no caller. What it asks of the database and
 * the chain stands below it. A client's own trace ids are not taken up: strangers would choose what is kept.
 */
export const tracingPlugin = fp((app, _options, done) => {
  if (isTracing()) {
    const tracer = trace.getTracer('weir');
    const spans = new WeakMap<object, Span>();
    app.addHook('onRequest', (request, _reply, next) => {
      const route = request.routeOptions.url ?? 'unknown';
      if (UNTOLD.has(route)) {
        next();
        return;
      }
      const span = tracer.startSpan(`${request.method} ${route}`, {
        kind: SpanKind.SERVER,
        root: true,
        attributes: { 'http.request.method': request.method, 'http.route': route, 'weir.request_id': request.id },
      });
      spans.set(request, span);
      context.with(trace.setSpan(context.active(), span), next);
    });
    app.addHook('onResponse', (request, reply, next) => {
      const span = spans.get(request);
      span?.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
      next();
    });
  }
  done();
});
