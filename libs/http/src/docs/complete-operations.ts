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

const complete = (operation: unknown): unknown => {
  if (!isRecord(operation)) return operation;
  const { requestBody, security = [] } = operation;
  if (!isRecord(requestBody)) return { ...operation, security };
  const { required, ...rest } = requestBody;
  return { ...operation, security, requestBody: isDispensable(requestBody) ? rest : { ...rest, required } };
};

/**
 * Says of each operation what routes leave unsaid: that nobody has to say who they are, where no route asks (readers and
 * linters take silence for an oversight), and that a body without a required field may be left out.
 */
export const completeOperations = <Document extends object>(document: Document): Document => {
  if (!('paths' in document) || !isRecord(document.paths)) return document;
  const paths = Object.entries(document.paths).map(([path, operations]): [string, unknown] => [
    path,
    isRecord(operations)
      ? Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, complete(operation)]))
      : operations,
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
};
