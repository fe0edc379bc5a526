import { randomBytes } from 'node:crypto';
import { binToHex } from '@bitauth/libauth';
import {
  cutPlan,
  encodePlanAnnouncement,
  findPlanTermsProblem,
  groupKey,
  isBchPlan,
  isLocalNetwork,
  lockingBytecodeOf,
  partyKey,
  type Network,
  type PlanFrame,
  type PlannedStream,
  type PlanRun,
} from '@weir/covenants';
import type { NewPlan, NewPlanList, NewPlanRecipient } from '@weir/infra';
import { parseSender, type Party } from '../../shared/parties.js';
import type { CreatePlanInput } from '../plans.types.js';
import { readRowsCsv, type NumberedRow } from '../recipients/read-rows-csv.js';
import { MAX_PLAN_STREAMS, readRows, type ListedStream } from '../recipients/read-rows.js';
import { parsePlanHead, type PlanHead } from '../terms/plan-defaults.js';

/** A plan that is agreed on but not stored yet. */
export interface PlannedPlan {
  readonly head: PlanHead;
  readonly sender: Party;
  readonly frame: PlanFrame;
  readonly listed: readonly ListedStream[];
  /** What each funding opens. */
  readonly runs: readonly PlanRun[];
}

/** Bytes left to a wallet that pays in tokens: some 50 coins of them, which none of its holders gathers. */
const TOKEN_ROOM = 8_000;

/** Rows cut into what each funding opens. */
export const cutRows = (frame: PlanFrame, listed: readonly ListedStream[]): readonly PlanRun[] =>
  cutPlan(
    frame,
    listed.map(({ planned }) => planned),
    isBchPlan(frame.product) ? undefined : TOKEN_ROOM,
  );

const rowsOf = ({ csv, streams = [] }: CreatePlanInput): readonly NumberedRow[] =>
  csv === undefined ? streams.map((row) => ({ line: undefined, row })) : readRowsCsv(csv, MAX_PLAN_STREAMS);

/**
 * Reads a plan as a client asks for it, with a fresh nonce.
 *
 * @throws ServiceError INVALID_RECIPIENTS, PLAN_TOO_LARGE, INVALID_AMOUNT, INVALID_REQUEST, INVALID_ADDRESS, FORBIDDEN
 */
export const planPlan = async (
  input: CreatePlanInput,
  caller: string | undefined,
  now: number,
  network: Network,
): Promise<PlannedPlan> => {
  const head = parsePlanHead(input, now, network);
  const sender = parseSender(input.sender, caller, network);
  const frame: PlanFrame = {
    product: head.product,
    sender: lockingBytecodeOf(sender.hash),
    nonce: randomBytes(16),
    feeBound: head.feeBound,
    cancelFills: BigInt(head.cancelFills),
  };
  const listed = await readRows(rowsOf(input), head, frame, network);
  return { head, sender, frame, listed, runs: cutRows(frame, listed) };
};

/** What is stored of a plan itself. */
export const newPlanOf = ({ head, sender, frame }: PlannedPlan, description: string | null): NewPlan => ({
  product: head.product,
  sender: sender.address,
  senderHash: sender.hashHex,
  tokenCategory: head.tokenCategory,
  nonce: binToHex(frame.nonce),
  feeBound: head.feeBound,
  cancelFills: head.cancelFills,
  vaultId: null,
  description,
});

const recipientOf = ({ recipient, label, draft, planned, interval, endDate }: ListedStream): NewPlanRecipient => {
  const common = {
    index: planned.state.index,
    recipient: recipient.address,
    recipientHash: keyOf(recipient.lockingBytecode),
    label,
    principal: planned.principal,
  };
  if (draft.kind === 'VESTING') {
    const { start, end, group } = draft;
    const seconds = { cliffSeconds: Number(group.cliff), stepSeconds: Number(group.step) };
    return { ...common, schedule: { kind: 'VESTING', start: Number(start), end: Number(end), ...seconds } };
  }
  if (interval === null) throw new Error('A salary has no interval');
  const { firstDue, periods, amount: amountPerPeriod, group } = draft;
  return {
    ...common,
    schedule: {
      kind: 'RECURRING',
      firstDue: Number(firstDue),
      intervalSeconds: Number(group.interval),
      interval,
      periods,
      amountPerPeriod,
      endDate,
    },
  };
};

const keyOf = (lockingBytecode: Uint8Array): string => {
  const key = partyKey(lockingBytecode);
  if (key === undefined) throw new Error('A recipient is of no standard kind');
  return key;
};

/** The terms that a part announces: its groups, in the order in which its rows have them. */
export const termsOfRun = (frame: PlanFrame, streams: readonly PlannedStream[], network: Network) => {
  const groups = [...new Map(streams.map(({ group }) => [groupKey(group), group])).values()];
  const terms = { ...frame, groups };
  const problem = findPlanTermsProblem(terms, isLocalNetwork(network));
  if (problem !== undefined) throw new Error(`A part has terms that no plan may have: ${problem}`);
  return terms;
};

/** What is stored of a plan's list. */
export const newListOf = (
  { head, frame, listed, runs }: Pick<PlannedPlan, 'head' | 'frame' | 'listed' | 'runs'>,
  network: Network,
): NewPlanList => {
  const byIndex = new Map(listed.map((stream) => [stream.planned.state.index, stream]));
  return {
    defaults: head.defaults,
    parts: runs.map(({ streams }) => ({
      announcement: binToHex(encodePlanAnnouncement(termsOfRun(frame, streams, network))),
      recipients: streams.flatMap(({ state }) => {
        const stream = byIndex.get(state.index);
        return stream === undefined ? [] : [recipientOf(stream)];
      }),
    })),
  };
};
