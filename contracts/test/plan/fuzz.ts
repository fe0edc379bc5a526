import { hash160, type Output } from '@bitauth/libauth';
import { Chance } from '@weir/testing';
import { withoutToken } from '../attacks/mutations.js';
import { at, named32, replaced } from '../support/bytes.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { judgeAttack } from '../support/judge.js';
import { outsider, type Party, recipient, sender } from '../support/parties.js';
import { type Draft, type DraftInput, seal, SEQUENCE_PLAIN } from '../support/transaction.js';
import { type Address, holdsTokens, isRecurring, pathsOf, PLAN_CLOCK, PLAN_COMPANION } from './covenant.js';
import { clockInput, draftPay, draftRefund, draftSettle, inputOf, isPausing, streamInputs } from './drafts.js';
import { Audit } from './invariants.js';
import { consentOf, draftAnnounce, draftFinish, draftOwnFinish, moveFeeOf, noticeOf } from './move-drafts.js';
import { leastOf } from './payment.js';
import { isPending, STATUS } from './state.js';
import { type Act, draftActs } from './stop-drafts.js';
import {
  categoryOf,
  clockOutput,
  DAY,
  DOLLARS,
  isNoticed,
  placeStream,
  PLAN,
  readStream,
  START,
  type Stream,
} from './stream.js';

const TIP = { height: 850_000, mtp: Number(START + 2_000n * DAY) };
const TIMES = [-1n, 30n, 65n, 200n, 390n, 1_000n].map((days) => START + days * DAY);
/** Sums meet: 1 + 2 = 3, 2 + 3 = 5, 5 + 255 = 260. */
const INDEXES = [
  [1n, 2n, 3n, 5n],
  [5n, 255n, 260n, 32_767n],
];
const STATUSES = { active: [0n, 0n, 3n, 4n], noticed: [1n, 2n, 5n, 6n] } as const;
const PARTIES = [sender, recipient, outsider];
/** A plan that no verifier would take: its own money is nobody's concern, only what it does to others. */
const EVIL = named32('category of a thief');
const EVIL_CLOCK = coinNamed('a clock of a thief', clockOutput(EVIL, 5n, 900n), { mined: { height: 840_000, mtp: 0 } });

/** A second plan of the sender's: by the week behind a cliff, or otherwise than the first. */
export const OTHER_TERMS = { nonce: named32('nonce of another plan').slice(0, 16), cliff: 30n * DAY, step: 7n * DAY };
const OTHER_PLAN = named32('category of another plan');
/** Another funding of a plan: the same addresses, and indexes that start over. */
const SECOND_FUNDING = named32('category of a second funding');
const planOf = ({ terms }: Address): Uint8Array => (terms.step === 1n ? PLAN : OTHER_PLAN);

const someStream = (chance: Chance, address: Address, index: bigint, category = planOf(address)): Stream => {
  const { kind, terms } = address;
  const noticed = chance.once(2);
  const status = isRecurring(kind) ? chance.of(noticed ? STATUSES.noticed : STATUSES.active) : 0n;
  const owner = chance.of([recipient, recipient, ...PARTIES]);
  const to = noticed || chance.once(2) ? new Uint8Array() : hash160(chance.of(PARTIES).lockingBytecode);
  const unpaid = BigInt(chance.of([1, 2, 3, 12, 12]));
  const amount = chance.of([leastOf(kind), 7_000n, 10_000_000n]);
  const course = isRecurring(kind) ? { status, unpaid, amount } : { released: chance.of([0n, 0n, 5_000n]) };
  return placeStream(address, {
    index,
    noticed,
    principal: isRecurring(kind) ? amount * unpaid + chance.of([0n, 5n]) : amount * 12n,
    state: {
      ...course,
      // An announcement has put the fee of its finish into the reserve.
      reserve: terms.floor + terms.fee * BigInt(chance.of([0, 17, 19])) + (to.length > 0 ? moveFeeOf(address) : 0n),
      recipient: Uint8Array.of(...hash160(owner.lockingBytecode), ...to),
    },
    to: owner.lockingBytecode,
    category,
    clockMined: { height: 840_000, mtp: 0 },
  });
};

/** A stream as a thief would have funded it: any index, any status, units or none. */
const evilStream = (chance: Chance, address: Address, indexes: readonly bigint[]): Stream =>
  placeStream(address, {
    index: chance.of([...indexes, 0n, 0x8001n]),
    noticed: chance.once(2),
    state: isRecurring(address.kind) ? { status: BigInt(chance.below(256)) } : {},
    category: EVIL,
    clockMined: { height: 840_000, mtp: 0 },
  });

const actOf = (chance: Chance, stream: Stream): Act => {
  const { status } = readStream(stream);
  if (status >= STATUS.pausedRunning) return chance.of(['resume', 'resume', 'cancel']);
  return isRecurring(stream.address.kind) ? chance.of(['pause', 'cancel']) : 'cancel';
};

