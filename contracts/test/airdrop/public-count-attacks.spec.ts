import { bigIntToVmNumber, flattenBinArray, sha256 } from '@bitauth/libauth';
import { changeOutput } from '../attacks/mutations.js';
import { at, replaced } from '../support/bytes.js';
import { accept, judge } from '../support/judge.js';
import { createParty, outsider, recipient } from '../support/parties.js';
import type { Draft } from '../support/transaction.js';
import type { Argument } from '../support/unlocking.js';
import type { Campaign, PublicTerms } from './campaign.js';
import { withArguments } from './drafting.js';
import { countLeaf, CountTree, emptyOf, MARKER, rootAt } from './lane-tree.js';
import { draftClaim, fundPublic, placeIn, TERMS, type PublicLane } from './public.js';
import { TIP } from './spends.js';
import { commitmentOf, fundLane, readState } from './state.js';

const EMPTY = new Uint8Array();
const number = bigIntToVmNumber;
/** Places of the arguments: key, signature, claims so far, then a sibling for each level. */
const CLAIMED = 2;
const sibling = (level: number): number => 3 + level;

const setArgument = (draft: Draft, index: number, value: Argument): Draft =>
  withArguments(draft, (args) => replaced(args, index, () => value));

const treeOf = (campaign: Campaign<PublicTerms>, ...counts: (readonly [Uint8Array, bigint])[]): CountTree => {
  const tree = new CountTree(campaign.terms.depth);
  for (const [hash, count] of counts) tree.set(placeIn(campaign, hash), countLeaf(hash, count));
  return tree;
};

/** A claim that leaves another root than its tree's. */
const leaving = (draft: Draft, root: Uint8Array): Draft =>
  changeOutput(draft, 0, (output) => {
    if (output.token?.nft === undefined) throw new Error('A state carries an NFT');
    const commitment = commitmentOf({ ...readState(output), root });
    return { ...output, token: { ...output.token, nft: { ...output.token.nft, commitment } } };
  });

/** Of two claims of the recipient's, in a lane where the outsider has made all of hers. */
const sceneOf = (asset: PublicTerms['asset']): PublicLane => {
  const terms = { ...TERMS, asset };
  const { campaign } = fundPublic(terms);
  return fundPublic(terms, { claims: 5n, tree: treeOf(campaign, [recipient.hash, 2n], [outsider.hash, 3n]) });
};

const isRefusedByScript = (draft: Draft): boolean => {
  const verdict = judge(draft, TIP);
  return !verdict.accepted && verdict.by === 'script';
};

type Story = readonly [string, (scene: PublicLane) => Draft];

/** The recipient's third claim. */
const third = (scene: PublicLane): Draft => draftClaim(scene, recipient, { claimed: 2n });

const argued = (name: string, index: number, value: Argument): Story => [
  name,
  (scene) => setArgument(third(scene), index, value),
];
const rewritten = (name: string, change: Parameters<typeof withArguments>[1]): Story => [
  name,
  (scene) => withArguments(third(scene), change),
];

