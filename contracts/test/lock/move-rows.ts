import { encodeDataPush, flattenBinArray, hash160, type Output } from '@bitauth/libauth';
import { append, changeInput, changeOutput, changeValue } from '../attacks/mutations.js';
import { noticeOf } from '../plan/move-drafts.js';
import { at, named32 } from '../support/bytes.js';
import { payTo, purse } from '../support/coins.js';
import { lockOf } from '../support/contract.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { SEQUENCE_PLAIN, type Draft } from '../support/transaction.js';
import {
  draftAnnounceLocks,
  draftCollect,
  draftFinishLock,
  FINISH_FEE,
  MOVABLE_TERMS,
  movedTo,
  newRecipient,
  pendingAt,
  placeLock,
  spendLock,
  theirs,
  type MovableLock,
} from './lock-moves.js';
import {
  callLock,
  CATEGORY,
  draftPay,
  endOf,
  leftAt,
  lockingBytecodeOf,
  type LockAsset,
  type LockTerms,
  scriptOfLock,
} from './lock.js';

type Row = readonly [name: string, draft: Draft];
type Change = readonly [name: string, change: (draft: Draft, place: number) => Draft];

const locked = (draft: Draft, index: number, lockingBytecode: Uint8Array): Draft =>
  changeOutput(draft, index, (output) => ({ ...output, lockingBytecode }));

const retoken = (draft: Draft, index: number, token: Output['token']): Draft =>
  changeOutput(draft, index, ({ lockingBytecode, valueSatoshis }) => ({
    lockingBytecode,
    valueSatoshis,
    ...(token !== undefined && { token }),
  }));

const NFT = { capability: 'mutable', commitment: Uint8Array.of(1, 2) } as const;
const OTHER = named32('other tokens');
const EMPTY_NFT = {
  category: OTHER,
  amount: 0n,
  nft: { capability: 'mutable', commitment: new Uint8Array() },
} as const;

/** A coin of the outsider's that brings tokens into a transaction. */
const bringing = (token: NonNullable<Output['token']>) => {
  const input = purse(outsider, 5_000n, `brings ${token.amount}`);
  return { ...input, coin: { ...input.coin, output: { ...input.coin.output, token } } };
};

