import { hash160, type Output } from '@bitauth/libauth';
import type { Draft, DraftInput } from '../support/transaction.js';
import { holdsTokens, isRecurring, PLAN_CLOCK, PLAN_COMPANION } from './covenant.js';
import { moveFeeOf, noticeOf } from './move-drafts.js';
import { leastOf, paymentOf } from './payment.js';
import { encodeState, isPending, ownHash, readState, STATUS, type State } from './state.js';
import { categoryOf, isNoticed, principalOf, readStream, type Stream } from './stream.js';

const same = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean => a?.toString() === b?.toString();
const indexOf = ({ token }: Output): bigint => {
  const [low = 0, high = 0] = token?.nft?.commitment ?? [];
  return BigInt(low + 256 * high);
};

/** What the three bytes of a reserve hold; a script reads more as negative. */
const MAX_RESERVE = 8_388_607n;

/** Statuses that may follow one, for a state that goes on. */
const FOLLOWS: ReadonlyMap<bigint, readonly bigint[]> = new Map([
  [STATUS.active, [STATUS.active, STATUS.pausing, STATUS.cancelled]],
  [STATUS.pausing, [STATUS.pausing, STATUS.pausedRunning]],
  [STATUS.cancelled, [STATUS.cancelled]],
  [STATUS.pausedRunning, [STATUS.pausedIdle, STATUS.active, STATUS.cancelledRunning, STATUS.cancelledIdle]],
  [STATUS.pausedIdle, [STATUS.active, STATUS.cancelledIdle]],
  [STATUS.cancelledRunning, [STATUS.cancelledIdle]],
]);

const fixedOf = ({ start, end, amount }: State): string => [start, end, amount].join(' ');

/** What a transaction did to the streams of plans, and what it did wrong: the promises of docs/covenants/plans.md. */
export class Audit {
  readonly problems: string[] = [];
  /** Outputs that carry a plan's category and belong to a stream. */
  readonly #known = new Set<Output>();
  #paid = new Map<string, bigint>();

  constructor(
    readonly draft: Draft,
    readonly streams: readonly Stream[],
  ) {
    const spent = streams.filter(({ state }) => this.spends(state));
    for (const stream of spent) this.check(stream, spent.length);
    for (const stream of streams) this.checkCoins(stream);
    this.checkFree();
    this.checkPayments();
  }

  private spends(coin: Stream['state'] | undefined): boolean {
    return coin !== undefined && this.draft.inputs.some((input) => input.coin === coin);
  }

  private fail(stream: Stream, why: string): void {
    this.problems.push(`${stream.address.kind} ${readStream(stream).index}: ${why}`);
  }

  private get bySender(): (stream: Stream) => boolean {
    return ({ address }) => same(this.draft.inputs[0]?.coin.output.lockingBytecode, address.terms.sender);
  }

  /** Counts what a recipient must have got by this transaction, in satoshis or in tokens. */
  private owe(stream: Stream, amount: bigint): void {
    const key = `${stream.to.toString()}|${stream.companion?.output.token?.category.toString() ?? ''}`;
    this.#paid.set(key, (this.#paid.get(key) ?? 0n) + amount);
  }

  private nextOf(stream: Stream): readonly Output[] {
    return this.draft.outputs.filter(
      (output) =>
        same(output.token?.category, categoryOf(stream)) &&
        output.token?.nft !== undefined &&
        indexOf(output) === readStream(stream).index,
    );
  }

  private clocksOf(stream: Stream): readonly Output[] {
    const { index } = readStream(stream);
    return this.draft.outputs.filter(
      ({ token, lockingBytecode }) =>
        same(token?.category, categoryOf(stream)) &&
        token?.nft === undefined &&
        token?.amount === index &&
        same(lockingBytecode, PLAN_CLOCK.lockingBytecode),
    );
  }

  private check(stream: Stream, together: number): void {
    if (stream.companion !== undefined && !this.spends(stream.companion))
      this.fail(stream, 'spent without its companion');
    const [next, ...more] = this.nextOf(stream);
    if (more.length > 0) this.fail(stream, 'two states of one index');
    if (next === undefined) this.checkEnd(stream, together);
    else this.checkNext(stream, next);
  }

  private checkNext(stream: Stream, output: Output): void {
    const { kind, terms, lockingBytecode } = stream.address;
    this.#known.add(output);
    if (!same(output.lockingBytecode, lockingBytecode)) this.fail(stream, 'state elsewhere');
    const nft = output.token?.nft;
    const length = holdsTokens(kind) ? 38 : 40;
    if (nft?.capability !== 'mutable' || ![length, length + 20].includes(nft.commitment.length))
      this.fail(stream, 'no state');
    const [before, after] = [readStream(stream), readState(kind, output)];
    if (fixedOf(before) !== fixedOf(after)) this.fail(stream, 'its terms changed');
    if (after.reserve < terms.floor) this.fail(stream, 'below the floor');
    const most = isPending(before) && !isPending(after) ? moveFeeOf(stream.address) : terms.fee;
    if (after.reserve < before.reserve - most) this.fail(stream, 'more than a fee from the reserve');
    if (!holdsTokens(kind) && after.reserve > MAX_RESERVE) this.fail(stream, 'a reserve that its bytes do not hold');
    this.checkUnits(stream, output);
    const left = this.principalBehind(stream, output, after);
    if (left < leastOf(kind)) this.fail(stream, 'goes on with nothing to pay');
    const paid = principalOf(stream) - left;
    const expected = this.paidBy(stream, before, after, this.isMove(stream, output));
    if (paid !== expected || paid < 0n) this.fail(stream, `principal: ${paid} gone, expected ${expected}`);
    this.checkRecipient(stream, output, paid);
    this.owe(stream, paid);
  }

