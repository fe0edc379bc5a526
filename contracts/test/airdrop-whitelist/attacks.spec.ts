import { describeCommonAttacks } from '../airdrop/common-attacks.js';
import { whitelistSpends } from './honest-spends.js';

describeCommonAttacks('a whitelist in BCH', whitelistSpends('BCH'));
describeCommonAttacks('a whitelist in tokens', whitelistSpends('FUNGIBLE_TOKEN'));
