import { utf8ToBin } from '@bitauth/libauth';
import { BCH_ASSET } from '../contract/asset.js';
import { universalScripts } from '../contract/universal-scripts.js';
import {
  findAirdropProblem,
  type AirdropAsset,
  type AirdropParameters,
  type PublicParameters,
  type WhitelistParameters,
} from './airdrop-parameters.js';

const common = {
  creator: new Uint8Array(20).fill(1),
  start: 1_700_000_000n,
  end: 0n,
  cancelable: true,
  sponsored: false,
  lanes: 4,
  nonce: utf8ToBin('abcDEF0123-_xyz9'),
};
const whitelist: WhitelistParameters = { ...common, kind: 'WHITELIST', depth: 3, rows: 30, total: 1_000_000n };
const open: PublicParameters = { ...common, kind: 'PUBLIC', amount: 1_000n, limit: 1, claims: 100 };
const token: AirdropAsset = { type: 'FUNGIBLE_TOKEN', category: 'ab'.repeat(32) };

describe('parameters of airdrops', () => {
  it.each([
    ['a whitelist', whitelist, BCH_ASSET],
    ['a public campaign', open, BCH_ASSET],
    ['a whitelist of single tokens', { ...whitelist, total: 30n }, token],
    ['the most tokens there can be', { ...whitelist, total: 9_223_372_036_854_775_807n }, token],
    [
      'a million rows in one lane',
      { ...whitelist, lanes: 1, depth: 20, rows: 1_048_576, total: 1_048_576n * 546n },
      BCH_ASSET,
    ],
    ['an end that the creator waits for', { ...open, cancelable: false, end: 1_700_000_001n }, BCH_ASSET],
    [
      'as many claims as the states can count',
      { ...open, lanes: 1, amount: 1n, claims: 2 ** 32 - 1, limit: 2 ** 31 - 2 },
      token,
    ],
  ] as const)('%s are sound', (_, parameters, asset) => {
    expect(findAirdropProblem(parameters, asset)).toBeUndefined();
  });

  const broken: readonly (readonly [string, AirdropParameters, AirdropAsset])[] = [
    ['MALFORMED', { ...open, creator: new Uint8Array(19) }, BCH_ASSET],
    ['MALFORMED', open, { type: 'FUNGIBLE_TOKEN', category: 'AB'.repeat(32) }],
    ...Object.values(universalScripts('mainnet')).map(
      ({ lockingBytecode: creator }) => ['CREATOR_IS_OF_THE_CAMPAIGN', { ...open, creator }, BCH_ASSET] as const,
    ),
    [
      'CREATOR_IS_OF_THE_CAMPAIGN',
      { ...whitelist, creator: universalScripts('mainnet').companion.lockingBytecode },
      token,
    ],
    ['NONCE_MALFORMED', { ...open, nonce: utf8ToBin('fifteen letters') }, BCH_ASSET],
    ['NONCE_MALFORMED', { ...open, nonce: new Uint8Array(16) }, BCH_ASSET],
    ['NONCE_MALFORMED', { ...open, nonce: utf8ToBin('sixteen letters\n') }, BCH_ASSET],
    ['START_OUT_OF_RANGE', { ...open, start: 499_999_999n }, BCH_ASSET],
    ['START_OUT_OF_RANGE', { ...open, start: 4_294_967_295n }, BCH_ASSET],
    ['START_OUT_OF_RANGE', { ...open, start: 4_294_967_296n }, BCH_ASSET],
    ['END_OUT_OF_RANGE', { ...open, end: open.start }, BCH_ASSET],
    ['END_OUT_OF_RANGE', { ...open, end: 4_294_967_295n }, BCH_ASSET],
    ['END_OUT_OF_RANGE', { ...open, end: 4_294_967_296n }, BCH_ASSET],
    ['END_MISSING', { ...open, cancelable: false }, BCH_ASSET],
    ['LANES_OUT_OF_RANGE', { ...open, lanes: 3 }, BCH_ASSET],
    ['LANES_OUT_OF_RANGE', { ...open, lanes: 0 }, BCH_ASSET],
    ['LANES_OUT_OF_RANGE', { ...open, lanes: 512 }, BCH_ASSET],
    ['LANES_OUT_OF_RANGE', { ...open, lanes: 1.5 }, BCH_ASSET],
    ['DEPTH_OUT_OF_RANGE', { ...whitelist, depth: 21 }, BCH_ASSET],
    ['DEPTH_OUT_OF_RANGE', { ...whitelist, depth: 0, rows: 4 }, BCH_ASSET],
    ['DEPTH_OUT_OF_RANGE', { ...whitelist, depth: -1 }, BCH_ASSET],
    ['ROWS_OUT_OF_RANGE', { ...whitelist, rows: 33 }, BCH_ASSET],
    ['ROWS_OUT_OF_RANGE', { ...whitelist, rows: 0 }, BCH_ASSET],
    ['LIMIT_OUT_OF_RANGE', { ...open, limit: 0 }, BCH_ASSET],
    ['LIMIT_OUT_OF_RANGE', { ...open, limit: 2 ** 31 - 1 }, BCH_ASSET],
    ['CLAIMS_OUT_OF_RANGE', { ...open, claims: 0 }, BCH_ASSET],
    ['CLAIMS_OUT_OF_RANGE', { ...open, claims: 2 ** 32 }, BCH_ASSET],
    ['CLAIMS_NOT_IN_LANES', { ...open, claims: 102 }, BCH_ASSET],
    ['AMOUNT_BELOW_DUST', { ...open, amount: 545n }, BCH_ASSET],
    ['AMOUNT_BELOW_DUST', { ...open, amount: 0n }, token],
    ['AMOUNT_BELOW_DUST', { ...whitelist, total: 30n * 546n - 1n }, BCH_ASSET],
    ['AMOUNT_BELOW_DUST', { ...whitelist, total: 29n }, token],
    ['AMOUNT_ABOVE_SUPPLY', { ...open, amount: 21_000_000_000_001n }, BCH_ASSET],
    ['AMOUNT_ABOVE_SUPPLY', { ...whitelist, total: 9_223_372_036_854_775_808n }, token],
  ];

  it.each(broken)('%s is found', (problem, parameters, asset) => {
    expect(findAirdropProblem(parameters, asset)).toBe(problem);
  });
});
