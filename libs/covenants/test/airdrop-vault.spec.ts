import {
  binToHex,
  decodeTransactionCommon,
  encodeTransactionCommon,
  hexToBin,
  type TransactionCommon,
} from '@bitauth/libauth';
import {
  airdropFundingOutputs,
  buildAirdropClose,
  buildAirdropCloseByMessage,
  buildAirdropCloseByUnit,
  buildAirdropCompletion,
  buildAirdropFunding,
  buildAirdropSweep,
  buildKeylessWhitelistClaim,
  buildPublicClaim,
  closingUnitOutput,
  CovenantError,
  CLOSER_LOCKING_BYTECODE,
  createAirdropContract,
  decodeAirdropAnnouncement,
  decodeVaultProposal,
  encodeVaultProposal,
  findAirdropDeployment,
  findClosingUnit,
  followClosingUnit,
  isAirdropStray,
  proposeAirdropClose,
  proposeAirdropFunding,
  proposeAirdropSweep,
  proposeVaultSpend,
  vaultSigningRequest,
  type AirdropAsset,
  type AirdropContract,
  type AirdropParameters,
  type ClosingUnit,
  type PublicParameters,
  type WhitelistLane,
  type WhitelistParameters,
} from '../src/index.js';
import { AirdropScenario, campaignTerms, Rows, TestCounts } from './support/airdrop-scenario.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { openCampaignVault, type VaultScene } from './support/vault-scenario.js';

const ASSETS = ['BCH', 'FUNGIBLE_TOKEN'] as const;
const DAY = 86_400n;

/** A vault that has spent once, so that its state is at a first output; with tokens where it is to give some away. */
let scenes = 0;
const scene = async (type: AirdropAsset['type']) => {
  scenes += 1;
  const chain = createTestChain();
  const creator = createParty(chain, `creator ${scenes}`, 9_000_000n);
  const payee = createParty(chain, `payee ${scenes}`);
  const { scenario, asset } = await openCampaignVault(chain, creator, type, scenes);
  const spend = proposeVaultSpend(scenario.contract, scenario.holdings, payee.lockingBytecode, {
    type: 'BCH',
    satoshis: 1_000n,
  });
  await scenario.execute(spend, 'alice', 'bob');
  chain.mine(1);
  return { chain, creator, payee, scenario, asset, start: chain.locktime() };
};

type Scene = Awaited<ReturnType<typeof scene>>;

const termsOf = ({ chain, scenario }: Scene) => campaignTerms(chain, scenario.contract.lockingBytecode);

/** A campaign for everybody, of two claims. */
const publicTerms = (given: Scene): PublicParameters => ({
  ...termsOf(given),
  kind: 'PUBLIC',
  amount: 20_000n,
  limit: 1,
  claims: 2,
});

/** Opened by two signatures, and found by its announcement alone. */
const openCampaign = async <Parameters extends AirdropParameters>(
  { chain, scenario, asset }: Scene,
  parameters: Parameters,
  whitelist?: readonly WhitelistLane[],
) => {
  const contract = createAirdropContract(parameters, 'devnet', asset);
  const proposal = proposeAirdropFunding(scenario.contract, scenario.holdings, contract, chain.tip(), whitelist);
  const stored = decodeVaultProposal(scenario.contract, encodeVaultProposal(proposal));
  const executed = await scenario.execute(stored, 'bob', 'carol');
  const txid = executed?.txid ?? '';
  const said = chain
    .transaction(txid)
    .outputs.flatMap((output) => decodeAirdropAnnouncement(output.lockingBytecode) ?? []);
  expect(said).toEqual([{ parameters, asset }]);
  return AirdropScenario.find(chain, contract, txid, whitelist);
};

/** The unit handed over by two signatures. */
const handOver = async ({ chain, scenario }: VaultScene, category: string): Promise<ClosingUnit> => {
  const proposal = proposeAirdropClose(scenario.contract, scenario.holdings, category);
  const stored = decodeVaultProposal(scenario.contract, encodeVaultProposal(proposal));
  const executed = await scenario.execute(stored, 'alice', 'carol');
  const txid = executed?.txid ?? '';
  const unit = findClosingUnit(category, txid, chain.transaction(txid));
  if (unit === undefined) throw new Error('The closer has no unit');
  return unit;
};

