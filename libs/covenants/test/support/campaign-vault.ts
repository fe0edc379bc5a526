import { binToHex } from '@bitauth/libauth';
import type { AirdropAsset } from '../../src/index.js';
import type { TestChain } from './chain.js';
import type { Party } from './party.js';
import { VaultScenario } from './vault-scenario.js';

/**
 * Opens a vault that has enough to pay a campaign, of tokens 5,000,000.
 *
 * @param payer who makes the first deposit
 * @param number tells vaults apart
 */
export const openCampaignVault = async (
  chain: TestChain,
  payer: Party,
  type: AirdropAsset['type'],
  number: number,
): Promise<{ readonly scenario: VaultScenario; readonly asset: AirdropAsset }> => {
  const scenario = await VaultScenario.open(chain, payer, 500_000n, number);
  const { lockingBytecode } = scenario.contract;
  chain.fund(lockingBytecode, 4_000_000_000n);
  if (type === 'BCH') return { scenario, asset: { type } };
  const { category } = chain.node.mint(binToHex(lockingBytecode), { amount: 5_000_000n });
  return { scenario, asset: { type, category } };
};
