import { type ContractState, outpointKey, outpointOf, type StreamModel, type StreamStep } from '@weir/covenants';
import {
  announcedSteps,
  type ChainTransaction,
  type NewStreamClaim,
  type NewTransition,
  type StreamHistory,
  type StreamRecord,
  type StreamScope,
  type StreamTruth,
  type TransitionRecord,
  type TrueStep,
} from '@weir/infra';
import { stepReader, stepsForward } from '../../shared/follow/lineage.js';
import { spendsCoinOf } from '../../shared/funded-by.js';
import { type LineageStep, recordSteps, streamLineage } from '../../streams/chain/record-lineage.js';
import { type OpenedBy, toStoredState } from '../../streams/contract/stored-stream.js';
import { recordFunding } from '../../streams/funding/record-funding.js';
import type { StreamContext } from '../../streams/stream-context.js';
import { refreshNotices } from '../../streams/watch/refresh-notices.js';
import type { PageTransactions } from './page-transactions.js';

/** The part of a stream's scope by which the services record what they find. */
type RecordingScope = Pick<StreamScope, 'stream' | 'advance' | 'update' | 'recordClaim' | 'transitions'>;

/** Takes what the services would record, in memory: nothing is written. */
class Draft implements RecordingScope {
  readonly steps: TrueStep[] = [];
  readonly claims: NewStreamClaim[] = [];

  constructor(
    public stream: StreamRecord,
    private readonly recorded: ReadonlyMap<string, TransitionRecord>,
  ) {}

  advance(given: NewTransition, changes: Partial<StreamRecord>) {
    const known = this.recorded.get(given.txHash);
    const transition = { ...given, ...(known !== undefined && { source: known.source }) };
    const { final = false, createdAt = null } = known ?? {};
    this.steps.push({ transition, final, createdAt, before: this.stream });
    this.stream = { ...this.stream, ...changes };
    const sequence = this.steps.length;
    const resource = { type: 'stream', id: this.stream.id } as const;
    return Promise.resolve({
      transition: { ...transition, final, createdAt: createdAt ?? 0, resource, sequence },
      recorded: true,
    });
  }

  update(changes: Partial<StreamRecord>) {
    this.stream = { ...this.stream, ...changes };
    return Promise.resolve(this.stream);
  }

  recordClaim(claim: NewStreamClaim) {
    this.claims.push(claim);
    return Promise.resolve(true);
  }

  transitions() {
    const resource = { type: 'stream', id: this.stream.id } as const;
    return Promise.resolve(
      this.steps.map(({ transition, final, createdAt }, index) => ({
        ...transition,
        final,
        resource,
        sequence: index + 1,
        createdAt: createdAt ?? 0,
      })),
    );
  }
}

/** The hashes by which a record says that it was funded, the most trusted first. */
const fundingHashes = ({ stream, transitions, events }: StreamHistory): readonly string[] => {
  const announced = [...announcedSteps(events).values()].filter(({ transition }) => transition === 'fund');
  return [
    ...transitions.filter(({ kind }) => kind === 'fund').map(({ txHash }) => txHash),
    ...(stream.funding === null ? [] : [stream.funding.txHash]),
    ...announced.map(({ txHash }) => txHash),
  ];
};

/** Returns the transactions that a record names. */
export const namedTransactions = (history: StreamHistory): readonly string[] => [
  ...history.transitions.map(({ txHash }) => txHash),
  ...history.claims.map(({ txHash }) => txHash),
  ...(history.stream.state === null ? [] : [history.stream.state.txid]),
  ...announcedSteps(history.events).keys(),
  ...fundingHashes(history),
];

/** The record as it was before its funding. */
const unfunded = (stream: StreamRecord): StreamRecord => ({
  ...stream,
  status: 'PENDING',
  withdrawnAmount: 0n,
  state: null,
  funding: null,
  cancelledAt: null,
  refund: null,
  progress: null,
  pause: null,
  move: null,
  currentBytecode: null,
});

type Contracts = StreamContext['contracts'];

/** How a transaction funds a record: as the record says, or with the announcement of its plan read from the transaction. */
const fundedBy = (
  contracts: Contracts,
  row: StreamRecord,
  { txid, transaction }: ChainTransaction,
  opened: OpenedBy,
): { readonly row: StreamRecord; readonly state: ContractState } | undefined => {
  const find = (asked: StreamRecord) => {
    const found = contracts.findDeployment(asked, txid, transaction, opened);
    return found.ok
      ? { row: { ...asked, ...contracts.recipientColumns(found.recipient) }, state: found.state }
      : undefined;
  };
  const asSaid = contracts.isReadable(row) ? find(row) : undefined;
  if (asSaid !== undefined) return asSaid;
  const place = contracts.placeIn(row, opened);
  return place && find({ ...row, place });
};