  /** Who is paid, and who will be: the recipient announces it, a delay passes, then anybody moves the stream. */
  private checkRecipient(stream: Stream, output: Output, paid: bigint): void {
    const [before, after] = [readStream(stream), readState(stream.address.kind, output)];
    const [own, named] = [ownHash(before), before.recipient.slice(20)];
    const [now, next] = [ownHash(after), after.recipient.slice(20)];
    const untouched = this.isMove(stream, output);
    if (!same(now, own) || (isPending(before) && next.length === 0 && same(named, own) && untouched)) {
      if (!same(now, named) || next.length > 0) this.fail(stream, 'moved elsewhere');
      if (!same(named, own) && !this.waitedFor(stream.state, stream.address.terms.delay))
        this.fail(stream, 'moved early');
      if (!untouched) this.fail(stream, 'a move changes more than the recipient');
      return;
    }
    if (next.length === 0) {
      if (isPending(before) && (untouched || !this.bySender(stream))) this.fail(stream, 'a pending move is lost');
      return;
    }
    if (isNoticed(stream) || output.token?.amount === 0n) this.fail(stream, 'moves under notice');
    if (paid > 0n) {
      if (!same(next, named)) this.fail(stream, 'a payment changes the move');
      if (!this.isOf(this.draft.inputs.at(-1), own)) this.fail(stream, 'a stranger pays while a move is pending');
      if (after.reserve < before.reserve) this.fail(stream, 'the reserve pays while a move is pending');
      return;
    }
    if (!untouched) this.fail(stream, 'an announcement changes more than the move');
    if (!this.isOf(this.draft.inputs[0], own)) this.fail(stream, 'announced by a stranger');
    if (!same(this.announced, next)) this.fail(stream, 'announced without a notice');
    if (!this.waitedFor(stream.state, 1n)) this.fail(stream, 'announced twice in a block');
    if (stream.address.terms.delay === 0n) this.fail(stream, 'announced where streams do not move');
  }

  /** A coin of somebody, whose signature, if it is a key's, covers outputs. */
  private isOf(input: DraftInput | undefined, hash: Uint8Array): boolean {
    if (input === undefined || !same(hash160(input.coin.output.lockingBytecode), hash)) return false;
    return input.unlocking.kind !== 'key' || (input.unlocking.sighash ?? 1) % 2 === 1;
  }

  /** Hash160 of the address that the output of the locktime's number names. */
  private get announced(): Uint8Array | undefined {
    const lock = this.draft.outputs[this.draft.locktime]?.lockingBytecode;
    const to = lock?.slice(9) ?? new Uint8Array();
    return same(lock, noticeOf(to).lockingBytecode) ? hash160(to) : undefined;
  }

  /** Of the stream nothing changes but its recipient, and its reserve by the fee of a finish: an announcement, or its end. */
  private isMove({ address, state, companion }: Stream, output: Output): boolean {
    const { kind } = address;
    const withoutRecipient = (one: Output, more: bigint): string => {
      const said = readState(kind, one);
      return [
        ...[one.lockingBytecode, one.valueSatoshis + more, one.token?.amount],
        encodeState(kind, { ...said, reserve: said.reserve + more, recipient: new Uint8Array() }),
      ].join(' ');
    };
    const fee = moveFeeOf(address);
    const more = isPending(readState(kind, output)) ? fee : -fee;
    const behind = this.draft.outputs[this.draft.outputs.indexOf(output) + 1];
    return (
      withoutRecipient(output, 0n) === withoutRecipient(state.output, more) &&
      (companion === undefined ||
        (behind?.valueSatoshis === companion.output.valueSatoshis &&
          behind.token?.amount === companion.output.token?.amount))
    );
  }

  private principalBehind(stream: Stream, output: Output, after: State): bigint {
    if (!holdsTokens(stream.address.kind)) return output.valueSatoshis - after.reserve;
    const companion = this.draft.outputs[this.draft.outputs.indexOf(output) + 1];
    const sound =
      same(companion?.lockingBytecode, PLAN_COMPANION.lockingBytecode) &&
      same(companion?.token?.category, stream.companion?.output.token?.category) &&
      companion?.token?.nft === undefined;
    if (!sound) this.fail(stream, 'its companion is gone');
    return companion?.token?.amount ?? 0n;
  }