const problemOf = (work: () => unknown): string | undefined => {
  try {
    work();
  } catch (error) {
    if (error instanceof CovenantError) return error.code;
    throw error;
  }
  return undefined;
};

describe.each(ASSETS)('a vault as the creator of a campaign in %s', (type) => {
  const heldBy = ({ scenario, asset }: Scene): bigint =>
    scenario.coins.reduce(
      (sum, { satoshis, token }) =>
        sum + (asset.type === 'BCH' ? satoshis : token?.category === asset.category ? token.amount : 0n),
      0n,
    );

  it('opens one for a list, and closes its lanes, no matter what is claimed meanwhile', async () => {
    const given = await scene(type);
    const { chain, asset } = given;
    const list = Array.from({ length: 8 }, (_, i) => ({
      hash: new Uint8Array(20).fill(i + 1),
      amount: 10_000n + BigInt(i),
    }));
    const rows = new Rows(list, 2, 2);
    const parameters: WhitelistParameters = {
      kind: 'WHITELIST',
      ...termsOf(given),
      lanes: 2,
      depth: 2,
      rows: 8,
      total: rows.total,
    };
    const before = heldBy(given);
    const campaign = await openCampaign(given, parameters, rows.funded);
    const claim = (row: number) => {
      const lane = rows.laneOf(row);
      const built = buildKeylessWhitelistClaim(campaign.claim(lane, rows.proof(row)));
      campaign.submit(lane, built);
      rows.spend(row);
    };
    claim(0);
    claim(3);
    const unit = await handOver(given, campaign.lane(0).category);
    // What comes after the two signatures stops nothing.
    claim(2);
    const first = buildAirdropCloseByUnit(campaign.contract, campaign.lane(0), unit, chain.locktime());
    expect(campaign.submit(0, first)).toMatchObject({ kind: 'close' });
    const next = followClosingUnit(unit, first?.txid ?? '', chain.transaction(first?.txid ?? ''));
    expect(next.outpoint).toEqual({ txid: first?.txid, vout: 1 });
    const second = buildAirdropCloseByUnit(campaign.contract, campaign.lane(1), next, chain.locktime());
    expect(campaign.submit(1, second)).toMatchObject({ kind: 'close' });
    const paid = 10_000n + 10_002n + 10_003n;
    if (asset.type === 'FUNGIBLE_TOKEN') expect(before - heldBy(given)).toBe(paid);
    else expect(before - heldBy(given) - paid).toBeLessThan(20_000n);
  });

  it('opens one for everybody; what is used up ends without the unit', async () => {
    const given = await scene(type);
    const { chain } = given;
    const parameters = publicTerms(given);
    const campaign = await openCampaign(given, parameters);
    const counts = new TestCounts(parameters.nonce);
    for (const name of ['dora', 'emil']) {
      const party = createParty(chain, `${name} ${type}`, 100_000n);
      const claim = campaign.claim(0, counts.proof(party.hash));
      expect(() => buildAirdropCompletion(campaign.contract, campaign.lane(0))).toThrow(CovenantError);
      await campaign.send(party, 0, buildPublicClaim(claim, { hash: party.hash, coins: [] }));
      counts.raise(party.hash);
    }
    expect(campaign.submit(0, buildAirdropCompletion(campaign.contract, campaign.lane(0)))).toMatchObject({
      kind: 'complete',
    });
  });

  it('gathers what was sent to its address by mistake into the vault, and touches no lane', async () => {
    const given = await scene(type);
    const { chain, scenario, creator } = given;
    const parameters = publicTerms(given);
    const { contract, ...campaign } = await openCampaign(given, parameters).then((opened) => ({
      contract: opened.contract,
      lane: opened.lane(0),
    }));
    const at = contract.lockingBytecode;
    chain.fund(at, 30_000n, 40_000n);
    const { category } = chain.node.mint(binToHex(at), { amount: 77n });
    const strays = chain.coinsOf(at).filter(isAirdropStray);
    expect(strays).toHaveLength(3);
    const before = scenario.satoshis;
    const proposal = proposeAirdropSweep(scenario.contract, scenario.holdings, contract, strays);
    // Anybody who stores proposals for others goes on refusing inputs that no kind names.
    expect(problemOf(() => decodeVaultProposal(scenario.contract, encodeVaultProposal(proposal)))).toBe(
      'HIDDEN_CONSENT',
    );
    const executed = await scenario.execute(proposal, 'alice', 'bob');
    const swept = strays.reduce((sum, { satoshis }) => sum + satoshis, 0n);
    expect(scenario.satoshis - before).toBe(swept - chain.feeOf(executed?.txid ?? ''));
    expect(scenario.coins.find(({ token }) => token?.category === category)?.token?.amount).toBe(77n);
    expect(chain.coinsOf(at).some(({ txid }) => txid === campaign.lane.outpoint.txid)).toBe(true);
    expect(chain.coinsOf(at).filter(isAirdropStray)).toEqual([]);

    const sweep = (coins: typeof strays, of = contract) =>
      proposeAirdropSweep(scenario.contract, scenario.holdings, of, coins);
    expect(() => sweep([])).toThrow(RangeError);
    expect(() => sweep(chain.coinsOf(at))).toThrow('A state cannot be swept as a stray');
    const others = createAirdropContract({ ...parameters, creator: creator.hash }, 'devnet', given.asset);
    expect(() => sweep(strays, others)).toThrow('another creator');
  });

  it('closes one that is not cancelable from its end on, the unit handed over before', async () => {
    const given = await scene(type);
    const { chain, start } = given;
    const campaign = await openCampaign(given, { ...publicTerms(given), cancelable: false, end: start + DAY });
    const unit = await handOver(given, campaign.lane(0).category);
    const close = () => buildAirdropCloseByUnit(campaign.contract, campaign.lane(0), unit, chain.locktime());
    expect(problemOf(close)).toBe('CLOSE_TOO_EARLY');
    chain.reach(start + DAY);
    expect(campaign.submit(0, close())).toMatchObject({ kind: 'close' });
  });
});

