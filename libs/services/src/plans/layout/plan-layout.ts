import { binToHex } from '@bitauth/libauth';
import type { ErrorCode } from '@weir/api-contract/words';
import {
  cutPlan,
  encodePlanAnnouncement,
  groupKey,
  isBchPlan,
  mostGroupsOf,
  type Network,
  planCost,
  type PlanDraftProblem,
  type PlanFrame,
  type PlannedStream,
  planRow,
  termsOfStreams,
} from '@weir/covenants';
import { ServiceError } from '../../shared/service-error.js';
import type { RowStream } from '../terms/plan-defaults.js';
import type { ListLayout } from './list-layout.js';

/** The covenants' problems with a row, in words for its author. */
const WORDS: Partial<Record<PlanDraftProblem, { readonly code: ErrorCode; field: string; why: string }>> = {
  AMOUNT_OUT_OF_RANGE: {
    code: 'INVALID_AMOUNT',
    field: 'amount',
    why: 'is too small to be paid out, or exceeds the largest possible amount',
  },
  SCHEDULE_UNSOUND: {
    code: 'INVALID_TIME',
    field: 'end',
    why: 'and start are not a valid schedule: the end must be after the start, not before the cliff, and within the largest locktime',
  },
  CLIFF_OUT_OF_RANGE: { code: 'INVALID_TIME', field: 'cliff', why: 'is too long after the start' },
  STEP_OUT_OF_RANGE: { code: 'INVALID_TIME', field: 'step', why: 'must be from 1 to 4,294,967,295 seconds' },
  PARTY_IS_OF_THE_PLAN: {
    code: 'INVALID_ADDRESS',
    field: 'recipient',
    why: 'is an address of the plan itself, where nobody could spend the money',
  },
};

/** Makes the refusal of a row that parses but makes no valid stream. */
const draftFault = (problem: PlanDraftProblem): ServiceError => {
  const { code, field, why } = WORDS[problem] ?? {
    code: 'INVALID_REQUEST' as const,
    field: 'streams',
    why: `are not valid terms of a contract (${problem})`,
  };
  return new ServiceError(code, `${field} ${why}`, { field, problem });
};

/** Bytes reserved for a wallet that pays in tokens: some 50 coins, more than a holder has. */
export const TOKEN_ROOM = 8_000;
/** Bytes reserved for a vault: its state, which both signatures unlock, and some eight coins; of tokens some 25. */
export const VAULT_ROOM = 4_000;
export const VAULT_TOKEN_ROOM = 12_000;

/** Returns the bytes of a funding that are reserved for anybody who pays; undefined for the default. */
export const roomOf = (isBch: boolean, isVault: boolean): number | undefined => {
  if (isBch) return isVault ? VAULT_ROOM : undefined;
  return isVault ? VAULT_TOKEN_ROOM : TOKEN_ROOM;
};

/** The layout of lists of streams and salaries. */
export const planLayout = (frame: PlanFrame, network: Network): ListLayout => {
  const planned = ({ draft }: RowStream, index: number): PlannedStream => {
    const stream = planRow(frame, draft, index, network);
    if (typeof stream === 'string') throw draftFault(stream);
    return stream;
  };
  return {
    columns: {
      nonce: binToHex(frame.nonce),
      paymentFee: frame.fee,
      reserveFloor: frame.floor,
      cancelFills: Number(frame.cancelFills),
      moveDelay: frame.delay,
    },
    scheduleKey: ({ draft }) => groupKey(draft.group),
    schedulesOfFunding: mostGroupsOf(frame.product, frame.sender),
    place: (stream, index) => ({ principal: planned(stream, index).principal, identity: undefined }),
    cut(listed, isVault) {
      const byIndex = new Map(listed.map((stream) => [stream.index, stream]));
      const runs = cutPlan(
        frame,
        listed.map((stream) => planned(stream, stream.index)),
        roomOf(isBchPlan(frame.product), isVault),
      );
      return runs.map((run) => ({
        streams: run.streams.flatMap(({ state }) => byIndex.get(state.index) ?? []),
        announcement: binToHex(encodePlanAnnouncement(termsOfStreams(frame, run.streams))),
        cost: (options) => planCost(frame, run, options),
      }));
    },
  };
};