/** What else an output at a lock's place could hold, and where else it could be: a move changes nothing of it. */
const keeps = (asset: LockAsset, terms: LockTerms): readonly Change[] => [
  ...[
    ['the outsider', outsider.lockingBytecode],
    ['the recipient', recipient.lockingBytecode],
    ['the new address itself', newRecipient.lockingBytecode],
    ['a lock for the outsider', lockingBytecodeOf(movedTo(terms, outsider.lockingBytecode))],
    ['a lock that stays', lockingBytecodeOf({ ...terms, recipient: newRecipient.lockingBytecode, delay: undefined })],
    ...(
      [
        ['fewer steps', { steps: 1n }],
        ['a shorter step', { step: terms.step * 2n }],
        ['an earlier start', { start: terms.start - 86_400n }],
        ['an earlier cliff', { cliff: terms.start }],
        ['a smaller total', { total: terms.total / 2n }],
        ['a shorter delay', { delay: 1n }],
        ['the other asset', { asset: asset === 'BCH' ? 'FUNGIBLE_TOKEN' : 'BCH' }],
      ] as const
    ).flatMap(([name, some]) =>
      [pendingAt(terms), movedTo(terms, newRecipient.lockingBytecode)].map(
        (each, k) => [`${name}, ${k === 0 ? 'pending' : 'moved'}`, lockingBytecodeOf({ ...each, ...some })] as const,
      ),
    ),
  ].map(([name, lock]): Change => [
    `at ${String(name)}`,
    (draft, place) => locked(draft, place, lock instanceof Uint8Array ? lock : new Uint8Array()),
  ]),
  ['its output gone', (draft, place) => ({ ...draft, outputs: draft.outputs.filter((_, index) => index !== place) })],
  ...(asset === 'BCH'
    ? ([
        [
          'a token hung on it',
          (draft, place) => {
            const token = { category: OTHER, amount: 7n };
            return { ...retoken(draft, place, token), inputs: [...draft.inputs, bringing(token)] };
          },
        ],
        [
          'an NFT hung on it',
          (draft, place) => {
            const token = { category: OTHER, amount: 0n, nft: NFT };
            return { ...retoken(draft, place, token), inputs: [...draft.inputs, bringing(token)] };
          },
        ],
      ] satisfies Change[])
    : ([
        [
          'a token less',
          (draft, place) =>
            changeOutput(draft, place, (o) => ({
              ...o,
              ...(o.token && { token: { ...o.token, amount: o.token.amount - 1n } }),
            })),
        ],
        [
          'a token more',
          (draft, place) =>
            changeOutput(
              { ...draft, inputs: [...draft.inputs, bringing({ category: CATEGORY, amount: 1n })] },
              place,
              (o) => ({
                ...o,
                ...(o.token && { token: { ...o.token, amount: o.token.amount + 1n } }),
              }),
            ),
        ],
        [
          'other tokens in their place',
          (draft, place) => {
            const token = { category: OTHER, amount: draft.outputs[place]?.token?.amount ?? 1n };
            return { ...retoken(draft, place, token), inputs: [...draft.inputs, bringing(token)] };
          },
        ],
        [
          'an NFT of the issuer beside the tokens',
          (draft, place) => {
            const held = draft.outputs[place]?.token;
            const token = { category: CATEGORY, amount: held?.amount ?? 1n, nft: NFT };
            const minting = { category: CATEGORY, amount: 0n, nft: { ...NFT, capability: 'minting' as const } };
            return { ...retoken(draft, place, token), inputs: [...draft.inputs, bringing(minting)] };
          },
        ],
        [
          'a marked NFT of the issuer beside the tokens',
          (draft, place) => {
            const held = draft.outputs[place]?.token;
            const nft = { capability: 'none', commitment: Uint8Array.of(1) } as const;
            const token = { category: CATEGORY, amount: held?.amount ?? 1n, nft };
            const minting = { category: CATEGORY, amount: 0n, nft: { ...NFT, capability: 'minting' as const } };
            return { ...retoken(draft, place, token), inputs: [...draft.inputs, bringing(minting)] };
          },
        ],
      ] satisfies Change[])),
];

/** A lock that carries an NFT, and in BCH tokens too, and how its move may not change them. */
const carriedRows = (lock: MovableLock, build: (lock: MovableLock) => Draft, place: number): Row[] => {
  const { output } = lock.coin;
  const token = { category: OTHER, amount: 7n, ...output.token, nft: NFT };
  const draft = build({ ...lock, coin: { ...lock.coin, output: { ...output, token } } });
  const { nft: _, ...bare } = token;
  return [
    ['a part of what it carries burned', retoken(draft, place, { ...token, amount: token.amount - 1n })],
    ['its NFT burned', retoken(draft, place, bare)],
    ['its NFT rewritten', retoken(draft, place, { ...token, nft: { ...NFT, commitment: Uint8Array.of(3) } })],
    ['its NFT made immutable', retoken(draft, place, { ...token, nft: { ...NFT, capability: 'none' } })],
  ];
};

