import { context, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import fp from 'fastify-plugin';
import { isTracing } from '@weir/infra';

/** Routes that probes call constantly, left out of traces. */
const UNTRACED = new Set(['/health', '/ready', '/metrics']);

/**
 * Records each request as a span named by its route pattern: no addresses, bodies or callers. Database and chain calls
 * become child spans. A client's trace ids are ignored, or strangers would decide what is kept.
 */
export const tracingPlugin = fp((app, _options, done) => {
  if (isTracing()) {
    const tracer = trace.getTracer('weir');
    const spans = new WeakMap<object, Span>();
    app.addHook('onRequest', (request, _reply, next) => {
      const route = request.routeOptions.url ?? 'unknown';
      if (UNTRACED.has(route)) {
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
