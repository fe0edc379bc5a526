import { binToHex } from '@bitauth/libauth';
import { vestedAmount } from '@weir/vesting';
import {
  type AirdropAsset,
  type AirdropTransition,
  buildAirdropClose,
  buildKeylessWhitelistClaim,
  buildPaidWhitelistClaim,
  buildWhitelistClaim,
  createAirdropContract,
  decodeAirdropAnnouncement,
  encodeAirdropAnnouncement,
  findAirdropDeployment,
  findAirdropProblem,
  findClaimedLock,
  type LockSchedule,
  lockUnits,
  lockVesting,
  type WhitelistClaim,
  type WhitelistParameters,
} from '../src/index.js';
import { AirdropScenario, assetOf, campaignTerms, heldBy, Rows } from './support/airdrop-scenario.js';
import { createTestChain } from './support/chain.js';
import { LiveLock } from './support/lock-scenario.js';
import { createParty } from './support/party.js';

const DAY = 86_400n;

const scene = async (type: AirdropAsset['type'], isScript = false) => {
  const chain = createTestChain();
  const creator = createParty(chain, 'creator', 50_000_000n);
  const recipient = createParty(chain, 'recipient', 60_000n);
  const list = [recipient.hash, ...Array.from({ length: 5 }, (_, i) => new Uint8Array(20).fill(i + 1))];
  const rows = new Rows(
    list.map((hash, i) => ({ hash, amount: 4_000_000n + BigInt(i) })),
    1,
    3,
  );
  const asset = assetOf(chain, creator, type, rows.total);
  chain.mine(1);
  const script = Uint8Array.of(0xaa, 0x20, ...new Uint8Array(32).fill(5), 0x87);
  const common = campaignTerms(chain, isScript ? script : creator.hash);
  const vesting: LockSchedule = { start: common.start, cliff: common.start + 10n * DAY, step: DAY, steps: 100n };
  const parameters: WhitelistParameters = {
    ...common,
    kind: 'WHITELIST',
    depth: 3,
    rows: list.length,
    total: rows.total,
    vesting,
  };
  const scenario = await AirdropScenario.fund(chain, creator, parameters, { asset, whitelist: rows.funded });
  const claimOf = (row: number): WhitelistClaim => scenario.claim(0, rows.proof(row), chain.locktime());
  const lockOf = ({ txid }: AirdropTransition): LiveLock => {
    const found = findClaimedLock('devnet', txid, chain.transaction(txid));
    if (found === undefined) throw new Error('The claim made no lock');
    return new LiveLock(chain, found);
  };
  return { chain, creator, recipient, rows, scenario, claimOf, lockOf, asset, vesting, parameters };
};

const CASES = (['BCH', 'FUNGIBLE_TOKEN'] as const).flatMap((type) =>
  [false, true].map((isScript) => [type, isScript ? 'script' : 'key', isScript] as const),
);

