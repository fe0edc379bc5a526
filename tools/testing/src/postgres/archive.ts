import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverAccount } from './account.js';
import { giveTo } from './base-backup.js';

/** An archive of a server's WAL. */
export interface Archive {
  readonly directory: string;
  /** Settings of a server that archives into it. */
  readonly settings: readonly string[];
  remove(): Promise<void>;
}

/** Creates an empty archive that the server's account can write to. */
export async function makeArchive(): Promise<Archive> {
  const directory = await mkdtemp(join(tmpdir(), 'weir-archive-'));
  await giveTo(directory, await serverAccount());
  return {
    directory,
    settings: ['archive_mode=on', `archive_command=test ! -f ${directory}/%f && cp %p ${directory}/%f`],
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
