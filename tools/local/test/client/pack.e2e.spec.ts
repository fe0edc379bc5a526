import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundleFor, startBrowser } from './support/browser.js';
import { PUBLIC_PACKAGES } from './support/packages.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const WRONG_TYPES = fileURLToPath(new URL('./support/wrong-types.mjs', import.meta.url));
const inModules = (path: string): string => join(ROOT, 'node_modules', path);

/** Runs a command as a user's shell would, without what these tests run under. @returns what it prints */
const run = async (cwd: string, file: string, ...args: string[]): Promise<string> => {
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    NX_DAEMON: 'false',
    npm_config_fund: 'false',
    npm_config_audit: 'false',
  };
  try {
    return (await promisify(execFile)(file, args, { cwd, env, maxBuffer: 1 << 26 })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${file} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
  }
};

let project: string;
let tarballs: readonly string[];
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'weir-user-'));
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const [, ...packAll] = scripts['pack:all']?.split(' ') ?? [];
  await run(ROOT, process.execPath, ...packAll, project);
  tarballs = (await readdir(project)).filter((name) => name.endsWith('.tgz'));
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'user', version: '1.0.0', private: true }));
  await run(project, 'npm', 'install', '--prefer-offline', '--ignore-scripts', ...tarballs.map((name) => `./${name}`));
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** What tsc says of a package that exports nothing to `require`: there is no such module. */
const NO_SUCH_EXPORT = 'TS2307';

/** Has tsc look at a file of the project, strictly, with its libraries checked. @throws Error with what tsc says */
const typesOf = (resolution: 'nodenext' | 'bundler', file: string): Promise<string> => {
  const module = resolution === 'bundler' ? 'esnext' : resolution;
  const options = ['--singleThreaded', '--noEmit', '--strict', '--skipLibCheck', 'false', '--types', ''];
  const target = ['--target', 'es2023', '--lib', 'es2023,dom', '--module', module, '--moduleResolution', resolution];
  return run(project, process.execPath, inModules('typescript-native/bin/tsc'), ...options, ...target, file);
};

describe('every published package, outside the workspace', () => {
  it('is there, with its licence, and installs nothing of ours that is not published', async () => {
    expect(tarballs).toHaveLength(PUBLIC_PACKAGES.length);
    const names = PUBLIC_PACKAGES.map(({ name }) => name).sort();
    expect((await readdir(join(project, 'node_modules/@weir'))).sort()).toEqual(names);
    const licence = await readFile(join(ROOT, 'LICENSE'), 'utf8');
    for (const name of names) {
      const folder = join(project, 'node_modules/@weir', name);
      expect(await readFile(join(folder, 'LICENSE'), 'utf8')).toBe(licence);
      expect(await readFile(join(folder, 'CHANGELOG.md'), 'utf8')).toContain('## 0.1.0');
      // Links lead out of the package only to where something is published.
      const readme = (await readFile(join(folder, 'README.md'), 'utf8')).replaceAll(/^```.*?^```$/gms, '');
      expect([name, [...readme.matchAll(/\]\((?!https:|#)[^)]*\)/g)].flat()]).toEqual([name, []]);
      expect(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).toMatchObject({
        license: 'MIT',
        scripts: { prepack: `nx build ${name}` },
      });
    }
    // What npm itself calls missing or invalid.
    expect(await run(project, 'npm', 'ls', '--all', '--parseable')).toContain('@weir');
  });

  it('names no folder of the machine that built it: builds in other folders have the same bytes', async () => {
    const installed = join(project, 'node_modules/@weir');
    const entries = await readdir(installed, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const contents = await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const));
    expect(contents.filter(([, content]) => content.includes(ROOT)).map(([file]) => file)).toEqual([]);
  });

  it('is used from ES modules, and from CommonJS where nothing it needs awaits at its top', async () => {
    for (const { name, use, gives, isSync } of PUBLIC_PACKAGES) {
      const esm = `import * as all from '@weir/${name}'; process.stdout.write(${use});`;
      expect([name, await run(project, process.execPath, '--input-type=module', '-e', esm)]).toEqual([name, gives]);
      const load = isSync ? `const all = require('@weir/${name}');` : `import('@weir/${name}').then((all) => {`;
      const cjs = `${load} process.stdout.write(${use}); ${isSync ? '' : '});'}`;
      const flags = ['--disable-warning=ExperimentalWarning', '--input-type=commonjs', '-e', cjs];
      expect([name, await run(project, process.execPath, ...flags)]).toEqual([name, gives]);
      if (isSync) continue;
      const required = ['--input-type=commonjs', '-e', `require('@weir/${name}')`];
      await expect(run(project, process.execPath, ...required)).rejects.toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED');
    }
  });

  it('has the entry points that its manifest names', async () => {
    for (const { name, folder, entries = {} } of PUBLIC_PACKAGES) {
      const manifest = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8')) as {
        readonly exports: Readonly<Record<string, unknown>>;
      };
      const named = Object.keys(manifest.exports).filter((entry) => entry !== '.' && entry !== './package.json');
      expect([name, named.sort()]).toEqual([
        name,
        Object.keys(entries)
          .map((entry) => `./${entry}`)
          .sort(),
      ]);
      for (const [entry, exported] of Object.entries(entries)) {
        const code = `import { ${exported} } from '@weir/${name}/${entry}'; process.stdout.write(typeof ${exported});`;
        const given = await run(project, process.execPath, '--input-type=module', '-e', code);
        expect([entry, given]).toEqual([entry, 'function']);
      }
    }
  });

  it('is bundled for a browser, and runs there', async () => {
    const browser = await startBrowser();
    try {
      for (const { name, use, gives } of PUBLIC_PACKAGES) {
        const code = `import * as all from '@weir/${name}'; globalThis.given = ${use};`;
        const content = await bundleFor(code, project);
        await browser.page.evaluate(async (text) => {
          await import(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
        }, content);
        expect([name, await browser.page.evaluate('globalThis.given')]).toEqual([name, gives]);
      }
    } finally {
      await browser.close();
    }
  });

  it('has types that a strict project takes, with its libraries checked', async () => {
    const lines = PUBLIC_PACKAGES.map(
      ({ name }, index) => `import * as p${index} from '@weir/${name}'; void p${index};`,
    );
    await writeFile(join(project, 'user.mts'), lines.join('\n'));
    for (const resolution of ['nodenext', 'bundler'] as const) expect(await typesOf(resolution, 'user.mts')).toBe('');
  });

  it('has types for CommonJS where it can be required, and none where it cannot', async () => {
    for (const { name, isSync } of PUBLIC_PACKAGES) {
      await writeFile(join(project, 'user.cts'), `import all = require('@weir/${name}'); void all;`);
      const given = await typesOf('nodenext', 'user.cts').then(
        () => 'taken',
        (error: unknown) => /TS\d+/.exec(String(error))?.[0],
      );
      expect([name, given]).toEqual([name, isSync ? 'taken' : NO_SUCH_EXPORT]);
    }
  });

  it('is clean for publint and for Are The Types Wrong', async () => {
    const check = (script: string, ...args: readonly string[]) => run(project, process.execPath, script, ...args);
    await Promise.all(tarballs.map((tarball) => check(inModules('publint/src/cli.js'), tarball, '--strict')));
    expect(JSON.parse(await check(WRONG_TYPES, ...tarballs))).toEqual([]);
  });
});
