import { binToHex } from '@bitauth/libauth';
import {
  buildVaultDeposit,
  buildVaultFirstDeposit,
  completeVaultProposal,
  decodeVaultProposal,
  encodeVaultProposal,
  findVaultDeployment,
  INITIAL_VAULT_STATE,
  InsufficientFundsError,
  proposeVaultClose,
  proposeVaultSpend,
  VAULT_STATE_SATOSHIS,
} from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { pay } from './support/pay.js';
import { openScene, signatureBy, VaultScenario } from './support/vault-scenario.js';

const bch = (satoshis: bigint) => ({ type: 'BCH', satoshis }) as const;

describe('a long commitment', () => {
  it('an NFT with a commitment of 128 bytes leaves like any other, alone and with a close', async () => {
    const chain = createTestChain();
    const [creator, payee] = [createParty(chain, 'creator', 900_000n), createParty(chain, 'payee')];
    const scenario = await VaultScenario.open(chain, creator, 100_000n);
    for (const byte of ['11', '22'])
      chain.node.mint(binToHex(scenario.contract.lockingBytecode), {
        nft: { capability: 'none', commitment: byte.repeat(128) },
        satoshis: 2_000n,
      });
    const coin = scenario.coins.find(({ token }) => token?.nft?.commitment.startsWith('11'));
    if (coin === undefined) throw new Error('It was sent there');
    await scenario.execute(
      proposeVaultSpend(scenario.contract, scenario.holdings, payee.lockingBytecode, { type: 'COIN', outpoint: coin }),
      'alice',
      'bob',
    );
    const { proposal } = proposeVaultClose(scenario.contract, scenario.holdings, payee.lockingBytecode);
    await scenario.execute(decodeVaultProposal(scenario.contract, encodeVaultProposal(proposal)), 'bob', 'carol');
    expect(scenario.coins).toEqual([]);
    expect(payee.coins().filter(({ token }) => token?.nft?.commitment.length === 256)).toHaveLength(2);
  });
});

describe('deposits', () => {
  it('begin with the state, at a first output, and tell nobody what the address is', async () => {
    const { chain, creator, scenario } = await openScene();
    const { state } = scenario;
    expect(state).toMatchObject({ satoshis: 500_000n, state: INITIAL_VAULT_STATE });
    const { outputs } = chain.transaction(state?.outpoint.txid ?? '');
    expect(outputs).toHaveLength(2);
    expect(state?.outpoint.vout).toBe(0);
    expect(outputs[1]?.lockingBytecode).toEqual(creator.lockingBytecode);
    expect(scenario.satoshis).toBe(500_000n);
  });

  it('go on as plain sends, to output 0', async () => {
    const { creator, scenario } = await openScene();
    await scenario.deposit(creator, 20_000n, 30_000n);
    expect(scenario.coins.slice(1)).toMatchObject([
      { vout: 0, satoshis: 20_000n },
      { vout: 0, satoshis: 30_000n },
    ]);
    expect(scenario.coins.slice(1).every(({ token }) => token === undefined)).toBe(true);
  });

  it('ask for a preparation where no plain coin has index 0', async () => {
    const chain = createTestChain();
    const [payer, poor] = [createParty(chain, 'payer', 900_000n), createParty(chain, 'poor')];
    await pay(payer, { to: payer.lockingBytecode, amount: 1_000n }, { to: poor.lockingBytecode, amount: 200_000n });
    const { contract } = VaultScenario.create(chain);
    const { kind, transaction } = buildVaultFirstDeposit(contract, poor.funds(), 50_000n);
    expect(kind).toBe('preparation');
    await poor.send(transaction);
    const deposit = buildVaultFirstDeposit(contract, poor.funds(), 50_000n);
    expect(deposit.kind).toBe('deposit');
    const txid = await poor.send(deposit.transaction);
    expect(findVaultDeployment(contract, txid, chain.transaction(txid)).ok).toBe(true);
  });

  it('are refused below 1,000 satoshis and beyond the wallet', async () => {
    const { creator, scenario } = await openScene();
    expect(() => buildVaultDeposit(scenario.contract, creator.funds(), VAULT_STATE_SATOSHIS - 1n)).toThrow(RangeError);
    expect(() => buildVaultFirstDeposit(scenario.contract, creator.funds(), VAULT_STATE_SATOSHIS - 1n)).toThrow(
      RangeError,
    );
    expect(() => buildVaultDeposit(scenario.contract, creator.funds(), 90_000_000n)).toThrow(InsufficientFundsError);
  });
});

