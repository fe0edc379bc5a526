import type { Wallet } from '@weir/wallet';
import { formatBch } from '../../../src/shared/amounts.js';
import { signBackdatedCancel } from '../backdated-cancel.js';
import { DAY } from '../testbed.js';
import { attempt } from './attempt.js';
import type { Action, Signed, SimulatedStream, Simulation } from './simulation.types.js';

const sign = async (wallet: Wallet, wcTransaction: object, claims?: string): Promise<Signed> => {
  const { signedTransaction, signedTransactionHash } = await wallet.signTransaction({
    ...wcTransaction,
    broadcast: false,
  });
  return { hex: signedTransaction, hash: signedTransactionHash, ...(claims !== undefined && { claims }) };
};

/** More are dull: nothing happens to most of them. */
const MAX_STREAMS = 4;

/** A stream to do something with, rather one that the API knows to be funded. */
const pickStream = ({ random, streams }: Simulation): SimulatedStream | undefined =>
  random.pick(random.chance(0.85) ? streams.filter(({ isConfirmed }) => isConfirmed) : streams);

const name = ({ id }: SimulatedStream): string => id.slice(-4);

/** Creates a stream, or a lock, and signs its funding, from the coins the sender has at the moment. */
export const createStream = async (simulation: Simulation): Promise<SimulatedStream | undefined> => {
  const { random, chain, senders, categories, recipients, service } = simulation;
  const [sender, recipient] = [random.pick(senders), random.pick(recipients)];
  if (sender === undefined || recipient === undefined) return undefined;
  const startTime = chain.node.tip.medianTimePast - random.between(0, 40) * (DAY / 10);
  const endTime = startTime + random.between(2, 12) * DAY;
  const ofTokens = random.chance(0.5);
  const asset = ofTokens
    ? ({
        tokenType: 'FUNGIBLE_TOKEN',
        tokenCategory: categories.get(sender),
        totalAmount: (BigInt(random.between(1, 2 ** 30)) ** 2n).toString(),
      } as const)
    : { totalAmount: random.between(1, 200) / 1_000 };
  return attempt(simulation, 'create', async () => {
    const kind = random.chance(0.3)
      ? ({ streamType: 'STEP', intervalSeconds: DAY / 2 } as const)
      : ({ streamType: 'LINEAR' } as const);
    const terms = { recipient: recipient.address, ...asset, startTime, endTime, ...kind };
    // A lock is a stream that nobody can cancel: its record is used by the same calls.
    const { id } = random.chance(0.35)
      ? (await service.streams.createLock(terms, sender.address)).lock
      : (await service.streams.create(terms, sender.address)).stream;
    const info = await service.streams.fundingInfo(id);
    if (info.kind === 'preparation') return undefined;
    const created = {
      id,
      sender,
      recipient,
      funding: await sign(sender, info.wcTransaction),
      isConfirmed: false,
      signed: [],
    };
    simulation.streams.push(created);
    return created;
  });
};

const submit = (simulation: Simulation, { hex, hash }: Signed, what: string) =>
  attempt(simulation, `${what} ${hash.slice(0, 8)}`, () => simulation.chain.node.submit(hex));

const confirmFunding = async (simulation: Simulation, stream: SimulatedStream): Promise<void> => {
  const confirmed = await attempt(simulation, `confirm funding of ${name(stream)}`, () =>
    simulation.service.streams.confirmFunding(stream.id, stream.funding.hash),
  );
  if (confirmed !== undefined) stream.isConfirmed = true;
};

export const openStream: Action = async (simulation) => {
  if (simulation.streams.length >= MAX_STREAMS) return;
  const stream = await createStream(simulation);
  if (stream === undefined) return;
  await submit(simulation, stream.funding, `fund ${name(stream)}`);
  if (simulation.random.chance(0.85)) await confirmFunding(simulation, stream);
};

/** Confirms, or confirms again, a funding; or sends one again that was lost. */
export const retryFunding: Action = async (simulation) => {
  const stream = simulation.random.pick(simulation.streams);
  if (stream === undefined) return;
  if (simulation.random.chance(0.5)) await submit(simulation, stream.funding, `fund ${name(stream)} again`);
  await confirmFunding(simulation, stream);
};

/** Signs a step of some stream; usually sends it, and usually confirms it to the API. */
const step =
  (
    what: string,
    build: (simulation: Simulation, stream: SimulatedStream) => Promise<Signed | undefined>,
    confirm: (simulation: Simulation, stream: SimulatedStream, signed: Signed) => Promise<unknown>,
  ): Action =>
  async (simulation) => {
    const { random } = simulation;
    const stream = pickStream(simulation);
    const signed =
      stream && (await attempt(simulation, `sign ${what} of ${name(stream)}`, () => build(simulation, stream)));
    if (stream === undefined || signed === undefined) return;
    stream.signed.push(signed);
    if (random.chance(0.3)) return;
    const sent = await submit(simulation, signed, `${what} of ${name(stream)}`);
    if (sent !== undefined && random.chance(0.6))
      await attempt(simulation, `confirm ${what}`, () => confirm(simulation, stream, signed));
  };

export const claim = step(
  'claim',
  async ({ service }, { id, recipient }) => {
    const { wcTransaction, claimableAmount, tokenType } = await service.streams.claim(id, {
      recipientAddress: recipient.address,
      caller: recipient.address,
    });
    return sign(
      recipient,
      wcTransaction,
      tokenType === 'BCH' ? formatBch(claimableAmount) : claimableAmount.toString(),
    );
  },
  ({ service }, { id }, { hash, claims = '0' }) => service.streams.confirmClaim(id, hash, claims),
);

const confirmCancel = ({ service }: Simulation, { id }: SimulatedStream, { hash }: Signed) =>
  service.streams.confirmCancel(id, hash);

export const cancel = step(
  'cancel',
  async ({ service }, { id, sender }) =>
    sign(sender, (await service.streams.cancel(id, { sender: sender.address }, sender.address)).wcTransaction),
  confirmCancel,
);

export const cancelBackdated = step(
  'back-dated cancel',
  async ({ service, random }, { id, sender }) => {
    const stored = await service.context.streams.findById(id);
    if (stored === undefined || stored.contract === 'LOCK') return undefined;
    const signed = await signBackdatedCancel(
      service.context,
      stored,
      sender,
      stored.startTime + random.between(1, DAY),
    );
    return signed && { hex: signed.signedTransaction, hash: signed.signedTransactionHash };
  },
  confirmCancel,
);

export const push: Action = async (simulation) => {
  const stream = pickStream(simulation);
  if (stream !== undefined)
    await attempt(simulation, `push to ${name(stream)}`, () => simulation.service.streams.push(stream.id, true));
};

export const refund: Action = async (simulation) => {
  const stream = pickStream(simulation);
  if (stream !== undefined)
    await attempt(simulation, `refund ${name(stream)}`, () => simulation.service.streams.refund(stream.id));
};
