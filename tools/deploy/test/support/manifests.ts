import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DockerfileParser, type Instruction } from 'dockerfile-ast';
import { apps, batch, networkingK8sIo, policy, v1 } from 'kubernetes-models';
import { parse, parseAllDocuments } from 'yaml';
import { watchReading } from './promql.js';

/** The repository's root. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Returns a file's text. @param path relative to the repository's root */
export const textOf = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');

/** Returns all PromQL expressions in a file of alerts or panels. */
export const expressionsOf = (path: string): string[] =>
  path.endsWith('.json')
    ? [...textOf(path).matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) => JSON.parse(text) as string)
    : [...textOf(path).matchAll(/^ *expr: '(.*)'$/gm)].map(([, text = '']) => text);

/** The parts of a compose.yaml service that tests use. */
export interface ComposeService {
  readonly image: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
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

/** What the Dockerfile's last stage defines. */
interface Image {
  /** Instructions of the last stage, in order: `COPY`, `--from=build /bundle ./`. */
  readonly instructions: readonly { readonly keyword: string; readonly words: string }[];
  /** Commands of the build, in order. */
  readonly steps: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

const words = (instruction: { getArguments(): { getValue(): string }[] } | undefined): string[] =>
  (instruction?.getArguments() ?? []).map((argument) => argument.getValue());

const LINES = textOf('Dockerfile').split('\n');

/** Returns an instruction's arguments with flags. All of ours are on one line. */
const wholeOf = (instruction: Instruction): string =>
  (LINES[instruction.getRange().start.line] ?? '').slice(instruction.getKeyword().length).trim();

/** Parses an instruction's JSON form. */
const jsonOf = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[];

/** Parses the Dockerfile. */
export const readImage = (): Image => {
  const instructions = DockerfileParser.parse(textOf('Dockerfile')).getInstructions();
  const lastFrom = instructions.findLastIndex((one) => one.getKeyword() === 'FROM');
  const stage = instructions.slice(lastFrom).map((one) => ({ keyword: one.getKeyword(), words: wholeOf(one) }));
  const last = (keyword: string): string => stage.findLast((one) => one.keyword === keyword)?.words ?? '';
  const settings = instructions
    .slice(lastFrom)
    .filter((one) => one.getKeyword() === 'ENV')
    .flatMap(words);
  return {
    instructions: stage,
    steps: instructions
      .slice(0, lastFrom)
      .filter((one) => one.getKeyword() === 'RUN')
      .map((one) => one.getArgumentsContent() ?? ''),
    environment: Object.fromEntries(settings.map((word) => word.split('=', 2) as [string, string])),
    user: last('USER'),
    entrypoint: jsonOf(last('ENTRYPOINT')),
    command: jsonOf(last('CMD')),
    healthCheck: jsonOf(last('HEALTHCHECK')),
  };
};

interface Probe {
  readonly httpGet?: { readonly path?: string };
}

interface Container {
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string }[];
  readonly securityContext?: object;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
}

/** The parts of a Kubernetes object that tests read. */
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly replicas?: number;
    readonly selector?: object;
    readonly template?: {
      readonly spec?: {
        readonly securityContext?: object;
        readonly serviceAccountName?: string;
        readonly containers?: readonly Container[];
      };
    };
  };
}

const FOLDER = 'deploy/kubernetes';

/** Returns all objects of the Kustomize base, or of another folder. */
export const readManifests = (folder = FOLDER): Manifest[] =>
  readdirSync(`${ROOT}${folder}`)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) => parseAllDocuments(textOf(`${folder}/${file}`)))
    .map((document) => {
      const [error] = document.errors;
      if (error !== undefined) throw error;
      return document.toJSON() as Manifest;
    });

interface Model {
  readonly prototype: object;
}

/** The validating class of each kind that the base uses. */
const MODELS: Readonly<Record<string, Model>> = {
  'v1 ServiceAccount': v1.ServiceAccount,
  'v1 ConfigMap': v1.ConfigMap,
  'v1 Service': v1.Service,
  'apps/v1 Deployment': apps.v1.Deployment,
  'batch/v1 Job': batch.v1.Job,
  'policy/v1 PodDisruptionBudget': policy.v1.PodDisruptionBudget,
  'networking.k8s.io/v1 NetworkPolicy': networkingK8sIo.v1.NetworkPolicy,
  'networking.k8s.io/v1 Ingress': networkingK8sIo.v1.Ingress,
};

/** Returns violations of Kubernetes' own schema, and fields that the schema does not know. */
export const modelProblems = (manifest: Manifest): string[] => {
  const name = `${manifest.kind} ${manifest.metadata.name}`;
  const Class = MODELS[`${manifest.apiVersion} ${manifest.kind}`];
  if (Class === undefined) return [`${name} is of no kind that is known`];
  const { watched, unread } = watchReading(manifest);
  try {
    // Called on the prototype: an instance copies the object, which would read every field.
    const validate = Reflect.get(Class.prototype, 'validate') as (this: unknown) => void;
    validate.call(watched);
    return unread().map((field) => `${name} has no ${field}`);
  } catch (error) {
    return [`${name}: ${String(error)}`];
  }
};
