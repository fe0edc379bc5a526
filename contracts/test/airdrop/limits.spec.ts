import { changeInput } from '../attacks/mutations.js';
import { at } from '../support/bytes.js';
import { purse } from '../support/coins.js';
import { accept, judge } from '../support/judge.js';
import { outsider, recipient } from '../support/parties.js';
import { coinOf, type Draft, type DraftInput } from '../support/transaction.js';
import { type CampaignTerms, START } from './campaign.js';
import { draftClose } from './drafting.js';
import { VESTED } from './honest-spends.js';
import { emptyOf } from './lane-tree.js';
import * as forEverybody from './public.js';
import { KINDS } from './scenes.js';
import { TIP } from './spends.js';
import { readState } from './state.js';
import { draftClaim, draftRow, fundRow, fundWhitelist, rowsOf, TERMS } from './whitelist.js';

const refused = (draft: Draft, by = 'script') => expect(judge(draft, TIP)).toMatchObject({ accepted: false, by });

interface Options {
  readonly locktime?: number;
  readonly purse?: DraftInput;
}

/** A first claim of the recipient's in a campaign of some terms. */
const CLAIM = {
  whitelist: (terms: Partial<CampaignTerms>) => {
    const lane = fundWhitelist({ ...TERMS, ...terms }, rowsOf(3));
    return (options: Options = {}) => draftClaim(lane, 0, options);
  },
  vested: (terms: Partial<CampaignTerms>) => CLAIM.whitelist({ ...terms, ...VESTED }),
  public: (terms: Partial<CampaignTerms>) => {
    const lane = forEverybody.fundPublic({ ...forEverybody.TERMS, ...terms });
    return (options: Options = {}) => forEverybody.draftClaim(lane, recipient, { claimed: 0n, ...options });
  },
};

describe.each(KINDS)('a %s in %s', (kind, asset) => {
  const claim = CLAIM[kind]({ asset });

  it('starts to the second', () => {
    accept(claim({ locktime: Number(START) }), TIP);
    for (const locktime of [Number(START) - 1, 500_000_000, 499_999_999, 850_000, 0]) refused(claim({ locktime }));
  });

  it('starts by the chain’s own time', () => {
    expect(judge(claim(), { height: 850_000, mtp: Number(START) })).toMatchObject({ by: 'lock' });
    accept(claim(), { height: 850_000, mtp: Number(START) + 1 });
    refused(changeInput(claim(), 0, (input) => ({ ...input, sequence: 0xffffffff })));
  });

  it('has no end: a claim dated before a close is as good afterwards, as long as the lane is open', () => {
    accept(claim({ locktime: Number(START) + 86_400 * 30 }), { height: 900_000, mtp: 4_000_000_000 });
  });

  it('pays the fee of a claim where fees are sponsored, unless somebody else does', () => {
    accept(claim(), TIP);
    accept(claim({ purse: purse(outsider, 50_000n) }), TIP);
  });

  it('pays no fee where fees are not sponsored: the claimer does, or anybody else', () => {
    const unsponsored = CLAIM[kind]({ asset, sponsored: false });
    refused(unsponsored());
    for (const payer of [outsider, recipient]) accept(unsponsored({ purse: purse(payer, 50_000n) }), TIP);
  });
});

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('a public airdrop of 64 levels in %s', (asset) => {
  it('pays', () => {
    const whole = forEverybody.fundPublic({ ...forEverybody.TERMS, asset, depth: 64 });
    accept(forEverybody.draftClaim(whole, recipient, { claimed: 0n }), TIP);
    refused(forEverybody.draftClaim(whole, recipient, { claimed: 1n }));
  });
});

describe('the least and the most', () => {
  it.each([
    ['546 satoshis', 'BCH', 546n],
    ['nearly all BCH there can be', 'BCH', 2_099_999_999_990_000n],
    ['a single token', 'FUNGIBLE_TOKEN', 1n],
    ['all tokens that can exist', 'FUNGIBLE_TOKEN', 9_223_372_036_854_775_807n],
  ] as const)('%s are paid to the unit, of a list at depth 20 and 1, and to everybody', (_, asset, amount) => {
    const row = { recipient: recipient.hash, amount };
    const byRow = (depth: number) => {
      const funded = fundRow({ ...TERMS, asset, depth }, row);
      return draftRow(funded, row, funded.proof);
    };
    const everybody = forEverybody.fundPublic({ ...forEverybody.TERMS, asset, amount, quota: 1n });
    for (const draft of [byRow(1), byRow(20), forEverybody.draftClaim(everybody, recipient, { claimed: 0n })]) {
      const paid = at(accept(draft, TIP).transaction.outputs, asset === 'BCH' ? 1 : 2);
      expect(asset === 'BCH' ? paid.valueSatoshis : paid.token?.amount).toBe(amount);
      expect(paid.lockingBytecode).toEqual(recipient.lockingBytecode);
    }
  });

  it('545 satoshis are dust: valid, but no node relays them', () => {
    const row = { recipient: recipient.hash, amount: 545n };
    const funded = fundRow({ ...TERMS, depth: 2 }, row);
    refused(draftRow(funded, row, funded.proof), 'policy');
  });

  it('more than a lane holds is not paid', () => {
    const row = { recipient: recipient.hash, amount: 1_000n };
    const tokens = fundRow({ ...TERMS, asset: 'FUNGIBLE_TOKEN', depth: 2 }, row, 999n);
    refused(draftRow(tokens, row, tokens.proof));
  });
});

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('the last row of a whitelist in %s', (asset) => {
  it.each([1, 3])('at depth %d leaves a lane that anybody closes, everything left with the creator', (depth) => {
    const row = { recipient: recipient.hash, amount: 40_000n };
    const whitelist = fundWhitelist({ ...TERMS, asset, depth }, [row]);
    const claim = accept(draftClaim(whitelist, 0), TIP);
    const state = coinOf(claim, 0);
    expect(readState(state.output)).toEqual({ root: emptyOf(depth), lane: 0, claims: 1n });
    const left = asset === 'BCH' ? { state } : { state, companion: coinOf(claim, 1) };
    expect(left.companion?.output.token).toBeUndefined();
    const close = accept(draftClose(whitelist.campaign, left, 'nobody', 0), TIP);
    expect(close.transaction.outputs).toHaveLength(1);
    expect(close.transaction.outputs[0]?.token).toBeUndefined();
  });

  it('must be paid before anybody closes the lane', () => {
    const whitelist = fundWhitelist({ ...TERMS, asset }, rowsOf(2));
    refused(draftClose(whitelist.campaign, whitelist.lane, 'nobody', 0));
  });
});