const ownerOf = ({ to }: Stream): Party => PARTIES.find(({ lockingBytecode }) => lockingBytecode === to) ?? recipient;

const DELAYS = [1_008, 1_008, 1_008, 1_007, 0];

/** The announcement of a move of some of the streams, or its end. */
const someMove = (chance: Chance, streams: readonly Stream[]): Draft => {
  const first = at(streams, 0);
  const [one, ...more] = streams.filter((stream) => isPending(readStream(stream)));
  if (one !== undefined && chance.once(2)) {
    const delay = chance.of(DELAYS);
    return chance.once(2) ? draftOwnFinish(one, delay) : draftFinish([one, ...more], delay);
  }
  const mine = streams.filter((stream) => stream.to === first.to && !isNoticed(stream));
  const moved = mine.length === 0 || chance.once(4) ? streams : mine;
  const consent = consentOf(
    chance.once(6) ? chance.of(PARTIES) : ownerOf(first),
    chance.of([0x61, 0x61, 0x61, 0xc1, 0x63, 0xc3, 0x62]),
  );
  return draftAnnounce(moved, chance.of(PARTIES).lockingBytecode, consent, chance.of([1, 1, 1, 0]));
};

/** A valid transaction of some of the streams, if their states allow it. */
const someDraft = (chance: Chance, streams: readonly Stream[]): Draft => {
  const first = at(streams, 0);
  const time = chance.of(TIMES);
  const mode = chance.below(6);
  if (mode === 0) {
    const payer = isPending(readStream(first)) && !chance.once(4) ? ownerOf(first) : chance.of([outsider, recipient]);
    return draftPay(first, time, payer === ownerOf(first) || chance.once(3) ? { purse: purse(payer, 50_000n) } : {});
  }
  if (mode === 1 && isNoticed(first)) {
    // Now and then the other end of a notice than the status allows.
    const settles = isPausing(first) !== (isRecurring(first.address.kind) && chance.once(6));
    return settles ? draftSettle(first) : draftRefund(first);
  }
  if (mode > 3) return someMove(chance, streams);
  const able = streams.filter((stream) => !isNoticed(stream));
  const legs = (able.length === 0 ? streams : able).map((stream) => ({ stream, act: actOf(chance, stream) }));
  const owner = chance.once(8) ? chance.of(PARTIES) : sender;
  return draftActs(legs, time, { authority: purse(owner, 400_000_000n, 'authority') });
};
type Parts = { inputs: DraftInput[]; outputs: Output[]; locktime: number; version: number };

