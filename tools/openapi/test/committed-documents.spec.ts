import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DOCUMENTS = ['docs/api/openapi.json', 'docs/indexer/openapi.json'];
const tool = (...path: readonly string[]): string => join(ROOT, 'node_modules', ...path);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-openapi-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What a program that ended with problems has written. */
const stdoutOf = (error: unknown): string => {
  if (typeof error === 'object' && error !== null && 'stdout' in error && typeof error.stdout === 'string')
    return error.stdout;
  throw error;
};

/** The problems TypeScript finds in a module beside the types that are generated of the API's document. */
const problemsIn = async (code: string): Promise<string> => {
  await writeFile(join(folder, 'client.ts'), code);
  const config = {
    compilerOptions: { strict: true, noEmit: true, target: 'es2022', module: 'esnext', types: [] },
    files: ['client.ts'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  return run(process.execPath, [tool('typescript-native', 'bin', 'tsc'), '-p', folder]).then(() => '', stdoutOf);
};

describe.each(DOCUMENTS)('%s', (document) => {
  it('has no problem by the strict rules that Redocly recommends, but one that cannot happen', async () => {
    const report = await run(
      process.execPath,
      [tool('@redocly', 'cli', 'bin', 'cli.js'), 'lint', document, '--extends=recommended-strict', '--format=json'],
      {
        cwd: ROOT,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NODE_OPTIONS: '' },
        maxBuffer: 2 ** 26,
      },
    ).then(({ stdout }) => stdout, stdoutOf);
    const { problems } = JSON.parse(report) as {
      readonly problems: readonly { readonly ruleId: string; readonly message: string }[];
    };
    expect(
      problems.filter(({ ruleId, message }) => ruleId !== 'no-ambiguous-paths' || !message.includes(CLAIM_LINK)),
    ).toEqual([]);
  });
});

/**
 * The page of a claim link, which the rule cannot distinguish from `/api/airdrops/{id}/claim`. No campaign has the id `claim`:
 * ids are UUIDs. Its path is in links that people were given, and says so in the document.
 */
const CLAIM_LINK = '/api/airdrops/claim/{token}';

it('every id of a campaign is a UUID, so that no path of one is that of a claim link', async () => {
  const { paths } = JSON.parse(await readFile(join(ROOT, 'docs/api/openapi.json'), 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  const ids = Object.entries(paths).flatMap(([path, methods]) =>
    path.startsWith('/api/airdrops/{id}')
      ? Object.values(methods).map(({ parameters }) => parameters?.find(({ name }) => name === 'id')?.schema.format)
      : [],
  );
  expect(ids.length).toBeGreaterThan(10);
  expect(new Set(ids)).toEqual(new Set(['uuid']));
  expect(paths[CLAIM_LINK]?.['get']?.description).toContain('`claim` is never an id');
});

it.each(DOCUMENTS)('every operation of %s says what it does, not only who may call it', async (document) => {
  const { paths } = JSON.parse(await readFile(join(ROOT, document), 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  const missing = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { description = '' }]) =>
      /^(?:Caller: |$)/.test(description) ? [`${method} ${path}`] : [],
    ),
  );
  expect(missing).toEqual([]);
});

interface Operation {
  readonly description?: string;
  readonly parameters?: readonly { readonly name: string; readonly schema: { readonly format?: string } }[];
}

interface Shown {
  readonly content: Readonly<Record<string, { readonly example?: unknown }>>;
}

describe('types that openapi-typescript makes of the document, by its defaults', () => {
  beforeAll(async () => {
    await run(
      process.execPath,
      [tool('openapi-typescript', 'bin', 'cli.js'), DOCUMENTS[0] ?? '', '-o', join(folder, 'api.ts')],
      {
        cwd: ROOT,
        env: { ...process.env, NODE_OPTIONS: '' },
      },
    );
  });

  const HEAD = `import type { paths } from './api';
type Body<Path extends keyof paths> = paths[Path] extends { post: { requestBody?: { content: { 'application/json': infer Json } } } } ? Json : never;
type Answer<Path extends keyof paths, Method extends 'get' | 'post'> = paths[Path] extends Record<Method, { responses: { 200: { content: { 'application/json': infer Json } } } }> ? Json : never;
type Refusal = paths['/api/streams/create']['post']['responses'][400]['content']['application/json'];
`;

  it('take the bodies that the document shows', async () => {
    const { paths } = JSON.parse(await readFile(join(ROOT, 'docs/api/openapi.json'), 'utf8')) as {
      readonly paths: Readonly<Record<string, { readonly post?: { readonly requestBody?: Shown } }>>;
    };
    const shown = Object.entries(paths).flatMap(([path, { post }]) => {
      const example = post?.requestBody?.content['application/json']?.example;
      return example === undefined ? [] : [[path, JSON.stringify(example)] as const];
    });
    expect(shown.map(([path]) => path)).toEqual(
      expect.arrayContaining(['/api/streams/create', '/api/payments/create', '/api/vaults']),
    );
    const uses = shown.map(([path, body], index) => `export const body${index}: Body<'${path}'> = ${body};`);
    expect(await problemsIn(HEAD + uses.join('\n'))).toBe('');
  });

  it('require no field that has a default, and refuse unknown fields', async () => {
    const minimal = `export const stream: Body<'/api/streams/create'> = { recipient: 'r', totalAmount: 1, streamType: 'LINEAR' };
export const airdrop: Body<'/api/airdrops/create'> = { title: 't', totalAmount: 1 };
export const push: Body<'/api/streams/{id}/push'> = {};
`;
    expect(await problemsIn(HEAD + minimal)).toBe('');
    const wrong = `export const stream: Body<'/api/streams/create'> = { recipient: 'r', totalAmount: 1, streamType: 'LINEAR', startDate: 1 };`;
    expect(await problemsIn(HEAD + wrong)).toMatch(/startDate/);
  });

  it('type the details of errors, what a wallet signs, and answers of the indexer', async () => {
    const uses = `declare const refusal: Refusal;
export const meant: string | undefined = refusal.details?.didYouMean;
export const needed: number | undefined = refusal.needed;
declare const claim: Answer<'/api/streams/{id}/claim', 'post'>;
export const category: string | undefined = claim.wcTransaction.sourceOutputs[0]?.token?.category;
export const script: string | undefined = claim.wcTransaction.sourceOutputs[0]?.contract?.redeemScript;
declare const view: Answer<'/api/indexer/{view}', 'get'>;
export const rows: number = 'streams' in view ? view.streams.length : 'days' in view ? view.days.length : 0;
`;
    expect(await problemsIn(HEAD + uses)).toBe('');
  });
});