const announcements = (asset: LockAsset): Row[] => {
  const terms = { ...MOVABLE_TERMS, asset };
  const lock = placeLock(terms);
  const pending = placeLock(pendingAt(terms));
  const to = newRecipient.lockingBytecode;
  const honest = draftAnnounceLocks([lock], to, theirs());
  const again = draftAnnounceLocks([pending], to, theirs());
  const notice = noticeOf(to).lockingBytecode;
  const byte = (place: number, value: number): Uint8Array => notice.map((each, i) => (i === place ? value : each));
  const row = (name: string, draft: Draft): Row => [`an announcement: ${name}`, draft];
  const toward = (address: Uint8Array): Draft => draftAnnounceLocks([lock], address, theirs());
  const byStranger = draftAnnounceLocks([lock], to, theirs(outsider));
  const two = draftAnnounceLocks([lock, placeLock({ ...terms, total: terms.total + 1n })], to, theirs());
  return [
    ...keeps(asset, terms).map(([name, change]) => row(name, change(honest, 1))),
    ...carriedRows(lock, (each) => draftAnnounceLocks([each], to, theirs()), 1).map(([name, draft]) =>
      row(name, draft),
    ),
    row('without the fee of the move', changeValue(honest, 1, -FINISH_FEE[asset])),
    row('with a satoshi less than the fee of the move', changeValue(honest, 1, -1n)),
    row('with a satoshi more than the fee of the move', changeValue(honest, 1, 1n)),
    row('again, with the fee once more', changeValue(again, 1, FINISH_FEE[asset])),
    row('again, a satoshi less', changeValue(again, 1, -1n)),
    row('again, without the fee', changeValue(again, 1, -FINISH_FEE[asset])),
    row('by the sender', draftAnnounceLocks([lock], to, theirs(sender))),
    row('by a stranger', byStranger),
    row('by the new recipient', draftAnnounceLocks([lock], to, theirs(newRecipient))),
    row('again, by the new recipient', draftAnnounceLocks([pending], to, theirs(newRecipient))),
    row('by the recipient as the last input', { ...byStranger, inputs: [...byStranger.inputs, theirs()] }),
    row('by a signature that covers no output', draftAnnounceLocks([lock], to, theirs(recipient, 0x62))),
    row('by a signature that covers one output', draftAnnounceLocks([lock], to, theirs(recipient, 0x63))),
    row('by one that covers one output and no other input', draftAnnounceLocks([lock], to, theirs(recipient, 0xc3))),
    row('at a locktime that numbers another output', { ...honest, locktime: 2 }),
    row('at a locktime that numbers none', { ...honest, locktime: 3 }),
    row('at a time', { ...honest, locktime: 1_700_000_000 }),
    row('by one that covers neither inputs nor outputs', draftAnnounceLocks([lock], to, theirs(recipient, 0xc2))),
    row('without a notice', locked(honest, 0, recipient.lockingBytecode)),
    row('a notice of another product', locked(honest, 0, byte(8, 16))),
    row('a notice of another version', locked(honest, 0, byte(7, 2))),
    row('a notice of somebody else', locked(honest, 0, byte(3, 0x58))),
    row('a notice of another length', locked(honest, 0, byte(2, to.length + 5))),
    row('a notice that names the outsider', locked(honest, 0, noticeOf(outsider.lockingBytecode).lockingBytecode)),
    row('moved at once', locked(honest, 1, lockingBytecodeOf(movedTo(terms, to)))),
    row('nothing pending', locked(honest, 1, lockingBytecodeOf(terms))),
    row('the old recipient gone', locked(honest, 1, lockingBytecodeOf({ ...terms, recipient: to, movesTo: to }))),
    row(
      'again, as of the address announced before',
      locked(again, 1, lockingBytecodeOf({ ...terms, recipient: to, movesTo: to })),
    ),
    row('an address that nodes do not pay', toward(Uint8Array.of(0x6a, ...to.slice(1)))),
    row('an address that begins like a token', toward(Uint8Array.of(0xef, ...to.slice(1)))),
    row('an address of 36 bytes', toward(new Uint8Array(36).fill(0x51))),
    row('an address of no bytes', toward(new Uint8Array())),
    row('of two, one output for both', { ...two, outputs: two.outputs.filter((_, index) => index !== 2) }),
    row('of two, their outputs exchanged', {
      ...two,
      outputs: [at(two.outputs, 0), at(two.outputs, 2), at(two.outputs, 1), ...two.outputs.slice(3)],
    }),
    row('of two, the money of one in the other', changeValue(changeValue(two, 1, -1_000n), 2, 1_000n)),
  ];
};

