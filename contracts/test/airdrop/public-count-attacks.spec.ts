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
import { draftClaim, fundPublic, placeIn, proofArguments, TERMS, type PublicLane } from './public.js';
import { TIP } from './spends.js';
import { commitmentOf, fundLane, readState } from './state.js';

const EMPTY = new Uint8Array();
const number = bigIntToVmNumber;
/** Places of the arguments: key, signature, claims so far, which siblings are given, the siblings. */
const [CLAIMED, MAP, PROOF] = [2, 3, 4];

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

const withSiblings = (
  name: string,
  change: (siblings: readonly Uint8Array[], known: number) => readonly Uint8Array[],
): Story => [
  name,
  (scene) => {
    const siblings = scene.tree.proof(placeIn(scene.campaign, recipient.hash));
    const changed = change(
      siblings,
      siblings.findIndex(({ length }) => length > 0),
    );
    return withArguments(third(scene), (args) => [...args.slice(0, 3), ...proofArguments(scene.campaign, changed)]);
  },
];
const changeArgument = (draft: Draft, index: number, change: (argument: Uint8Array) => Uint8Array): Draft =>
  withArguments(draft, (args) =>
    replaced(args, index, (argument) => (argument instanceof Uint8Array ? change(argument) : argument)),
  );
const mapOf = (scene: PublicLane): bigint =>
  scene.tree
    .proof(placeIn(scene.campaign, recipient.hash))
    .reduce((map, { length }, level) => map + (length === 0 ? 0n : 1n << BigInt(level)), 0n);
const inMap = (name: string, change: (map: bigint) => bigint): Story => [
  name,
  (scene) => setArgument(third(scene), MAP, number(change(mapOf(scene)))),
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
      return withArguments(third(scene), (args) => [...args.slice(0, 3), ...proofArguments(scene.campaign, theirs)]);
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
  withSiblings('a sibling of 31 bytes', (siblings, known) => replaced(siblings, known, (node) => node.slice(1))),
  withSiblings('a sibling of 33 bytes', (siblings, known) =>
    replaced(siblings, known, (node) => Uint8Array.of(1, ...node)),
  ),
  withSiblings('a sibling of 64 bytes', (siblings, known) =>
    replaced(siblings, known, (node) => flattenBinArray([node, node])),
  ),
  withSiblings('a sibling that is not in the tree', (siblings, known) =>
    replaced(siblings, known, (node) => sha256.hash(node)),
  ),
  withSiblings('a sibling that is left out', (siblings, known) => replaced(siblings, known, () => EMPTY)),
  withSiblings('a sibling a level higher', (siblings, known) => [
    ...siblings.slice(0, known),
    EMPTY,
    at(siblings, known),
    ...siblings.slice(known + 2),
  ]),
  withSiblings('siblings in another order', (siblings) => [...siblings].reverse()),
  withSiblings('a level too many', (siblings) => [...siblings, MARKER]),
  withSiblings('no siblings', (siblings) => siblings.map(() => EMPTY)),
  // A claim has one form: nobody changes one that somebody else signed.
  withSiblings('the node of an empty subtree, given', (siblings) => {
    const level = siblings.findIndex(({ length }) => length === 0);
    return replaced(siblings, level, () => emptyOf(level));
  }),
  withSiblings('all nodes of empty subtrees, given', (siblings) =>
    siblings.map((node, level) => (node.length === 0 ? emptyOf(level) : node)),
  ),
  ...[8, 9, 15, 40, 63].map((bit) => inMap(`a bit of level ${bit}`, (map) => map + (1n << BigInt(bit)))),
  inMap('a map below nothing', (map) => -map),
  inMap('a map below nothing with the same lowest bits', (map) => map - 256n),
  argued('a map of a negative zero', MAP, Uint8Array.of(0x80)),
  ['a map in a longer form', (scene) => changeArgument(third(scene), MAP, (map) => Uint8Array.of(...map, 0))],
  [
    'a zero more before the siblings',
    (scene) => changeArgument(third(scene), PROOF, (proof) => Uint8Array.of(0, ...proof)),
  ],
  ['a zero less before the siblings', (scene) => changeArgument(third(scene), PROOF, (proof) => proof.slice(1))],
  [
    'as many zeros as a sibling more',
    (scene) => changeArgument(third(scene), PROOF, (proof) => flattenBinArray([new Uint8Array(32), proof])),
  ],
  [
    'a one among the zeros',
    (scene) => changeArgument(third(scene), PROOF, (proof) => Uint8Array.of(1, ...proof.slice(1))),
  ],
  [
    'a negative zero before the siblings',
    (scene) => {
      const zeros =
        64 - 32 * scene.tree.proof(placeIn(scene.campaign, recipient.hash)).filter(({ length }) => length > 0).length;
      return changeArgument(third(scene), PROOF, (proof) => proof.map((byte, i) => (i === zeros - 1 ? 0x80 : byte)));
    },
  ],
  [
    'the zeros behind the siblings',
    (scene) => changeArgument(third(scene), PROOF, (proof) => Uint8Array.of(...proof.slice(32), ...proof.slice(0, 32))),
  ],
  ['nothing for a proof', (scene) => setArgument(third(scene), PROOF, EMPTY)],
];

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('counts of a public airdrop in %s', (asset) => {
  const scene = sceneOf(asset);

  it.each(stories)('refuse %s', (_, draft) => {
    accept(third(scene), TIP);
    expect(judge(draft(scene), TIP)).toMatchObject({ accepted: false, by: 'script' });
  });

  it('take a sibling that ends like the node of an empty subtree', () => {
    const tree = treeOf(scene.campaign, [recipient.hash, 2n]);
    const neighbour = flattenBinArray([new Uint8Array(30).fill(7), MARKER.slice(30)]);
    tree.set(placeIn(scene.campaign, recipient.hash) ^ 1n, neighbour);
    const draft = draftClaim(fundPublic(scene.campaign.terms, { tree }), recipient, { claimed: 2n });
    accept(draft, TIP);
    for (const length of [31, 30]) {
      const cut = flattenBinArray([new Uint8Array(64 - length), neighbour.slice(0, length)]);
      expect(judge(setArgument(draft, PROOF, cut), TIP)).toMatchObject({ by: 'script' });
    }
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
