import formats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { ERRORS, type ErrorCode } from '@weir/api-contract';

export interface Documented {
  swagger(): unknown;
}

/** An answer to check against the document. */
export interface GivenAnswer {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly body: unknown;
}

/** The parts of an OpenAPI document that tests read. */
export interface OpenApi {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, object>> }>>>
  >;
}

/** Paths that do not serve our JSON. */
const APART = /^\/(docs|metrics)(\/|$)/;

/** Errors that are possible before the route is known. */
const BEFORE_ROUTES: readonly ErrorCode[] = [
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'MALFORMED_REQUEST',
  'URI_TOO_LONG',
  'RATE_LIMITED',
];

const DOCUMENT = 'openapi';
const inPointer = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Matches paths as the router does: a parameter may be empty unless it is the last part. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/\{\w+\}(?=\/)/g, '[^/]*').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);

/** Returns what is wrong with an answer; undefined where nothing is. */
type Judge = (answer: GivenAnswer) => string | undefined;

const createJudge = (document: OpenApi): Judge => {
  // Schemas shared by many routes are compiled once, not inlined into each.
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false });
  formats.default(ajv);
  ajv.addSchema(document, DOCUMENT);
  const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { responses }]) => ({
      path,
      method: method.toUpperCase(),
      pattern: patternOf(path),
      responses,
    })),
  );
  // Paths without parameters first, as the router matches them.
  routes.sort((a, b) => a.path.split('{').length - b.path.split('{').length);

  const compiled = new Map<string, ValidateFunction>();
  const validator = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer) ?? ajv.getSchema(`${DOCUMENT}#${pointer}`);
    if (known === undefined) throw new Error(`The document has nothing at ${pointer}`);
    compiled.set(pointer, known);
    return known;
  };
  const problemsAt = (pointer: string, body: unknown): string | undefined => {
    const validate = validator(pointer);
    return validate(body) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'body' });
  };

  return ({ method, url, status, body }) => {
    const [path = ''] = url.split('?');
    const route = routes.find((candidate) => candidate.method === method && candidate.pattern.test(path));
    if (route === undefined) {
      const isKnown = BEFORE_ROUTES.some((code) => ERRORS[code].status === status);
      return isKnown ? problemsAt('/components/schemas/Error', body) : `the status ${status} of no route`;
    }
    if (!(status in route.responses)) return `the status ${status} is not documented`;
    const schema = [
      'paths',
      inPointer(route.path),
      method.toLowerCase(),
      'responses',
      status,
      'content',
      inPointer('application/json'),
      'schema',
    ];
    return problemsAt(`/${schema.join('/')}`, body);
  };
};

const judges = new WeakMap<Documented, Judge>();
/**
 * Checks an answer against the app's own OpenAPI document: status and body must be documented for the route.
 *
 * @throws Error that says what is wrong
 */
export const assertDocumented = (app: Documented, answer: GivenAnswer): void => {
  if (APART.test(answer.url)) return;
  const judge = judges.get(app) ?? createJudge(JSON.parse(JSON.stringify(app.swagger())) as OpenApi);
  judges.set(app, judge);
  const problem = judge(answer);
  if (problem !== undefined)
    throw new Error(
      `${answer.method} ${answer.url} answers what is not documented: ${problem}\n${JSON.stringify(answer.body)}`,
    );
};
