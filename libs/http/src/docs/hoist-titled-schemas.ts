const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values that only look like schemas. */
const OPAQUE = new Set(['example', 'examples', 'default', 'enum', 'const', 'info']);

/**
 * Moves every schema with a `title` of the document's paths to `components.schemas` and refers to it by name: the
 * document stays readable, and generated clients get one type for one thing. Validation works on the inlined schemas.
 *
 * @throws Error when two different schemas have the same title
 */
export const hoistTitledSchemas = <Document extends object>(document: Document): Document => {
  const schemas = new Map<string, string>();

  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isRecord(value)) return value;
    const visited = Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, OPAQUE.has(key) ? inner : visit(inner)]),
    );
    const { deprecated, ...schema } = visited;
    const { title } = schema;
    if (typeof title !== 'string') return visited;
    const text = JSON.stringify(schema);
    if ((schemas.get(title) ?? text) !== text) throw new Error(`Two different schemas are titled ${title}`);
    schemas.set(title, text);
    // That a field is deprecated is said of the field, not of the thing it refers to.
    return { $ref: `#/components/schemas/${title}`, ...(deprecated !== undefined && { deprecated }) };
  };

  const visited = 'paths' in document ? { ...document, paths: visit(document.paths) } : document;
  const components = 'components' in document && isRecord(document.components) ? document.components : {};
  const sorted = [...schemas]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([title, text]): [string, unknown] => [title, JSON.parse(text)]);
  return { ...visited, components: { ...components, schemas: Object.fromEntries(sorted) } };
};