const stories: readonly Story[] = [
  ['a claim beyond the limit', (scene) => draftClaim(scene, outsider, { claimed: 3n })],
  ['a claim beyond the limit that says it is the first', (scene) => draftClaim(scene, outsider, { claimed: 0n })],
  ['a claim beyond the limit that says it is the third', (scene) => draftClaim(scene, outsider, { claimed: 2n })],
  ['fewer claims than were made', (scene) => draftClaim(scene, recipient, { claimed: 1n })],
  ['a first claim where claims were made', (scene) => draftClaim(scene, recipient, { claimed: 0n })],
  ['more claims than were made', (scene) => leaving(setArgument(third(scene), CLAIMED, number(1n)), scene.tree.root)],
  argued('a negative count', CLAIMED, number(-1n)),
  argued('a count of a negative zero', CLAIMED, Uint8Array.of(0x80)),
  argued('a count in a longer form', CLAIMED, Uint8Array.of(2, 0)),
  argued('a count of five bytes', CLAIMED, number(2n + (1n << 32n))),
  ['a stale count', (scene) => third({ ...scene, tree: treeOf(scene.campaign, [recipient.hash, 2n]) })],
  [
    "another's proof",
    (scene) => {
      const theirs = scene.tree.proof(placeIn(scene.campaign, outsider.hash));
      return withArguments(third(scene), (args) => [...args.slice(0, 3), ...theirs]);
    },
  ],
  rewritten("a stranger's key", (args) => [outsider.publicKey, { signer: outsider }, ...args.slice(2)]),
  rewritten('nobody', (args) => [EMPTY, EMPTY, ...args.slice(2)]),
  rewritten('a key with an empty signature', (args) => [recipient.publicKey, EMPTY, ...args.slice(2)]),
  ['the count not raised', (scene) => leaving(third(scene), scene.tree.root)],
  [
    'the claims of others forgotten',
    (scene) => leaving(third(scene), treeOf(scene.campaign, [recipient.hash, 3n]).root),
  ],
  [
    'the place emptied',
    (scene) => {
      const place = placeIn(scene.campaign, recipient.hash);
      return leaving(third(scene), rootAt(place, MARKER, scene.tree.proof(place)));
    },
  ],
  argued('a sibling of 31 bytes', sibling(7), new Uint8Array(31).fill(1)),
  argued('a sibling of 33 bytes', sibling(7), new Uint8Array(33).fill(1)),
  argued('a sibling of 64 bytes', sibling(0), flattenBinArray([MARKER, MARKER])),
  argued('a sibling that is not in the tree', sibling(0), sha256.hash(MARKER)),
  rewritten('a level too few', (args) => args.slice(0, -1)),
  rewritten('a level too many', (args) => [...args, EMPTY]),
  rewritten('all siblings empty', (args) => [...args.slice(0, 3), ...args.slice(3).map(() => EMPTY)]),
];

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('counts of a public airdrop in %s', (asset) => {
  const scene = sceneOf(asset);

  it.each(stories)('refuse %s', (_, draft) => {
    accept(third(scene), TIP);
    expect(judge(draft(scene), TIP)).toMatchObject({ accepted: false, by: 'script' });
  });

  it('take the sibling of an empty subtree in any of its beginnings', () => {
    const draft = third(scene);
    const level = scene.tree.proof(placeIn(scene.campaign, recipient.hash)).findIndex((known) => known.length === 0);
    const withSibling = (argument: Uint8Array) => setArgument(draft, sibling(level), argument);
    for (let length = 1; length <= 32; length += 1) {
      const beginning = emptyOf(level).slice(0, length);
      expect([length, isRefusedByScript(withSibling(beginning))]).toEqual([length, false]);
      beginning[length - 1] = at([...beginning], length - 1) ^ 1;
      expect([length, isRefusedByScript(withSibling(beginning))]).toEqual([length, true]);
    }
    // Longer, so that the fee falls short of a satoshi a byte.
    expect(judge(withSibling(emptyOf(level)), TIP)).toMatchObject({ by: 'policy' });
  });

  it('take another sibling without the bytes at its end that are those of the empty one', () => {
    const tree = treeOf(scene.campaign, [recipient.hash, 2n]);
    const neighbour = flattenBinArray([new Uint8Array(30).fill(7), MARKER.slice(30)]);
    tree.set(placeIn(scene.campaign, recipient.hash) ^ 1n, neighbour);
    const draft = draftClaim(fundPublic(scene.campaign.terms, { tree }), recipient, { claimed: 2n });
    for (const length of [32, 31, 30]) accept(setArgument(draft, sibling(0), neighbour.slice(0, length)), TIP);
    expect(isRefusedByScript(setArgument(draft, sibling(0), neighbour.slice(0, 29)))).toBe(true);
  });

  it('go up to a quota: the last claim ends what can be claimed', () => {
    const { campaign, tree } = scene;
    const last = { campaign, tree, lane: fundPublic(campaign.terms, { claims: campaign.terms.quota - 1n, tree }).lane };
    accept(draftClaim(last, recipient, { claimed: 2n }), TIP);
    const over = fundLane(campaign, { root: tree.root, lane: 0, claims: campaign.terms.quota }, 1_000_000n, 1_000_000n);
    expect(judge(draftClaim({ campaign, tree, lane: over }, recipient, { claimed: 2n }), TIP)).toMatchObject({
      by: 'script',
    });
  });

  it('reach the largest limit and no further', () => {
    const limit = 2n ** 31n - 2n;
    const { campaign } = fundPublic({ ...TERMS, asset, limit });
    const with_ = (count: bigint) => fundPublic(campaign.terms, { tree: treeOf(campaign, [recipient.hash, count]) });
    accept(draftClaim(with_(limit - 1n), recipient, { claimed: limit - 1n }), TIP);
    expect(judge(draftClaim(with_(limit), recipient, { claimed: limit }), TIP)).toMatchObject({ by: 'script' });
  });

  it('say nothing of another whose place is the same: they are kept out, and cannot be paid twice', () => {
    // At eight levels such a neighbour is found by trying some hundred keys; at 64 it takes some 2^64.
    const party = createParty('neighbour 163');
    const [place, beside] = [recipient, party].map(({ hash }) => placeIn(scene.campaign, hash) & 0xffn);
    expect(beside).toBe(place);
    for (const claimed of [0n, 1n, 2n])
      expect(judge(draftClaim(scene, party, { claimed }), TIP)).toMatchObject({ by: 'script' });
  });
});

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('lanes of a public airdrop in %s', (asset) => {
  const lanes = [0, 1, 2, 3].map((lane) => fundPublic({ ...TERMS, asset, lanes: 4n }, { number: lane }));

  it.each([recipient, outsider, createParty('third'), createParty('fourth')])(
    'pay $name from one of them alone',
    (party) => {
      const home = Number(placeIn(at(lanes, 0).campaign, party.hash) % 4n);
      for (const [index, lane] of lanes.entries()) {
        const verdict = judge(draftClaim(lane, party, { claimed: 0n }), TIP);
        expect(verdict.accepted).toBe(index === home);
      }
    },
  );

  it('pay nobody from a lane whose number does not exist', () => {
    for (const number of [4, 7, 255]) {
      const beyond = fundPublic({ ...TERMS, asset, lanes: 4n }, { number });
      expect(judge(draftClaim(beyond, recipient, { claimed: 0n }), TIP)).toMatchObject({ by: 'script' });
    }
  });
});
