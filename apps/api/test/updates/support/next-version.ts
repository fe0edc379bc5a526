import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOf, listeningUrl } from '@weir/simulation';

/** A migration of the kind that CONTRIBUTING asks for: it adds, and what the version before writes stays valid. */
export const ADDED = 'next_version_note';
const STATEMENTS = [
  `ALTER TABLE streams ADD COLUMN ${ADDED} text DEFAULT 'none' NOT NULL`,
  `ALTER TABLE published_events ADD COLUMN ${ADDED} text`,
  `ALTER TABLE outbox ADD COLUMN ${ADDED} text`,
  `CREATE TABLE ${ADDED}s (stream_id uuid PRIMARY KEY REFERENCES streams (id) ON DELETE CASCADE)`,
  `CREATE FUNCTION write_${ADDED}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO ${ADDED}s SELECT id FROM added; RETURN NULL; END $$`,
  `CREATE TRIGGER write_${ADDED} AFTER INSERT ON streams REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION write_${ADDED}()`,
];

const query = (text: string): object => ({
  sql: text,
  parameters: [],
  queryId: { queryId: 'next-version' },
  query: { kind: 'RawNode', sqlFragments: [text], parameters: [] },
});

const MIGRATION = `{
  async up(db) { for (const query of ${JSON.stringify(STATEMENTS.map(query))}) await db.executeQuery(query); },
  async down() {},
  version: '1.1'
}`;

/** A process of a bundle that ends by itself, or on request. */
export interface VersionProcess {
  readonly url: string;
  /** @returns how it ended: 0 where it answered what it had begun */
  stop(): Promise<number | string | null>;
}

/** The production bundle of a version of the API. */
export interface Version {
  start(settings: NodeJS.ProcessEnv): Promise<VersionProcess>;
  /** @returns the exit code of the command that migrates */
  migrate(settings: NodeJS.ProcessEnv): Promise<number | string | null>;
}

const run = (folder: string, name: string, settings: NodeJS.ProcessEnv) =>
  spawn(process.execPath, [join(folder, 'app', name)], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** @param folder of a bundle */
export const versionIn = (folder: string): Version => ({
  async start(settings) {
    const child = run(folder, 'api.js', { ...settings, PORT: '0' });
    child.stderr.pipe(process.stderr, { end: false });
    const ended = endOf(child);
    const url = await listeningUrl(child);
    return {
      url,
      stop() {
        child.kill('SIGTERM');
        return ended;
      },
    };
  },
  migrate(settings) {
    const child = run(folder, 'migrate.js', settings);
    child.stderr.pipe(process.stderr, { end: false });
    return endOf(child);
  },
});

/** Where the list of migrations begins in a bundle. */
const LIST = /"api-001-baseline": \{[^}]*\}/;

/**
 * Writes the bundle of a version that has one migration more, and does not start without it.
 *
 * @param bundle of this version
 * @returns a folder to remove
 */
export const writeNextVersion = async (bundle: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'weir-next-version-'));
  await cp(bundle, folder, { recursive: true });
  const app = join(folder, 'app');
  let changed = 0;
  for (const file of (await readdir(app)).filter((name) => name.endsWith('.js'))) {
    const text = await readFile(join(app, file), 'utf8');
    if (!LIST.test(text)) continue;
    await writeFile(
      join(app, file),
      text.replaceAll(new RegExp(LIST, 'g'), (found) => `${found}, "api-002-next": ${MIGRATION}`),
    );
    changed += 1;
  }
  if (changed !== 1) {
    await rm(folder, { recursive: true });
    throw new Error(`The list of migrations was found in ${changed} files of the bundle`);
  }
  return folder;
};
