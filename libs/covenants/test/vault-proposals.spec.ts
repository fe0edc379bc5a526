import {
  binToHex,
  encodeLockingBytecodeP2pk,
  encodeLockingBytecodeP2sh20,
  encodeLockingBytecodeP2sh32,
} from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import {
  CovenantError,
  decodeVaultProposal,
  encodeVaultProposal,
  encodeVaultState,
  InsufficientFundsError,
  InsufficientTokensError,
  MAX_VAULT_COINS,
  MAX_VAULT_SPENDS,
  proposeVaultClose,
  proposeVaultSpend,
  sortHoldings,
  type VaultCoin,
} from '../src/index.js';
import { openScene, VaultScenario, WALLETS } from './support/vault-scenario.js';

const bch = (satoshis: bigint) => ({ type: 'BCH', satoshis }) as const;

const scene = async (deposit?: bigint) => {
  const opened = await openScene(deposit);
  const { scenario, payee } = opened;
  const locking = binToHex(scenario.contract.lockingBytecode);
  const propose = (payout: Parameters<typeof proposeVaultSpend>[3], to = payee.lockingBytecode) =>
    proposeVaultSpend(scenario.contract, scenario.holdings, to, payout);
  const close = () => proposeVaultClose(scenario.contract, scenario.holdings, payee.lockingBytecode);
  return { ...opened, locking, propose, close };
};

const problemOf = (propose: () => unknown): string => {
  try {
    propose();
  } catch (error) {
    if (error instanceof CovenantError) return error.code;
    throw error;
  }
  return 'none';
};

describe('a payment', () => {
  it('goes to any kind of address', async () => {
    const { scenario, propose } = await scene();
    const locks = [
      encodeLockingBytecodeP2sh20(new Uint8Array(20).fill(1)),
      encodeLockingBytecodeP2sh32(new Uint8Array(32).fill(2)),
      encodeLockingBytecodeP2pk(WALLETS.alice.publicKey),
    ];
    for (const lock of locks) {
      const transition = await scenario.execute(propose(bch(5_000n), lock), 'alice', 'bob');
      expect(transition?.payouts).toEqual([{ lockingBytecode: lock, valueSatoshis: 5_000n }]);
    }
  });

  it('takes as few deposits as it needs, the largest first', async () => {
    const { creator, scenario, propose } = await scene(10_000n);
    await scenario.deposit(creator, 5_000n, 90_000n, 20_000n);
    expect(propose(bch(3_000n)).coins).toHaveLength(1);
    expect(propose(bch(80_000n)).coins.map(({ satoshis }) => satoshis)).toEqual([10_000n, 90_000n]);
    expect(propose(bch(105_000n)).coins.map(({ satoshis }) => satoshis)).toEqual([10_000n, 90_000n, 20_000n]);
  });

  it('takes fifty deposits at once, signed at one input', async () => {
    const { chain, payee, scenario, propose } = await scene(10_000n);
    chain.fund(scenario.contract.lockingBytecode, ...Array.from({ length: 50 }, () => 10_000n));
    const proposal = propose(bch(480_000n));
    expect(proposal.coins).toHaveLength(51);
    const transition = await scenario.execute(proposal, 'bob', 'carol');
    expect(chain.node.transaction(transition?.txid ?? '')?.size).toBeLessThan(20_000);
    expect(payee.balance()).toBe(480_000n);
    expect(scenario.coins).toHaveLength(1);
  });

  it('leaves the state its least, and not a satoshi less', async () => {
    const { scenario, propose } = await scene(100_000n);
    const { fee } = propose(bch(50_000n));
    const most = propose(bch(99_000n - fee));
    expect((await scenario.execute(most, 'alice', 'bob'))?.next?.satoshis).toBe(1_000n);
    const again = await scene(100_000n);
    expect(() => again.propose(bch(99_001n - fee))).toThrow(InsufficientFundsError);
  });

  it('of more than there is says what is missing', async () => {
    const { propose } = await scene(10_000n);
    expect(() => propose(bch(20_000n))).toThrow(/vault needs 21\d{3} satoshis .* has 10000/u);
  });

  it.each([
    ['BELOW_DUST', 545n],
    ['BELOW_DUST', 0n],
    ['BELOW_DUST', -1n],
    ['AMOUNT_OUT_OF_RANGE', 2_100_000_000_000_001n],
  ])('is refused as %s: %s satoshis', async (problem, satoshis) => {
    const { propose } = await scene();
    expect(problemOf(() => propose(bch(satoshis)))).toBe(problem);
  });

  it('to the vault itself is refused, as is a close', async () => {
    const { scenario, propose } = await scene();
    expect(problemOf(() => propose(bch(5_000n), scenario.contract.lockingBytecode))).toBe('PAYS_ITSELF');
    expect(
      problemOf(() => proposeVaultClose(scenario.contract, scenario.holdings, scenario.contract.lockingBytecode)),
    ).toBe('PAYS_ITSELF');
  });

  it('is refused once the count is used up; a close is not', async () => {
    const { scenario, payee } = await scene();
    if (scenario.state === undefined) throw new Error('No state');
    const state: VaultCoin = { ...scenario.state, state: { spends: MAX_VAULT_SPENDS } };
    expect(
      problemOf(() => proposeVaultSpend(scenario.contract, { state, coins: [] }, payee.lockingBytecode, bch(5_000n))),
    ).toBe('SPENDS_USED_UP');
    expect(proposeVaultClose(scenario.contract, { state, coins: [] }, payee.lockingBytecode).proposal.kind).toBe(
      'close',
    );
  });

  it('without a state gives the fee what is too little to return', async () => {
    const { chain, payee } = await scene();
    const scenario = VaultScenario.create(chain, 201);
    chain.fund(scenario.contract.lockingBytecode, 20_000n);
    const proposal = proposeVaultSpend(scenario.contract, scenario.holdings, payee.lockingBytecode, bch(19_000n));
    expect(proposal.outputs).toHaveLength(1);
    expect(proposal.fee).toBe(1_000n);
    expect(await scenario.execute(proposal, 'alice', 'bob')).toBeUndefined();
    expect(payee.balance()).toBe(19_000n);
  });
});

