import { turnTracingOn } from '@weir/infra';

/** Where spans are sent, and the service they belong to. */
export interface TracingOptions {
  /** Base URL of an OTLP/HTTP receiver, http://host:4318; undefined traces nothing and loads no tracing code. */
  readonly endpoint: string | undefined;
  /** `weir-api` or `weir-indexer`. */
  readonly service: string;
  readonly version: string;
}

/**
 * Starts exporting spans in batches. OpenTelemetry reads its other variables itself (OTEL_EXPORTER_OTLP_HEADERS,
 * OTEL_TRACES_SAMPLER, OTEL_BSP_*).
 *
 * @returns a function that flushes and ends the export
 */
export const startTracing = async ({ endpoint, service, version }: TracingOptions): Promise<() => Promise<void>> => {
  if (endpoint === undefined) return () => Promise.resolve();
  const [api, sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
    ]);
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    spanProcessors: [
      new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })),
    ],
  });
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.trace.setGlobalTracerProvider(provider);
  turnTracingOn();
  // An unreachable receiver must not prevent a stop.
  return () => provider.shutdown().catch(() => undefined);
};
