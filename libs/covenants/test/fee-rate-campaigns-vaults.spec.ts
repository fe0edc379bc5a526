import {
  airdropClosingMessage,
  buildAirdropClose,
  buildAirdropCloseByMessage,
  buildKeylessWhitelistClaim,
  buildPaidWhitelistClaim,
  buildPublicClaim,
  buildVaultDeposit,
  buildWhitelistClaim,
  InsufficientFundsError,
  lockingBytecodeOf,
  proposeVaultClose,
  proposeVaultSpend,
  readCloseApproval,
  type AirdropAsset,
  type AirdropCoin,
  type AirdropParameters,
  type BuildOptions,
  type KeylessTransaction,
  type PublicParameters,
  type UnsignedTransaction,
  type VaultProposal,
  type WhitelistClaim,
  type WhitelistParameters,
} from '../src/index.js';
import { AirdropScenario, assetOf, campaignTerms, Rows, TestCounts } from './support/airdrop-scenario.js';
import { createTestChain, type TestChain } from './support/chain.js';
import { createParty, keyless, type Party, tokensOf } from './support/party.js';
import { VaultScenario } from './support/vault-scenario.js';

/** Twice the relay minimum. */
const RATE = 2_000n;
const AT_RATE = { feeRate: RATE } as const;
/** A rate between, at which a lane's bound still pays for a claim without a signature. */
const COVERED_RATE = 1_050n;
const REFUSED = 'min relay fee not met';
/** Satoshis that go with a recipient's tokens. */
const PAYOUT = 1_000n;
/** Change that is less than its output costs and dust is nobody's output. */
const LOST_CHANGE = 546n + 2n * 34n;
const ASSETS = ['BCH', 'FUNGIBLE_TOKEN'] as const;

/** Refused at the minimum; signed and taken by the node at twice that, for no more. Gives txid and fee. */
const send = async (
  chain: TestChain,
  by: Party,
  build: (options: BuildOptions) => UnsignedTransaction,
): Promise<{ readonly txid: string; readonly fee: bigint }> => {
  await expect(by.send(build({}))).rejects.toThrow(REFUSED);
  const built = build(AT_RATE);
  expect(built.fee).toBeGreaterThanOrEqual(2n * BigInt(built.size));
  expect(built.fee).toBeLessThan(2n * BigInt(built.size) + LOST_CHANGE);
  const txid = await by.send(built);
  expect(chain.feeOf(txid)).toBe(built.fee);
  return { txid, fee: built.fee };
};

/** A transaction the scenario built and sent by itself paid the rate, and no more. */
const expectPaid = (chain: TestChain, txid: string): void => {
  const size = BigInt(chain.node.transaction(txid)?.size ?? 0);
  expect(chain.feeOf(txid)).toBeGreaterThanOrEqual(2n * size);
  expect(chain.feeOf(txid)).toBeLessThan(2n * size + LOST_CHANGE);
};

const satoshisOf = ({ satoshis, companion }: AirdropCoin): bigint => satoshis + (companion?.satoshis ?? 0n);

/** A campaign's only lane closes: what it holds returns to its creator, less the fee, which their coins pay beyond the bound. */
const expectCloses = async <Parameters extends AirdropParameters>(
  scenario: AirdropScenario<Parameters>,
  creator: Party,
): Promise<void> => {
  const { chain, contract } = scenario;
  const lane = scenario.lane(0);
  const close = (options: BuildOptions, coins = creator.coins()) =>
    buildAirdropClose(contract, lane, chain.locktime(), coins, options);
  expect(() => close(AT_RATE, [])).toThrow(InsufficientFundsError);
  const approval = readCloseApproval(contract, creator.sign(airdropClosingMessage(contract.parameters.nonce)));
  if (approval === undefined) throw new Error('The creator signed');
  const byMessage = (options: BuildOptions): KeylessTransaction | undefined =>
    buildAirdropCloseByMessage(contract, lane, approval, chain.locktime(), options);
  expect(byMessage(AT_RATE)).toBeUndefined();
  expect(() => chain.node.submit(keyless(byMessage({})).hex)).toThrow(REFUSED);

  const before = creator.balance();
  const { txid, fee } = await send(chain, creator, close);
  expect(scenario.follow(0, txid)).toMatchObject({
    kind: 'close',
    next: undefined,
    tokensToCreator: lane.companion?.amount ?? 0n,
  });
  expect(creator.balance()).toBe(before + satoshisOf(lane) - fee);
  expect(chain.coinsOf(contract.lockingBytecode)).toEqual([]);
  expect(chain.coinsOf(contract.companion.lockingBytecode)).toEqual([]);
};

