import { isRecord } from '../is-record.js';

/** Keys whose values may look like schemas but are data. */
export const OPAQUE = new Set(['example', 'examples', 'default', 'enum', 'const', 'info']);

/**
 * Moves every titled schema in the document's paths to `components.schemas` and refers to it by name: the document
 * stays readable and generated clients get one type per schema. Validation is unaffected; it uses the inline schemas.
 *
 * @throws Error when two different schemas share a title
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
    // `deprecated` belongs to the field that refers to the schema, not to the schema.
    return { $ref: `#/components/schemas/${title}`, ...(deprecated !== undefined && { deprecated }) };
  };

  const visited = 'paths' in document ? { ...document, paths: visit(document.paths) } : document;
  const components = 'components' in document && isRecord(document.components) ? document.components : {};
  const sorted = [...schemas]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([title, text]): [string, unknown] => [title, JSON.parse(text)]);
  return { ...visited, components: { ...components, schemas: Object.fromEntries(sorted) } };
};
