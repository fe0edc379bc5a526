import { turnTracingOn } from '@weir/infra';

/** Where spans go, and whose they are. */
export interface TracingOptions {
  /** Base address of an OTLP/HTTP receiver, http://host:4318; undefined has nothing traced, and no tracing code loaded. */
  readonly endpoint: string | undefined;
  /** `weir-api` or `weir-indexer`. */
  readonly service: string;
  readonly version: string;
}

/**
 * Has spans sent where they are wanted, in batches. The other variables of OpenTelemetry (OTEL_EXPORTER_OTLP_HEADERS,
 * OTEL_TRACES_SAMPLER, OTEL_BSP_*) are read by its own code.
 *
 * @returns sends what is left, and ends
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
  // A receiver that is away is no reason not to stop.
  return () => provider.shutdown().catch(() => undefined);
};
