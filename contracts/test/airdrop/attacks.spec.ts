import { describeCommonAttacks } from './common-attacks.js';
import { OF_A_SCRIPT, publicSpends, VESTED, whitelistSpends } from './honest-spends.js';

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('in %s', (asset) => {
  describeCommonAttacks('a whitelist', whitelistSpends(asset));
  describeCommonAttacks('a vested list', whitelistSpends(asset, VESTED));
  describeCommonAttacks('a public airdrop', publicSpends(asset));
  describeCommonAttacks("a script's whitelist", whitelistSpends(asset, OF_A_SCRIPT));
  describeCommonAttacks("a script's vested list", whitelistSpends(asset, { ...OF_A_SCRIPT, ...VESTED }));
  describeCommonAttacks("a script's public airdrop", publicSpends(asset, OF_A_SCRIPT));
});
