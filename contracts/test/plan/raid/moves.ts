import type { Output } from '@bitauth/libauth';
import { at } from '../../support/bytes.js';
import { coinNamed } from '../../support/coins.js';
import { outsider, type Party, recipient, sender } from '../../support/parties.js';
import { SEQUENCE_PLAIN, type Coin, type Draft, type DraftInput } from '../../support/transaction.js';
import { holdsTokens, isRecurring, type Path, pathsOf, PLAN_CLOCK, PLAN_COMPANION } from '../covenant.js';
import { DAY, encodeSlot, START, type Live, type Roll, type Slot } from './fixture.js';

export const vestedAt = ({ address, slot, principal }: Live, time: number): number => {
  const total = BigInt(slot.released + principal);
  if (time < slot.start + Number(address.terms.cliff)) return 0;
  if (time >= slot.end) return Number(total);
  const step = Number(address.terms.step);
  return Number(
    (total * BigInt(Math.floor((time - slot.start) / step))) / BigInt(Math.ceil((slot.end - slot.start) / step)),
  );
};

export const periodsAt = ({ address, slot }: Live, time: number): number => {
  const come = time < slot.next ? 0 : Math.floor((time - slot.next) / Number(address.terms.interval)) + 1;
  return Math.min(come, slot.status > 2 ? slot.status % 2 : slot.unpaid);
};

/** The slot after a payment at a time, and what it pays. */
const paidAt = (live: Live, time: number): { slot: Slot; due: number } => {
  const { slot, principal, address } = live;
  if (!isRecurring(address.kind)) {
    const due = Math.max(0, vestedAt(live, time) - slot.released);
    return { due, slot: { ...slot, released: slot.released + due } };
  }
  const periods = periodsAt(live, time);
  const unpaid = slot.unpaid - periods;
  const status = slot.status > 2 ? slot.status + periods : slot.status;
  const next = slot.next + periods * Number(address.terms.interval);
  return { due: unpaid === 0 ? principal : periods * slot.amount, slot: { ...slot, unpaid, status, next } };
};

const stateOf = ({ address, category, asset }: Live, slot: Slot, principal: number, units: number): Output => ({
  lockingBytecode: address.lockingBytecode,
  valueSatoshis: BigInt(asset === undefined ? slot.reserve + principal : slot.reserve),
  token: { category, amount: BigInt(units), nft: { capability: 'mutable', commitment: encodeSlot(address, slot) } },
});
const besideOf = ({ asset }: Live, principal: number): Output[] =>
  asset === undefined
    ? []
    : [
        {
          lockingBytecode: PLAN_COMPANION.lockingBytecode,
          valueSatoshis: 1_000n,
          token: { category: asset, amount: BigInt(principal) },
        },
      ];
const payoutOf = ({ to, asset }: Live, due: number): Output =>
  asset === undefined
    ? { lockingBytecode: to, valueSatoshis: BigInt(due) }
    : { lockingBytecode: to, valueSatoshis: 1_000n, token: { category: asset, amount: BigInt(due) } };

const unitsOf = ({ state }: Live): number => Number(state.output.token?.amount ?? 0n);