const finishes = (asset: LockAsset): Row[] => {
  const terms = { ...MOVABLE_TERMS, asset };
  const lock = placeLock(pendingAt(terms));
  const plain = placeLock(terms);
  const honest = draftFinishLock(lock);
  const delay = Number(terms.delay);
  const row = (name: string, draft: Draft): Row => [`a move: ${name}`, draft];
  const sequenced = (sequence: number): Draft => draftFinishLock(lock, sequence);
  // Behind the push of the recipient, the next 20 bytes would be those of the amount and the frame.
  const script = scriptOfLock(terms);
  const misread = flattenBinArray([Uint8Array.of(20), script.slice(21)]);
  const stranger = { ...purse(outsider, 9_000n), sequence: delay };
  return [
    ...keeps(asset, terms).map(([name, change]) => row(name, change(honest, 0))),
    row('a satoshi more than its fee', changeValue(honest, 0, -1n)),
    row('a satoshi less than its fee', changeValue(honest, 0, 1n)),
    row('an output for the outsider', append(changeValue(honest, 0, -600n), payTo(outsider, 600n))),
    row('all of it to the outsider', {
      ...honest,
      outputs: [{ ...at(honest.outputs, 0), lockingBytecode: outsider.lockingBytecode }],
    }),
    row('a block early', sequenced(delay - 1)),
    row('without waiting', sequenced(0)),
    row('by a lock in seconds', sequenced(0x400000 + delay)),
    row('without a lock', sequenced(SEQUENCE_PLAIN)),
    row('in version 1', { ...honest, version: 1 }),
    row('to the old recipient', draftFinishLock(lock, delay, recipient.lockingBytecode)),
    row('to a stranger', draftFinishLock(lock, delay, outsider.lockingBytecode)),
    row('that stays pending', locked(honest, 0, lock.coin.output.lockingBytecode)),
    row('of nothing announced, as it is', draftFinishLock(plain)),
    row('of nothing announced, to a stranger', draftFinishLock(plain, delay, outsider.lockingBytecode)),
    row('of nothing announced, to where no script is', {
      ...locked(draftFinishLock(plain), 0, lockOf(misread)),
      inputs: [
        {
          ...spendLock(plain, 'finish', delay),
          unlocking: { ...callLock(plain.terms, 'finish'), successors: [misread] },
        },
      ],
    }),
    row('behind a coin of the outsider', {
      ...honest,
      inputs: [stranger, ...honest.inputs],
      outputs: [payTo(outsider, 8_000n), ...honest.outputs],
    }),
    row('behind a coin of the outsider, which moves in its place', {
      ...honest,
      inputs: [stranger, ...honest.inputs],
      outputs: [
        { lockingBytecode: at(honest.outputs, 0).lockingBytecode, valueSatoshis: 9_000n - FINISH_FEE[asset] },
        { ...lock.coin.output, lockingBytecode: outsider.lockingBytecode },
      ],
    }),
    ...carriedRows(placeLock(pendingAt(terms)), (each) => draftFinishLock(each), 0).map(([name, draft]) =>
      row(name, draft),
    ),
  ];
};

