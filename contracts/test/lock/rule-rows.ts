import { encodeLockingBytecodeP2pkh, encodeLockingBytecodeP2sh20, hash160, type Output } from '@bitauth/libauth';
import { append, changeAmount, changeInput, changeOutput, changeValue, withoutToken } from '../attacks/mutations.js';
import { FOREIGN, foreignCoin, type Token } from '../attacks/tokens.js';
import { at, named32 } from '../support/bytes.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { type Coin, type Draft, type DraftInput, SEQUENCE_PLAIN } from '../support/transaction.js';
import { NFTS, withNft } from './honest-spends.js';
import {
  boundsOf,
  callLock,
  CATEGORY,
  draftPay,
  endOf,
  leftAt,
  type LockAsset,
  lockCoin,
  lockedAt,
  lockInput,
  lockOutput,
  type LockTerms,
  lockingBytecodeOf,
  movable,
  TERMS,
} from './lock.js';

type Row = readonly [name: string, draft: Draft];

const withInput = (draft: Draft, ...inputs: readonly DraftInput[]): Draft => ({
  ...draft,
  inputs: [...draft.inputs, ...inputs],
});
const locked = (draft: Draft, index: number, lockingBytecode: Uint8Array): Draft =>
  changeOutput(draft, index, (output) => ({ ...output, lockingBytecode }));
const carrying = (draft: Draft, index: number, token: Token): Draft =>
  changeOutput(draft, index, (output) => ({ ...output, token }));
const unitsMoved = (asset: LockAsset, draft: Draft, index: number, by: bigint): Draft =>
  asset === 'BCH' ? changeValue(draft, index, by) : changeAmount(draft, index, by);

/** A coin with a token, of the outsider's unless said otherwise. */
export const tokenCoin = (label: string, token: Token, owner = outsider): DraftInput => ({
  coin: coinNamed(label, { ...payTo(owner, 10_000n), token }),
  sequence: SEQUENCE_PLAIN,
  unlocking: { kind: 'key', owner },
});

/** The terms of other locks that somebody might rather have. */
const otherTerms = (terms: LockTerms): readonly (readonly [string, LockTerms])[] => [
  ['an earlier start', { ...terms, start: terms.start - 5_000_000n }],
  ['fewer steps', { ...terms, steps: 1n }],
  ['a longer step', { ...terms, step: 2n }],
  ['another cliff', { ...terms, cliff: terms.start }],
  ['another total', { ...terms, total: terms.total / 2n }],
  ['another recipient', { ...terms, recipient: outsider.lockingBytecode }],
  ['the other asset', { ...terms, asset: terms.asset === 'BCH' ? 'FUNGIBLE_TOKEN' : 'BCH' }],
];

const paymentRows = (terms: LockTerms, good: Draft): readonly Row[] => {
  const { asset } = terms;
  const moved = (index: number, by: bigint) => unitsMoved(asset, good, index, by);
  const state = at(good.outputs, 0);
  return [
    ['one unit more than is due', unitsMoved(asset, moved(0, -1n), 1, 1n)],
    ['one unit less than is due', unitsMoved(asset, moved(0, 1n), 1, -1n)],
    ['a unit of what stays burned', moved(0, -1n)],
    ['everything, beside nothing', { ...good, outputs: [{ ...state, lockingBytecode: terms.recipient }] }],
    [
      'a payment to the key hash of the lock’s hash',
      locked(good, 1, encodeLockingBytecodeP2pkh(hash160(terms.recipient))),
    ],
    ['a payment to a script of the recipient’s key hash', locked(good, 1, encodeLockingBytecodeP2sh20(recipient.hash))],
    ['a payment to data', locked(good, 1, Uint8Array.of(0x6a, 0))],
    ['no payment', { ...good, outputs: [state] }],
    [
      'due to the outsider in a third output',
      append(changeValue(good, 1, 600n - at(good.outputs, 1).valueSatoshis), {
        ...at(good.outputs, 1),
        lockingBytecode: outsider.lockingBytecode,
      }),
    ],
    ['the lock back to the funder', withInput(locked(good, 0, sender.lockingBytecode), purse(sender, 10_000n))],
    ...otherTerms(terms).flatMap(([what, other]): Row[] => [
      [`a rest that goes on with ${what}`, locked(good, 0, lockingBytecodeOf(other))],
      [
        `a script with ${what}`,
        changeInput(good, 0, (input) => ({
          ...input,
          unlocking: callLock(other),
        })),
      ],
    ]),
    [
      'an argument too many',
      changeInput(good, 0, (input) => ({
        ...input,
        unlocking: { ...callLock(terms), args: [Uint8Array.of(1)] },
      })),
    ],
  ];
};

