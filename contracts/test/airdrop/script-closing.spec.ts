import type { Output } from '@bitauth/libauth';
import { at } from '../support/bytes.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { judge } from '../support/judge.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { coinOf, seal, SEQUENCE_PLAIN, type Draft } from '../support/transaction.js';
import { CLOSER, draftEnd, draftUnitClose, unitInput, unitOf } from './closer.js';
import { closingAttacks } from './closing-attacks.js';
import { draftClose } from './drafting.js';
import { OF_A_SCRIPT } from './honest-spends.js';
import { KINDS, sceneOf } from './scenes.js';
import { draftSweep, strays, TIP } from './spends.js';

const refused = (draft: Draft) => expect(judge(draft, TIP)).toMatchObject({ accepted: false, by: 'script' });
const accepted = (draft: Draft) => expect(judge(draft, TIP)).toMatchObject({ accepted: true });

describe.each(KINDS)('the end of a %s in %s that is a script’s', (kind, asset) => {
  const scene = sceneOf(kind, asset, OF_A_SCRIPT);
  const { campaign, open, done, claim } = scene;
  const [lane, other] = open;

  it('can be done by anyone once the closing unit is at the closer, lane after lane with the same unit', () => {
    const first = draftUnitClose(campaign, lane);
    accepted(first);
    const next = unitInput(coinOf(seal(first), 1));
    accepted(draftUnitClose(campaign, other, next));
  });

  it('is its bearer’s while the unit lies anywhere else', () => {
    const coin = coinNamed('a unit in hands', {
      ...payTo(outsider, 1_000n),
      token: { category: campaign.category, amount: 1n },
    });
    accepted(
      draftUnitClose(campaign, lane, { coin, sequence: SEQUENCE_PLAIN, unlocking: { kind: 'key', owner: outsider } }),
    );
  });

  it('is nobody’s and everybody’s where all is paid, at any time', () => {
    accepted(draftEnd(campaign, done));
  });

  it('does not interfere with claims: earlier claims stay, and the next close takes the lane in its present state', () => {
    accepted(claim);
    const sealed = seal(claim);
    const moved =
      lane.companion === undefined
        ? { state: coinOf(sealed, 0) }
        : { state: coinOf(sealed, 0), companion: coinOf(sealed, 1) };
    accepted(draftUnitClose(campaign, moved));
  });

  it('is paid for by whom it may be: what others add goes to the creator', () => {
    const close = draftUnitClose(campaign, lane);
    accepted({
      ...close,
      inputs: [...close.inputs, purse(outsider, 10_000n)],
      outputs: [
        { ...at(close.outputs, 0), valueSatoshis: at(close.outputs, 0).valueSatoshis + 9_000n },
        at(close.outputs, 1),
      ],
    });
  });

  it('leaves the unit whole with any NFT on it', () => {
    const close = draftUnitClose(campaign, lane);
    const nft = { capability: 'none', commitment: new Uint8Array(40).fill(7) } as const;
    const hung: Draft = {
      ...close,
      inputs: [...close.inputs, purse(outsider, 10_000n)],
      outputs: [
        { ...at(close.outputs, 0), valueSatoshis: at(close.outputs, 0).valueSatoshis + 9_000n },
        { ...at(close.outputs, 1), token: { category: campaign.category, amount: 1n, nft } },
      ],
    };
    accepted(hung);
    const unit = unitInput(coinOf(seal(hung), 1));
    // The NFT alone stands for nothing, and the next close leaves it behind.
    const [{ lockingBytecode, valueSatoshis }] = [unitOf(campaign).output];
    const next = draftUnitClose(campaign, other, unit);
    const beside = (token: Output['token']): Draft => ({
      ...next,
      outputs: [at(next.outputs, 0), { lockingBytecode, valueSatoshis, ...(token && { token }) }],
    });
    accepted(beside({ category: campaign.category, amount: 1n }));
    refused(beside({ category: campaign.category, amount: 0n, nft }));
  });

  it.each(closingAttacks(scene))('is not brought about, and the unit not taken, by %s', (_, draft) => {
    refused(draft);
  });

  it('does not accept a key: what closes the campaigns of keys closes nothing here', () => {
    for (const closer of ['transaction', 'message', 'nobody'] as const) refused(draftClose(campaign, lane, closer));
  });

  it('of strays is the creator’s alone, whose coin is input 0', () => {
    const all = strays(campaign).map(([, coin]) => coin);
    accepted(draftSweep(campaign, all));
    for (const by of [outsider, recipient]) refused(draftSweep(campaign, all, by));
    const sweep = draftSweep(campaign, all, sender);
    refused({ ...sweep, inputs: [purse(outsider, 1_000n), ...sweep.inputs] });
    refused(draftSweep(campaign, [lane.state]));
  });
});

describe('the closer', () => {
  it('takes no lane’s place: a unit without a category of lanes is stuck', () => {
    const scene = sceneOf('whitelist', 'BCH', OF_A_SCRIPT);
    const plain = coinNamed('a plain send', { lockingBytecode: CLOSER.lockingBytecode, valueSatoshis: 5_000n });
    const draft = draftUnitClose(scene.campaign, scene.open[0]);
    refused({ ...draft, inputs: [...draft.inputs, unitInput(plain)] });
  });
});
