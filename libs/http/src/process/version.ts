import { readFileSync } from 'node:fs';

/** The version that a package's manifest names. @param manifest where its package.json is */
export const versionOf = (manifest: URL): string => {
  const parsed: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : '0.0.0';
};
