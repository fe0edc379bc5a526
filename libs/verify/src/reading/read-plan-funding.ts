import { binsAreEqual } from '@bitauth/libauth';
import {
  BEACON_EPOCH_BLOCKS,
  beaconEpoch,
  beaconLockingBytecode,
  beaconShard,
  decodePlanAnnouncement,
  findPlanFunding,
  isLocalNetwork,
  noteSatoshis,
  P2SH32_DUST,
  partyAddress,
  paymentsOf,
  PLAN_COMPANION_SATOSHIS,
  reserveFor,
  type FoundPlan,
  type FoundStream,
  type Network,
  type StreamDraft,
} from '@weir/covenants';
import { Difference } from '../difference.js';
import type { OpenedSchedule, OpenedStream, OpensStreams } from '../effects.types.js';
import { lockKey, UNSIGNED, type Account } from './account.js';

/** Bytes of the locking bytecode of a beacon, a P2SH32. */
const BEACON_LENGTH = 35;

/** Blocks of some fifty years: no transaction is built at a height beyond. */
const MOST_BLOCKS = 2_700_000;

/** Lists the epochs in which a transaction may be built: those around a height, or all of them. */
const epochsAt = (height: number | undefined): readonly number[] => {
  if (height === undefined) return Array.from({ length: MOST_BLOCKS / BEACON_EPOCH_BLOCKS }, (_, epoch) => epoch);
  const epoch = beaconEpoch(height);
  return [epoch, epoch - 1, epoch + 1];
};

/**
 * Explains the beacon of a contract: dust by which its announcement is found without the service.
 *
 * @throws Difference UNEXPECTED_OUTPUT where there is none: after a loss of the service nobody would find the funding
 */
export const explainBeacon = (account: Account, lockingBytecode: Uint8Array): void => {
  const shard = beaconShard(lockingBytecode);
  const epochs = epochsAt(account.height);
  const isBeacon = (lock: Uint8Array): boolean =>
    // A note to a recipient may hold as much: of most of them the length tells, without a hash for each epoch.
    lock.length === BEACON_LENGTH && epochs.some((epoch) => binsAreEqual(beaconLockingBytecode(epoch, shard), lock));
  const beacon = account.outputWhere(
    ({ token, valueSatoshis, lockingBytecode: lock }) =>
      token === undefined && valueSatoshis === P2SH32_DUST && isBeacon(lock),
  );
  if (beacon === undefined)
    throw new Difference('UNEXPECTED_OUTPUT', 'The output by which the chain lists this funding is missing');
};

const scheduleOf = ({ contract: { group }, coin: { state } }: FoundStream): OpenedSchedule => {
  if (state.kind === 'VESTING' && group.kind === 'VESTING') {
    const { start, end } = state;
    return { kind: 'VESTING', start, end, cliff: start + group.cliff, step: group.step };
  }
  if (state.kind === 'RECURRING' && group.kind === 'RECURRING') {
    const { amount, unpaid, next } = state;
    return { kind: 'RECURRING', amountPerPeriod: amount, periods: unpaid, firstDue: next, interval: group.interval };
  }
  throw new Difference('OTHER_TERMS', 'A stream lies at an address of another kind');
};

const draftOf = ({ contract: { group }, coin, recipient }: FoundStream): StreamDraft | undefined => {
  const { state, principal } = coin;
  if (state.kind === 'VESTING' && group.kind === 'VESTING')
    return { kind: 'VESTING', recipient, group, total: principal, start: state.start, end: state.end };
  if (state.kind === 'RECURRING' && group.kind === 'RECURRING') {
    const { amount, unpaid: periods, next: firstDue } = state;
    return { kind: 'RECURRING', recipient, group, amount, periods, firstDue };
  }
  return undefined;
};

/** A reserve can be burnt by payments that strangers make, so it is no larger than the schedule needs. */
const assertReserve = (stream: FoundStream): void => {
  const { terms } = stream.contract;
  const draft = draftOf(stream);
  const most = draft === undefined ? 0n : reserveFor(paymentsOf(draft, terms), terms);
  if (stream.coin.reserve > most)
    throw new Difference(
      'OTHER_TERMS',
      `Stream ${stream.coin.state.index} would lock ${stream.coin.reserve.toString()} satoshis for fees; its schedule needs ${most.toString()}`,
    );
};

const openedStream = (stream: FoundStream, network: Network): OpenedStream => {
  const { group } = stream.contract;
  const { state, principal, reserve } = stream.coin;
  return {
    index: state.index,
    recipient: partyAddress(stream.recipient, network) ?? '',
    total: principal,
    reserve,
    schedule: scheduleOf(stream),
    noticeBlocks: group.noticeBlocks,
    isCancelable: group.kind === 'VESTING' ? group.noticeBlocks > 0 : group.cancelable,
    isPausable: group.kind === 'RECURRING' && group.pausable,
  };
};

/** Describes the streams of a plan as its funding opened them. */
export const openingOfPlan = ({ terms, asset, streams }: FoundPlan, network: Network): OpensStreams => ({
  kind: 'OPENS_STREAMS',
  sender: partyAddress(terms.sender, network) ?? '',
  asset,
  streams: streams.map((stream) => openedStream(stream, network)),
});

/** Explains the streams' outputs, the announcement, the beacon and a note for each recipient. */
const explainOutputs = (account: Account, { terms, contracts, streams, asset }: FoundPlan): void => {
  for (const { coin } of streams) {
    account.output(coin.outpoint.vout);
    if (asset !== undefined) account.output(coin.outpoint.vout + 1);
  }
  account.outputWhere(
    ({ lockingBytecode, valueSatoshis }) =>
      valueSatoshis === 0n && decodePlanAnnouncement(lockingBytecode, true) !== undefined,
  );
  const [first] = contracts;
  if (first !== undefined) explainBeacon(account, first.lockingBytecode);
  const amount = noteSatoshis(terms);
  const recipients = new Set(streams.map(({ recipient }) => lockKey(recipient)));
  for (const index of account.openOutputs()) {
    const { token, valueSatoshis, lockingBytecode } = account.outputs[index] ?? {};
    const isNote = token === undefined && valueSatoshis === amount && lockingBytecode !== undefined;
    // One for each recipient.
    if (isNote && recipients.delete(lockKey(lockingBytecode))) account.output(index);
  }
};

/**
 * Reads the streams that a transaction opens; undefined where it announces none.
 *
 * @throws Difference OTHER_TERMS where the contracts would not be sound, or lock more for fees than they need
 */
export const readPlanFunding = (account: Account, network: Network): OpensStreams | undefined => {
  const { transaction } = account.draft;
  const announces = transaction.outputs.some(
    ({ lockingBytecode }) => decodePlanAnnouncement(lockingBytecode, isLocalNetwork(network)) !== undefined,
  );
  if (!announces) return undefined;
  const found = findPlanFunding(network, UNSIGNED, transaction);
  if (!found.ok) {
    const problems = found.problems.map(({ problem }) => problem).join(', ');
    throw new Difference('OTHER_TERMS', `The streams that it opens are not sound: ${problems}`);
  }
  const { plan } = found;
  for (const stream of plan.streams) assertReserve(stream);
  if (
    plan.streams.some(({ coin }) => (coin.companion?.satoshis ?? PLAN_COMPANION_SATOSHIS) !== PLAN_COMPANION_SATOSHIS)
  )
    throw new Difference('OTHER_TERMS', 'The streams would lock more satoshis beside their tokens than they need');
  explainOutputs(account, plan);
  return openingOfPlan(plan, network);
};