describe('tokens at the address', () => {
  it('are paid out to the unit, the rest returns', async () => {
    const { chain, payee, scenario, locking, propose } = await scene();
    const { category } = chain.node.mint(locking, { amount: 1_000n, satoshis: 1_000n });
    await scenario.execute(propose({ type: 'FUNGIBLE_TOKEN', category, amount: 300n }), 'alice', 'carol');
    expect(payee.coins()).toMatchObject([{ satoshis: 1_000n, token: { category, amount: 300n } }]);
    expect(scenario.coins.find(({ token }) => token?.category === category)).toMatchObject({
      satoshis: 1_000n,
      token: { amount: 700n },
    });
    await scenario.execute(propose({ type: 'FUNGIBLE_TOKEN', category, amount: 700n }), 'bob', 'carol');
    expect(scenario.coins).toHaveLength(1);
  });

  it('keep an NFT that shares a coin with them', async () => {
    const { chain, scenario, locking, propose } = await scene();
    const { category } = chain.node.mint(locking, {
      amount: 50n,
      nft: { capability: 'minting', commitment: 'aa' },
      satoshis: 1_000n,
    });
    await scenario.execute(propose({ type: 'FUNGIBLE_TOKEN', category, amount: 20n }), 'alice', 'bob');
    const kept = scenario.coins.filter(({ token }) => token?.category === category).map(({ token }) => token);
    expect(kept).toEqual(
      expect.arrayContaining([
        { category, amount: 0n, nft: { capability: 'minting', commitment: 'aa' } },
        { category, amount: 30n },
      ]),
    );
  });

  it('leave as a whole coin, NFT and all', async () => {
    const { chain, payee, scenario, locking, propose } = await scene();
    const { category } = chain.node.mint(locking, {
      amount: 5n,
      nft: { capability: 'mutable', commitment: 'ab'.repeat(40) },
      satoshis: 1_000n,
    });
    const coin = scenario.coins.find(({ token }) => token?.category === category);
    if (coin === undefined) throw new Error('Not minted');
    await scenario.execute(propose({ type: 'COIN', outpoint: coin }), 'alice', 'bob');
    expect(payee.coins()[0]?.token).toEqual(coin.token);
    expect(scenario.coins).toHaveLength(1);
  });

  it('beyond what there is, or no such coin, are refused', async () => {
    const { chain, scenario, locking, propose } = await scene();
    const { category } = chain.node.mint(locking, { amount: 10n, satoshis: 1_000n });
    expect(() => propose({ type: 'FUNGIBLE_TOKEN', category, amount: 11n })).toThrow(InsufficientTokensError);
    expect(problemOf(() => propose({ type: 'FUNGIBLE_TOKEN', category, amount: 0n }))).toBe('AMOUNT_OUT_OF_RANGE');
    expect(problemOf(() => propose({ type: 'COIN', outpoint: { txid: category, vout: 7 } }))).toBe('NO_SUCH_COIN');
    expect(
      problemOf(() => propose({ type: 'COIN', outpoint: scenario.state?.outpoint ?? { txid: '', vout: 0 } })),
    ).toBe('NO_SUCH_COIN');
  });
});