/** One random change: of places, of what an output carries, or of the inputs that are added. */
const disturb = (chance: Chance, parts: Parts, streams: readonly Stream[]): void => {
  const { inputs, outputs } = parts;
  const stream = chance.of(streams);
  const { address } = stream;
  const o = chance.below(outputs.length);
  const p = chance.below(outputs.length);
  const output = at(outputs, o);
  const has = (coin: DraftInput['coin'] | undefined) => inputs.some((input) => input.coin === coin);
  const add = (more: readonly DraftInput[]) =>
    inputs.splice(chance.below(inputs.length + 1), 0, ...more.filter(({ coin }) => !has(coin)));
  const changes: readonly (() => void)[] = [
    () => void add(streamInputs(stream, chance.of(pathsOf(address.kind)))),
    () => void add(clockInput(stream, chance.of([36, 500, SEQUENCE_PLAIN]))),
    () => {
      const [i, j] = [chance.below(inputs.length), chance.below(inputs.length)];
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
        outputs[o] = { ...output, token: { ...token, amount: chance.of([0n, 1n, 2n, 3n, 5n, token.amount + 1n]) } };
    },
    () => {
      const category = chance.of([categoryOf(stream), categoryOf(stream), DOLLARS]);
      outputs.push({
        ...payTo(chance.of([sender, outsider]), 900n),
        token: { category, amount: chance.of([1n, 2n, 3n, 5n]) },
      });
    },
    () => {
      if (outputs.length > 1) outputs.splice(o, 1);
    },
    () => {
      const locks = [sender, recipient, outsider].map(({ lockingBytecode }) => lockingBytecode);
      const lockingBytecode = chance.of([
        ...locks,
        address.lockingBytecode,
        PLAN_CLOCK.lockingBytecode,
        PLAN_COMPANION.lockingBytecode,
      ]);
      outputs[o] = { ...output, lockingBytecode };
    },
    () => {
      const payout = outputs.findIndex(({ lockingBytecode }) => lockingBytecode === stream.to);
      if (payout >= 0)
        outputs[payout] = { ...at(outputs, payout), lockingBytecode: chance.of(PARTIES).lockingBytecode };
    },
    () => {
      if (inputs.length > 1) inputs.splice(chance.below(inputs.length), 1);
    },
    () => {
      const i = inputs.findIndex(({ coin }) => coin === stream.state);
      if (i >= 0) inputs[i] = at(streamInputs(stream, chance.of(pathsOf(address.kind))), 0);
    },
    () => void add([purse(chance.of(PARTIES), 5_000n, `stranger ${inputs.length}`)]),
    () => void add([inputOf(EVIL_CLOCK, PLAN_CLOCK.unlocking, 40)]),
    () => void (outputs[o] = withoutToken(output)),
    () => void (parts.locktime = Number(chance.of(TIMES))),
    () =>
      void (outputs[o] = { ...output, valueSatoshis: output.valueSatoshis + chance.of([-1_000n, -1n, 1n, 1_000n]) }),
    () => {
      const { token } = output;
      const nft = token?.nft;
      if (token === undefined || nft === undefined) return;
      const commitment = replaced(
        [...nft.commitment],
        chance.below(nft.commitment.length),
        (byte) => (byte + chance.of([1, 2, 255])) & 255,
      );
      outputs[o] = { ...output, token: { ...token, nft: { ...nft, commitment: Uint8Array.from(commitment) } } };
    },
    () => {
      const i = chance.below(inputs.length);
      const sequences = [0, 1, 35, 36, 1_007, 1_008, 0x400024, 0x4003f0, SEQUENCE_PLAIN, 0xffffffff];
      inputs[i] = { ...at(inputs, i), sequence: chance.of(sequences) };
    },
    () => void (outputs[0] = noticeOf(chance.of(PARTIES).lockingBytecode)),
    () => void (parts.version = 1),
    () => {
      const { token } = output;
      const nft = token?.nft;
      if (token === undefined || nft === undefined) return;
      const length = holdsTokens(address.kind) ? 38 : 40;
      const [kept, named] = [nft.commitment.slice(0, length), nft.commitment.slice(length)];
      const somebody = hash160(chance.of(PARTIES).lockingBytecode);
      const commitment = chance.of([
        kept,
        Uint8Array.of(...kept, ...somebody),
        Uint8Array.of(...kept.slice(0, -20), ...named),
        Uint8Array.of(...kept.slice(0, -20), ...somebody, ...named),
      ]);
      outputs[o] = { ...output, token: { ...token, nft: { ...nft, commitment } } };
    },
  ];
  chance.of(changes)();
};

const sum = (outputs: readonly Output[]): bigint => outputs.reduce((all, { valueSatoshis }) => all + valueSatoshis, 0n);

interface Fuzzed {
  readonly accepted: number;
  readonly problems: readonly string[];
}

/**
 * Random transactions of up to three streams of one sender's plans, of a second funding and a thief's among them. Every
 * transaction that a block could hold must keep the promises.
 */
export const fuzz = (addresses: readonly Address[], seed: number, runs: number): Fuzzed => {
  const chance = new Chance(seed);
  const problems: string[] = [];
  let accepted = 0;
  for (let run = 0; run < runs && problems.length === 0; run += 1) {
    const indexes = chance.of(INDEXES);
    const shift = chance.below(indexes.length);
    const plan = chance.once(2) ? addresses : addresses.slice(0, addresses.length / 2);
    const sound = Array.from({ length: 1 + chance.below(3) }, (_, k) =>
      someStream(chance, chance.of(plan), at(indexes, (k + shift) % indexes.length)),
    );
    if (chance.once(4)) sound.push(someStream(chance, at(sound, 0).address, at(indexes, shift), SECOND_FUNDING));
    const streams = chance.once(8) ? [...sound, evilStream(chance, chance.of(plan), indexes)] : sound;
    const draft = someDraft(chance, streams);
    const parts: Parts = { ...draft, inputs: [...draft.inputs], outputs: [...draft.outputs] };
    for (let steps = chance.of([0, 1, 1, 2, 2, 3, 4]); steps > 0; steps -= 1) disturb(chance, parts, streams);
    if (parts.outputs.some(({ valueSatoshis, token }) => valueSatoshis < 0n || (token?.amount ?? 0n) < 0n)) continue;
    const missing = sum(parts.outputs) + 6_000n - sum(parts.inputs.map(({ coin }) => coin.output));
    if (missing > 0n) parts.inputs.push(purse(outsider, missing, 'what is missing'));
    const verdict = judgeAttack(seal(parts), TIP);
    if (!verdict.accepted && verdict.by === 'script') continue;
    accepted += 1;
    const audit = new Audit(parts, sound);
    problems.push(...audit.problems.map((problem) => `seed ${seed}, run ${run}: ${problem}`));
  }
  return { accepted, problems };
};
