import type { ReviewOcfInput } from '@weir/api-contract/words';
import { type ImportedGrant, reviewStepwise, sentenceText, streamTerms } from '@weir/calendar/ocf';
import { addressPrefix } from '@weir/covenants';
import { inTurns } from '../../shared/in-turns.js';
import { parseLocalTime } from '../../shared/parse-local-time.js';
import { ServiceError } from '../../shared/service-error.js';
import type { StreamContext } from '../stream-context.js';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/u;

/** @throws ServiceError INVALID_REQUEST */
const bytesOf = (content: string, place: number): Uint8Array => {
  if (BASE64.test(content)) return Buffer.from(content, 'base64');
  const field = `files[${place}].content`;
  throw new ServiceError('INVALID_REQUEST', `${field} must be Base64`, { field });
};

const grantView = (grant: ImportedGrant) => {
  const { grant: id, label, stakeholder, name = null, status } = grant;
  const shared = { grant: id, label, stakeholder, name, status };
  if (grant.status === 'refused')
    return { ...shared, problem: sentenceText(grant.problem), stream: null, dates: [], notes: [] };
  return {
    ...shared,
    problem: null,
    stream: streamTerms(grant),
    dates: grant.dates.map(({ date, amount, paidAt, paid }) => ({
      date,
      amount: amount.toString(),
      paidAt: Number(paidAt),
      paid: paid.toString(),
    })),
    notes: grant.notes.map(sentenceText),
  };
};

/** What a request may take: a small archive can hold very many files and dates. Larger packages are read by `weir ocf`, and by the console. */
const MOST = { mostBytes: 4_000_000, mostDates: 20_000 } as const;

/**
 * Reads a package of the Open Cap Table Format, and answers the stream of each grant or why it has none. Nothing is stored.
 *
 * @throws ServiceError INVALID_REQUEST for a package that is refused as a whole, INVALID_TIME
 */
export const reviewOcf = async (
  context: Pick<StreamContext, 'network' | 'now'>,
  { files, decimals, time = '00:00', utcOffset = '+00:00', people = [], csv }: ReviewOcfInput,
) => {
  const local = parseLocalTime({ time, utcOffset }, BigInt(context.now()));
  const review = reviewStepwise(
    files.map(({ name, content }, place) => ({ name, bytes: bytesOf(content, place) })),
    { ...local, decimals, least: 1n, contacts: people, list: csv, prefix: addressPrefix(context.network), ...MOST },
  );
  if (!review.ok) throw new ServiceError('INVALID_REQUEST', sentenceText(review.problem), { field: 'files' });
  const { grants: given, missing, problems, notes } = review.value;
  const grants: ReturnType<typeof grantView>[] = [];
  for await (const grant of inTurns(given, 1)) grants.push(grantView(grant));
  return {
    success: true as const,
    grants,
    missing: missing.map(({ id, name }) => ({ id, name })),
    problems: problems.map(sentenceText),
    notes: notes.map(sentenceText),
  };
};
