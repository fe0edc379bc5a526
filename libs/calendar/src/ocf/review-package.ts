import { eachGrant, type ImportedGrant, type ImportOptions } from './import-grants.js';
import { type Contact, type MatchedPeople, matchPeople } from './match-people.js';
import { readOcfPackage } from './read-package.js';
import type { Sentence } from './sentence.js';
import type { OcfFile } from './unzip.js';

/** Whose addresses are known, and how grants become streams. */
export interface ReviewOptions extends Omit<ImportOptions, 'addresses'> {
  readonly contacts?: readonly Contact[];
  /** CSV of people and addresses. */
  readonly list?: Uint8Array | string | undefined;
  /** Of the network's addresses, without colon. */
  readonly prefix: string;
  /** Bytes of the package, and of all files that it holds, at the most; 20,000,000 by default. */
  readonly mostBytes?: number | undefined;
}

/** A package with its grants, for review before anything is stored. */
export interface PackageReview extends Pick<MatchedPeople, 'missing' | 'problems'> {
  /** In the order of the package. */
  readonly grants: readonly ImportedGrant[];
  /** What somebody should know of the package. */
  readonly notes: readonly Sentence[];
}

/** A review whose grants are computed one by one, as they are asked for. */
export interface StepwiseReview extends Omit<PackageReview, 'grants'> {
  readonly grants: Iterable<ImportedGrant>;
}

/** A review, or the sentence by which the package is refused. */
type ReviewResult<Review> =
  | { readonly ok: true; readonly value: Review }
  | { readonly ok: false; readonly problem: Sentence };

/**
 * Reads a package, finds the addresses of its people, and makes a stream of each grant or says why not. It never throws because of what
 * the files hold.
 *
 * @throws RangeError for options that no contract has, when grants are asked for: see {@link eachGrant}
 */
export const reviewStepwise = (
  files: readonly OcfFile[],
  { contacts = [], list, prefix, mostBytes, ...options }: ReviewOptions,
): ReviewResult<StepwiseReview> => {
  const read = readOcfPackage(files, mostBytes);
  if (!read.ok) return read;
  const { addresses, missing, problems } = matchPeople(read.value, { contacts, list }, prefix);
  return {
    ok: true,
    value: { grants: eachGrant(read.value, { ...options, addresses }), missing, problems, notes: read.value.notes },
  };
};

/** Reviews a package as {@link reviewStepwise} does, with all grants at once. @throws RangeError for options that no contract has */
export const reviewPackage = (files: readonly OcfFile[], options: ReviewOptions): ReviewResult<PackageReview> => {
  const review = reviewStepwise(files, options);
  return review.ok ? { ok: true, value: { ...review.value, grants: [...review.value.grants] } } : review;
};