const openWhitelist = async (type: AirdropAsset['type']) => {
  const token = type !== 'BCH';
  const chain = createTestChain();
  const creator = createParty(chain, 'creator', 50_000_000n);
  const recipient = createParty(chain, 'recipient', 50_000n);
  const other = createParty(chain, 'other', 500_000n);
  const list = [recipient.hash, other.hash, ...[1, 2, 3, 4].map((byte) => new Uint8Array(20).fill(byte))];
  const rows = new Rows(
    list.map((hash, index) => ({ hash, amount: 10_000n + BigInt(index) })),
    1,
    3,
  );
  const asset = assetOf(chain, creator, type, rows.total);
  const terms = campaignTerms(chain, creator.hash);
  const parameters: WhitelistParameters = {
    ...terms,
    kind: 'WHITELIST',
    end: terms.start + 1_000_000n,
    depth: 3,
    rows: list.length,
    total: rows.total,
  };
  chain.node.setRelayFee(RATE);
  const fund = (options: BuildOptions) =>
    AirdropScenario.fund(chain, creator, parameters, { asset, whitelist: rows.funded, ...options });
  await expect(fund({})).rejects.toThrow(REFUSED);
  const scenario = await fund(AT_RATE);
  expectPaid(chain, scenario.fundingTxid);
  const claimOf = (row: number): WhitelistClaim => scenario.claim(0, rows.proof(row));
  /** Follows a claim of a row, which took so many satoshis from the lane in addition to the amount. */
  const follow = (row: number, txid: string, taken: bigint): void => {
    const before = scenario.lane(0);
    const { amount } = rows.proof(row);
    expect(scenario.follow(0, txid)).toMatchObject({ kind: 'claim', claimed: { amount } });
    rows.spend(row);
    const after = scenario.lane(0);
    expect(before.satoshis - after.satoshis).toBe(taken + (token ? 0n : amount));
    if (token) expect((before.companion?.amount ?? 0n) - (after.companion?.amount ?? 0n)).toBe(amount);
  };
  const tokens = (party: Party): bigint => (asset.type === 'BCH' ? 0n : tokensOf(party, asset.category));
  return { chain, creator, recipient, other, rows, scenario, claimOf, follow, tokens };
};

describe.each(ASSETS)('a whitelist in %s where nodes ask twice the minimum', (type) => {
  it('is funded, claimed by its recipient, by a payer and, once the bound covers it, by nobody, and closed', async () => {
    const { chain, creator, recipient, other, rows, scenario, claimOf, follow, tokens } = await openWhitelist(type);
    const token = type !== 'BCH';
    const { claimFee } = scenario.contract;

    // The recipient signs: the lane gives its bound, their coins the rest.
    const nothing = { hash: recipient.hash, coins: [] };
    expect(() => buildWhitelistClaim(claimOf(0), nothing, AT_RATE)).toThrow(InsufficientFundsError);
    const started = recipient.balance();
    const signed = await send(chain, recipient, (options) =>
      buildWhitelistClaim(claimOf(0), recipient.funds(), options),
    );
    follow(0, signed.txid, claimFee);
    expect(recipient.balance()).toBe(started + claimFee - signed.fee + (token ? 0n : 10_000n));
    expect(tokens(recipient)).toBe(token ? 10_000n : 0n);

    // Nobody signs: not at this rate.
    expect(buildKeylessWhitelistClaim(claimOf(1), AT_RATE)).toBeUndefined();
    expect(() => chain.node.submit(keyless(buildKeylessWhitelistClaim(claimOf(1))).hex)).toThrow(REFUSED);

    // A payer signs for a row that is another's: the lane gives the amount alone.
    const paid = other.balance();
    const byPayer = await send(chain, other, (options) => buildPaidWhitelistClaim(claimOf(2), other.funds(), options));
    follow(2, byPayer.txid, 0n);
    expect(chain.coinsOf(lockingBytecodeOf(rows.proof(2).hash))).toMatchObject([
      token ? { satoshis: PAYOUT, token: { amount: 10_002n } } : { satoshis: 10_002n },
    ]);
    expect(other.balance()).toBe(paid - byPayer.fee - (token ? PAYOUT : 0n));

    // A rate that the bound covers.
    chain.node.setRelayFee(COVERED_RATE);
    expect(() => chain.node.submit(keyless(buildKeylessWhitelistClaim(claimOf(1))).hex)).toThrow(REFUSED);
    const unsigned = keyless(buildKeylessWhitelistClaim(claimOf(1), { feeRate: COVERED_RATE }));
    expect(unsigned.fee).toBe((BigInt(unsigned.size) * COVERED_RATE + 999n) / 1_000n);
    const held = other.balance();
    follow(1, chain.node.submit(unsigned.hex), unsigned.fee + (token ? PAYOUT : 0n));
    expect(other.balance()).toBe(held + (token ? PAYOUT : 10_001n));
    expect(tokens(other)).toBe(token ? 10_001n : 0n);

    chain.node.setRelayFee(RATE);
    await expectCloses(scenario, creator);
    expect(tokens(creator)).toBe(token ? rows.total - 30_003n : 0n);
  });
});

