import { readFile } from 'node:fs/promises';
import { getExitCode } from '@arethetypeswrong/cli/internal/getExitCode';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';

/** What the profile `esm-only` of `attw` leaves out. */
const IGNORED = ['node10', 'node16-cjs'];

/**
 * Prints what `attw --profile esm-only` finds wrong in each tarball that is named, as JSON: it takes one at a time, and loading
 * its compiler costs more than all checks.
 */
const found = [];
for (const tarball of process.argv.slice(2)) {
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(tarball))));
  const isWrong = analysis.types === false || getExitCode(analysis, { ignoreResolutions: IGNORED }) !== 0;
  if (isWrong) found.push([tarball, analysis.types === false ? 'no types' : analysis.problems]);
}
process.stdout.write(JSON.stringify(found));
