const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a body is JSON alone, and an object without a required field: then there need be no body. */
const isDispensable = ({ content }: Readonly<Record<string, unknown>>): boolean => {
  const media = isRecord(content) ? Object.entries(content) : [];
  return media.every(([type, value]) => {
    const schema = isRecord(value) ? value['schema'] : undefined;
    const required = isRecord(schema) ? schema['required'] : undefined;
    return type === 'application/json' && (!Array.isArray(required) || required.length === 0);
  });
};

const NOT_MODIFIED = { description: 'The answer is still the one that the client named by `If-None-Match`.' };

/** Answers of reads have a name, and need not be given twice. */
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
 * Says of each operation what routes leave unsaid: that nobody has to say who they are, where no route asks (readers and
 * linters take silence for an oversight), that a body without a required field may be left out, and that a read may be
 * answered by 304.
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
