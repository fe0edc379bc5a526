import { bigIntToVmNumber, flattenBinArray, sha256 } from '@bitauth/libauth';
import type { AirdropAssetType } from '../../src/index.js';
import { changeOutput } from '../attacks/mutations.js';
import { at, replaced } from '../support/bytes.js';
import { judge } from '../support/judge.js';
import { outsider, recipient } from '../support/parties.js';
import { coinOf, seal, type Draft } from '../support/transaction.js';
import type { Argument } from '../support/unlocking.js';
import { withArguments } from './drafting.js';
import { type LaneProof, LaneTree, leafOf, MARKER, rootAbove } from './lane-tree.js';
import { TIP } from './spends.js';
import { commitmentOf, fundLane, readState } from './state.js';
import { draftClaim, draftRow, fundWhitelist, rowsOf, TERMS, type WhitelistLane } from './whitelist.js';

const ROW = 0;
/** Places of the arguments: key, signature, recipient, amount, sides, siblings. */
const RECIPIENT = 2;
const AMOUNT = 3;
const PATH = 4;
const PROOF = 5;
const number = bigIntToVmNumber;

const setArgument = (draft: Draft, index: number, value: Argument): Draft =>
  withArguments(draft, (args) => replaced(args, index, () => value));

/** The lane after a claim of a row, as the chain holds it. */
const afterClaim = (whitelist: WhitelistLane, index: number): WhitelistLane => {
  const sealed = seal(draftClaim(whitelist, index));
  const tree = new LaneTree(
    whitelist.tree.depth,
    whitelist.rows.map((row) => leafOf(row.recipient, row.amount)),
  );
  tree.replace(index, MARKER);
  const companion = whitelist.lane.companion === undefined ? {} : { companion: coinOf(sealed, 1) };
  return { ...whitelist, tree, lane: { state: coinOf(sealed, 0), ...companion } };
};

const leavesOf = ({ rows }: WhitelistLane): Uint8Array[] => rows.map((row) => leafOf(row.recipient, row.amount));

/** Claims of a proof that leads to another leaf, or of other siblings, with the root that they would leave. */
const byProof = (whitelist: WhitelistLane, change: (proof: LaneProof) => LaneProof): Draft =>
  draftRow(whitelist, at(whitelist.rows, ROW), change(whitelist.tree.proof(ROW)));

const cut = (whitelist: WhitelistLane, level: number, change: (bytes: Uint8Array) => Uint8Array): Draft =>
  byProof(whitelist, ({ siblings, sides }) => ({ siblings: replaced(siblings, level, change), sides }));

const pathOf = (whitelist: WhitelistLane): bigint =>
  whitelist.tree.proof(ROW).sides.reduce((path, side, level) => path + (BigInt(side) << BigInt(level)), 0n);

const behindSiblings = (whitelist: WhitelistLane, more: Uint8Array): Draft =>
  setArgument(draftClaim(whitelist, ROW), PROOF, flattenBinArray([...whitelist.tree.proof(ROW).siblings, more]));

type Story = readonly [string, (whitelist: WhitelistLane) => Draft];