describe.each(ASSETS)('a public airdrop in %s where nodes ask twice the minimum', (type) => {
  it('is funded, claimed twice by the same claimer, and closed', async () => {
    const amount = 20_000n;
    const chain = createTestChain();
    const creator = createParty(chain, 'creator', 50_000_000n);
    const ann = createParty(chain, 'ann', 60_000n);
    const token = type !== 'BCH';
    const asset = assetOf(chain, creator, type, 8n * amount);
    const terms = campaignTerms(chain, creator.hash);
    const parameters: PublicParameters = { ...terms, kind: 'PUBLIC', amount, limit: 2, claims: 8 };
    chain.node.setRelayFee(RATE);
    await expect(AirdropScenario.fund(chain, creator, parameters, { asset })).rejects.toThrow(REFUSED);
    const scenario = await AirdropScenario.fund(chain, creator, parameters, { asset, ...AT_RATE });
    expectPaid(chain, scenario.fundingTxid);

    const { claimFee } = scenario.contract;
    const counts = new TestCounts(parameters.nonce);
    const claim = (options: BuildOptions, coins = ann.coins()) =>
      buildPublicClaim(scenario.claim(0, counts.proof(ann.hash)), { hash: ann.hash, coins }, options);
    expect(() => claim(AT_RATE, [])).toThrow(InsufficientFundsError);
    for (const count of [1, 2]) {
      const [before, lane] = [ann.balance(), scenario.lane(0)];
      const { txid, fee } = await send(chain, ann, claim);
      expect(scenario.follow(0, txid)).toMatchObject({
        kind: 'claim',
        claimed: { recipient: ann.hash, amount, signed: true, count },
      });
      counts.raise(ann.hash);
      // The lane gives its bound, the claimer's coins the rest.
      expect(fee).toBeGreaterThan(claimFee - (token ? PAYOUT : 0n));
      expect(lane.satoshis - scenario.lane(0).satoshis).toBe(claimFee + (token ? 0n : amount));
      expect(ann.balance()).toBe(before + claimFee - fee + (token ? 0n : amount));
      if (asset.type !== 'BCH') expect(tokensOf(ann, asset.category)).toBe(amount * BigInt(count));
    }

    await expectCloses(scenario, creator);
    if (asset.type !== 'BCH') expect(tokensOf(creator, asset.category)).toBe(6n * amount);
  });
});

describe('a vault where nodes ask twice the minimum', () => {
  it('is opened, given more, spent from by two signers and closed, to the satoshi', async () => {
    const chain = createTestChain();
    const [creator, payee] = [createParty(chain, 'creator', 9_000_000n), createParty(chain, 'payee')];
    chain.node.setRelayFee(RATE);
    await expect(VaultScenario.open(chain, creator, 500_000n)).rejects.toThrow(REFUSED);
    const scenario = await VaultScenario.open(chain, creator, 500_000n, undefined, AT_RATE);
    expectPaid(chain, scenario.state?.outpoint.txid ?? '');
    const { contract } = scenario;
    const before = creator.balance();
    const { fee } = await send(chain, creator, (options) =>
      buildVaultDeposit(contract, creator.funds(), 100_000n, options),
    );
    expect([scenario.satoshis, creator.balance()]).toEqual([600_000n, before - 100_000n - fee]);

    /** Two sign it at the minimum for nothing, then at twice that. Gives its fee and what it did. */
    const agree = async (propose: (options: BuildOptions) => VaultProposal) => {
      await expect(scenario.execute(propose({}), 'alice', 'bob')).rejects.toThrow(REFUSED);
      const proposal = propose(AT_RATE);
      expect(proposal.fee).toBe(2n * BigInt(proposal.size));
      const transition = await scenario.execute(proposal, 'bob', 'carol');
      expect(chain.feeOf(transition?.txid ?? '')).toBe(proposal.fee);
      return { fee: proposal.fee, transition };
    };
    // More than the state alone holds, so that the deposit is spent too.
    const spend = await agree((options) =>
      proposeVaultSpend(
        contract,
        scenario.holdings,
        payee.lockingBytecode,
        { type: 'BCH', satoshis: 550_000n },
        options,
      ),
    );
    expect(spend.transition).toMatchObject({ kind: 'spend', payouts: [{ valueSatoshis: 550_000n }] });
    expect([payee.balance(), scenario.satoshis]).toEqual([550_000n, 50_000n - spend.fee]);

    const close = await agree(
      (options) => proposeVaultClose(contract, scenario.holdings, payee.lockingBytecode, options).proposal,
    );
    expect(close.transition).toMatchObject({ kind: 'close', next: undefined });
    expect([payee.balance(), scenario.coins]).toEqual([600_000n - spend.fee - close.fee, []]);
  });
});
