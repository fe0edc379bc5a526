import { encodeDataPush, encodeLockingBytecodeP2sh32, flattenBinArray, hash256, type Output } from '@bitauth/libauth';
import type { Chance } from '@weir/testing';
import { withoutToken } from '../attacks/mutations.js';
import { noticeOf } from '../plan/move-drafts.js';
import { at, named32 } from '../support/bytes.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { createParty, outsider, recipient, sender, type Party } from '../support/parties.js';
import { SEQUENCE_PLAIN, type Draft, type DraftInput } from '../support/transaction.js';
import {
  draftAnnounceLocks,
  draftCollect,
  draftFinishLock,
  movedTo,
  pendingAt,
  placeLock,
  spendLock,
  theirs,
  type MovableLock,
} from './lock-moves.js';
import { CATEGORY, draftPay, endOf, leftAt, lockingBytecodeOf, START, type LockPath, type LockTerms } from './lock.js';

/** Somebody whose address is a script that asks for a signature. */
const scripted = createParty('recipient of a lock, with a script');
const SCRIPT = flattenBinArray([encodeDataPush(scripted.publicKey), Uint8Array.of(0xac)]);
const SCRIPT_LOCK = encodeLockingBytecodeP2sh32(hash256(SCRIPT));

/** Where recipients move to: addresses of every form, and some that are none. */
const PLACES: readonly Uint8Array[] = [
  ...[createParty('recipient, moved').lockingBytecode, recipient.lockingBytecode, SCRIPT_LOCK],
  ...[new Uint8Array(35).fill(0x51), new Uint8Array(36).fill(0x51), Uint8Array.of(0x6a, 0x01, 0x02)],
  ...[Uint8Array.of(0xef, 0x01, 0x02), Uint8Array.of(0x51), new Uint8Array()],
];
const SEQUENCES = [0, 1, 1_007, 1_008, 65_535, 65_536, 0x40_0000 + 1_008, 0x8000_0001, SEQUENCE_PLAIN, 0xffff_ffff];
const SIGHASHES = [0x61, 0x61, 0x41, 0x42, 0x62, 0xc2, 0x43, 0x63, 0xc3];
const OTHER = named32('category of a stranger');

const NFTS = [
  { capability: 'none', commitment: new Uint8Array() },
  { capability: 'none', commitment: Uint8Array.of(1) },
  { capability: 'mutable', commitment: new Uint8Array() },
  { capability: 'mutable', commitment: Uint8Array.of(1, 2) },
  { capability: 'minting', commitment: Uint8Array.of(3) },
] as const;

/** A coin of somebody, who signs it or whose script asks for a signature. */
const coinOf = (chance: Chance, owner: Party): DraftInput => {
  const sighash = chance.of(SIGHASHES);
  if (owner !== scripted) return theirs(owner, sighash);
  return {
    coin: coinNamed('a coin of a script', { lockingBytecode: SCRIPT_LOCK, valueSatoshis: 400_000n }),
    sequence: SEQUENCE_PLAIN,
    unlocking: { kind: 'call', script: SCRIPT, selector: undefined, args: [{ signer: scripted, sighash }] },
  };
};

const lockOf = (party: Party): Uint8Array => (party === scripted ? SCRIPT_LOCK : party.lockingBytecode);

const PATHS = ['announce', 'finish', 'collect', 'pay'] as const satisfies readonly LockPath[];

interface Scene {
  readonly draft: Draft;
  readonly locks: readonly MovableLock[];
}

const someTerms = (chance: Chance, owner: Party): LockTerms => {
  const asset = chance.of(['BCH', 'FUNGIBLE_TOKEN'] as const);
  const [step, steps] = chance.of([
    [1n, 10_000_000n],
    [86_400n, 100n],
    [2_592_000n, 4n],
  ] as const);
  return {
    asset,
    total: chance.of([1_000_000_000n, 900_001n, 64n, 3n].filter((total) => asset !== 'BCH' || total > 1_000n)),
    start: START,
    cliff: START + chance.of([0n, step * 2n]),
    step,
    steps,
    recipient: lockOf(owner),
    delay: chance.of([1_008n, 1_008n, 1n, 65_535n]),
  };
};

const someTime = (chance: Chance, terms: LockTerms): bigint => {
  const span = endOf(terms) - terms.start;
  return terms.start + chance.of([-1n, 0n, span / 7n, span / 2n, (span * 9n) / 10n, span - 1n, span, span + 99n]);
};

/** A lock of which a part has been paid, or nothing, with or without what strangers have sent along. */
const someLock = (chance: Chance, owner: Party, isPending: boolean): MovableLock => {
  const fixed = someTerms(chance, chance.once(12) ? outsider : owner);
  const terms = isPending ? pendingAt(fixed, chance.of(PLACES)) : fixed;
  const left = chance.once(2) ? terms.total : leftAt(terms, someTime(chance, terms));
  const lock = placeLock(
    terms,
    left < 1n ? terms.total : left,
    undefined,
    chance.of([1_570n, 3_140n, 3_139n, 20_000n]),
  );
  if (!chance.once(5)) return lock;
  const { output } = lock.coin;
  const nft = chance.of(NFTS);
  const token =
    terms.asset === 'BCH'
      ? chance.of([
          { category: OTHER, amount: 7n },
          { category: OTHER, amount: 0n, nft },
          { category: OTHER, amount: 7n, nft },
        ])
      : { category: CATEGORY, amount: output.token?.amount ?? 1n, nft };
  return { ...lock, coin: { ...lock.coin, output: { ...output, token } } };
};