  /** What a state that goes on says was paid, if its time allowed that. */
  private paidBy(stream: Stream, before: State, after: State, untouched: boolean): bigint {
    const time = BigInt(this.draft.locktime);
    if (!isRecurring(stream.address.kind)) {
      const { due } = paymentOf(stream, time);
      const paid = after.released - before.released;
      if (paid !== 0n && paid !== due) this.fail(stream, 'not what is due');
      return paid;
    }
    const { interval } = stream.address.terms;
    // A move leaves a paused payment paused.
    if (!untouched && FOLLOWS.get(before.status)?.includes(after.status) !== true)
      this.fail(stream, `${before.status} to ${after.status}`);
    const periods = before.unpaid - after.unpaid;
    if (before.status >= STATUS.pausedRunning && after.status === STATUS.active) {
      if (after.next !== time + interval) this.fail(stream, 'resumed to another date');
      if (periods !== before.status % 2n) this.fail(stream, 'the running period lost');
    } else {
      if (after.next !== before.next + periods * interval) this.fail(stream, 'another date');
      if (periods > 0n && time < after.next - interval) this.fail(stream, 'a period early');
    }
    return periods * before.amount;
  }

  private checkUnits(stream: Stream, output: Output): void {
    const { index, status } = readStream(stream);
    const units = output.token?.amount ?? 0n;
    const clocks = this.clocksOf(stream);
    for (const clock of clocks) this.#known.add(clock);
    if (!isNoticed(stream)) {
      const kept = units === index && clocks.length === 0;
      const clocked = units === 0n && clocks.length === 1;
      if (!kept && !clocked) this.fail(stream, 'units');
      const resumed = isRecurring(stream.address.kind) && status >= STATUS.pausedRunning && this.bySender(stream);
      const { status: now, reserve } = readState(stream.address.kind, output);
      if (clocked && !this.bySender(stream)) this.fail(stream, 'stopped by a stranger');
      if (clocked && reserve < stream.address.terms.fill) this.fail(stream, 'stopped without its fill');
      if (status >= STATUS.pausedRunning && now === STATUS.active && !resumed)
        this.fail(stream, 'resumed by a stranger');
      return;
    }
    const settled = units === index && status === STATUS.pausing && this.spends(stream.clock) && this.waited(stream);
    if (clocks.length > 0 || (units !== 0n && !settled)) this.fail(stream, 'units back');
    if (this.spends(stream.clock) !== settled) this.fail(stream, 'its clock spent');
  }

  private waited({ clock, address }: Stream): boolean {
    return this.waitedFor(clock, address.terms.notice);
  }

  private waitedFor(waiting: Stream['clock'], blocks: bigint): boolean {
    const sequence = this.draft.inputs.find(({ coin }) => coin === waiting)?.sequence ?? 0;
    return sequence >= Number(blocks) && sequence < 65_536 && this.draft.version >= 2;
  }

  private to(stream: Stream, lockingBytecode: Uint8Array): bigint {
    const token = stream.companion?.output.token;
    return this.draft.outputs
      .filter((output) => same(output.lockingBytecode, lockingBytecode))
      .filter((output) => token === undefined || same(output.token?.category, token.category))
      .reduce(
        (sum, { valueSatoshis, token: held }) => sum + (token === undefined ? valueSatoshis : (held?.amount ?? 0n)),
        0n,
      );
  }

  private checkEnd(stream: Stream, together: number): void {
    if (together !== 1) this.fail(stream, 'ends beside a sibling');
    if (this.clocksOf(stream).length > 0) this.fail(stream, 'its clock outlives it');
    const noticed = isNoticed(stream);
    if (noticed && !this.spends(stream.clock)) this.fail(stream, 'ends without its clock');
    const principal = principalOf(stream);
    const paid = this.to(stream, stream.to) >= principal;
    if (paid && paymentOf(stream, BigInt(this.draft.locktime)).ends) return;
    if (!noticed || readStream(stream).status === STATUS.pausing) this.fail(stream, 'ended unpaid');
    if (!this.waited(stream)) this.fail(stream, 'refunded early');
    if (this.to(stream, stream.address.terms.sender) < principal) this.fail(stream, 'refunded short');
  }

  private checkCoins(stream: Stream): void {
    const { state, companion, clock } = stream;
    if (this.spends(companion) && !this.spends(state)) this.fail(stream, 'companion without its state');
    if (this.spends(clock) && !this.spends(state)) this.fail(stream, 'clock without its state');
  }

  private checkFree(): void {
    const categories = new Set(this.streams.map((stream) => categoryOf(stream).toString()));
    const free = this.draft.outputs.filter(
      (output) =>
        categories.has(output.token?.category.toString() ?? '') &&
        (output.token?.nft !== undefined || output.token?.amount !== 0n) &&
        !this.#known.has(output),
    );
    if (free.length > 0) this.problems.push('units or NFT free');
  }

  private checkPayments(): void {
    for (const [key, owed] of this.#paid) {
      const stream = this.streams.find(
        ({ to, companion }) => `${to.toString()}|${companion?.output.token?.category.toString() ?? ''}` === key,
      );
      if (stream !== undefined && this.to(stream, stream.to) < owed) this.fail(stream, 'the recipient short');
    }
  }
}