/** A record on its way along the transactions that it names. */
export interface FollowedStream {
  readonly history: StreamHistory;
  readonly model: StreamModel | undefined;
  /** With the announcement of its funding. */
  readonly place: StreamRecord['place'];
  /** Who was paid at first. */
  readonly recipient: Pick<StreamRecord, 'recipient' | 'recipientHash'>;
  readonly funding: { readonly state: ContractState; readonly transaction: ChainTransaction } | undefined;
  readonly steps: readonly LineageStep[];
  /** The state after them; undefined where the contract is closed, or not funded. */
  readonly state: ContractState | undefined;
}

const recipientOf = ({ recipient, recipientHash }: StreamRecord) => ({ recipient, recipientHash });

const followKnown = (model: StreamModel, from: ContractState, known: readonly ChainTransaction[]) => {
  const spenders = new Map<string, ChainTransaction>();
  for (const each of known)
    for (const input of each.transaction.inputs) spenders.set(outpointKey(outpointOf(input)), each);
  const reader = stepReader<ContractState, StreamStep, ChainTransaction>(streamLineage(model), from);
  for (let isStep = true; isStep && reader.state !== undefined;) {
    const spender = spenders.get(outpointKey(reader.state.outpoint));
    isStep = spender !== undefined && reader.take(spender);
  }
  return { steps: reader.steps, state: reader.state };
};

/** Follows a record from its funding along the transactions that it names. */
export const followNamed = (
  { contracts }: Pick<StreamContext, 'contracts'>,
  history: StreamHistory,
  found: ReadonlyMap<string, ChainTransaction>,
  transactions: PageTransactions,
): FollowedStream => {
  const bare = unfunded(history.stream);
  for (const hash of fundingHashes(history)) {
    const transaction = found.get(hash);
    if (transaction === undefined) continue;
    const opening = fundedBy(contracts, bare, transaction, transactions.openedBy(transaction));
    if (opening === undefined) continue;
    const { row, state } = opening;
    const model = contracts.of({ ...row, state: toStoredState(state) });
    const named = namedTransactions(history).flatMap((txid) => found.get(txid) ?? []);
    return {
      history,
      model,
      place: row.place,
      recipient: recipientOf(row),
      funding: { state, transaction },
      ...followKnown(model, state, named),
    };
  }
  const [{ place }, recipient] = [bare, recipientOf(bare)];
  return { history, model: undefined, place, recipient, funding: undefined, steps: [], state: undefined };
};

/** Goes on from where the named transactions end, along the script's history. @throws ChainUnavailableError */
export const followOn = async (
  { chain }: Pick<StreamContext, 'chain'>,
  followed: FollowedStream,
): Promise<FollowedStream> => {
  const { model, state } = followed;
  if (model === undefined || state === undefined) return followed;
  const more = await stepsForward(chain, streamLineage(model), state);
  return {
    ...followed,
    steps: [...followed.steps, ...more],
    state: more.length === 0 ? state : more.at(-1)?.transition.next,
  };
};

/**
 * Records in memory what was followed, by the functions that record it in the database, and returns the record as it should be. What
 * only the service knows (when it recorded a step, and who reported it) is taken from the record.
 */
export const truthOf = async (
  context: StreamContext,
  followed: FollowedStream,
  height: number,
): Promise<StreamTruth> => {
  const { history, funding, steps, place, recipient } = followed;
  const stream = { ...history.stream, place, ...recipient };
  const recorded = new Map(history.transitions.map((each) => [each.txHash, each]));
  const paid = new Map(history.claims.map((claim) => [claim.txHash, claim]));
  const draft = new Draft({ ...unfunded(stream), ...context.contracts.addressOf(stream) }, recorded);
  if (funding !== undefined) {
    const { txid } = funding.transaction;
    const bySender =
      stream.funding === null
        ? await spendsCoinOf(stream.senderHash, funding.transaction, context.chain)
        : stream.funding.bySender;
    await recordFunding(draft, {
      state: toStoredState(funding.state),
      transaction: funding.transaction,
      source: 'chain',
      bySender,
      now: stream.funding?.activatedAt ?? recorded.get(txid)?.createdAt ?? context.now(),
    });
  }
  for (const step of steps) {
    const { txid } = step.transition;
    const now = paid.get(txid)?.claimedAt ?? recorded.get(txid)?.createdAt ?? context.now();
    const confirmed = (recorded.get(txid)?.source ?? paid.get(txid)?.source) === 'confirm';
    await recordSteps(draft, [step], { confirmed, now });
  }
  await refreshNotices(draft);
  return { stream: draft.stream, steps: draft.steps, claims: draft.claims, height };
};
