import type { Output } from '@bitauth/libauth';
import { withoutToken } from '../attacks/mutations.js';
import { at, replaced } from '../support/bytes.js';
import { payTo, purse } from '../support/coins.js';
import { judgeAttack } from '../support/judge.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { type Draft, type DraftInput, seal, SEQUENCE_PLAIN } from '../support/transaction.js';
import { type Address, isRecurring, pathsOf, PLAN_CLOCK, PLAN_COMPANION } from './covenant.js';
import { clockInput, draftPay, draftRefund, draftSettle, streamInputs } from './drafts.js';
import { Audit } from './invariants.js';
import { STATUS } from './state.js';
import { type Act, draftActs } from './stop-drafts.js';
import { DAY, DOLLARS, isNoticed, placeStream, PLAN, readStream, START, type Stream } from './stream.js';

/** Numbers from a seed (xorshift). */
class Dice {
  #state: number;
  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761) >>> 0 || 1;
  }
  below(n: number): number {
    let x = this.#state;
    x ^= x << 13;
    x >>>= 0;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x >>> 0;
    return this.#state % n;
  }
  pick<T>(list: readonly T[]): T {
    return at(list, this.below(list.length));
  }
}

const TIP = { height: 850_000, mtp: Number(START + 2_000n * DAY) };
const TIMES = [-1n, 30n, 65n, 200n, 390n, 1_000n].map((days) => START + days * DAY);
/** Sums meet: 1 + 2 = 3, 2 + 3 = 5. */
const INDEXES = [1n, 2n, 3n, 5n];
const STATUSES = { active: [0n, 0n, 3n, 4n], noticed: [1n, 2n, 5n, 6n] } as const;

const someStream = (dice: Dice, address: Address, index: bigint): Stream => {
  const noticed = dice.below(2) === 0;
  const status = isRecurring(address.kind) ? dice.pick(noticed ? STATUSES.noticed : STATUSES.active) : 0n;
  return placeStream(address, {
    index,
    noticed,
    state: { reserve: address.terms.bound * BigInt(dice.pick([1, 18, 20])), status },
    clockMined: { height: 840_000, mtp: 0 },
  });
};

const actOf = (dice: Dice, stream: Stream): Act => {
  const { status } = readStream(stream);
  if (status >= STATUS.pausedRunning) return dice.pick(['resume', 'resume', 'cancel']);
  return isRecurring(stream.address.kind) ? dice.pick(['pause', 'cancel']) : 'cancel';
};

/** An honest transaction of some of the streams, if their states allow it. */
const someDraft = (dice: Dice, streams: readonly Stream[]): Draft => {
  const first = at(streams, 0);
  const time = dice.pick(TIMES);
  const mode = dice.below(4);
  if (mode === 0)
    return draftPay(
      first,
      time,
      dice.below(3) === 0 ? { purse: purse(dice.pick([outsider, recipient]), 50_000n) } : {},
    );
  if (mode === 1 && isNoticed(first))
    return readStream(first).status === STATUS.pausing ? draftSettle(first) : draftRefund(first);
  const able = streams.filter((stream) => !isNoticed(stream));
  const legs = (able.length === 0 ? streams : able).map((stream) => ({ stream, act: actOf(dice, stream) }));
  return draftActs(legs, time, { authority: purse(sender, 400_000_000n, 'authority') });
};

type Parts = { inputs: DraftInput[]; outputs: Output[]; locktime: number; version: number };

