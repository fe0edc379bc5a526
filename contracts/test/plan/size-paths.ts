import { purse } from '../support/coins.js';
import { outsider, sender } from '../support/parties.js';
import { seal, type Draft } from '../support/transaction.js';
import { createAddress, type Address, type Terms } from './covenant.js';
import { draftPay, draftRefund, draftSettle, draftSweep } from './drafts.js';
import { BOUNDS, isRecurring, type Kind } from './kind.js';
import { STATUS } from './state.js';
import { draftActs, type Act } from './stop-drafts.js';
import { placeStream, START, type Placing, type Stream } from './stream.js';

/** A locking bytecode of the longest standard form, P2SH32. */
const longLock = (byte: number): Uint8Array => Uint8Array.of(0xaa, 0x20, ...new Uint8Array(32).fill(byte), 0x87);

interface Extreme {
  readonly terms: Partial<Terms>;
  readonly placing: Placing;
  /** A time at which something, but not all, is due. */
  readonly middle: bigint;
  readonly end: bigint;
}

const shortest = (kind: Kind): Extreme => ({
  terms: { notice: 12n, step: 1n, cliff: 0n, interval: 60n },
  placing: {
    index: 1n,
    principal: 24_000n,
    state: { reserve: 5n * BOUNDS[kind], ...(isRecurring(kind) ? { next: START } : { end: START + 100n }) },
  },
  middle: START + (isRecurring(kind) ? 0n : 50n),
  end: START + 10_000n,
});

const LAST = 4_294_967_295n;
const longest = (kind: Kind): Extreme => ({
  terms: {
    sender: longLock(1),
    notice: 65_535n,
    step: 2_200_000_000n,
    cliff: 2_200_000_000n,
    interval: 2_200_000_000n,
    bound: 99_999n,
    fill: 6_599_934n,
  },
  placing: {
    index: 32_767n,
    principal: kind.endsWith('bch') ? 2_099_000_000_000_000n : 9_223_372_036_854_775_807n,
    to: longLock(2),
    state: {
      reserve: 8_000_000n,
      ...(isRecurring(kind)
        ? { next: 2_094_967_290n, unpaid: 2n, amount: 1_000_000_000_000_000n }
        : { start: 500_000_000n, end: LAST }),
    },
  },
  middle: LAST - 2_200_000_000n + (isRecurring(kind) ? 0n : 700_000_000n),
  end: LAST,
});

export const EXTREMES = { shortest, longest } as const;

const authority = purse(sender, 900_000_000n, 'authority');
const act = (stream: Stream, doing: Act, time: bigint): Draft =>
  draftActs([{ stream, act: doing }], time, { authority });

/** Each path's transaction, for the sizes; authority and purses are P2PKH. */
export const sizePaths = (kind: Kind, { terms, placing, middle, end }: Extreme): Record<string, Draft> => {
  const address: Address = createAddress(kind, terms);
  const place = (some: Placing): Stream =>
    placeStream(address, { ...placing, ...some, state: { ...placing.state, ...some.state } });
  const active = place({});
  const noticed = place({ noticed: true });
  const stray = { ...active.state, output: { lockingBytecode: address.lockingBytecode, valueSatoshis: 100_000n } };
  return {
    pay: draftPay(active, middle),
    'pay by own coin': draftPay(active, middle, { purse: purse(outsider, 900_000n) }),
    close: draftPay(active, end),
    cancel: act(active, 'cancel', middle),
    'pay under notice': draftPay(noticed, middle),
    'close under notice': draftPay(noticed, end),
    refund: draftRefund(noticed),
    ...(isRecurring(kind)
      ? {
          pause: act(active, 'pause', middle),
          settle: draftSettle(place({ noticed: true, state: { status: STATUS.pausing } })),
          resume: act(place({ state: { status: STATUS.pausedRunning } }), 'resume', middle),
        }
      : {}),
    sweep: draftSweep(active, [stray], authority),
  };
};

/** Bytes of script, then of each path's transaction. */
export const sizesOf = (kind: Kind, extreme: Extreme): Record<string, number> => ({
  script: createAddress(kind, extreme.terms).script.length,
  ...Object.fromEntries(Object.entries(sizePaths(kind, extreme)).map(([name, draft]) => [name, seal(draft).size])),
});