const collects = (asset: LockAsset): Row[] => {
  const terms = { ...MOVABLE_TERMS, asset };
  const time = Number(terms.start) + 4_000_000;
  const end = Number(endOf(terms));
  const lock = placeLock(pendingAt(terms));
  const honest = draftCollect(lock, time);
  const last = draftCollect(lock, end);
  const row = (name: string, draft: Draft): Row => [`while pending: ${name}`, draft];
  const paid = (terms_: MovableLock): Draft => draftPay(terms_.terms, terms_.coin, time, theirs());
  const inBch = asset === 'BCH';
  const moved = (draft: Draft, index: number, by: bigint): Draft =>
    inBch
      ? changeValue(draft, index, by)
      : changeOutput(draft, index, (o) => ({
          ...o,
          ...(o.token && { token: { ...o.token, amount: o.token.amount + by } }),
        }));
  const rest = leftAt(terms, BigInt(time));
  const fresh = placeLock(pendingAt(terms), rest);
  const strange = bringing({ category: OTHER, amount: 7n });
  const nft = { category: inBch ? OTHER : CATEGORY, amount: inBch ? 0n : terms.total, nft: NFT };
  const carrying = { ...lock, coin: { ...lock.coin, output: { ...lock.coin.output, token: nft } } };
  const held = draftCollect(carrying, time);
  const without = inBch ? undefined : { category: CATEGORY, amount: at(held.outputs, 1).token?.amount ?? 0n };
  const early = { ...terms, cliff: terms.start };
  const beforeCliff = draftCollect(placeLock(pendingAt(early)), Number(terms.cliff) - 1);
  const mine = theirs();
  return [
    row('a payment by a stranger', draftCollect(lock, time, theirs(outsider))),
    row('a payment by the new recipient', draftCollect(lock, time, theirs(newRecipient))),
    row('a payment by the recipient, a stranger last', {
      ...honest,
      inputs: [...honest.inputs, purse(outsider, 9_000n)],
    }),
    row('a payment by the shown function', {
      ...paid(lock),
      inputs: [spendLock(lock, 'pay'), mine],
    }),
    row(
      'such a payment by the shown function',
      changeInput(honest, 0, () => spendLock(lock, 'pay')),
    ),
    row('a payment to the new recipient', locked(honest, 1, newRecipient.lockingBytecode)),
    row('a payment to the outsider', locked(honest, 1, outsider.lockingBytecode)),
    row('a unit more than is due', moved(moved(honest, 0, -1n), 1, 1n)),
    row('a unit less than is due', moved(moved(honest, 0, 1n), 1, -1n)),
    row('a unit of the payment burned', moved(honest, 1, -1n)),
    row('a unit of the rest burned', moved(honest, 0, -1n)),
    row('without the fee of the move', changeValue(honest, 0, -FINISH_FEE[asset])),
    row('a satoshi of the rest as fee', changeValue(honest, 0, -1n)),
    row('a rest that has moved', locked(honest, 0, lockingBytecodeOf(movedTo(terms, newRecipient.lockingBytecode)))),
    row('a rest where nothing is pending', locked(honest, 0, lockingBytecodeOf(terms))),
    row('a rest at the outsider', locked(honest, 0, outsider.lockingBytecode)),
    row('at the end, to the new recipient', locked(last, 0, newRecipient.lockingBytecode)),
    row('at the end, a satoshi as fee', changeValue(last, 0, -1n)),
    row('at the end, a second early', { ...last, locktime: end - 1 }),
    row('for no time', { ...honest, locktime: 0 }),
    row(
      'with a final sequence',
      changeInput(honest, 0, (input) => ({ ...input, sequence: 0xffffffff })),
    ),
    row('before the cliff', {
      ...beforeCliff,
      inputs: [spendLock(lock, 'collect'), ...beforeCliff.inputs.slice(1)],
      outputs: beforeCliff.outputs.map((output, i) =>
        i === 0 ? { ...output, lockingBytecode: lock.coin.output.lockingBytecode } : output,
      ),
    }),
    ...(inBch ? [row('of nothing', draftCollect(fresh, time))] : []),
    row('of nothing, an NFT along', nothingButNft(asset, fresh, time)),
    row('a token hung on the payment', {
      ...retoken(honest, 1, { category: OTHER, amount: 7n }),
      inputs: [at(honest.inputs, 0), strange, ...honest.inputs.slice(1)],
    }),
    row('an empty NFT hung on the payment', {
      ...retoken(honest, 1, {
        ...at(honest.outputs, 1).token,
        ...EMPTY_NFT,
        amount: at(honest.outputs, 1).token?.amount ?? 0n,
      }),
      inputs: [at(honest.inputs, 0), bringing(EMPTY_NFT), ...honest.inputs.slice(1)],
    }),
    row('a token hung on the rest', {
      ...retoken(honest, 0, { category: OTHER, amount: 7n }),
      inputs: [at(honest.inputs, 0), strange, ...honest.inputs.slice(1)],
    }),
    ...(inBch ? [row('a part of a stray’s tokens burned', strayBurned(lock, time))] : mintedRows(honest)),
    row('an NFT of the coin burned', retoken(held, 1, without)),
    row('an NFT of the coin rewritten', retoken(held, 1, rewritten(held))),
    row('an NFT of the coin on the rest', onRest(asset, held)),
    ...(inBch ? [] : tokenRows(lock, honest)),
    row('behind another coin of the recipient', {
      ...honest,
      inputs: [mine, spendLock(lock, 'collect'), purse(recipient, 9_000n, 'last')],
    }),
    row('where nothing is pending', collectWhereNothingIsPending(placeLock(terms), time)),
    row('of two locks, one payment for both', twoLocks(terms, honest)),
  ];
};

