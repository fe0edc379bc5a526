import { randomBytes } from 'node:crypto';
import { binToHex } from '@bitauth/libauth';
import {
  cutPlan,
  encodePlanAnnouncement,
  isBchPlan,
  termsOfStreams,
  type PlanFrame,
  type PlanRun,
} from '@weir/covenants';
import type { NewPlanRecipient } from '@weir/infra';
import type { Caller } from '../../shared/parties.js';
import { newSender, type NewSender } from '../../shared/vaults/new-sender.js';
import type { PlanContext } from '../load-plan.js';
import type { CreatePlanInput } from '../plans.types.js';
import { readRowsCsv, type NumberedRow } from '../recipients/read-rows-csv.js';
import { MAX_PLAN_STREAMS, readRows, type ListedStream } from '../recipients/read-rows.js';
import { parsePlanHead, type PlanHead } from '../terms/plan-defaults.js';

/** A plan whose terms are complete, not stored yet. */
export interface PlannedPlan {
  readonly head: PlanHead;
  readonly by: NewSender;
  readonly frame: PlanFrame;
  readonly listed: readonly ListedStream[];
  /** What each funding opens. */
  readonly runs: readonly PlanRun[];
}

/** Bytes reserved for a wallet that pays in tokens: some 50 coins, more than a holder has. */
const TOKEN_ROOM = 8_000;
/** Bytes reserved for a vault: its state, which both signatures unlock, and some eight coins; of tokens some 25. */
const VAULT_ROOM = 4_000;
const VAULT_TOKEN_ROOM = 12_000;

const roomOf = ({ product }: PlanFrame, isVault: boolean): number | undefined => {
  if (isBchPlan(product)) return isVault ? VAULT_ROOM : undefined;
  return isVault ? VAULT_TOKEN_ROOM : TOKEN_ROOM;
};

/** Divides rows into the parts that one funding each opens. @param vaultId null where a key pays */
export const cutRows = (frame: PlanFrame, listed: readonly ListedStream[], vaultId: string | null) =>
  cutPlan(
    frame,
    listed.map(({ planned }) => planned),
    roomOf(frame, vaultId !== null),
  );

const rowsOf = ({ csv, streams = [] }: CreatePlanInput): readonly NumberedRow[] =>
  csv === undefined ? streams.map((row) => ({ line: undefined, row })) : readRowsCsv(csv, MAX_PLAN_STREAMS);

/**
 * Reads a client's request for a plan, with a fresh nonce.
 *
 * @throws ServiceError INVALID_RECIPIENTS, PLAN_TOO_LARGE, INVALID_AMOUNT, INVALID_REQUEST, INVALID_ADDRESS, CALLER_REQUIRED,
 * FORBIDDEN, WRONG_STATE
 */
export const planPlan = async (
  context: Pick<PlanContext, 'vaults' | 'network' | 'now'>,
  input: CreatePlanInput,
  caller: Caller | undefined,
): Promise<PlannedPlan> => {
  const { network } = context;
  const head = parsePlanHead(input, context.now(), network);
  const by = await newSender(context, input, caller);
  const frame: PlanFrame = {
    product: head.product,
    sender: by.sender.lockingBytecode,
    nonce: randomBytes(16),
    feeBound: head.feeBound,
    cancelFills: BigInt(head.cancelFills),
  };
  const listed = await readRows(rowsOf(input), head, frame, network);
  return { head, by, frame, listed, runs: cutRows(frame, listed, by.vaultId) };
};

/** Returns the stored form of a plan itself. */
export const newPlanOf = ({ head, by: { sender, vaultId }, frame }: PlannedPlan, description: string | null) => ({
  product: head.product,
  sender: sender.address,
  senderHash: sender.hashHex,
  tokenCategory: head.tokenCategory,
  nonce: binToHex(frame.nonce),
  feeBound: head.feeBound,
  cancelFills: head.cancelFills,
  vaultId,
  description,
});

/** Returns the stored form of a row. */
export const recipientOf = ({
  recipient,
  label,
  draft,
  planned,
  interval,
  endDate,
}: ListedStream): NewPlanRecipient => {
  const common = {
    index: planned.state.index,
    recipient: recipient.address,
    recipientHash: recipient.hashHex,
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

/** Returns the stored form of a plan's list. */
export const newListOf = ({ head, frame, listed, runs }: Pick<PlannedPlan, 'head' | 'frame' | 'listed' | 'runs'>) => {
  const byIndex = new Map(listed.map((stream) => [stream.planned.state.index, stream]));
  return {
    defaults: head.defaults,
    parts: runs.map(({ streams }) => ({
      announcement: binToHex(encodePlanAnnouncement(termsOfStreams(frame, streams))),
      recipients: streams.flatMap(({ state }) => {
        const stream = byIndex.get(state.index);
        return stream === undefined ? [] : [recipientOf(stream)];
      }),
    })),
  };
};
