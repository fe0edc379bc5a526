import { END } from '../airdrop/campaign.js';
import { describeClosing } from '../airdrop/closing-stories.js';
import { fundLane } from '../airdrop/state.js';
import { at } from '../support/bytes.js';
import { fundPublic, TERMS } from './public.js';

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('the end of a public airdrop in %s', (asset) => {
  describeClosing('by its creator, or all paid', () => {
    const lanes = [0, 1].map((number) => fundPublic({ ...TERMS, asset, closable: END, lanes: 2n }, { number }));
    const { campaign, tree } = at(lanes, 0);
    const done = fundLane(campaign, { root: tree.root, lane: 1, claims: campaign.terms.quota }, 6_000n, 5n);
    return { campaign, open: lanes.map(({ lane }) => lane), done };
  });
});
