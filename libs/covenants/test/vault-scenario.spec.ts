import { binToHex } from '@bitauth/libauth';
import {
  buildVaultDeposit,
  buildVaultFirstDeposit,
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
import { createParty, pay } from './support/party.js';
import { openScene, VaultScenario } from './support/vault-scenario.js';

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
  it('begin with the state at the first output, and do not mark the address as a vault', async () => {
    const { chain, creator, scenario } = await openScene();
    const { state } = scenario;
    expect(state).toMatchObject({ satoshis: 500_000n, state: INITIAL_VAULT_STATE });
    const { outputs } = chain.transaction(state?.outpoint.txid ?? '');
    expect(outputs).toHaveLength(2);
    expect(state?.outpoint.vout).toBe(0);
    expect(outputs[1]?.lockingBytecode).toEqual(creator.lockingBytecode);
    expect(scenario.satoshis).toBe(500_000n);
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
