import { parse } from 'yaml';
import { textOf } from './repository.js';

/** The parts of a compose.yaml service that tests use. */
export interface ComposeService {
  readonly image: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly deploy?: { readonly replicas?: number };
  readonly read_only?: boolean;
  readonly [other: string]: unknown;
}

const VARIABLE = /\$\{([A-Z_]+)(?::(-|\?)([^}]*))?\}/g;

/** Interpolates variables as compose does. @throws Error for a required variable that is not set */
const interpolate = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replaceAll(VARIABLE, (_, name: string, kind: string | undefined, words = '') => {
    const value = variables[name] ?? '';
    if (value !== '') return value;
    if (kind === '?') throw new Error(`${name}: ${String(words)}`);
    return kind === '-' ? String(words) : '';
  });

/** Interpolates every string of a parsed document, as compose does. */
const interpolateAll = (value: unknown, variables: Readonly<Record<string, string>>): unknown => {
  if (typeof value === 'string') return interpolate(value, variables);
  if (Array.isArray(value)) return value.map((item) => interpolateAll(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, interpolateAll(item, variables)]));
};

/** Reads compose.yaml with these variables in the environment. */
export const readCompose = (
  variables: Readonly<Record<string, string>>,
): { readonly services: Readonly<Record<string, ComposeService>> } & Record<string, unknown> =>
  interpolateAll(parse(textOf('compose.yaml'), { merge: true }), variables) as ReturnType<typeof readCompose>;

/** Returns the services ordered so that dependencies come first. */
export const startOrder = (services: Readonly<Record<string, ComposeService>>): readonly string[] => {
  const order: string[] = [];
  const visit = (name: string): void => {
    for (const needed of Object.keys(services[name]?.depends_on ?? {})) if (!order.includes(needed)) visit(needed);
    if (!order.includes(name)) order.push(name);
  };
  Object.keys(services).forEach(visit);
  return order;
};