const stories: readonly Story[] = [
  ['a row claimed again by the same proof', (w) => draftRow(afterClaim(w, ROW), at(w.rows, ROW), w.tree.proof(ROW))],
  ['a row claimed again by a proof of the tree as it is', (w) => draftClaim(afterClaim(w, ROW), ROW)],
  ['a proof from before another claim', (w) => draftRow(afterClaim(w, 1), at(w.rows, ROW), w.tree.proof(ROW))],
  ["another row's proof", (w) => draftRow(w, at(w.rows, ROW), w.tree.proof(1))],
  ["another row's amount", (w) => draftRow(w, { ...at(w.rows, ROW), amount: at(w.rows, 1).amount }, w.tree.proof(ROW))],
  [
    'one unit more than the row',
    (w) => draftRow(w, { ...at(w.rows, ROW), amount: at(w.rows, ROW).amount + 1n }, w.tree.proof(ROW)),
  ],
  [
    'a recipient who is not in the list',
    (w) => draftRow(w, { ...at(w.rows, ROW), recipient: outsider.hash }, w.tree.proof(ROW)),
  ],
  [
    "somebody else's output paid",
    (w) =>
      changeOutput(draftClaim(w, ROW), w.lane.companion === undefined ? 1 : 2, (output) => ({
        ...output,
        lockingBytecode: outsider.lockingBytecode,
      })),
  ],
  ["somebody else's key for a row", (w) => draftClaim(w, ROW, { signer: outsider })],
  ['an empty place claimed', (w) => draftRow(w, { recipient: recipient.hash, amount: 100_000n }, w.tree.proof(7))],
  [
    'the spent marker as a leaf: nothing has it for an image',
    (w) =>
      setArgument(
        setArgument(draftRow(w, at(w.rows, ROW), w.tree.proof(7)), RECIPIENT, new Uint8Array()),
        AMOUNT,
        number(0n),
      ),
  ],
  [
    'an inner node as a leaf, a level up',
    (w) => {
      const { siblings, sides } = w.tree.proof(ROW);
      const node = flattenBinArray([at(leavesOf(w), 0), at(leavesOf(w), 1)]);
      return setArgument(
        draftRow(w, at(w.rows, ROW), { siblings: [...siblings.slice(1), MARKER], sides: [...sides.slice(1), 0] }),
        RECIPIENT,
        node,
      );
    },
  ],
  [
    'the root as a leaf, without siblings',
    (w) => byProof(w, ({ sides }) => ({ siblings: sides.map(() => new Uint8Array()), sides })),
  ],
  [
    'a row of another lane',
    (w) => {
      const other = fundWhitelist({ ...w.campaign.terms }, rowsOf(6, 150_000n), 1);
      return draftRow(w, at(other.rows, ROW), other.tree.proof(ROW));
    },
  ],
  [
    'a root that the claimer made',
    (w) => {
      const forged = new LaneTree(3, [leafOf(outsider.hash, 90_000n)]);
      const draft = draftRow(w, { recipient: outsider.hash, amount: 90_000n }, forged.proof(0));
      return draft;
    },
  ],
  [
    'a root that the claimer leaves: the row put back',
    (w) => draftWithRoot(w, (proof) => rootAbove(at(leavesOf(w), ROW), proof)),
  ],
  [
    "a root that the claimer leaves: the neighbour's row spent too",
    (w) =>
      draftWithRoot(w, (proof) => rootAbove(MARKER, { ...proof, siblings: replaced(proof.siblings, 0, () => MARKER) })),
  ],
  [
    'a root that the claimer leaves: a leaf of their own',
    (w) => draftWithRoot(w, (proof) => rootAbove(leafOf(outsider.hash, 1_000_000n), proof)),
  ],
  ['a sibling short of a byte', (w) => cut(w, 1, (bytes) => bytes.slice(1))],
  ['a sibling with a byte too many', (w) => cut(w, 1, (bytes) => Uint8Array.of(...bytes, 0))],
  ['a sibling of 64 bytes', (w) => cut(w, 1, (bytes) => flattenBinArray([bytes, bytes]))],
  ['an empty sibling', (w) => cut(w, 0, () => new Uint8Array())],
  ['a sibling of zeros', (w) => cut(w, 0, () => new Uint8Array(32).fill(0x11))],
  ['a sibling hashed again', (w) => cut(w, 2, (bytes) => sha256.hash(bytes))],
  ['an argument too few', (w) => withArguments(draftClaim(w, ROW), (args) => args.slice(0, -1))],
  [
    'a level too few',
    (w) => byProof(w, ({ siblings, sides }) => ({ siblings: siblings.slice(0, -1), sides: sides.slice(0, -1) })),
  ],
  ...([0, 1] as const).map((side): Story => [
    `a level too many, its sibling on side ${side}`,
    (w) => byProof(w, ({ siblings, sides }) => ({ siblings: [...siblings, MARKER], sides: [...sides, side] })),
  ]),
  ['a sibling too many', (w) => behindSiblings(w, MARKER)],
  ['a byte behind the siblings', (w) => behindSiblings(w, Uint8Array.of(0))],
  [
    'levels in another order',
    (w) => byProof(w, ({ siblings, sides }) => ({ siblings: [...siblings].reverse(), sides: [...sides].reverse() })),
  ],
  [
    'a sibling on the other side',
    (w) =>
      byProof(w, ({ siblings, sides }) => ({ siblings, sides: replaced(sides, 0, (each) => (each === 0 ? 1 : 0)) })),
  ],
  ...[8n, 16n, 32n, 256n, 1n << 40n].map((more): Story => [
    `a bit of ${more} above the sides`,
    (w) => setArgument(draftClaim(w, ROW), PATH, number(pathOf(w) + more)),
  ]),
  ['sides of -1', (w) => setArgument(draftClaim(w, ROW), PATH, number(-1n))],
  [
    'sides below nothing that end in the right ones',
    (w) => setArgument(draftClaim(w, ROW), PATH, number(pathOf(w) - 8n)),
  ],
  ['sides of a negative zero', (w) => setArgument(draftClaim(w, ROW), PATH, Uint8Array.of(0x80))],
  ['sides in a longer form', (w) => setArgument(draftClaim(w, ROW), PATH, Uint8Array.of(Number(pathOf(w)), 0))],
  ['siblings in the place of the sides', (w) => setArgument(draftClaim(w, ROW), PATH, MARKER)],
  ['sides in the place of the siblings', (w) => setArgument(draftClaim(w, ROW), PROOF, number(pathOf(w)))],
  ['a recipient of 19 bytes', (w) => setArgument(draftClaim(w, ROW), RECIPIENT, recipient.hash.slice(0, 19))],
  ['a recipient of 21 bytes', (w) => setArgument(draftClaim(w, ROW), RECIPIENT, Uint8Array.of(...recipient.hash, 0))],
  ['an amount of zero', (w) => setArgument(draftClaim(w, ROW), AMOUNT, number(0n))],
  ['a negative amount', (w) => setArgument(draftClaim(w, ROW), AMOUNT, number(-100_000n))],
  ['an amount in a longer form', (w) => setArgument(draftClaim(w, ROW), AMOUNT, Uint8Array.of(...number(100_000n), 0))],
  ['an amount of nine bytes', (w) => setArgument(draftClaim(w, ROW), AMOUNT, number(1n << 65n))],
];