/** Outputs that a path asks for with its state at an input, by place. */
const wanted = (dice: Roll, live: Live, path: Path, input: number, time: number): Map<number, Output> => {
  const { address, slot, principal, asset, clock } = live;
  const [bound, fill] = [Number(address.terms.bound), Number(address.terms.fill)];
  const map = new Map<number, Output>();
  const set = (place: number, list: readonly Output[]) => list.forEach((output, i) => map.set(place + i, output));
  const { due, slot: after } = paidAt(live, time);
  const gift = dice.chance(0.1) ? dice.pick([1, 1_000]) : 0;
  if (path === 'pay') {
    if (due === principal) {
      set(0, [payoutOf(live, due)]);
      const back =
        slot.reserve +
        Number(live.companion?.output.valueSatoshis ?? 0n) +
        Number(clock?.output.valueSatoshis ?? 0n) -
        bound;
      if (back >= 576) set(1, [{ lockingBytecode: address.terms.sender, valueSatoshis: BigInt(back) }]);
      return map;
    }
    const [part, whole] = isRecurring(address.kind) ? [slot.unpaid - after.unpaid, slot.unpaid] : [due, principal];
    const worth = part * (slot.reserve - bound) >= whole * bound;
    const reserve = Math.max(bound, slot.reserve - (worth || dice.chance(0.05) ? bound : 0)) + gift;
    set(0, [
      stateOf(live, { ...after, reserve }, principal - due, unitsOf(live)),
      ...besideOf(live, principal - due),
      payoutOf(live, due),
    ]);
  } else if (path === 'settle') {
    set(0, [
      stateOf(live, { ...slot, status: 3, reserve: slot.reserve + gift }, principal, slot.index),
      ...besideOf(live, principal),
    ]);
  } else if (path === 'refund') {
    const value =
      [live.state, live.companion, clock].reduce((sum, coin) => sum + Number(coin?.output.valueSatoshis ?? 0n), 0) -
      bound +
      1_000;
    const token = live.companion?.output.token;
    set(0, [{ lockingBytecode: address.terms.sender, valueSatoshis: BigInt(value), ...(token && { token }) }]);
  } else if (path !== 'sweep') {
    const tokens = asset !== undefined;
    const o = tokens ? input * 2 - 1 : input * 3 - 2;
    const resume = path === 'resume';
    const running = slot.status % 2;
    const pays = resume ? running * slot.amount : tokens || due >= 576 ? due : 0;
    const status = isRecurring(address.kind) ? after.status + dice.pick(slot.status > 2 ? [2, 2, 1] : [1, 2, 2]) : 0;
    const next: Slot = resume
      ? { ...slot, status: 0, unpaid: slot.unpaid - running, next: time + Number(address.terms.interval) }
      : { ...(pays === due ? after : slot), status, reserve: Math.max(slot.reserve, fill) + gift };
    set(o, [stateOf(live, next, principal - pays, resume ? unitsOf(live) : 0), ...besideOf(live, principal - pays)]);
    const place = tokens ? o + 2 : o + 1;
    const value = isRecurring(address.kind) ? bound - (tokens ? 1_000 : 0) : 700;
    if (!resume)
      map.set(place, {
        lockingBytecode: PLAN_CLOCK.lockingBytecode,
        valueSatoshis: BigInt(value),
        token: { category: live.category, amount: BigInt(unitsOf(live)) },
      });
    if (pays > 0) map.set(place + 1, payoutOf(live, pays));
  }
  return map;
};

let purses = 0;
const purseOf = (owner: Party, value: bigint): DraftInput => ({
  coin: coinNamed(`raid purse ${(purses += 1)}`, { lockingBytecode: owner.lockingBytecode, valueSatoshis: value }),
  sequence: SEQUENCE_PLAIN,
  unlocking: { kind: 'key', owner },
});

const TIMES = [-1, 0, 1, 6, 29, 30, 31, 60, 65, 99, 101, 200, 390].map((days) => START + days * DAY);

const pathFor = (dice: Roll, live: Live, led: boolean): Path => {
  if (dice.chance(0.06)) return dice.pick(pathsOf(live.address.kind));
  if (!led) {
    if (live.slot.status === 1 && dice.chance(0.5)) return 'settle';
    return live.clock !== undefined && dice.chance(0.4) ? 'refund' : 'pay';
  }
  if (!isRecurring(live.address.kind)) return 'cancel';
  return live.slot.status > 2 && dice.chance(0.6) ? 'resume' : 'stop';
};

const spoil = (
  dice: Roll,
  inputs: DraftInput[],
  outputs: Output[],
  scenarios: readonly Live[],
  loose: readonly Coin[],
): void => {
  const o = dice.below(outputs.length);
  const p = dice.below(outputs.length);
  const output = at(outputs, o);
  const other = at(outputs, p);
  const live = dice.pick(scenarios);
  const has = (coin: Coin) => inputs.some((input) => input.coin === coin);
  const add = (coin: Coin | undefined, input: Omit<DraftInput, 'coin'>) => {
    if (coin !== undefined && !has(coin)) inputs.splice(dice.below(inputs.length + 1), 0, { coin, ...input });
  };
  const token = output.token;
  dice.pick<() => void>([
    () => void outputs.splice(o, 1),
    () => void ([outputs[o], outputs[p]] = [other, output]),
    () => void (outputs[o] = { ...output, lockingBytecode: dice.pick([sender, outsider, recipient]).lockingBytecode }),
    () => void (outputs[o] = { ...output, lockingBytecode: other.lockingBytecode }),
    () =>
      token &&
      void (outputs[o] = {
        ...output,
        token: { ...token, amount: BigInt(dice.pick([0, 1, 2, 3, 5, Number(token.amount) - 1])) },
      }),
    () =>
      void outputs.push({
        lockingBytecode: outsider.lockingBytecode,
        valueSatoshis: 1_000n,
        token: { category: live.category, amount: BigInt(live.slot.index) },
      }),
    () => {
      const { asset } = live;
      if (asset === undefined || token?.category.toString() !== asset.toString() || token.amount < 2n) return;
      outputs[o] = { ...output, token: { ...token, amount: token.amount - 1n } };
      outputs.push({
        lockingBytecode: sender.lockingBytecode,
        valueSatoshis: 1_000n,
        token: { category: asset, amount: 1n },
      });
    },
    () =>
      add(live.clock, { sequence: dice.pick([36, 65_535, 0x400024, SEQUENCE_PLAIN]), unlocking: PLAN_CLOCK.unlocking }),
    () => add(loose[0], { sequence: 36, unlocking: PLAN_CLOCK.unlocking }),
    () => add(live.companion, { sequence: SEQUENCE_PLAIN, unlocking: PLAN_COMPANION.unlocking }),
    () =>
      add(live.state, {
        sequence: SEQUENCE_PLAIN,
        unlocking: live.address.call(dice.pick(pathsOf(live.address.kind))),
      }),
    () =>
      void (outputs[o] = {
        ...output,
        valueSatoshis: output.valueSatoshis + BigInt(dice.pick([-1_000, -1, 1, 1_000])),
      }),
    () => {
      const nft = token?.nft;
      if (token === undefined || nft === undefined) return;
      const commitment = Uint8Array.from(nft.commitment);
      commitment[dice.below(commitment.length)] = dice.pick([0, 1, 2, 0x7f, 0x80, 0xff]);
      outputs[o] = { ...output, token: { ...token, nft: { ...nft, commitment } } };
    },
    () => void inputs.reverse(),
    () => void inputs.splice(dice.below(inputs.length), 0, purseOf(dice.pick([outsider, sender]), 2_000n)),
  ])();
};