const draftOf = (chance: Chance): Scene => {
  const owner = chance.of([recipient, recipient, scripted]);
  const path = chance.of(PATHS);
  const count = path === 'announce' ? 1 + chance.below(3) : 1;
  const isPending = (): boolean => {
    const usual = path === 'finish' || path === 'collect' || (path === 'announce' && chance.once(2));
    return chance.once(10) ? !usual : usual;
  };
  const locks = Array.from({ length: count }, () => someLock(chance, owner, isPending()));
  const lock = at(locks, 0);
  const consent = coinOf(chance, chance.once(10) ? chance.of([sender, outsider]) : owner);
  const time = Number(someTime(chance, lock.terms));
  const draft = (): Draft => {
    if (path === 'announce') return draftAnnounceLocks(locks, chance.of(PLACES), consent);
    if (path === 'finish')
      return draftFinishLock(lock, chance.once(5) ? chance.of(SEQUENCES) : Number(lock.terms.delay ?? 0n));
    if (path === 'collect') return draftCollect(lock, time, consent);
    const made = draftPay(lock.terms, lock.coin, time, chance.once(2) ? undefined : consent);
    return { ...made, inputs: [spendLock(lock, 'pay'), ...made.inputs.slice(1)] };
  };
  return { draft: draft(), locks };
};

interface Parts {
  inputs: DraftInput[];
  outputs: Output[];
  locktime: number;
  version: number;
}

/** One change of places, of what an output carries, or of what is spent. */
const disturb = (chance: Chance, parts: Parts, locks: readonly MovableLock[]): void => {
  const { inputs, outputs } = parts;
  const lock = chance.of(locks);
  const [i, j] = [chance.below(inputs.length), chance.below(inputs.length)];
  const [o, p] = [chance.below(outputs.length), chance.below(outputs.length)];
  const output = at(outputs, o);
  const { token } = output;
  const carry = (changed: Output['token']): void => {
    const bare = withoutToken(output);
    outputs[o] = changed === undefined ? bare : { ...bare, token: changed };
  };
  const add = (input: DraftInput): void => {
    if (!inputs.some(({ coin }) => coin.txid === input.coin.txid && coin.vout === input.coin.vout))
      inputs.splice(chance.below(inputs.length + 1), 0, input);
  };
  const changes: readonly (() => void)[] = [
    () => void ([inputs[i], inputs[j]] = [at(inputs, j), at(inputs, i)]),
    () => void ([outputs[o], outputs[p]] = [at(outputs, p), output]),
    () => {
      if (inputs.length > 1) inputs.splice(i, 1);
    },
    () => {
      if (outputs.length > 1) outputs.splice(o, 1);
    },
    () => {
      add(coinOf(chance, chance.of([recipient, outsider, scripted])));
    },
    () => {
      const place = inputs.findIndex(({ coin }) => coin === lock.coin);
      const path = chance.of(PATHS);
      if (place >= 0) inputs[place] = { ...spendLock(lock, path), sequence: at(inputs, place).sequence };
    },
    () => void (inputs[i] = { ...at(inputs, i), sequence: chance.of(SEQUENCES) }),
    () => void (parts.version = chance.of([1, 2])),
    () => void (parts.locktime = Number(chance.of([0n, 1n, 2n, 850_000n, someTime(chance, lock.terms)]))),
    () => {
      const by = chance.of([-680n, -600n, -101n, -1n, 1n, 600n, 680n, 1_000n]);
      outputs[o] = { ...output, valueSatoshis: output.valueSatoshis + by };
    },
    () => {
      if (token !== undefined) carry({ ...token, amount: token.amount + chance.of([-1n, 1n, 7n]) });
    },
    () => {
      if (token !== undefined) carry({ ...token, category: chance.of([CATEGORY, OTHER]) });
    },
    () => {
      carry({ category: chance.of([CATEGORY, OTHER]), amount: 0n, ...token, nft: chance.of(NFTS) });
    },
    () => {
      carry(undefined);
    },
    () => void (outputs[0] = chance.of([noticeOf(chance.of(PLACES)), payTo(outsider, 1_000n)])),
    () => {
      const first = at(outputs, 0);
      if (first.lockingBytecode.length === 0) return;
      const place = chance.below(Math.min(12, first.lockingBytecode.length));
      const lockingBytecode = first.lockingBytecode.map((byte, k) => (k === place ? (byte + 1) & 255 : byte));
      outputs[0] = { ...first, lockingBytecode };
    },
    () => {
      const { terms } = lock;
      const lockingBytecode = chance.of([
        ...[recipient, sender, outsider].map((party) => party.lockingBytecode),
        ...[terms, pendingAt(terms, chance.of(PLACES)), movedTo(terms, chance.of(PLACES))].map(lockingBytecodeOf),
        lockingBytecodeOf({ ...terms, steps: 1n }),
      ]);
      outputs[o] = { ...output, lockingBytecode };
    },
    () => void outputs.splice(o, 0, payTo(sender, 1_000n)),
  ];
  chance.of(changes)();
};

const sum = (outputs: readonly Output[]): bigint => outputs.reduce((all, { valueSatoshis }) => all + valueSatoshis, 0n);

/** A random transaction of announcements, moves and payments of locks, and the locks in it. */
export const randomMove = (chance: Chance): Scene => {
  const { draft, locks } = draftOf(chance);
  const parts: Parts = { ...draft, inputs: [...draft.inputs], outputs: [...draft.outputs] };
  for (let steps = chance.of([0, 0, 1, 1, 2, 3]); steps > 0; steps -= 1) disturb(chance, parts, locks);
  const missing = sum(parts.outputs) - sum(parts.inputs.map(({ coin }) => coin.output));
  // Behind all others, unless the recipient's coin has to be last.
  if (missing > 0n)
    parts.inputs.splice(Math.max(1, parts.inputs.length - 1), 0, purse(outsider, missing, 'what is missing'));
  return { draft: parts, locks };
};
