import {
  buildAirdropCompletion,
  buildPublicClaim,
  createAirdropContract,
  proposeAirdropFunding,
  proposeVaultSpend,
  type PublicParameters,
} from '../src/index.js';
import { AirdropScenario, campaignTerms, TestCounts } from './support/airdrop-scenario.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { buildUnitMovingClaim } from './support/thief.js';
import { openCampaignVault } from './support/vault-scenario.js';

const ASSETS = ['BCH', 'FUNGIBLE_TOKEN'] as const;

/** A campaign of a vault's for everybody, whose closing unit somebody got from the vault, and left on the lane by their claim. */
const sceneOf = async (type: (typeof ASSETS)[number]) => {
  const chain = createTestChain();
  const payer = createParty(chain, `payer ${type}`, 9_000_000n);
  const bearer = createParty(chain, `bearer ${type}`, 1_000_000n);
  const { scenario, asset } = await openCampaignVault(chain, payer, type, 901);
  const terms = campaignTerms(chain, scenario.contract.lockingBytecode);
  const parameters: PublicParameters = { ...terms, kind: 'PUBLIC', amount: 20_000n, limit: 1, claims: 3 };
  const spendTo = (to: Uint8Array, category?: string) =>
    proposeVaultSpend(
      scenario.contract,
      scenario.holdings,
      to,
      category === undefined ? { type: 'BCH', satoshis: 1_000n } : { type: 'FUNGIBLE_TOKEN', category, amount: 1n },
    );
  await scenario.execute(spendTo(payer.lockingBytecode), 'alice', 'bob');
  chain.mine(1);
  const contract = createAirdropContract(parameters, 'devnet', asset);
  const funded = await scenario.execute(
    proposeAirdropFunding(scenario.contract, scenario.holdings, contract, chain.tip()),
    'alice',
    'bob',
  );
  const campaign = AirdropScenario.find(chain, contract, funded?.txid ?? '');
  const { category } = campaign.lane(0);
  await scenario.execute(spendTo(bearer.lockingBytecode, category), 'alice', 'bob');
  const unit = bearer.coins().find(({ token }) => token?.category === category);
  if (unit === undefined) throw new Error('The bearer has no unit');

  const counts = new TestCounts(parameters.nonce);
  const claimOf = (hash: Uint8Array) => campaign.claim(0, counts.proof(hash));
  await campaign.send(bearer, 0, buildUnitMovingClaim(claimOf(bearer.hash), bearer, unit));
  counts.raise(bearer.hash);
  return { chain, campaign, counts, claimOf, category };
};

describe.each(ASSETS)('a closing unit that its holder leaves on a lane, in %s', (type) => {
  it('stops nobody’s claim, nor the end of the lane', async () => {
    const { chain, campaign, counts, claimOf } = await sceneOf(type);
    expect(campaign.lane(0).units).toBe(1n);
    for (const name of ['dora', 'emil']) {
      const party = createParty(chain, `${name} ${type}`, 100_000n);
      await campaign.send(party, 0, buildPublicClaim(claimOf(party.hash), { hash: party.hash, coins: [] }));
      counts.raise(party.hash);
    }
    expect(campaign.submit(0, buildAirdropCompletion(campaign.contract, campaign.lane(0)))).toMatchObject({
      kind: 'complete',
    });
  });

  it('belongs to the next claimer, who takes it', async () => {
    const { chain, campaign, claimOf, category } = await sceneOf(type);
    const taker = createParty(chain, `taker ${type}`, 1_000_000n);
    await campaign.send(taker, 0, buildUnitMovingClaim(claimOf(taker.hash), taker));
    expect(campaign.lane(0).units).toBeUndefined();
    expect(taker.coins().filter(({ token }) => token?.category === category)).toHaveLength(1);
  });
});