describe('the closing unit', () => {
  const campaignOf = async () => {
    const given = await scene('BCH');
    const parameters = publicTerms(given);
    return { given, contract: createAirdropContract(parameters, 'devnet') };
  };

  it('must be with the creator, once, from the funding on', async () => {
    const { given, contract } = await campaignOf();
    const { chain } = given;
    // Anybody may fund it: the unit is the creator's all the same.
    const creator = createParty(chain, 'somebody who funds', 9_000_000n);
    const built = buildAirdropFunding(contract, creator.funds(), chain.tip());
    if (built.kind === 'preparation') throw new Error('This wallet must be prepared first');
    const txid = await creator.send(built.transaction);
    const funding = chain.transaction(txid);
    const category = funding.outputs[1]?.token?.category ?? new Uint8Array();
    const at = funding.outputs.findIndex(({ token }) => token?.amount === 1n);
    const unit = funding.outputs[at];
    if (unit === undefined) throw new Error('The funding has a unit');
    const withUnits = (...units: TransactionCommon['outputs']): TransactionCommon => ({
      ...funding,
      outputs: [...funding.outputs.filter((_, index) => index !== at), ...units],
    });
    const verdict = (transaction: TransactionCommon) => findAirdropDeployment(contract, txid, transaction).ok;
    expect(verdict(funding)).toBe(true);
    expect(verdict(withUnits(unit))).toBe(true);
    const closer = CLOSER_LOCKING_BYTECODE;
    const nft = { capability: 'none', commitment: new Uint8Array() } as const;
    for (const units of [
      [],
      [unit, unit],
      [{ ...unit, lockingBytecode: creator.lockingBytecode }],
      [{ ...unit, lockingBytecode: closer }],
      [unit, { ...unit, lockingBytecode: creator.lockingBytecode }],
      [{ ...unit, token: { category, amount: 2n } }],
      [{ ...unit, token: { category, amount: 1n, nft } }],
      [{ ...unit, token: { category, amount: 0n, nft } }],
      [{ ...unit, valueSatoshis: 999n }],
      [unit, { ...unit, token: { category, amount: 0n, nft: { ...nft, capability: 'minting' as const } } }],
    ])
      expect(verdict(withUnits(...units))).toBe(false);
  });

  it('is handed over by no proposal but one that says so', async () => {
    const { given, contract } = await campaignOf();
    const { chain, scenario } = given;
    const campaign = await openCampaign(given, contract.parameters);
    const { category } = campaign.lane(0);
    const closing = proposeAirdropClose(scenario.contract, scenario.holdings, category);
    const [signer] = scenario.contract.parameters.signers;
    // Nor do its signers read of streams.
    expect(vaultSigningRequest(closing, signer).userPrompt).toMatch(/closing an airdrop/u);
    const record = encodeVaultProposal(closing);
    for (const kind of ['spend', 'close', 'plan', 'stream', 'payment', 'airdrop', 'pause', 'resume'] as const)
      expect(problemOf(() => decodeVaultProposal(scenario.contract, { ...record, kind }))).toBe('HIDDEN_CONSENT');
    const spend = proposeVaultSpend(scenario.contract, scenario.holdings, CLOSER_LOCKING_BYTECODE, {
      type: 'FUNGIBLE_TOKEN',
      category,
      amount: 1n,
    });
    expect(problemOf(() => decodeVaultProposal(scenario.contract, encodeVaultProposal(spend)))).toBe('HIDDEN_CONSENT');
    expect(problemOf(() => proposeAirdropClose(scenario.contract, scenario.holdings, '11'.repeat(32)))).toBe(
      'NO_SUCH_COIN',
    );
    // Nor can somebody point an output of it elsewhere between two signatures: what is signed is all of it.
    const transaction = decodeTransactionCommon(hexToBin(record.unsignedTransaction));
    if (typeof transaction === 'string') throw new Error(transaction);
    expect(binToHex(encodeTransactionCommon(transaction))).toBe(record.unsignedTransaction);
    expect(chain.transaction(campaign.fundingTxid).outputs.length).toBeGreaterThan(4);
  });

  it('closes no campaign of a key, and no signature one of a script', async () => {
    const { given, contract } = await campaignOf();
    const { chain, creator, payee } = given;
    const campaign = await openCampaign(given, contract.parameters);
    const coin = campaign.lane(0);
    const unit = await handOver(given, coin.category);
    const approval = { publicKey: new Uint8Array(33), signature: new Uint8Array(71) };
    const key: AirdropContract = createAirdropContract({ ...contract.parameters, creator: payee.hash }, 'devnet');
    for (const misuse of [
      () => buildAirdropClose(campaign.contract, coin, chain.locktime()),
      () => buildAirdropCloseByMessage(campaign.contract, coin, approval, chain.locktime()),
      () => buildAirdropCloseByUnit(key, coin, unit, chain.locktime()),
      () => buildAirdropCloseByUnit(campaign.contract, coin, { ...unit, category: '22'.repeat(32) }, chain.locktime()),
      () =>
        buildAirdropSweep(campaign.contract, [{ txid: '33'.repeat(32), vout: 0, satoshis: 9_000n }], creator.funds()),
      () => proposeAirdropFunding(given.scenario.contract, given.scenario.holdings, key, chain.tip()),
    ])
      expect(misuse).toThrow(RangeError);
    expect(airdropFundingOutputs(key, coin.category, chain.tip())).toHaveLength(3);
    expect(closingUnitOutput({ category: coin.category }, payee.lockingBytecode).amount).toBe(1_000n);
    const foreign = chain.transaction(campaign.fundingTxid);
    expect(followClosingUnit(unit, campaign.fundingTxid, foreign)).toBe(unit);
  });
});
