import { airdropCloserArtifact } from '../../src/index.js';
import { coinNamed } from '../support/coins.js';
import { universal } from '../support/contract.js';
import { sender } from '../support/parties.js';
import { SEQUENCE_PLAIN, withFee, type Coin, type Draft, type DraftInput } from '../support/transaction.js';
import { type Campaign, END } from './campaign.js';
import { laneInputs } from './drafting.js';
import { type Lane, tokenOutput } from './state.js';

/** The universal closer. */
export const CLOSER = universal(airdropCloserArtifact);

/** The closing unit of a campaign as its creator handed it over. */
export const unitOf = ({ category, terms }: Campaign): Coin =>
  coinNamed(`closing of ${terms.nonce}`, {
    lockingBytecode: CLOSER.lockingBytecode,
    valueSatoshis: 1_000n,
    token: { category, amount: 1n },
  });

export const unitInput = (coin: Coin): DraftInput => ({
  coin,
  sequence: SEQUENCE_PLAIN,
  unlocking: CLOSER.unlocking,
});

const creatorOf = ({ terms }: Campaign): Uint8Array => terms.owner ?? sender.lockingBytecode;

/** What a lane holds, to the creator; with further inputs and outputs behind. */
const draftEnding = (
  campaign: Campaign,
  lane: Lane,
  locktime: number,
  beside: { readonly inputs: readonly DraftInput[]; readonly outputs: Draft['outputs'] },
): Draft => {
  const coins = lane.companion === undefined ? [lane.state] : [lane.state, lane.companion];
  const held = coins.reduce((sum, { output }) => sum + output.valueSatoshis, 0n);
  const tokens = lane.companion?.output.token?.amount ?? 0n;
  return withFee((size) => ({
    version: 2,
    locktime,
    inputs: [...laneInputs({ campaign, lane }, 'close', []), ...beside.inputs],
    outputs: [tokenOutput(creatorOf(campaign), tokens, held - size), ...beside.outputs],
  }));
};

/** The close of a lane beside the closing unit, which goes back to where it lay. */
export const draftUnitClose = (
  campaign: Campaign,
  lane: Lane,
  unit: DraftInput = unitInput(unitOf(campaign)),
  locktime = Number(END),
): Draft => draftEnding(campaign, lane, locktime, { inputs: [unit], outputs: [unit.coin.output] });

/** The end of a lane that has paid all. */
export const draftEnd = (campaign: Campaign, lane: Lane, locktime = 0): Draft =>
  draftEnding(campaign, lane, locktime, { inputs: [], outputs: [] });