describe('a close', () => {
  it('takes deposits and two kinds of tokens along, and says what it leaves; that follows without a state', async () => {
    const { chain, creator, payee, scenario, locking, close } = await scene();
    await scenario.deposit(creator, 20_000n, 30_000n);
    const minted = [0, 1, 2].map(
      (index) => chain.node.mint(locking, { amount: BigInt(index + 1), satoshis: 1_000n }).category,
    );
    const { proposal, left } = close();
    expect(left.map(({ token }) => token?.category)).toEqual([minted[2]]);
    expect(proposal.outputs).toHaveLength(3);
    await scenario.execute(proposal, 'alice', 'bob');
    expect(scenario.coins).toEqual(left);
    await scenario.deposit(creator, 5_000n);
    const rest = close();
    expect(rest.left).toEqual([]);
    await scenario.execute(rest.proposal, 'alice', 'bob');
    expect(scenario.coins).toEqual([]);
    expect(
      payee
        .coins()
        .flatMap(({ token }) => (token === undefined ? [] : [token.category]))
        .sort(),
    ).toEqual([...minted].sort());
  });

  it('of an address with too little for its fee is refused', async () => {
    const { chain, payee } = await scene();
    const scenario = VaultScenario.create(chain, 202);
    expect(() => proposeVaultClose(scenario.contract, scenario.holdings, payee.lockingBytecode)).toThrow(
      InsufficientFundsError,
    );
    chain.fund(scenario.contract.lockingBytecode, 1_100n);
    expect(() => proposeVaultClose(scenario.contract, scenario.holdings, payee.lockingBytecode)).toThrow(
      InsufficientFundsError,
    );
  });

  it('of a forged state gives back its satoshis; no spend touches it before', async () => {
    const { chain, payee, scenario, locking, propose } = await scene();
    const { category } = chain.node.mint(locking, {
      nft: { capability: 'mutable', commitment: encodeVaultState({ spends: 77 }) },
      satoshis: 30_000n,
    });
    const decoy = scenario.coins.find(({ token }) => token?.category === category);
    const [forged] = sortHoldings(scenario.holdings).otherStates;
    if (decoy === undefined || forged === undefined) throw new Error('It does not look like a state');
    expect(forged).toEqual({
      outpoint: { txid: decoy.txid, vout: decoy.vout },
      satoshis: 30_000n,
      category,
      state: { spends: 77 },
    });
    await scenario.execute(propose(bch(5_000n)), 'alice', 'bob');
    expect(scenario.coins).toContainEqual(decoy);
    const { proposal } = proposeVaultClose(scenario.contract, { state: forged, coins: [] }, payee.lockingBytecode);
    await scenario.execute(proposal, 'alice', 'bob');
    expect(payee.balance()).toBe(5_000n + 30_000n - proposal.fee);
    expect(scenario.coins).toHaveLength(1);
  });

  it('of a forged state with units of its category gives back its satoshis, after spends of them', async () => {
    const { chain, payee, scenario, locking } = await scene();
    const { category } = chain.node.mint(locking, {
      nft: { capability: 'mutable', commitment: encodeVaultState({ spends: 7 }) },
      amount: 500n,
      satoshis: 30_000n,
    });
    const [forged] = sortHoldings(scenario.holdings).otherStates;
    if (forged === undefined) throw new Error('It does not look like a state');
    expect(forged).toMatchObject({ category, units: 500n });
    const other = new VaultScenario(chain, scenario.contract);
    other.state = forged;
    const spent = await other.execute(
      proposeVaultSpend(scenario.contract, { state: forged, coins: [] }, payee.lockingBytecode, bch(5_000n)),
      'alice',
      'bob',
    );
    expect(spent?.next).toMatchObject({ state: { spends: 8 }, units: 500n });
    const alike: Utxo = { txid: 'ab'.repeat(32), vout: 0, satoshis: 1_000n, token: { category, amount: 1n } };
    const { proposal, left } = proposeVaultClose(
      scenario.contract,
      { state: other.state, coins: [alike] },
      payee.lockingBytecode,
    );
    expect(left).toEqual([alike]);
    await other.execute(decodeVaultProposal(scenario.contract, encodeVaultProposal(proposal)), 'alice', 'carol');
    expect(scenario.coins).toHaveLength(1);
    expect(payee.balance() > 28_000n).toBe(true);
  });

  it('leaves coins that are not worth their fee, which only a miner can have sent', async () => {
    const { scenario, payee } = await scene();
    const dust: Utxo = { txid: 'ab'.repeat(32), vout: 0, satoshis: 300n };
    const { proposal, left } = proposeVaultClose(
      scenario.contract,
      { state: scenario.state, coins: [dust] },
      payee.lockingBytecode,
    );
    expect([proposal.coins.length, left]).toEqual([1, [dust]]);
  });

  it('of a second state, made by depositing as if for the first time, gets its money out', async () => {
    const { chain, creator, scenario, payee } = await scene();
    chain.fund(creator.lockingBytecode, 100_000n);
    const twin = await VaultScenario.open(chain, creator, 70_000n, scenario.contract.parameters.nonce[0]);
    expect(twin.contract.address).toBe(scenario.contract.address);
    expect(sortHoldings(scenario.holdings).otherStates).toEqual([twin.state]);
    await twin.execute(
      proposeVaultSpend(scenario.contract, twin.holdings, payee.lockingBytecode, bch(5_000n)),
      'alice',
      'carol',
    );
    const { proposal } = proposeVaultClose(scenario.contract, { state: twin.state, coins: [] }, payee.lockingBytecode);
    await twin.execute(proposal, 'alice', 'bob');
    expect(scenario.coins).toHaveLength(1);
    expect(scenario.holdings.state).toEqual(scenario.state);
  });

  it('takes as many coins as one transaction can, and says what it leaves', async () => {
    const { scenario, payee } = await scene();
    const coins = Array.from({ length: MAX_VAULT_COINS + 5 }, (_, vout): Utxo => ({
      txid: 'ab'.repeat(32),
      vout,
      satoshis: 5_000n,
    }));
    const { proposal, left } = proposeVaultClose(
      scenario.contract,
      { state: scenario.state, coins },
      payee.lockingBytecode,
    );
    expect([proposal.coins.length, left.length]).toEqual([MAX_VAULT_COINS, 6]);
    expect(proposal.size).toBeLessThan(100_000);
  });
});

