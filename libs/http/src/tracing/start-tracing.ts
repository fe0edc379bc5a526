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
  const { startExport } = await import('./start-export.js');
  const stop = startExport(`${endpoint.replace(/\/+$/, '')}/v1/traces`, {
    'service.name': service,
    'service.version': version,
  });
  turnTracingOn();
  return stop;
};
