import type { TokenType } from '@weir/api-contract/words';
import { parseParty, type Network } from '@weir/covenants';
import { parseAmount } from '../../shared/amounts.js';
import { ServiceError } from '../../shared/service-error.js';
import type { PlanRowInput } from '../plans.types.js';
import type { PlanHead } from './plan-defaults.js';
import { recurringDraft } from './recurring-draft.js';
import type { RowParty, RowStream } from './row-stream.js';
import { vestingDrafts } from './vesting-drafts.js';

/** Most characters of a label. */
export const MAX_LABEL = 200;
/** Smallest stream or period, satoshis: any recipient may be a P2SH32. */
const LEAST_SATOSHIS = 576n;

const EXPLANATIONS = {
  MALFORMED: 'is not a cash address',
  WRONG_NETWORK: 'is an address of another network',
} as const;

/** @throws ServiceError INVALID_ADDRESS */
const parseRecipient = (text: string, network: Network): RowParty => {
  const parsed = parseParty(text, network);
  if (parsed.ok) return { address: parsed.address, lockingBytecode: parsed.party };
  throw new ServiceError('INVALID_ADDRESS', `recipient ${EXPLANATIONS[parsed.problem]}`, {
    field: 'recipient',
    problem: parsed.problem,
    network,
  });
};

/** @throws ServiceError INVALID_AMOUNT */
const parseRowAmount = (given: number | string, asset: TokenType): bigint => {
  const amount = parseAmount(given, 'amount', asset);
  if (asset !== 'BCH' || amount >= LEAST_SATOSHIS) return amount;
  throw new ServiceError('INVALID_AMOUNT', 'amount must be at least 0.00000576 BCH: less cannot be paid out', {
    field: 'amount',
    given,
  });
};

// A label is one line of text that reads the same wherever it is shown: no control characters, nothing that reverses text.
const UNFIT = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** @throws ServiceError INVALID_REQUEST */
const parseLabel = (given: string | undefined): string | null => {
  const label = given?.trim() ?? '';
  if (label === '') return null;
  if (label.length > MAX_LABEL)
    throw new ServiceError('INVALID_REQUEST', `label has more than ${MAX_LABEL} characters`, { field: 'label' });
  if (UNFIT.test(label))
    throw new ServiceError('INVALID_REQUEST', 'label has control characters: send one line of plain text', {
      field: 'label',
    });
  return label;
};

/**
 * Reads the streams that a row asks for: one, or as many as its shape has.
 *
 * @throws ServiceError INVALID_ADDRESS, INVALID_AMOUNT, INVALID_TIME, SCHEDULE_UNSOUND, INVALID_REQUEST
 */
export const parsePlanRow = (row: PlanRowInput, head: PlanHead, network: Network): readonly RowStream[] => {
  const recipient = parseRecipient(row.recipient, network);
  const amount = parseRowAmount(row.amount, head.tokenType);
  const label = parseLabel(row.label);
  const to = recipient.lockingBytecode;
  if (head.kind === 'recurring') return [{ recipient, label, ...recurringDraft(row, amount, to, head) }];
  const drafts = vestingDrafts(row, amount, to, head, head.tokenType === 'BCH' ? LEAST_SATOSHIS : 1n);
  return drafts.map((draft) => ({ recipient, label, draft, interval: null, endDate: null }));
};