describe('a life', () => {
  it('of spends by every two signers and a close pays to the satoshi what was agreed on', async () => {
    const { chain, creator, payee, scenario } = await openScene();
    await scenario.deposit(creator, 100_000n);
    const pairs = [
      ['alice', 'bob'],
      ['carol', 'alice'],
      ['bob', 'carol'],
    ] as const;
    let fees = 0n;
    for (const [index, [one, other]] of pairs.entries()) {
      const proposal = proposeVaultSpend(scenario.contract, scenario.holdings, payee.lockingBytecode, bch(10_000n));
      expect(proposal.fee).toBe(BigInt(proposal.size));
      const transition = await scenario.execute(proposal, one, other);
      expect(transition).toMatchObject({
        kind: 'spend',
        payouts: [{ lockingBytecode: payee.lockingBytecode, valueSatoshis: 10_000n }],
      });
      expect(transition?.next?.state.spends).toBe(index + 1);
      expect(chain.node.transaction(transition?.txid ?? '')?.size).toBe(proposal.size - 14);
      fees += proposal.fee;
    }
    const { proposal, left } = proposeVaultClose(scenario.contract, scenario.holdings, payee.lockingBytecode);
    expect(left).toEqual([]);
    expect(await scenario.execute(proposal, 'alice', 'carol')).toMatchObject({ kind: 'close', next: undefined });
    expect(scenario.coins).toEqual([]);
    expect(payee.balance()).toBe(600_000n - fees - proposal.fee);
  });

  it('of the address goes on after a close: what comes later can be spent without a state', async () => {
    const { creator, payee, scenario } = await openScene();
    await scenario.execute(
      proposeVaultClose(scenario.contract, scenario.holdings, payee.lockingBytecode).proposal,
      'alice',
      'bob',
    );
    await scenario.deposit(creator, 40_000n, 60_000n);
    const before = payee.balance();
    const spend = proposeVaultSpend(scenario.contract, scenario.holdings, payee.lockingBytecode, bch(70_000n));
    expect(await scenario.execute(spend, 'bob', 'carol')).toBeUndefined();
    expect(payee.balance()).toBe(before + 70_000n);
    expect(scenario.satoshis).toBe(30_000n - spend.fee);
    await scenario.execute(
      proposeVaultClose(scenario.contract, scenario.holdings, payee.lockingBytecode).proposal,
      'alice',
      'carol',
    );
    expect(scenario.coins).toEqual([]);
  });

  it('lets one of two proposals for the same state through; the other one is stale, its signatures worth nothing', async () => {
    const { chain, creator, payee, scenario } = await openScene();
    await scenario.deposit(creator, 100_000n);
    const one = proposeVaultSpend(scenario.contract, scenario.holdings, payee.lockingBytecode, bch(10_000n));
    const other = proposeVaultSpend(scenario.contract, scenario.holdings, payee.lockingBytecode, bch(20_000n));
    const late = completeVaultProposal(other, [await signatureBy(other, 'bob'), await signatureBy(other, 'carol')]);
    await scenario.execute(one, 'alice', 'bob');
    expect(() => chain.node.submit(late.hex)).toThrow();
    expect(payee.balance()).toBe(10_000n);
    await scenario.execute(
      proposeVaultSpend(scenario.contract, scenario.holdings, payee.lockingBytecode, bch(20_000n)),
      'bob',
      'carol',
    );
    expect(payee.balance()).toBe(30_000n);
    expect(scenario.state?.state.spends).toBe(2);
  });
});
