const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a body may be omitted: JSON only, without a required field. */
const isDispensable = ({ content }: Readonly<Record<string, unknown>>): boolean => {
  const media = isRecord(content) ? Object.entries(content) : [];
  return media.every(([type, value]) => {
    const schema = isRecord(value) ? value['schema'] : undefined;
    const required = isRecord(schema) ? schema['required'] : undefined;
    return type === 'application/json' && (!Array.isArray(required) || required.length === 0);
  });
};

const NOT_MODIFIED = { description: 'The answer is still the one that the client named by `If-None-Match`.' };

/** Adds the 304 response, which every GET may give (see conditional.ts). */
const withNotModified = (method: string, operation: Readonly<Record<string, unknown>>) =>
  method === 'get' && isRecord(operation['responses'])
    ? { ...operation, responses: { ...operation['responses'], 304: NOT_MODIFIED } }
    : operation;

const complete = (method: string, given: unknown): unknown => {
  if (!isRecord(given)) return given;
  const operation = withNotModified(method, given);
  const { requestBody, security = [] } = operation;
  if (!isRecord(requestBody)) return { ...operation, security };
  const { required, ...rest } = requestBody;
  return { ...operation, security, requestBody: isDispensable(requestBody) ? rest : { ...rest, required } };
};

/**
 * Completes the operations of an OpenAPI document: explicit empty `security` where a route needs no caller (tools take
 * its absence for an oversight), optional bodies where no field is required, and the 304 of reads.
 */
export const completeOperations = <Document extends object>(document: Document): Document => {
  if (!('paths' in document) || !isRecord(document.paths)) return document;
  const paths = Object.entries(document.paths).map(([path, operations]): [string, unknown] => [
    path,
    isRecord(operations)
      ? Object.fromEntries(
          Object.entries(operations).map(([method, operation]) => [method, complete(method, operation)]),
        )
      : operations,
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
};