/** A claim that leaves another root than the tree's. */
const draftWithRoot = (whitelist: WhitelistLane, rootOf: (proof: LaneProof) => Uint8Array): Draft => {
  const draft = draftClaim(whitelist, ROW);
  const state = { ...readState(at(draft.outputs, 0)), root: rootOf(whitelist.tree.proof(ROW)) };
  return changeOutput(draft, 0, (output) =>
    output.token?.nft === undefined
      ? output
      : { ...output, token: { ...output.token, nft: { ...output.token.nft, commitment: commitmentOf(state) } } },
  );
};

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('proofs of a whitelist in %s', (asset: AirdropAssetType) => {
  const whitelist = fundWhitelist({ ...TERMS, asset }, rowsOf(6));

  it.each(stories)('refuse %s', (_, draft) => {
    expect(judge(draftClaim(whitelist, ROW), TIP).accepted).toBe(true);
    expect(judge(draft(whitelist), TIP)).toMatchObject({ accepted: false, by: 'script' });
  });

  it('take equal siblings, each row once', () => {
    const row = { recipient: recipient.hash, amount: 100_000n };
    const twins = fundWhitelist({ ...TERMS, asset }, [row, row]);
    expect(twins.tree.proof(0).siblings[0]).toEqual(leafOf(row.recipient, row.amount));
    const first = afterClaim(twins, 0);
    expect(judge(draftClaim(twins, 0), TIP).accepted).toBe(true);
    expect(judge(draftClaim(first, 1), TIP).accepted).toBe(true);
    expect(judge(draftClaim(afterClaim(first, 1), 0), TIP).accepted).toBe(false);
    expect(judge(draftClaim(afterClaim(first, 1), 1), TIP).accepted).toBe(false);
  });

  it('pay a row only from the lane whose root holds it, with lanes claimed in any order', () => {
    const lanes = [0, 1].map((number) =>
      fundWhitelist({ ...TERMS, asset }, rowsOf(6, 100_000n + 50_000n * BigInt(number)), number),
    );
    for (const [here, there] of [
      [0, 1],
      [1, 0],
    ] as const) {
      expect(judge(draftClaim(at(lanes, here), 2), TIP).accepted).toBe(true);
      const wrong = { ...at(lanes, here), lane: at(lanes, there).lane };
      expect(judge(draftClaim(wrong, 2), TIP)).toMatchObject({ by: 'script' });
    }
  });

  it('know nothing of a lane with rows that no tree has', () => {
    const { campaign } = whitelist;
    const empty = {
      ...whitelist,
      lane: fundLane(campaign, { root: MARKER, lane: 0, claims: 0n }, 1_000_000n, 1_000_000n),
    };
    expect(judge(draftClaim(empty, ROW), TIP)).toMatchObject({ by: 'script' });
  });
});