const beforeCliff = (terms: LockTerms): readonly Row[] => {
  const early = Number(terms.cliff) - 1;
  const vested = (BigInt(early) - terms.start) * (terms.total / terms.steps);
  const none = { ...terms, cliff: terms.start };
  const draft = draftPay(none, lockCoin(terms), early);
  return [
    [
      `a second before the cliff, ${vested} units`,
      {
        ...draft,
        inputs: [lockInput(terms, lockCoin(terms))],
        outputs: draft.outputs.map((output, i) =>
          i === 0 ? { ...output, lockingBytecode: lockingBytecodeOf(terms) } : output,
        ),
      },
    ],
  ];
};

/** Payments by strangers that are smaller than a 64th, or than fees want. */
const smallRows = (terms: LockTerms, rest: Coin, from: number): readonly Row[] => {
  const small = draftPay(terms, rest, from + 100_000);
  const others = purse(outsider, 20_000n);
  const mine = purse(recipient, 20_000n);
  const slight = { ...terms, total: 1_000_000n, steps: 1_000n, step: 10_000n };
  const held = leftAt(slight, BigInt(from));
  return [
    ['less than a 64th by nobody', small],
    ['less than a 64th beside a coin of the outsider', draftPay(terms, rest, from + 100_000, others)],
    [
      'less than a 64th, the recipient’s coin not the last',
      withInput(draftPay(terms, rest, from + 100_000, mine), others),
    ],
    ['nothing by nobody', draftPay(terms, rest, from)],
    ...(terms.asset === 'BCH'
      ? ([
          [
            `a 64th that is less than ${boundsOf(terms).keyless} satoshis`,
            draftPay(slight, lockCoin(slight, held), from + 200_000),
          ],
        ] as const)
      : []),
  ];
};

/** Payments beside a coin of the recipient that pay nothing, or put units back into the lock by an earlier date. */
const emptyRows = (terms: LockTerms, rest: Coin, from: number): readonly Row[] => {
  const mine = purse(recipient, 40_000n);
  if (terms.asset === 'BCH') {
    // Nothing is due, so the recipient's output is of the satoshis of their own coin.
    const paid = (time: number): Draft =>
      changeValue(changeValue(draftPay(terms, rest, time, mine), 1, 1_000n), 2, -1_000n);
    return [
      ['nothing beside a coin of the recipient', paid(from)],
      ['a payment dated back by a second', paid(from - 1)],
      ['a payment dated back by minutes', paid(from - 200)],
    ];
  }
  const nothing = (nft: NonNullable<Token['nft']>): Draft => draftPay(terms, withNft(rest, nft), from, mine);
  const back = draftPay(terms, rest, from - 200, mine);
  const theirs = tokenCoin('tokens of the recipient', { category: CATEGORY, amount: 50_000n }, recipient);
  return [
    ...NFTS.map((nft): Row => [
      `a ${nft.capability} NFT of ${nft.commitment.length} bytes, and no tokens`,
      nothing(nft),
    ]),
    [
      'a payment dated back by minutes',
      append(withInput(carrying(back, 1, { category: CATEGORY, amount: 1n }), theirs), {
        ...payTo(recipient, 1_000n),
        token: { category: CATEGORY, amount: 29_999n },
      }),
    ],
  ];
};

/** Several coins in one transaction. */
const crowdRows = (terms: LockTerms, good: Draft, end: Draft): readonly Row[] => {
  const [input, second] = [at(good.inputs, 0), lockInput(terms, lockCoin(terms, terms.total, 11_000n))];
  const other = { ...terms, cliff: terms.start };
  const loot: Output = { ...at(good.outputs, 1), lockingBytecode: outsider.lockingBytecode };
  return [
    ['two coins of a lock, one payment for both', append(withInput(good, second), loot)],
    ['two coins of a lock, outputs of their own', append(withInput(good, second), ...good.outputs)],
    ['two locks of a recipient, one payment', append(withInput(good, lockInput(other, lockCoin(other))), loot)],
    ['two coins at the end', append(withInput(end, second), loot)],
    ['the lock behind a coin of the outsider', { ...good, inputs: [purse(outsider, 10_000n), input] }],
  ];
};

