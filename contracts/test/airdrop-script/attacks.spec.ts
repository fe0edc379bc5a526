import { describeCommonAttacks } from '../airdrop/common-attacks.js';
import { publicSpends, whitelistSpends } from './honest-spends.js';

describeCommonAttacks("a script's whitelist in BCH", whitelistSpends('BCH'));
describeCommonAttacks("a script's whitelist in tokens", whitelistSpends('FUNGIBLE_TOKEN'));
describeCommonAttacks("a script's public airdrop in BCH", publicSpends('BCH'));
describeCommonAttacks("a script's public airdrop in tokens", publicSpends('FUNGIBLE_TOKEN'));
