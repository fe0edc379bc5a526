import { emptyRoot } from '../../scripts/airdrop-source.js';
import { START } from '../airdrop/campaign.js';
import { draftClose } from '../airdrop/drafting.js';
import { TIP } from '../airdrop/spends.js';
import { readState } from '../airdrop/state.js';
import { changeInput } from '../attacks/mutations.js';
import { at } from '../support/bytes.js';
import { purse } from '../support/coins.js';
import { accept, judge } from '../support/judge.js';
import { outsider, recipient } from '../support/parties.js';
import { coinOf, type Draft } from '../support/transaction.js';
import { draftClaim, draftRow, fundRow, fundWhitelist, rowsOf, TERMS } from './whitelist.js';

const refused = (draft: Draft, by = 'script') => expect(judge(draft, TIP)).toMatchObject({ accepted: false, by });

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('the start of a whitelist in %s', (asset) => {
  const whitelist = fundWhitelist({ ...TERMS, asset }, rowsOf(3));

  it('is enforced to the second', () => {
    accept(draftClaim(whitelist, 0, { locktime: Number(START) }), TIP);
    for (const locktime of [Number(START) - 1, 500_000_000, 499_999_999, 850_000, 0])
      refused(draftClaim(whitelist, 0, { locktime }));
  });

  it('is enforced by the chain’s own time', () => {
    expect(judge(draftClaim(whitelist, 0), { height: 850_000, mtp: Number(START) })).toMatchObject({ by: 'lock' });
    accept(draftClaim(whitelist, 0), { height: 850_000, mtp: Number(START) + 1 });
    refused(changeInput(draftClaim(whitelist, 0), 0, (input) => ({ ...input, sequence: 0xffffffff })));
  });

  it('has no end: a claim dated before a close is as good afterwards, as long as the lane is open', () => {
    accept(draftClaim(whitelist, 0, { locktime: Number(START) + 86_400 * 30 }), {
      height: 900_000,
      mtp: 4_000_000_000,
    });
  });
});

describe('the least and the most', () => {
  it.each([
    ['546 satoshis', 'BCH', 546n],
    ['nearly all BCH there can be', 'BCH', 2_099_999_999_990_000n],
    ['a single token', 'FUNGIBLE_TOKEN', 1n],
    ['all tokens that can exist', 'FUNGIBLE_TOKEN', 9_223_372_036_854_775_807n],
  ] as const)('%s are paid to the unit, at depth 20 and 0', (_, asset, amount) => {
    for (const depth of [0, 20]) {
      const row = { recipient: recipient.hash, amount };
      const funded = fundRow({ ...TERMS, asset, depth }, row);
      const sealed = accept(draftRow(funded, row, funded.proof), TIP);
      const paid = at(sealed.transaction.outputs, asset === 'BCH' ? 1 : 2);
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

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('who pays the fee of a claim in %s', (asset) => {
  const whitelist = fundWhitelist({ ...TERMS, asset, sponsored: false }, rowsOf(3));

  it('the claimer or anybody else, where fees are not sponsored; never the lane', () => {
    refused(draftClaim(whitelist, 0));
    refused(draftClaim(whitelist, 0, { signer: recipient }));
    accept(draftClaim(whitelist, 0, { purse: purse(outsider, 50_000n) }), TIP);
    accept(draftClaim(whitelist, 0, { signer: recipient, purse: purse(recipient, 50_000n) }), TIP);
  });

  it('the lane, where they are; or somebody else all the same', () => {
    const sponsored = fundWhitelist({ ...TERMS, asset }, rowsOf(3));
    accept(draftClaim(sponsored, 0), TIP);
    accept(draftClaim(sponsored, 0, { purse: purse(outsider, 50_000n) }), TIP);
  });
});

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('the last row of a whitelist in %s', (asset) => {
  it.each([0, 1, 3])('at depth %d leaves a lane that anybody closes, everything left with the creator', (depth) => {
    const row = { recipient: recipient.hash, amount: 40_000n };
    const whitelist = fundWhitelist({ ...TERMS, asset, depth }, [row]);
    const claim = accept(draftClaim(whitelist, 0), TIP);
    const state = coinOf(claim, 0);
    expect(readState(state.output)).toEqual({ root: emptyRoot(depth), lane: 0, claims: 1n });
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