const rewritten = (draft: Draft): NonNullable<Output['token']> => ({
  category: CATEGORY,
  amount: 0n,
  ...at(draft.outputs, 1).token,
  nft: { ...NFT, commitment: Uint8Array.of(9) },
});

/** Tokens that somebody sent to a lock of BCH, less one. */
const strayBurned = (lock: MovableLock, time: number): Draft => {
  const token = { category: OTHER, amount: 7n };
  const draft = draftCollect({ ...lock, coin: { ...lock.coin, output: { ...lock.coin.output, token } } }, time);
  return retoken(draft, 1, { ...token, amount: 6n });
};

/** NFTs of the issuer of a lock's tokens on what goes on, or on the payment. */
const mintedRows = (honest: Draft): Row[] => {
  const minting = { category: CATEGORY, amount: 0n, nft: { ...NFT, capability: 'minting' as const } };
  const marked = { capability: 'none', commitment: Uint8Array.of(1) } as const;
  const inputs = [at(honest.inputs, 0), bringing(minting), ...honest.inputs.slice(1)];
  return [0, 1].flatMap((place) =>
    [NFT, marked].map((nft): Row => {
      const token = { category: CATEGORY, amount: at(honest.outputs, place).token?.amount ?? 0n, nft };
      const where = place === 0 ? 'the rest' : 'the payment';
      return [
        `while pending: a ${nft.capability} NFT of the issuer on ${where}`,
        { ...retoken(honest, place, token), inputs },
      ];
    }),
  );
};

/** The NFT of a lock's coin on what goes on, and the payment without it. */
const onRest = (asset: LockAsset, draft: Draft): Draft => {
  const [rest, paid] = [at(draft.outputs, 0).token, at(draft.outputs, 1).token];
  const category = asset === 'BCH' ? OTHER : CATEGORY;
  const left = { category, amount: rest?.amount ?? 0n, nft: NFT };
  const bare = asset === 'BCH' ? undefined : { category, amount: paid?.amount ?? 0n };
  return retoken(retoken(draft, 1, bare), 0, left);
};

/** A payment of no tokens, which takes an NFT along. */
const nothingButNft = (asset: LockAsset, lock: MovableLock, time: number): Draft => {
  const held = lock.coin.output.token;
  const token = { category: CATEGORY, amount: held?.amount ?? 0n, nft: NFT };
  const output = asset === 'BCH' ? lock.coin.output : { ...lock.coin.output, token };
  return draftCollect({ ...lock, coin: { ...lock.coin, output } }, time);
};

