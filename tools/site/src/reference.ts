import type { Page } from './pages.js';

/** What is read of a JSON schema. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly description?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
}

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
}

/** What is read of an OpenAPI document. */
export interface OpenApi {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const FOLDER = 'api/reference';
const SCHEMAS = 'schemas.md';

/** Text for a cell of a table. */
const cell = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', String.raw`\|`);
const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : `${[head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')}\n\n`;

/** A type in words; named ones link to the page of schemas. */
const typeOf = (schema: Schema): string => {
  const { $ref, type, items, format } = schema;
  const variants = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? '';
    return `[${name}](./${SCHEMAS}#${name.toLowerCase()})`;
  }
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ');
  if (schema.const !== undefined) return code(schema.const);
  if (variants !== undefined) return [...new Set(variants.map(typeOf))].join(' or ');
  if (items !== undefined) return `list of ${typeOf(items)}`;
  if (type === undefined) return 'any';
  const names = typeof type === 'string' ? [type] : type;
  return names.map((name) => (name === 'string' && format !== undefined ? format : name)).join(' or ');
};

type Field = readonly [name: string, type: string, description: string];

/** Fields of an object, those of objects inside it too. @param named how a field is named that must not be missing */
const fieldsOf = (schema: Schema, prefix = ''): readonly Field[] => {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const inner = field.items?.properties === undefined ? field : field.items;
    const place = `${prefix}${name}${inner === field ? '' : '[]'}`;
    const row = [`\`${place}\`${required.has(name) ? '' : ' (optional)'}`, typeOf(field), field.description ?? ''];
    return [row as unknown as Field, ...fieldsOf(inner, `${place}.`)];
  });
};

const FIELDS = ['field', 'type', 'meaning'];

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n\n`;

const bodyOf = ({ content = {} }: Content): string => {
  const { schema, example } = content['application/json'] ?? {};
  const named = schema?.$ref === undefined ? '' : `${typeOf(schema)}\n\n`;
  const fields = schema === undefined ? '' : table(FIELDS, fieldsOf(schema));
  const text = `${named}${fields}${example === undefined ? '' : json(example)}`;
  const others = Object.keys(content).filter((type) => type !== 'application/json');
  return others.length === 0 ? text : `${text}Also ${others.map(code).join(', ')}.\n\n`;
};

const operationText = (path: string, method: string, operation: Operation): string => {
  const { summary = path, description = '', parameters = [], requestBody, responses } = operation;
  const asked = parameters.map((each): Field => [
    `\`${each.name}\`${each.required === true ? '' : ' (optional)'}, ${each.in}`,
    typeOf(each.schema),
    each.description ?? '',
  ]);
  const answers = Object.entries(responses).map(([status, { description: meaning, content = {} }]) => {
    const schema = Object.values(content)[0]?.schema;
    return [status, schema === undefined ? '' : typeOf(schema), meaning];
  });
  return [
    `## ${summary}\n\n\`${method.toUpperCase()} ${path}\`\n\n${description}\n\n`,
    table(['parameter', 'type', 'meaning'], asked),
    requestBody === undefined ? '' : `**Body**\n\n${bodyOf(requestBody)}`,
    `**Answers**\n\n${table(['status', 'body', 'meaning'], answers)}`,
  ].join('');
};

const titled = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Makes the pages of an API's reference: one for each tag, and one of the schemas that they name. */
export const referencePages = (document: OpenApi): readonly Page[] => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const pages = document.tags.flatMap(({ name, description }): readonly Page[] => {
    const own = operations.filter(({ operation }) => operation.tags?.[0] === name);
    if (own.length === 0) return [];
    const texts = own.map(({ path, method, operation }) => operationText(path, method, operation));
    const title = titled(name);
    return [{ path: `${FOLDER}/${name}.md`, title, markdown: `# ${title}\n\n${description}\n\n${texts.join('')}` }];
  });
  const schemas = Object.entries(document.components.schemas)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => {
      const fields = table(FIELDS, fieldsOf(schema));
      return `## ${name}\n\n${schema.description ?? ''}\n\n${fields === '' ? `${typeOf(schema)}\n\n` : fields}`;
    });
  const list = pages.map(({ path, title }) => `- [${title}](./${path.split('/').at(-1) ?? ''})`).join('\n');
  return [
    {
      path: `${FOLDER}/index.md`,
      title: 'Reference',
      markdown: `# Reference\n\n${document.info.description}\n\n${list}\n- [Schemas](./${SCHEMAS})\n`,
    },
    ...pages,
    { path: `${FOLDER}/${SCHEMAS}`, title: 'Schemas', markdown: `# Schemas\n\n${schemas.join('')}` },
  ];
};
