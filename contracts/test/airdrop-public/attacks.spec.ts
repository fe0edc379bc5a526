import { describeCommonAttacks } from '../airdrop/common-attacks.js';
import { publicSpends } from './honest-spends.js';

describeCommonAttacks('a public airdrop in BCH', publicSpends('BCH'));
describeCommonAttacks('a public airdrop in tokens', publicSpends('FUNGIBLE_TOKEN'));