const sum = (outputs: readonly Output[]): bigint => outputs.reduce((all, { valueSatoshis }) => all + valueSatoshis, 0n);

/** A transaction of some streams: what their paths ask for, at places that may collide, then spoiled. */
export const someMove = (dice: Roll, scenarios: readonly Live[], loose: readonly Coin[], now: number): Draft => {
  const come = TIMES.filter((each) => each < now);
  const time =
    dice.pick(dice.chance(0.9) && come.length > 0 ? come.slice(-4) : TIMES) + dice.pick([-1, 0, 0, 1, 4_000]);
  const led = dice.chance(0.55);
  const chosen = led ? scenarios.filter(() => dice.chance(0.8)) : [dice.pick(scenarios)];
  const inputs: DraftInput[] = led ? [purseOf(sender, 5_000_000n)] : [];
  const places = new Map<number, Output>();
  let used = 0;
  for (const live of chosen) {
    const path = pathFor(dice, live, led);
    const tokens = holdsTokens(live.address.kind);
    const careful = dice.chance(0.85);
    while (led && careful && (tokens ? inputs.length * 2 - 1 : inputs.length * 3 - 2) <= used)
      inputs.push(purseOf(sender, 2_000n));
    const input = inputs.length;
    inputs.push({ coin: live.state, sequence: SEQUENCE_PLAIN, unlocking: live.address.call(path) });
    if (live.companion !== undefined)
      inputs.push({ coin: live.companion, sequence: SEQUENCE_PLAIN, unlocking: PLAN_COMPANION.unlocking });
    const asked = wanted(dice, live, path, input, time);
    const ends = path === 'pay' && asked.get(0)?.token?.nft === undefined;
    if (live.clock !== undefined && (path === 'settle' || path === 'refund' || ends))
      inputs.push({
        coin: live.clock,
        sequence: path === 'pay' ? SEQUENCE_PLAIN : dice.pick([36, 36, 36, 35, 0, 0x400024]),
        unlocking: PLAN_CLOCK.unlocking,
      });
    for (const [place, output] of asked) if (!places.has(place) || dice.chance(0.5)) places.set(place, output);
    used = Math.max(used, tokens ? input * 2 + 2 : input * 3);
  }
  const last = Math.max(0, ...places.keys());
  const outputs = Array.from(
    { length: last + 1 },
    (_, i) => places.get(i) ?? { lockingBytecode: dice.pick([sender, outsider]).lockingBytecode, valueSatoshis: 700n },
  );
  for (let n = dice.pick([0, 0, 0, 1, 1, 2, 3]); n > 0 && outputs.length > 0; n -= 1)
    spoil(dice, inputs, outputs, scenarios, loose);
  if (outputs.length === 0) outputs.push({ lockingBytecode: sender.lockingBytecode, valueSatoshis: 700n });
  const safe = outputs.filter(({ valueSatoshis, token }) => valueSatoshis >= 0n && (token?.amount ?? 0n) >= 0n);
  const missing = sum(safe) + 4_000n - sum(inputs.map(({ coin }) => coin.output));
  if (missing > 0n) inputs.push(purseOf(dice.pick([outsider, recipient, sender]), missing));
  return { version: dice.chance(0.97) ? 2 : 1, locktime: time, inputs, outputs: safe };
};
