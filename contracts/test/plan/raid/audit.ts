import type { Output } from '@bitauth/libauth';
import { coinOf, type ChainPoint, type Coin, type Sealed } from '../../support/transaction.js';
import { isRecurring, PLAN_CLOCK, PLAN_COMPANION } from '../covenant.js';
import { decodeSlot, NOTICE, type Live } from './fixture.js';
import { periodsAt, vestedAt } from './moves.js';

const same = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean => a?.toString() === b?.toString();

/** What a block's transaction did to the streams: the ledger after it, and every promise it broke. */
export const settleAccounts = (
  sealed: Sealed,
  scenarios: readonly Live[],
  tip: ChainPoint,
): { scenarios: Live[]; problems: string[] } => {
  const { draft } = sealed;
  const { outputs } = draft;
  const problems: string[] = [];
  const spent = (coin: Coin | undefined): boolean =>
    coin !== undefined && draft.inputs.some((input) => input.coin === coin);
  const bySender = (live: Live): boolean =>
    same(draft.inputs[0]?.coin.output.lockingBytecode, live.address.terms.sender);
  const known = new Set<number>();
  const owed = new Map<string, number>();
  const next: Live[] = [];
  const received = (to: Uint8Array, asset: Uint8Array | undefined): number =>
    outputs
      .filter(({ lockingBytecode, token }) => same(lockingBytecode, to) && same(token?.category, asset))
      .reduce(
        (all, { valueSatoshis, token }) => all + Number(asset === undefined ? valueSatoshis : (token?.amount ?? 0n)),
        0,
      );
  const owe = ({ to, asset, evil }: Live, due: number): void => {
    if (evil) return;
    const key = JSON.stringify([to.toString(), asset?.toString()]);
    owed.set(key, (owed.get(key) ?? 0) + due);
    if (received(to, asset) < (owed.get(key) ?? 0)) problems.push('recipient short');
  };
  const waited = ({ clock }: Live): boolean => {
    const input = draft.inputs.find(({ coin }) => coin === clock);
    return clock?.mined !== undefined && input !== undefined && tip.height + 1 - clock.mined.height >= NOTICE;
  };
  for (const live of scenarios) {
    const { slot, principal, address, asset, category, state, companion, clock } = live;
    const fail = (why: string): void => {
      if (!live.evil) problems.push(`${address.kind} ${slot.index} (${slot.status}): ${why}`);
    };
    if (!spent(state)) {
      if (spent(companion) || spent(clock)) fail('companion or clock without state');
      next.push(live);
      continue;
    }
    if (companion !== undefined && !spent(companion)) fail('state without companion');
    const isMine = ({ token }: Output): boolean =>
      same(token?.category, category) &&
      token?.nft !== undefined &&
      same(token.nft.commitment.slice(0, 2), state.output.token?.nft?.commitment.slice(0, 2));
    const vout = outputs.findIndex(isMine);
    const output = outputs[vout];
    const units = Number(state.output.token?.amount ?? 0n);
    const time = draft.locktime;
    const late = time < tip.mtp;
    if (output === undefined) {
      const isPaid =
        received(live.to, asset) >= principal &&
        (isRecurring(address.kind)
          ? periodsAt(live, time) === slot.unpaid
          : vestedAt(live, time) === slot.released + principal) &&
        late;
      if (isPaid) owe(live, principal);
      else if (units > 0 || slot.status === 1 || !waited(live) || received(address.terms.sender, asset) < principal)
        fail('ended, neither paid nor refunded');
      if (units === 0 && !spent(clock)) fail('clock outlives it');
      continue;
    }
    known.add(vout);
    const now = decodeSlot(address, output);
    if (
      now === undefined ||
      output.token?.nft?.capability !== 'mutable' ||
      !same(output.lockingBytecode, address.lockingBytecode)
    ) {
      fail('no state any more');
      continue;
    }
    const beside = outputs[vout + 1];
    const left = asset === undefined ? Number(output.valueSatoshis) - now.reserve : Number(beside?.token?.amount ?? 0n);
    if (
      asset !== undefined &&
      !(same(beside?.lockingBytecode, PLAN_COMPANION.lockingBytecode) && same(beside?.token?.category, asset))
    )
      fail('companion lost');
    const due = principal - left;
    if (due < 0) fail('principal grew');
    if (
      !same(now.recipient, slot.recipient) ||
      now.start !== slot.start ||
      now.end !== slot.end ||
      now.amount !== slot.amount
    )
      fail('terms changed');
    const bound = Number(address.terms.bound);
    if (now.reserve < bound || now.reserve < slot.reserve - bound || (asset === undefined && now.reserve > 8_388_607))
      fail(`reserve ${slot.reserve} to ${now.reserve}`);
    const after = Number(output.token.amount);
    const clockAt = outputs.findIndex(
      ({ token, lockingBytecode }, i) =>
        !known.has(i) &&
        token?.nft === undefined &&
        same(token?.category, category) &&
        Number(token?.amount) === slot.index &&
        same(lockingBytecode, PLAN_CLOCK.lockingBytecode),
    );
    const stopped = units > 0 && after === 0;
    const settled = units === 0 && after > 0;
    if (stopped) {
      if (clockAt < 0) fail('units gone');
      known.add(clockAt);
      if (!bySender(live)) fail('stopped by a stranger');
      if (now.reserve < Number(address.terms.fill)) fail('fill missing');
    } else if (settled) {
      if (after !== slot.index || slot.status !== 1 || now.status !== 3 || !waited(live) || due !== 0)
        fail('settled wrongly');
    } else if (after !== units || spent(clock)) fail('units or clock moved');
    if (isRecurring(address.kind)) {
      const resumed = slot.status > 2 && now.status === 0;
      const periods = slot.unpaid - now.unpaid;
      if (due !== periods * slot.amount || now.unpaid < 1) fail(`${periods} periods for ${due}`);
      if (resumed) {
        if (
          !bySender(live) ||
          units === 0 ||
          periods !== slot.status % 2 ||
          now.next !== time + Number(address.terms.interval)
        )
          fail('resumed wrongly');
      } else {
        if (now.next !== slot.next + periods * Number(address.terms.interval)) fail('date moved');
        if (periods > periodsAt(live, time) || (periods > 0 && !late)) fail('early period');
        const may = stopped
          ? slot.status > 2
            ? [slot.status + 2 + periods]
            : [1, 2]
          : settled
            ? [3]
            : [slot.status > 2 ? slot.status + periods : slot.status];
        if (!may.includes(now.status)) fail(`status to ${now.status}`);
      }
    } else {
      if (now.released !== slot.released + due) fail('released is another');
      if (due > 0 && (!late || now.released !== vestedAt(live, time))) fail('not what has vested');
    }
    owe(live, due);
    if (stopped && clockAt < 0) continue;
    const mined = { height: tip.height + 1, mtp: tip.mtp };
    next.push({
      ...live,
      slot: now,
      principal: left,
      state: coinOf(sealed, vout, mined),
      companion: companion && coinOf(sealed, vout + 1, mined),
      clock: stopped ? coinOf(sealed, clockAt, mined) : settled ? undefined : clock,
    });
  }
  const categories = new Set(scenarios.filter(({ evil }) => !evil).map(({ category }) => category.toString()));
  outputs.forEach(({ token }, i) => {
    if (categories.has(token?.category.toString() ?? '') && !known.has(i))
      problems.push(`units or an NFT free at output ${i}`);
  });
  return { scenarios: next.filter(({ evil, slot }) => !evil || slot.index > 0), problems };
};
