import { readFileSync } from 'node:fs';

/** Reads the version from a package's manifest. @param manifest URL of its package.json */
export const versionOf = (manifest: URL): string => {
  const parsed: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : '0.0.0';
};
