import { isWeirError } from '@weir/client';
import { t } from '../language/text.js';

/** A failure in words for the user. */
export interface Failure {
  readonly title: string;
  /** What it means for the user. */
  readonly meaning: string;
  /** What the service says of it, in English, where that says more and the page is in another language. */
  readonly detail?: string | undefined;
  /** What to do next. */
  readonly next: string;
  /** Request id that identifies it in the service's logs. */
  readonly reference: string | undefined;
}

/** Matches what browsers say of a part of the page that is not there: they are offline, or a new version has replaced it. */
const NO_PART = /dynamically imported module|preload CSS|module script/i;

/** Returns whether an error is that of a part of the page that could not be loaded: only a reload helps. */
export const isPartMissing = (error: unknown): boolean => error instanceof Error && NO_PART.test(error.message);

/** Explains that a part of the page could not be loaded. */
export const missingPart = (): Failure => ({
  title: t('A part of this page could not be loaded'),
  meaning: t('You may be offline, or a new version of the page is out.'),
  next: t('Check your connection, then reload the page.'),
  reference: undefined,
});

/**
 * Explains an error because of which nothing more can be loaded, not even the words for other errors (`failureOf`); undefined for
 * others.
 */
export const loadingFailureOf = (error: unknown): Failure | undefined => {
  if (isPartMissing(error)) return missingPart();
  if (!isWeirError(error) || error.code !== 'CONNECTION_FAILED') return undefined;
  return {
    title: t('The service cannot be reached'),
    meaning: t(
      'You may be offline, or the service is away. What is shown may be old; money in contracts is not affected.',
    ),
    next: t('Check your connection and try again.'),
    reference: error.requestId,
  };
};
