import { importGrants, type ImportedGrant, type ImportOptions } from './import-grants.js';
import { type Contact, type MatchedPeople, matchPeople } from './match-people.js';
import { readOcfPackage } from './read-package.js';
import type { OcfFile } from './unzip.js';

/** Whose addresses are known, and how grants become streams. */
export interface ReviewOptions extends Omit<ImportOptions, 'addresses'> {
  readonly contacts?: readonly Contact[];
  /** CSV of people and addresses. */
  readonly list?: Uint8Array | string | undefined;
  /** Of the network's addresses, without colon. */
  readonly prefix: string;
}

/** A package with its grants, for review before anything is stored. */
export interface PackageReview extends Pick<MatchedPeople, 'missing' | 'problems'> {
  /** In the order of the package. */
  readonly grants: readonly ImportedGrant[];
  /** What somebody should know of the package, in sentences. */
  readonly notes: readonly string[];
}

/**
 * Reads a package, finds the addresses of its people, and makes a stream of each grant or says why not. It never throws because of what
 * the files hold.
 *
 * @returns the review, or the sentence by which the package is refused
 * @throws RangeError for options that no contract has: see {@link importGrants}
 */
export const reviewPackage = (
  files: readonly OcfFile[],
  { contacts = [], list, prefix, ...options }: ReviewOptions,
): { readonly ok: true; readonly value: PackageReview } | { readonly ok: false; readonly problem: string } => {
  const read = readOcfPackage(files);
  if (!read.ok) return read;
  const { addresses, missing, problems } = matchPeople(read.value, { contacts, list }, prefix);
  return {
    ok: true,
    value: { grants: importGrants(read.value, { ...options, addresses }), missing, problems, notes: read.value.notes },
  };
};
