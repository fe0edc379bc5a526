import type { VestingParameters } from '@weir/covenants';
import { createWallet } from '@weir/wallet';
import { createBase, DAY, UNITS, type BaseParty, type ChainBase } from './chain-base.js';
import { signFake } from './fake-announcement.js';
import { scriptPlans } from './scripted-plans.js';
import { ScriptedStream, type Scripted } from './scripted-stream.js';
import { signSpend } from './sign-spend.js';

/** Every transaction that can happen on a chain of `createBase`, signed beforehand. */
export interface ScriptedFixture {
  readonly transactions: readonly Scripted[];
  readonly streams: readonly ScriptedStream[];
  /** Addresses of streams and plans. */
  readonly addresses: readonly Uint8Array[];
}

const recipient = createWallet({ privateKey: 'scripted recipient' });

/** A stream of forty days that ended before the chain's clock. */
const termsOf = (base: ChainBase, sender: BaseParty, number: number, total: bigint): VestingParameters => {
  const start = BigInt(base.time - (50 + number) * DAY);
  return {
    sender: sender.wallet.publicKeyHash,
    recipient: recipient.publicKeyHash,
    schedule: { total, start, end: start + 40n * BigInt(DAY), cliff: 0n, step: number % 2 === 0 ? 0n : BigInt(DAY) },
    noticeBlocks: 6,
    nonce: new Uint8Array(16).fill(number + 1),
  };
};

/** Scripts the branches of a stream: claims, honest and backdated cancels, pushes and refunds. */
const scriptScenario = async (stream: ScriptedStream): Promise<void> => {
  const { start, end } = stream.parameters.schedule;
  const at = (days: number): bigint => start + BigInt(days * DAY);
  const funded = await stream.fund();
  const first = await stream.claim(funded, at(5));
  const second = await stream.claim(first, at(15));
  await stream.claim(second, end);
  await stream.claim(first, end);
  const late = await stream.cancel(second, at(20));
  const pushed = await stream.push(late, at(30));
  await stream.refund(late);
  await stream.refund(pushed);
  await stream.push(pushed, end);
  const early = await stream.cancel(funded, at(1));
  await stream.refund(early);
  await stream.push(early, at(20));
};

/** Builds and signs all of it, once for all simulations of a file. */
export const scriptFixture = async (): Promise<ScriptedFixture> => {
  const base = createBase();
  const [one, two, three, twin, forger, liar] = base.parties;
  if (
    one === undefined ||
    two === undefined ||
    three === undefined ||
    twin === undefined ||
    forger === undefined ||
    liar === undefined
  )
    throw new Error('The base has too few parties');
  const streams = [
    new ScriptedStream('one', termsOf(base, one, 0, 100_000_000n), one, recipient),
    new ScriptedStream('two', termsOf(base, two, 1, 50_000_000n), two, recipient),
    new ScriptedStream('tokens', termsOf(base, base.holder, 2, UNITS), base.holder, recipient, base.category),
  ];
  for (const stream of streams) await scriptScenario(stream);
  const [original] = streams;
  if (original === undefined) throw new Error('No stream');
  const copy = new ScriptedStream('twin', original.parameters, twin, recipient);
  const other = await copy.fund();
  await copy.claim(other, original.parameters.schedule.start + BigInt(7 * DAY));
  const fakes = [
    await signFake('forged', forger, original.parameters, original.lockingBytecode),
    await signFake('malformed', liar, undefined, original.lockingBytecode),
  ];
  // A sender may double-spend the coins of a funding that is not buried yet.
  const rivals = [];
  for (const { name, sender } of streams) rivals.push(await signSpend(`double spend of ${name}`, sender, []));
  const plans = await scriptPlans(base);
  for (const { name, sender } of plans)
    if (sender !== base.holder) rivals.push(await signSpend(`double spend of ${name}`, sender, []));
  const all = [...streams, copy];
  return {
    streams: all,
    addresses: [
      ...all.map(({ lockingBytecode }) => lockingBytecode),
      ...plans.flatMap((each) => each.lockingBytecodes),
    ],
    transactions: [...[...all, ...plans].flatMap((each) => each.all), ...fakes, ...rivals],
  };
};
