import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MetadataRegistry } from '@bitauth/libauth';

/** Name and decimals of a token. */
export interface TokenWords {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly description?: string | undefined;
  readonly icon?: string | undefined;
}

/** Stores the metadata registries of tokens created here, by hash. */
export interface RegistryStore {
  /** Creates and stores the registry of a token. @returns its SHA-256, hex */
  add(category: string, words: TokenWords): Promise<string>;
  /** Returns the text of a registry; undefined where there is none with this hash. */
  find(hash: string): Promise<string | undefined>;
}

/** Date from which the metadata is valid: always. */
const SINCE = '2024-01-01T00:00:00.000Z';

const registryOf = (category: string, { name, symbol, decimals, description, icon }: TokenWords): MetadataRegistry => ({
  $schema: 'https://cashtokens.org/bcmr-v2.schema.json',
  version: { major: 1, minor: 0, patch: 0 },
  latestRevision: SINCE,
  registryIdentity: { name: 'Weir dev kit' },
  identities: {
    [category]: {
      [SINCE]: {
        name,
        ...(description !== undefined && { description }),
        token: { category, symbol, decimals },
        ...(icon !== undefined && { uris: { icon } }),
      },
    },
  },
});

/** Creates a store. @param directory where registries are kept across restarts; without it they live in memory */
export const createRegistryStore = (directory?: string): RegistryStore => {
  const kept = new Map<string, string>();
  const pathOf = (hash: string): string | undefined => directory && join(directory, `${hash}.json`);
  return {
    async add(category, words) {
      const text = JSON.stringify(registryOf(category, words), undefined, 2);
      const hash = createHash('sha256').update(text).digest('hex');
      const path = pathOf(hash);
      if (directory !== undefined) await mkdir(directory, { recursive: true });
      if (path === undefined) kept.set(hash, text);
      else await writeFile(path, text);
      return hash;
    },
    async find(hash) {
      const path = pathOf(hash);
      return path === undefined ? kept.get(hash) : readFile(path, 'utf8').catch(() => undefined);
    },
  };
};