describe.each(CASES)('a vested list in %s of a %s', (type, _, isScript) => {
  it('is announced with its schedule, and found again', async () => {
    const { scenario, parameters, asset, chain } = await scene(type, isScript);
    const bytecode = encodeAirdropAnnouncement({ parameters, asset });
    expect(bytecode.length).toBeLessThanOrEqual(223);
    expect(decodeAirdropAnnouncement(bytecode)).toEqual({ parameters, asset });
    const { outputs } = chain.transaction(scenario.fundingTxid);
    expect(outputs.map(({ lockingBytecode }) => binToHex(lockingBytecode))).toContain(binToHex(bytecode));
    // Another schedule is another address.
    const other = { ...parameters, vesting: { ...parameters.vesting, steps: 99n } as LockSchedule };
    expect(createAirdropContract(other, 'devnet', asset).address).not.toBe(scenario.contract.address);
    // So is the same list paid at once: its lanes do not belong to a vested announcement.
    const lanes = createAirdropContract({ ...parameters, vesting: undefined }, 'devnet', asset);
    const funded = chain.transaction(scenario.fundingTxid);
    expect(findAirdropDeployment(scenario.contract, scenario.fundingTxid, funded).ok).toBe(true);
    expect(findAirdropDeployment(lanes, scenario.fundingTxid, funded).ok).toBe(false);
  });

  it.each(['keyless', 'signed', 'paid by another'] as const)(
    'pays a %s claim into a lock that pays the row',
    async (by) => {
      const { chain, recipient, creator, scenario, claimOf, lockOf, asset, vesting } = await scene(type, isScript);
      const before = heldBy(recipient, asset);
      const nothing = { hash: recipient.hash, coins: [] };
      const made =
        by === 'keyless'
          ? scenario.submit(0, buildKeylessWhitelistClaim(claimOf(0)))
          : by === 'signed'
            ? await scenario.send(recipient, 0, buildWhitelistClaim(claimOf(0), nothing))
            : await scenario.send(creator, 0, buildPaidWhitelistClaim(claimOf(0), creator.funds()));
      expect(heldBy(recipient, asset)).toBe(before);
      const { campaign: named } = findClaimedLock('devnet', made.txid, chain.transaction(made.txid)) ?? {};
      expect(named).toEqual(scenario.contract.lockingBytecode);
      const lock = lockOf(made);
      const { contract, coin } = lock;
      expect(contract.terms).toEqual({
        asset: type,
        ...vesting,
        total: 4_000_000n,
        recipient: recipient.lockingBytecode,
      });
      expect(coin && lockUnits(contract, coin)).toBe(4_000_000n);
      let paid = 0n;
      for (const days of [10n, 55n, 100n]) {
        chain.reach(vesting.start + days * DAY);
        // A claim's lock of tokens has a reserve for its last payment alone.
        const { transition } = type === 'BCH' || days === 100n ? lock.push() : await lock.pay(recipient);
        paid += transition.released;
        expect(paid).toBe(vestedAmount(lockVesting(contract.terms), chain.locktime()));
      }
      expect(paid).toBe(4_000_000n);
      expect(heldBy(recipient, asset) - before).toBeGreaterThan(type === 'BCH' ? 3_998_000n : 3_999_999n);
    },
  );

  it('pays each row once', async () => {
    const { rows, scenario, claimOf } = await scene(type, isScript);
    const claim = claimOf(0);
    scenario.submit(0, buildKeylessWhitelistClaim(claim));
    rows.spend(0);
    expect(() => buildKeylessWhitelistClaim({ ...claim, coin: scenario.lane(0) })).toThrow('PROOF_OUTDATED');
    scenario.submit(0, buildKeylessWhitelistClaim(claimOf(1)));
  });

  it('closes as any does, and leaves locks alone', async () => {
    const { chain, creator, scenario, claimOf, lockOf, vesting, recipient, asset } = await scene(type, isScript);
    const lock = lockOf(scenario.submit(0, buildKeylessWhitelistClaim(claimOf(0))));
    if (!isScript) {
      const close = buildAirdropClose(scenario.contract, scenario.lane(0), chain.locktime());
      expect(await scenario.send(creator, 0, close)).toMatchObject({ kind: 'close' });
    }
    const before = heldBy(recipient, asset);
    chain.reach(vesting.start + 100n * DAY);
    lock.push();
    expect(heldBy(recipient, asset) - before).toBeGreaterThan(3_999_000n);
  });
});

describe('the parameters of a vested list', () => {
  it('are unsound with a schedule that no lock may have, and with rows below 10,000 satoshis', async () => {
    const { parameters, asset, vesting } = await scene('BCH');
    const withVesting = (change: Partial<LockSchedule>) => ({ ...parameters, vesting: { ...vesting, ...change } });
    expect(findAirdropProblem(parameters, asset)).toBeUndefined();
    for (const change of [{ steps: 0n }, { step: 0n }, { cliff: 0n }, { start: 1n }, { steps: 2n ** 33n }])
      expect(findAirdropProblem(withVesting(change), asset)).toBe('VESTING_UNSOUND');
    // At the cliff of the last day 100 of 10,000 satoshis would be left.
    expect(findAirdropProblem(withVesting({ cliff: vesting.start + 99n * DAY }), asset)).toBe('VESTING_UNSOUND');
    expect(findAirdropProblem({ ...parameters, total: 59_999n }, asset)).toBe('AMOUNT_BELOW_DUST');
    expect(findAirdropProblem({ ...parameters, total: 60_000n }, asset)).toBeUndefined();
  });

  it('make no lock of a claim that pays the recipient at once', async () => {
    const { chain, creator, recipient, rows } = await scene('BCH');
    const plain: WhitelistParameters = {
      ...campaignTerms(chain, creator.hash),
      kind: 'WHITELIST',
      depth: 3,
      rows: 6,
      total: rows.total,
    };
    const scenario = await AirdropScenario.fund(chain, creator, plain, { whitelist: rows.funded });
    const { txid } = scenario.submit(0, buildKeylessWhitelistClaim(scenario.claim(0, rows.proof(0))));
    expect(findClaimedLock('devnet', txid, chain.transaction(txid))).toBeUndefined();
    expect(recipient.coins()).toHaveLength(2);
  });
});