const endRows = (terms: LockTerms, end: Draft): readonly Row[] => {
  const { asset } = terms;
  const split = unitsMoved(asset, end, 0, -5_000n);
  const loot: Output =
    asset === 'BCH'
      ? payTo(outsider, 4_500n)
      : { ...payTo(outsider, 1_000n), token: { category: CATEGORY, amount: 5_000n } };
  return [
    ['an end to the outsider', locked(end, 0, outsider.lockingBytecode)],
    [
      'an end shared with the outsider',
      append(asset === 'BCH' ? split : withInput(split, purse(outsider, 2_000n)), loot),
    ],
    ['an end with the recipient second', { ...end, outputs: [payTo(outsider, 0n), ...end.outputs] }],
    ['an end a second too early', { ...end, locktime: Number(endOf(terms)) - 1 }],
  ];
};

const NFT = { capability: 'none', commitment: Uint8Array.of(1) } as const;

/** Tokens that come with a coin, or that somebody hangs on. */
const strayTokenRows = (terms: LockTerms): readonly Row[] => {
  if (terms.asset !== 'BCH') return [];
  const time = Number(endOf(terms));
  const stray = (token: Token): Draft => {
    const coin = lockCoin(terms, 50_000n);
    return draftPay(terms, { ...coin, output: { ...coin.output, token } }, time);
  };
  const [fungible, art, baton] = [
    { category: CATEGORY, amount: 7n },
    { category: CATEGORY, amount: 0n, nft: NFT },
    { category: CATEGORY, amount: 7n, nft: { capability: 'mutable', commitment: Uint8Array.of(1) } },
  ] as const;
  const taken = (draft: Draft, token: Token): Draft =>
    append(withInput(changeOutput(draft, 0, withoutToken), purse(outsider, 2_000n)), {
      ...payTo(outsider, 1_000n),
      token,
    });
  const tokens: readonly (readonly [string, Token])[] = [
    ['tokens', fungible],
    ['an NFT', art],
    ['a mutable NFT', baton],
  ];
  const large = lockCoin(terms, 3n * terms.total);
  const rich = draftPay(terms, { ...large, output: { ...large.output, token: fungible } }, Number(terms.cliff));
  return [
    ...tokens.flatMap(([what, token]): Row[] => [
      [`${what} of a stray burned`, changeOutput(stray(token), 0, withoutToken)],
      [`${what} of a stray taken`, taken(stray(token), token)],
    ]),
    [
      'a part of a stray’s tokens taken',
      append(withInput(changeAmount(stray(fungible), 0, -1n), purse(outsider, 2_000n)), {
        ...payTo(outsider, 1_000n),
        token: { category: CATEGORY, amount: 1n },
      }),
    ],
    [
      'the NFT of a stray rewritten',
      carrying(stray(baton), 0, { ...baton, nft: { ...baton.nft, commitment: Uint8Array.of(2) } }),
    ],
    [
      'the tokens of a stray exchanged',
      append(
        withInput(
          carrying(stray(fungible), 0, { ...FOREIGN, amount: 7n }),
          tokenCoin('seven others', { ...FOREIGN, amount: 7n }),
        ),
        {
          ...payTo(outsider, 1_000n),
          token: fungible,
        },
      ),
    ],
    ['the tokens of a stray kept in the lock', carrying(changeOutput(rich, 1, withoutToken), 0, fungible)],
  ];
};

