import { describeAttacks } from '../support/attack-suite.js';
import { vaultTables } from './attack-tables.js';
import { vaultSpends } from './support/vault.js';

for (const [title, attacks, spends] of vaultTables(vaultSpends())) describeAttacks(title, attacks, spends);
