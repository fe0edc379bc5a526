import type {
  FundingPreparation,
  GetVaultResponse,
  UpdateBalanceResponse,
  VaultDeposit,
  VaultStateResponse,
} from '@weir/api-contract';
import { type Answer, type Client, type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { emptyWallet, payOutputs } from '../support/pay-outputs.js';
import {
  carryOut,
  confirmExecution,
  createActiveVault,
  createVault,
  deposit,
  propose,
  sendTo,
  vaultOf,
  type VaultScenario,
} from '../support/vault-scenario.js';

const COIN = 100_000_000n;
const INITIAL = '010000000000';
const NO_HASH = 'a'.repeat(64);

const fixture = useFixture();

const by = ({ creator }: VaultScenario): Client => fixture.client.as(creator.address);
const depositOf = async (vault: VaultScenario) => (await by(vault).get<VaultDeposit>(`${vault.path}/deposit`)).body;
const report = <Body = UpdateBalanceResponse>(
  vault: VaultScenario,
  txid: string,
  amount: number | string,
): Promise<Answer<Body>> => by(vault).post<Body>(`${vault.path}/update-balance`, { txid, amount });
const stateOf = async (vault: VaultScenario) => (await by(vault).get<VaultStateResponse>(`${vault.path}/state`)).body;

describe('the first deposit', () => {
  it('asks for a preparation where the wallet has no output with index 0', async () => {
    const [creator, payer] = [fixture.wallet(), fixture.wallet()];
    await payOutputs(fixture, payer, [
      { to: payer, satoshis: 1_000n },
      { to: creator, satoshis: 2n * COIN },
    ]);
    const signers = [fixture.wallet(), fixture.wallet(), fixture.wallet()] as const;
    const { body: created } = await fixture.client
      .as(creator.address)
      .post<VaultScenario['created']>('/api/vaults', vaultOf(signers));
    const vault: VaultScenario = { id: created.id, path: `/api/vaults/${created.id}`, creator, signers, created };
    const { status, body } = await by(vault).get<FundingPreparation>(`${vault.path}/deposit`);
    expect([status, Object.keys(body).sort()]).toEqual([
      200,
      ['message', 'preparationTransaction', 'requiresPreparation', 'success'],
    ]);
    expect(body).toMatchObject({ success: false, requiresPreparation: true });
    await creator.signTransaction(body.preparationTransaction);
    await deposit(fixture, vault);
    expect((await stateOf(vault)).state).toBe('active');
  });

  it('is recorded once when twenty report it at once, over two replicas', async () => {
    const vault = await createVault(fixture);
    const { wcTransaction } = await depositOf(vault);
    const { signedTransactionHash: txid } = await vault.creator.signTransaction(wcTransaction);
    const replica = await fixture.replica();
    const clients = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? fixture.client : replica).as(vault.creator.address),
    );
    const answers = await Promise.all(
      clients.map((client) => client.post(`${vault.path}/update-balance`, { txid, amount: 1 })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect((await by(vault).get<GetVaultResponse>(vault.path)).body.events).toHaveLength(1);
  });

  it('that was broadcast and not reported is named instead of built again', async () => {
    const vault = await createVault(fixture);
    const { wcTransaction } = await depositOf(vault);
    const { signedTransactionHash: txid } = await vault.creator.signTransaction(wcTransaction);
    expect(await by(vault).get<Refusal>(`${vault.path}/deposit`)).toMatchObject(
      refusal(409, 'WRONG_STATE', { details: { txid } }),
    );
  });

  it('names what the wallet lacks', async () => {
    const vault = await createVault(fixture);
    await emptyWallet(fixture, vault.creator);
    fixture.fund(vault.creator, 30_000n);
    expect(await by(vault).get<Refusal>(`${vault.path}/deposit`)).toMatchObject(
      refusal(409, 'INSUFFICIENT_FUNDS', { available: 0.0003, availableBase: '30000' }),
    );
  });

  it('must make the NFT', async () => {
    const vault = await createVault(fixture);
    const txid = await sendTo(fixture, vault, COIN);
    const { status, body } = await report<Refusal>(vault, txid, 1);
    expect([status, body.code]).toEqual([422, 'TX_MISMATCH']);
    expect(body.message).toContain('mutable state NFT');
    const forged = await payOutputs(fixture, vault.creator, [
      { to: vault.created.contractAddress, satoshis: COIN, state: INITIAL },
    ]);
    // One unit of its category comes with it: not a vault's state.
    expect(await report<Refusal>(vault, forged, 1)).toMatchObject(refusal(422, 'TX_MISMATCH'));
    expect((await stateOf(vault)).state).toBe('pending');
  });

  it('of next to nothing still makes a state', async () => {
    const vault = await createVault(fixture, { totalDeposit: 0.00000546 });
    expect(await depositOf(vault)).toMatchObject({ amountToDeposit: 0.00001, depositSatoshis: '1000' });
    await deposit(fixture, vault);
    expect(await depositOf(vault)).toMatchObject({
      amountToDeposit: 0,
      depositSatoshis: '0',
      stateNft: null,
      wcTransaction: null,
    });
  });

  it('may be of another amount than was planned', async () => {
    const vault = await createVault(fixture);
    for (const amount of [0.4, 1.7]) {
      const { body } = await by(vault).get<VaultDeposit>(`${vault.path}/deposit?amount=${amount}`);
      expect(body).toMatchObject({ amountToDeposit: amount, totalDeposit: 1, stateNft: { commitment: INITIAL } });
      if (amount < 1) continue;
      const { signedTransactionHash: txid } = await vault.creator.signTransaction(body.wcTransaction);
      expect((await report(vault, txid, amount)).body).toMatchObject({ status: 'active', currentBalance: amount });
    }
  });

  it('includes coins that are already at its address', async () => {
    const vault = await createVault(fixture);
    await sendTo(fixture, vault, COIN / 4n);
    expect(await depositOf(vault)).toMatchObject({
      currentBalance: 0.25,
      amountToDeposit: 0.75,
      stateNft: { commitment: INITIAL },
    });
    await deposit(fixture, vault);
    expect(await stateOf(vault)).toMatchObject({ state: 'active', currentBalance: 1 });
  });
});

describe('a later deposit', () => {
  it('is a plain send, and nothing once the vault is full', async () => {
    const vault = await createActiveVault(fixture);
    expect(await depositOf(vault)).toMatchObject({
      amountToDeposit: 0,
      wcTransaction: null,
      depositSatoshis: '0',
      stateNft: null,
      feeBase: '0',
    });
    // What a proposal paid out was deposited: it is not asked for again.
    const { id } = await propose(fixture, vault);
    await confirmExecution(fixture, vault, id, await carryOut(fixture, vault, id));
    expect(await depositOf(vault)).toMatchObject({ amountToDeposit: 0, wcTransaction: null });
  });

  it('pays what the first one left out', async () => {
    const vault = await createVault(fixture);
    const first = await payOutputs(fixture, vault.creator, [
      { to: vault.created.contractAddress, satoshis: COIN / 2n, state: INITIAL, units: 0n },
    ]);
    expect((await report(vault, first, 0.5)).status).toBe(200);
    const body = await depositOf(vault);
    expect([body.stateNft, body.amountToDeposit]).toEqual([null, 0.5]);
    const { signedTransactionHash: txid } = await vault.creator.signTransaction(body.wcTransaction);
    expect(fixture.devnet.node.transaction(txid)?.outputs[0]).toMatchObject({ satoshis: BigInt(body.depositSatoshis) });
    expect(fixture.devnet.node.transaction(txid)?.outputs[0]?.token).toBeUndefined();
    expect(await report(vault, txid, body.amountToDeposit)).toMatchObject({
      status: 200,
      body: { currentBalance: 1, depositTxHash: first },
    });
    expect(await depositOf(vault)).toMatchObject({ amountToDeposit: 0 });
  });

  it('of any amount is built at any time until the vault is closed', async () => {
    const vault = await createActiveVault(fixture);
    const later = async (amount: string, balance: number) => {
      const { status, body } = await by(vault).get<VaultDeposit>(`${vault.path}/deposit?amount=${amount}`);
      expect([status, body.amountToDeposit, body.stateNft]).toEqual([200, Number(amount), null]);
      const { signedTransactionHash: txid } = await vault.creator.signTransaction(body.wcTransaction);
      const [paid] = fixture.devnet.node.transaction(txid)?.outputs ?? [];
      expect([paid?.satoshis.toString(), paid?.token]).toEqual([body.depositSatoshis, undefined]);
      expect((await report(vault, txid, body.amountToDeposit)).body.currentBalance).toBeCloseTo(balance, 4);
      fixture.devnet.node.mine();
    };
    // The planned total is there, and more than it.
    await later('0.00001', 1.000_01);
    await later('0.5', 1.500_01);
    const { id } = await propose(fixture, vault);
    await confirmExecution(fixture, vault, id, await carryOut(fixture, vault, id));
    // After a payout.
    await later('0.25', 1.650_01);
    expect(await depositOf(vault)).toMatchObject({ amountToDeposit: 0, wcTransaction: null });
  });

  it('refuses an amount that is none, too small or too large', async () => {
    const vault = await createActiveVault(fixture);
    const amounts = ['0', '-1', '0.00000999', '1e3', '0.123456789', '1,500', 'all', '21000001', '0x10', ' '];
    for (const amount of amounts) {
      const path = `${vault.path}/deposit?amount=${encodeURIComponent(amount)}`;
      expect([amount, await by(vault).get<Refusal>(path)]).toMatchObject([
        amount,
        refusal(400, 'INVALID_AMOUNT', { details: { field: 'amount' } }),
      ]);
    }
    expect(await by(vault).get<Refusal>(`${vault.path}/deposit?amount=20000000`)).toMatchObject(
      refusal(409, 'INSUFFICIENT_FUNDS'),
    );
    expect(
      (await fixture.client.as(vault.signers[0].address).get<Refusal>(`${vault.path}/deposit?amount=1`)).status,
    ).toBe(403);
  });

  it('by anybody counts once reported, and when somebody looks', async () => {
    const vault = await createActiveVault(fixture);
    const txid = await sendTo(fixture, vault, COIN / 2n);
    expect(await report(vault, txid, 0.5)).toMatchObject({ status: 200, body: { currentBalance: 1.5, amount: 0.5 } });
    await sendTo(fixture, vault, COIN / 2n);
    expect(await stateOf(vault)).toMatchObject({ currentBalance: 2 });
    expect((await by(vault).get<GetVaultResponse>(vault.path)).body.currentBalance).toBe(2);
  });

  it('is there at once, though the index lags', async () => {
    const vault = await createActiveVault(fixture);
    await fixture.control.setIndexDelay(2_000);
    try {
      const txid = await payOutputs(fixture, vault.creator, [{ to: vault.created.contractAddress, satoshis: COIN }]);
      expect(await report(vault, txid, 1)).toMatchObject({ status: 200, body: { currentBalance: 2 } });
    } finally {
      await fixture.control.resetFaults();
    }
  });
});

describe('POST /api/vaults/:id/update-balance', () => {
  it('believes the chain alone', async () => {
    const vault = await createActiveVault(fixture);
    const elsewhere = await payOutputs(fixture, vault.creator, [{ to: vault.creator, satoshis: COIN }]);
    const cases: readonly (readonly [string, number | string, number, string])[] = [
      [NO_HASH, 1, 409, 'TX_NOT_FOUND'],
      [elsewhere, 1, 422, 'TX_MISMATCH'],
      [vault.depositTxHash, 2, 422, 'TX_MISMATCH'],
      [vault.depositTxHash, '1.00000001', 422, 'TX_MISMATCH'],
      [vault.depositTxHash, 0, 400, 'INVALID_AMOUNT'],
      [vault.depositTxHash, -1, 400, 'INVALID_AMOUNT'],
    ];
    for (const [txid, amount, status, code] of cases)
      expect(await report<Refusal>(vault, txid, amount)).toMatchObject({ status, body: { code } });
    expect((await report<Refusal>(vault, NO_HASH, 1)).body).toMatchObject({ retryable: true, state: 'pending' });
    expect((await report<Refusal>(vault, vault.depositTxHash, 2)).body.details).toMatchObject({
      paidSatoshis: '100000000',
    });
  });

  it('waits for the confirmations that count', async () => {
    const vault = await createVault(fixture);
    const { wcTransaction } = await depositOf(vault);
    const { signedTransactionHash: txid } = await vault.creator.signTransaction(wcTransaction);
    const strict = (await fixture.replica({ MIN_CONFIRMATIONS: '2' })).as(vault.creator.address);
    const body = { txid, amount: 1 };
    expect(await strict.post<Refusal>(`${vault.path}/update-balance`, body)).toMatchObject(
      refusal(409, 'TX_UNCONFIRMED', { retryable: true }),
    );
    fixture.devnet.node.mine(2);
    expect((await strict.post(`${vault.path}/update-balance`, body)).status).toBe(200);
  });

  it('takes one hash for one vault', async () => {
    const [one, other] = [await createVault(fixture), await createVault(fixture)];
    const states = [one, other].map(({ created }) => ({
      to: created.contractAddress,
      satoshis: COIN,
      state: INITIAL,
      units: 0n,
    }));
    const txid = await payOutputs(fixture, one.creator, states);
    expect(await report(one, txid, 1)).toMatchObject({ status: 200, body: { status: 'active' } });
    expect(await report<Refusal>(other, txid, 1)).toMatchObject(refusal(409, 'HASH_ALREADY_USED'));
  });
});

describe('a first deposit that the chain takes back', () => {
  it('makes the vault pending again, and active once it is there again', async () => {
    const vault = await createVault(fixture);
    const txid = await deposit(fixture, vault);
    const hex = fixture.devnet.node.transaction(txid)?.hex ?? '';
    fixture.devnet.node.drop(txid);
    expect(await stateOf(vault)).toMatchObject({ state: 'pending', stateNft: null, currentBalance: 0 });
    expect((await by(vault).get<GetVaultResponse>(vault.path)).body).toMatchObject({
      status: 'pending',
      depositTxHash: null,
      events: [{ event: 'deposited' }, { event: 'rolled_back', of: 'deposited', reason: 'vanished', txHash: txid }],
    });
    fixture.devnet.node.submit(hex);
    expect(await report(vault, txid, 1)).toMatchObject({ status: 200, body: { status: 'active', currentBalance: 1 } });
    expect((await by(vault).get<GetVaultResponse>(vault.path)).body.events.at(-1)).toMatchObject({
      event: 'restored',
      of: 'deposited',
    });
  });
});

describe('a closed vault', () => {
  it('takes no more deposits', async () => {
    const vault = await createActiveVault(fixture);
    const { id } = await propose(fixture, vault, { kind: 'close', amount: undefined });
    await confirmExecution(fixture, vault, id, await carryOut(fixture, vault, id));
    for (const query of ['', '?amount=1'])
      expect(await by(vault).get<Refusal>(`${vault.path}/deposit${query}`)).toMatchObject(
        refusal(409, 'WRONG_STATE', { details: { status: 'closed' } }),
      );
  });
});