/** One random change: of what stands where, of what carries what, of who comes along. */
const disturb = (dice: Dice, parts: Parts, streams: readonly Stream[]): void => {
  const { inputs, outputs } = parts;
  const stream = dice.pick(streams);
  const { address } = stream;
  const o = dice.below(outputs.length);
  const p = dice.below(outputs.length);
  const output = at(outputs, o);
  const has = (coin: DraftInput['coin'] | undefined) => inputs.some((input) => input.coin === coin);
  const add = (more: readonly DraftInput[]) =>
    inputs.splice(dice.below(inputs.length + 1), 0, ...more.filter(({ coin }) => !has(coin)));
  const changes: readonly (() => void)[] = [
    () => void add(streamInputs(stream, dice.pick(pathsOf(address.kind)))),
    () => void add(clockInput(stream, dice.pick([36, 500, SEQUENCE_PLAIN]))),
    () => {
      const [i, j] = [dice.below(inputs.length), dice.below(inputs.length)];
      [inputs[i], inputs[j]] = [at(inputs, j), at(inputs, i)];
    },
    () => void ([outputs[o], outputs[p]] = [at(outputs, p), output]),
    () => {
      const [a, b] = [output, at(outputs, p)];
      outputs[o] = { ...withoutToken(a), ...(b.token === undefined ? {} : { token: b.token }) };
      outputs[p] = { ...withoutToken(b), ...(a.token === undefined ? {} : { token: a.token }) };
    },
    () => {
      const { token } = output;
      if (token !== undefined)
        outputs[o] = { ...output, token: { ...token, amount: dice.pick([0n, 1n, 2n, 3n, 5n, token.amount + 1n]) } };
    },
    () => {
      const category = dice.pick([PLAN, PLAN, DOLLARS]);
      outputs.push({
        ...payTo(dice.pick([sender, outsider]), 900n),
        token: { category, amount: dice.pick([1n, 2n, 3n, 5n]) },
      });
    },
    () => {
      if (outputs.length > 1) outputs.splice(o, 1);
    },
    () => {
      const locks = [sender, recipient, outsider].map(({ lockingBytecode }) => lockingBytecode);
      const lockingBytecode = dice.pick([
        ...locks,
        address.lockingBytecode,
        PLAN_CLOCK.lockingBytecode,
        PLAN_COMPANION.lockingBytecode,
      ]);
      outputs[o] = { ...output, lockingBytecode };
    },
    () => {
      if (inputs.length > 1) inputs.splice(dice.below(inputs.length), 1);
    },
    () => {
      const i = inputs.findIndex(({ coin }) => coin === stream.state);
      if (i >= 0) inputs[i] = at(streamInputs(stream, dice.pick(pathsOf(address.kind))), 0);
    },
    () => void add([purse(outsider, 5_000n, `stranger ${inputs.length}`)]),
    () => void (outputs[o] = withoutToken(output)),
    () => void (parts.locktime = Number(dice.pick(TIMES))),
    () =>
      void (outputs[o] = { ...output, valueSatoshis: output.valueSatoshis + dice.pick([-1_000n, -1n, 1n, 1_000n]) }),
    () => {
      const { token } = output;
      const nft = token?.nft;
      if (token === undefined || nft === undefined) return;
      const commitment = replaced(
        [...nft.commitment],
        dice.below(nft.commitment.length),
        (byte) => (byte + dice.pick([1, 2, 255])) & 255,
      );
      outputs[o] = { ...output, token: { ...token, nft: { ...nft, commitment: Uint8Array.from(commitment) } } };
    },
    () => void (inputs[0] = { ...at(inputs, 0), sequence: dice.pick([0, 36, SEQUENCE_PLAIN, 0xffffffff]) }),
  ];
  dice.pick(changes)();
};

const sum = (outputs: readonly Output[]): bigint => outputs.reduce((all, { valueSatoshis }) => all + valueSatoshis, 0n);

interface Fuzzed {
  readonly accepted: number;
  readonly problems: readonly string[];
}

/** Random transactions of up to three streams of a plan. Whatever a block could hold must keep the promises. */
export const fuzz = (addresses: readonly Address[], seed: number, runs: number): Fuzzed => {
  const dice = new Dice(seed);
  const problems: string[] = [];
  let accepted = 0;
  for (let run = 0; run < runs; run += 1) {
    const shift = dice.below(INDEXES.length);
    const streams = Array.from({ length: 1 + dice.below(3) }, (_, k) =>
      someStream(dice, dice.pick(addresses), at(INDEXES, (k + shift) % INDEXES.length)),
    );
    const draft = someDraft(dice, streams);
    const parts: Parts = { ...draft, inputs: [...draft.inputs], outputs: [...draft.outputs] };
    for (let steps = dice.pick([0, 1, 1, 2, 2, 3, 4]); steps > 0; steps -= 1) disturb(dice, parts, streams);
    if (parts.outputs.some(({ valueSatoshis, token }) => valueSatoshis < 0n || (token?.amount ?? 0n) < 0n)) continue;
    const missing = sum(parts.outputs) + 6_000n - sum(parts.inputs.map(({ coin }) => coin.output));
    if (missing > 0n) parts.inputs.push(purse(outsider, missing, 'what is missing'));
    const verdict = judgeAttack(seal(parts), TIP);
    if (!verdict.accepted && verdict.by === 'script') continue;
    accepted += 1;
    const audit = new Audit(parts, streams);
    problems.push(...audit.problems.map((problem) => `seed ${seed}, run ${run}: ${problem}`));
  }
  return { accepted, problems };
};
