export type { DatedAmount, ImportedStream, StepSchedule } from './as-stream.js';
export {
  eachGrant,
  importGrants,
  type ImportedGrant,
  type ImportOptions,
  type RefusedGrant,
  type ReviewedDate,
  type ReviewedGrant,
} from './import-grants.js';
export { type Contact, type MatchedPeople, matchPeople } from './match-people.js';
export {
  type PackageReview,
  reviewPackage,
  type ReviewOptions,
  reviewStepwise,
  type StepwiseReview,
} from './review-package.js';
export { type ImportedPlan, type ImportedRow, planTerms } from './plan-terms.js';
export { type ImportedTerms, streamTerms, type VestingTerms } from './stream-terms.js';
export { type OcfPackage, type OcfPackageResult, readOcfPackage, type Stakeholder } from './read-package.js';
export { type Sentence, type SentenceValue, sentenceText } from './sentence.js';
export { MAX_PACKAGE_BYTES, type OcfFile } from './unzip.js';
