import { END } from '../airdrop/campaign.js';
import { describeClosing } from '../airdrop/closing-stories.js';
import { LaneTree } from '../airdrop/lane-tree.js';
import { fundLane } from '../airdrop/state.js';
import { fundWhitelist, rowsOf, TERMS } from './whitelist.js';

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('the end of a whitelist in %s', (asset) => {
  describeClosing('by its creator, or all paid', () => {
    const terms = { ...TERMS, asset, closable: END };
    const [first, second] = [0, 1].map((number) => fundWhitelist(terms, rowsOf(6), number));
    if (first === undefined || second === undefined) throw new Error('Two lanes were funded');
    const done = fundLane(first.campaign, { root: new LaneTree(3, []).root, lane: 2, claims: 6n }, 3_000n, 5n);
    return { campaign: first.campaign, open: [first.lane, second.lane], done };
  });
});