describe('hundreds of NFTs at the address, which anybody may send', () => {
  const RELAYED = 100_000;
  const anywhere = encodeLockingBytecodeP2sh32(new Uint8Array(32).fill(2));
  const amount = 2n ** 54n;
  /** As long as outputs can be. */
  const nfts = (category: (vout: number) => string): Utxo[] =>
    Array.from({ length: MAX_VAULT_COINS + 20 }, (_, vout) => ({
      txid: 'ab'.repeat(32),
      vout,
      satoshis: 2_000n,
      token: { category: category(vout), amount, nft: { capability: 'none', commitment: '77'.repeat(128) } },
    }));
  const money: Utxo = { txid: 'cd'.repeat(32), vout: 0, satoshis: 5_000_000n };

  it('leave by closes that nodes relay, one after the other', async () => {
    const { scenario } = await scene();
    const coins = [money, ...nfts((vout) => vout.toString(16).padStart(64, '1'))];
    const { proposal, left } = proposeVaultClose(scenario.contract, { state: undefined, coins }, anywhere);
    expect(proposal.size).toBeLessThan(RELAYED);
    expect([proposal.outputs.length, left.length]).toEqual([101, MAX_VAULT_COINS + 20 - 100]);
  });

  it('return from a spend that nodes relay', async () => {
    const { scenario } = await scene();
    const category = '11'.repeat(32);
    const holdings = { state: scenario.state, coins: [money, ...nfts(() => category)] };
    const spend = (coins: bigint) =>
      proposeVaultSpend(scenario.contract, holdings, anywhere, {
        type: 'FUNGIBLE_TOKEN',
        category,
        amount: coins * amount,
      });
    expect(spend(98n).size).toBeLessThan(RELAYED);
    expect(() => spend(99n)).toThrow(InsufficientTokensError);
  });
});

describe('a stored proposal', () => {
  it('comes back as it was, tokens and all', async () => {
    const { chain, creator, scenario, locking, propose, close } = await scene();
    await scenario.deposit(creator, 20_000n);
    const { category } = chain.node.mint(locking, {
      amount: 9n,
      nft: { capability: 'none', commitment: 'aa' },
      satoshis: 1_000n,
    });
    for (const proposal of [
      propose(bch(500_000n)),
      propose({ type: 'FUNGIBLE_TOKEN', category, amount: 4n }),
      close().proposal,
    ]) {
      const record = JSON.parse(JSON.stringify(encodeVaultProposal(proposal))) as ReturnType<
        typeof encodeVaultProposal
      >;
      expect(decodeVaultProposal(scenario.contract, record)).toEqual(proposal);
    }
  });

  it('of another vault, or broken, is refused', async () => {
    const { chain, scenario, propose } = await scene();
    const record = encodeVaultProposal(propose(bch(5_000n)));
    const broken = [
      { ...record, unsignedTransaction: 'zz' },
      { ...record, unsignedTransaction: record.unsignedTransaction.slice(2) },
      { ...record, sourceOutputs: '00' },
      { ...record, sourceOutputs: '' },
    ];
    for (const each of broken) expect(problemOf(() => decodeVaultProposal(scenario.contract, each))).toBe('MALFORMED');
    expect(problemOf(() => decodeVaultProposal(VaultScenario.create(chain, 203).contract, record))).toBe('MALFORMED');
  });
});
