import { readdirSync } from 'node:fs';
import { apps, batch, networkingK8sIo, policy, v1 } from 'kubernetes-models';
import { parseAllDocuments } from 'yaml';
import { ROOT, textOf } from './repository.js';
import { watchReading } from './watch-reading.js';

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
export interface Manifest {
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

/** Returns all objects of the Kustomize base. */
export const readManifests = (): Manifest[] =>
  readdirSync(`${ROOT}${FOLDER}`)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) => parseAllDocuments(textOf(`${FOLDER}/${file}`)))
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
