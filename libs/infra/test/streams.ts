import { randomBytes } from 'node:crypto';
import type { NewStream, StreamChanges, StreamState } from '../src/database/streams/stream-record.js';
import type { StreamScope } from '../src/database/streams/stream-scope.js';
import type { NewTransition, TransitionRecord } from '../src/database/transitions/transition-record.js';

export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** A party by its hash; the address only has to look like one to the database. */
export const party = (hash = randomHex(20)) => ({ hash, address: `bchtest:${hash}` });

export const TOTAL = 2_099_999_999_999_999n;

/** What siblings of a plan in BCH share; none of it says anything to the database. */
export const newTerms = () => {
  const script = randomHex(32);
  return {
    nonce: randomHex(16),
    contractAddress: `bchtest:${script}`,
    lockingBytecode: `aa20${script}87`,
    scriptHash: script,
    announcement: `6a${randomHex(40)}`,
  };
};

/** A stream of a plan; a plan of one unless its siblings' terms are given. */
export function newPlanStream(
  { announcement, ...terms } = newTerms(),
  index = 1,
  overrides: Partial<NewStream> = {},
): NewStream {
  const [sender, recipient] = [party(overrides.senderHash), party(overrides.recipientHash)];
  return {
    sender: sender.address,
    senderHash: sender.hash,
    recipient: recipient.address,
    recipientHash: recipient.hash,
    tokenType: 'BCH',
    tokenCategory: null,
    totalAmount: TOTAL,
    streamType: 'LINEAR',
    startTime: 1_700_000_000,
    endTime: 4_294_967_295,
    cliffTimestamp: null,
    intervalSeconds: null,
    cancelable: true,
    cancelNoticeBlocks: 36,
    vaultId: null,
    description: null,
    initialCommitment: '0101',
    product: 'stream',
    recurring: null,
    payment: null,
    place: { fundingId: undefined, planId: null, announcement, group: 0, index, reserve: 26_100n },
    label: null,
    ...terms,
    ...overrides,
  };
}

/** A stream that is a plan of one. */
export const newStream = (overrides: Partial<NewStream> = {}): NewStream => newPlanStream(newTerms(), 1, overrides);

/** A payment of twelve periods. */
export const newPayment = (overrides: Partial<NewStream> = {}): NewStream => ({
  ...newStream(),
  product: 'payment',
  streamType: 'RECURRING',
  totalAmount: 12_000n,
  intervalSeconds: 86_400,
  recurring: { firstDue: 1_700_000_000, periods: 12, amountPerPeriod: 1_000n, pausable: true },
  payment: { recipientName: 'Ada', interval: 'DAILY', endDate: null },
  ...overrides,
});

/** @param tokens whether the asset is a token, and is beside the state */
export const stateIn = (txid: string, tokens = false): StreamState => ({
  category: 'ca'.repeat(32),
  txid,
  vout: 0,
  satoshis: 2_100_000_000_000_000n,
  companion: tokens ? { satoshis: 1_000n, amount: 1_000n, nft: null } : null,
  commitment: randomHex(20),
  movesTo: null,
  lockingBytecode: null,
});

export function transition(overrides: Partial<NewTransition> = {}): NewTransition {
  return {
    kind: 'claim',
    txHash: randomHex(32),
    spent: null,
    state: null,
    paidToRecipient: 0n,
    paidToSender: 0n,
    locktime: 1_700_000_000,
    block: null,
    source: 'confirm',
    ...overrides,
  };
}

/** Records a step whose successor state is at output 0 of its own transaction, spending the present state. */
export function advance(
  scope: StreamScope,
  step: Partial<NewTransition>,
  changes: StreamChanges = {},
): Promise<{ transition: TransitionRecord; recorded: boolean }> {
  const before = scope.stream.state;
  const txHash = step.txHash ?? randomHex(32);
  const state = changes.state === undefined ? stateIn(txHash, scope.stream.tokenCategory !== null) : changes.state;
  const next = transition({
    spent: before && { txid: before.txid, vout: before.vout },
    state: state && {
      vout: state.vout,
      commitment: state.commitment,
      satoshis: state.satoshis,
      tokenAmount: state.companion?.amount ?? null,
    },
    ...step,
    txHash,
  });
  return scope.advance(next, { ...changes, state });
}

/** PENDING to ACTIVE. @param held of the state, where it matters */
export function fund(scope: StreamScope, txHash = randomHex(32), vout = 0, held: Partial<StreamState> = {}) {
  return advance(
    scope,
    { kind: 'fund', txHash },
    {
      status: 'ACTIVE',
      state: { ...stateIn(txHash, scope.stream.tokenCategory !== null), ...held },
      funding: { txHash, vout, activatedAt: 1_700_000_100, bySender: true },
    },
  );
}

/** ACTIVE to CANCELLED with a refund pending. */
export function cancel(scope: StreamScope, refundHeight = 1_000) {
  return advance(
    scope,
    { kind: 'cancel' },
    {
      status: 'CANCELLED',
      cancelledAt: 1_700_000_200,
      refund: { amount: 1_000n, status: 'pending', txHash: null, availableAtHeight: refundHeight },
    },
  );
}

/** ACTIVE to COMPLETED: everything left is paid and the contract closes. */
export function complete(scope: StreamScope) {
  return advance(
    scope,
    { kind: 'claim' },
    { status: 'COMPLETED', withdrawnAmount: scope.stream.totalAmount, state: null },
  );
}

/** ACTIVE to PAUSED, its notice running. */
export function pause(scope: StreamScope, settleHeight = 900) {
  return advance(
    scope,
    { kind: 'pause' },
    { status: 'PAUSED', pause: { settled: false, availableAtHeight: settleHeight } },
  );
}

/** A rollback of steps that nobody has any more. */
export const VANISHED = { reason: 'vanished', replacedBy: null, height: 100 } as const;
