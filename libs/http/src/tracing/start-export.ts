import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';

/**
 * Starts exporting the spans of this process in batches. A module of its own, loaded where traces are wanted: its packages are
 * CommonJS, of which `import()` gives no names once they are bundled.
 *
 * @param url of an OTLP/HTTP receiver
 * @param attributes of the process, as OpenTelemetry names them
 * @returns a function that flushes and ends the export
 */
export const startExport = (url: string, attributes: Readonly<Record<string, string>>): (() => Promise<void>) => {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes(attributes),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  // An unreachable receiver must not prevent a stop.
  return () => provider.shutdown().catch(() => undefined);
};