/** A token of the outsider's put where none, or another, should be. */
const hungRows = (terms: LockTerms, good: Draft): readonly Row[] => {
  const { asset } = terms;
  if (asset === 'BCH')
    return [
      ['a token hung on the payment', carrying(withInput(good, foreignCoin), 1, FOREIGN)],
      ['a token hung on the lock', carrying(withInput(good, foreignCoin), 0, FOREIGN)],
    ];
  const [state, paid] = [at(good.outputs, 0), at(good.outputs, 1)];
  const [left, due] = [state.token?.amount ?? 0n, paid.token?.amount ?? 0n];
  const issuer = tokenCoin('the issuer’s baton', {
    category: CATEGORY,
    amount: 0n,
    nft: { capability: 'minting', commitment: new Uint8Array() },
  });
  const exchanged = (index: number, amount: bigint): Draft =>
    append(
      withInput(carrying(good, index, { ...FOREIGN, amount }), tokenCoin(`${amount} others`, { ...FOREIGN, amount })),
      {
        ...payTo(outsider, 1_000n),
        token: { category: CATEGORY, amount },
      },
    );
  const minted = (index: number, nft: NonNullable<Token['nft']>, amount: bigint): Draft =>
    carrying(withInput(good, issuer), index, { category: CATEGORY, amount, nft });
  return [
    ['other tokens paid', exchanged(1, due)],
    ['other tokens kept', exchanged(0, left)],
    [
      'a minting NFT of the issuer on the lock',
      minted(0, { capability: 'minting', commitment: new Uint8Array() }, left),
    ],
    ['a mutable NFT of the issuer on the lock', minted(0, { ...NFT, capability: 'mutable' }, left)],
    ['a marked NFT of the issuer on the lock', minted(0, NFT, left)],
    ['a marked NFT of 128 bytes on the lock', minted(0, { ...NFT, commitment: new Uint8Array(128).fill(7) }, left)],
    ['a marked NFT of the issuer on the payment', minted(1, NFT, due)],
    ...NFTS.slice(1).flatMap((nft): Row[] => {
      const { capability } = nft;
      const held = draftPay(terms, withNft(lockCoin(terms), nft), Number(terms.start) + 4_000_000);
      const bare = (amount: bigint): Token => ({ category: CATEGORY, amount });
      return [
        [`a ${capability} NFT of a coin burned`, carrying(held, 1, bare(due))],
        [
          `a ${capability} NFT of a coin kept in the lock`,
          carrying(carrying(held, 1, bare(due)), 0, { ...bare(left), nft }),
        ],
        [
          `a ${capability} NFT of a coin rewritten`,
          carrying(held, 1, { ...bare(due), nft: { ...nft, commitment: Uint8Array.of(9) } }),
        ],
        [
          `a ${capability} NFT of a coin taken`,
          append(withInput(carrying(held, 1, bare(due)), purse(outsider, 2_000n)), {
            ...payTo(outsider, 1_500n),
            token: { category: CATEGORY, amount: 0n, nft },
          }),
        ],
      ];
    }),
    ['tokens out of nothing', carrying(good, 1, { category: CATEGORY, amount: due + 1n })],
    [
      'a reserve of a satoshi less than stays',
      changeOutput(draftPay(terms, lockCoin(terms, terms.total, 3_500n), Number(terms.cliff)), 0, (output) => ({
        ...output,
        valueSatoshis: boundsOf(terms).reserve - 1n,
      })),
    ],
  ];
};

/** What a lock must refuse, of one that stays or that can move, for single rules that the tables do not try. */
export const ruleRows = (asset: LockAsset, canMove = false): readonly Row[] => {
  const fixed = { ...TERMS, asset };
  const terms = canMove ? movable(fixed) : fixed;
  const from = Number(terms.start) + 4_000_000;
  const rest = lockCoin(terms, lockedAt(terms, BigInt(from)));
  const good = draftPay(terms, lockCoin(terms), from);
  const end = draftPay(terms, rest, Number(endOf(terms)) + 60);
  const bare = coinNamed('a plain send', {
    lockingBytecode: lockingBytecodeOf(terms),
    valueSatoshis: 40_000n,
  });
  const bareEnd = draftPay(terms, bare, Number(endOf(terms)));
  return [
    ...paymentRows(terms, good),
    ...beforeCliff(terms),
    ...smallRows(terms, rest, from),
    ...emptyRows(terms, rest, from),
    ...crowdRows(terms, good, end),
    ...endRows(terms, end),
    ...strayTokenRows(terms),
    ...hungRows(terms, good),
    ['a plain send taken at the end', locked(bareEnd, 0, outsider.lockingBytecode)],
    ['a plain send taken early', { ...bareEnd, locktime: from }],
    [
      'the funder’s own script',
      locked(good, 0, lockOutput({ ...terms, recipient: named32('none') }, 1n).lockingBytecode),
    ],
  ];
};