/** Rows of tokens that are not those of the lock, or of a category that stays where nothing of it is. */
const tokenRows = ({ terms }: MovableLock, honest: Draft): Row[] => {
  const row = (name: string, draft: Draft): Row => [`while pending: ${name}`, draft];
  const [rest, paid] = [at(honest.outputs, 0).token, at(honest.outputs, 1).token];
  const along = (amount: bigint) => [
    at(honest.inputs, 0),
    bringing({ category: OTHER, amount }),
    ...honest.inputs.slice(1),
  ];
  const due = paid?.amount ?? 1n;
  const left = rest?.amount ?? 1n;
  return [
    row('other tokens paid', {
      ...append(retoken(honest, 1, { category: OTHER, amount: due }), {
        ...payTo(outsider, 1_000n),
        token: { category: CATEGORY, amount: due },
      }),
      inputs: along(due),
    }),
    row('other tokens kept', {
      ...append(retoken(honest, 0, { category: OTHER, amount: left }), {
        ...payTo(outsider, 1_000n),
        token: { category: CATEGORY, amount: left },
      }),
      inputs: along(left),
    }),
    row('a plain send taken early', earlyStray(terms)),
  ];
};

/** A coin without tokens at the address of a lock of tokens, before its end. */
const earlyStray = (terms: LockTerms): Draft => {
  const lock = placeLock(pendingAt(terms));
  const { token: _, ...output } = lock.coin.output;
  const bare = { ...lock, coin: { ...lock.coin, output } };
  return { ...draftCollect(bare, Number(endOf(terms))), locktime: Number(endOf(terms)) - 1 };
};

/** A payment as while a move is pending, of a lock where none is. */
const collectWhereNothingIsPending = (lock: MovableLock, time: number): Draft => draftCollect(lock, time);

/** Two locks of a recipient, and one output that would pay for both. */
const twoLocks = (terms: LockTerms, honest: Draft): Draft => {
  const second = placeLock(pendingAt(terms), terms.total, undefined, 11_000n);
  return {
    ...honest,
    inputs: [
      at(honest.inputs, 0),
      { ...spendLock(second, 'collect'), coin: { ...second.coin, vout: 7 } },
      ...honest.inputs.slice(1),
    ],
    outputs: [
      ...honest.outputs.slice(0, 2),
      { ...at(honest.outputs, 1), lockingBytecode: outsider.lockingBytecode },
      ...honest.outputs.slice(2),
    ],
  };
};

/** Calls that push other code, hashes or items than a function asks for. */
const calls = (asset: LockAsset): Row[] => {
  const terms = { ...MOVABLE_TERMS, asset };
  const lock = placeLock(pendingAt(terms));
  const honest = draftFinishLock(lock, 0);
  const row = (name: string, items: readonly Uint8Array[]): Row => [
    `a call: ${name}`,
    changeInput(honest, 0, (input) => ({
      ...input,
      unlocking: { kind: 'raw', bytecode: flattenBinArray(items.map((item) => encodeDataPush(item))) },
    })),
  ];
  const script = scriptOfLock(lock.terms);
  const other = scriptOfLock(movedTo(terms, outsider.lockingBytecode));
  const free = Uint8Array.of(0x75, 0x51);
  const none = new Uint8Array();
  const hashes = new Uint8Array(64).fill(7);
  return [
    row('code that lets everybody in', [none, hashes, free, script]),
    row('the same, with the script of another lock', [none, hashes, free, other, script]),
    row('one item', [free, script]),
    row('two items', [none, free, script]),
    row('another script of its own', [other, script]),
    row('the hash of a recipient', [hash160(outsider.lockingBytecode), script]),
  ];
};

/** What a lock that can move must refuse of moves, and while one is pending. */
export const moveRows = (asset: LockAsset): readonly Row[] => [
  ...announcements(asset),
  ...finishes(asset),
  ...collects(asset),
  ...calls(asset),
];
