import { binToHex, cashAddressToLockingBytecode } from '@bitauth/libauth';
import type {
  ApproveResponse,
  ConfirmExecuteResponse,
  ExecuteResponse,
  GetVaultResponse,
  ProposalResponse,
  VaultStateResponse,
} from '@weir/api-contract';
import { lockingBytecodeOf } from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import { type Refusal, refusal } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { aNumber, aText, someHex, textLike } from '../support/like.js';
import {
  carryOut,
  confirmExecution,
  createActiveVault,
  createVault,
  propose,
  sendTo,
  sign,
  signatureOf,
  type VaultScenario,
} from '../support/vault-scenario.js';

const COIN = 100_000_000n;

const fixture = useFixture();

const as = (wallet: Wallet) => fixture.client.as(wallet.address);
const read = async ({ creator }: VaultScenario, id: string) =>
  (await as(creator).get<ProposalResponse>(`/api/proposals/${id}`)).body;
const stateOf = async ({ path, creator }: VaultScenario) =>
  (await as(creator).get<VaultStateResponse>(`${path}/state`)).body;
const execute = <Body = ExecuteResponse>(wallet: Wallet, id: string) =>
  as(wallet).post<Body>(`/api/proposals/${id}/execute`);

const outputsTo = (wallet: Wallet, txHash: string) => {
  const lockingBytecode = binToHex(lockingBytecodeOf(wallet.publicKeyHash));
  return (fixture.devnet.node.transaction(txHash)?.outputs ?? []).filter(
    (output) => output.lockingBytecode === lockingBytecode,
  );
};
const scriptOf = (address: string): string => {
  const decoded = cashAddressToLockingBytecode(address);
  if (typeof decoded === 'string') throw new Error(decoded);
  return binToHex(decoded.bytecode);
};

describe('a payment', () => {
  it('takes several deposits at once, signed once', async () => {
    const vault = await createActiveVault(fixture, { totalDeposit: 0.1 });
    for (let i = 0; i < 4; i += 1) await sendTo(fixture, vault, COIN / 10n);
    const { id } = await propose(fixture, vault, { amount: 0.45 });
    const txHash = await carryOut(fixture, vault, id);
    expect(fixture.devnet.node.transaction(txHash)?.inputs).toHaveLength(5);
    expect(await confirmExecution(fixture, vault, id, txHash)).toMatchObject({
      status: 200,
      body: { status: 'EXECUTED' },
    });
  });

  it('takes mined deposits before those that may still be taken back', async () => {
    const vault = await createActiveVault(fixture, { totalDeposit: 0.2 });
    await sendTo(fixture, vault, COIN / 10n);
    fixture.devnet.node.fund(scriptOf(vault.created.contractAddress), COIN);
    const modest = await propose(fixture, vault, { amount: 0.25 });
    const txHash = await carryOut(fixture, vault, modest.id);
    // The state and the mined deposit: not the larger one of the mempool.
    expect(fixture.devnet.node.transaction(txHash)?.inputs).toHaveLength(2);
    await confirmExecution(fixture, vault, modest.id, txHash);
    expect((await propose(fixture, vault, { amount: 0.9 })).status).toBe('PENDING');
  });
});

describe('POST /api/proposals/:id/confirm-execute', () => {
  it('believes the chain alone', async () => {
    const vault = await createActiveVault(fixture);
    const [one, other] = [await propose(fixture, vault), await propose(fixture, vault, { amount: 0.2 })];
    expect(await confirmExecution<Refusal>(fixture, vault, one.id, vault.depositTxHash)).toMatchObject(
      refusal(422, 'TX_MISMATCH'),
    );
    const txHash = await carryOut(fixture, vault, other.id);
    expect(await confirmExecution<Refusal>(fixture, vault, one.id, txHash)).toMatchObject(refusal(422, 'TX_MISMATCH'));
    expect((await confirmExecution(fixture, vault, other.id, txHash)).status).toBe(200);
    expect(await confirmExecution<Refusal>(fixture, vault, other.id, vault.depositTxHash)).toMatchObject(
      refusal(409, 'WRONG_STATE', { details: { txHash } }),
    );
  });

  it('takes the report of anybody in either mode, and shows a private vault to its members alone', async () => {
    const signed = await fixture.replica({ AUTH_MODE: 'signed', AUTH_DOMAIN: 'app.example' });
    const stranger = fixture.wallet();
    for (const isPublic of [false, true]) {
      const vault = await createActiveVault(fixture, { isPublic });
      const { id } = await propose(fixture, vault);
      const path = `/api/proposals/${id}/confirm-execute`;
      const txHash = await carryOut(fixture, vault, id);
      const member = vault.signers[1];
      const strangers = [
        fixture.client,
        fixture.client.as(stranger.address),
        fixture.client.as('nonsense'),
        fixture.client.bearing('nonsense'),
        signed,
        signed.as(stranger.address),
        // Where callers are proven, a name alone proves nothing.
        signed.as(member.address),
        signed.bearing('nonsense'),
        signed.bearing('nonsense').as(member.address),
        await signed.signedInAs(stranger),
      ];
      for (const client of strangers) {
        const { status, body } = await client.post<ConfirmExecuteResponse>(path, { txHash });
        expect([status, body.status, body.txHash]).toEqual([200, 'EXECUTED', txHash]);
        expect(body).toMatchObject(
          isPublic
            ? { proposal: { id, status: 'EXECUTED' }, vault: { id: vault.id, role: 'viewer', isSigner: false } }
            : { proposal: null, vault: null, message: 'The execution is recorded' },
        );
      }
      const members = [
        fixture.client.as(member.address),
        fixture.client.as(`${stranger.address},${member.address}`),
        await signed.signedInAs(member),
      ];
      for (const client of members)
        expect(await client.post<ConfirmExecuteResponse>(path, { txHash })).toMatchObject({
          status: 200,
          body: { proposal: { id, status: 'EXECUTED' }, vault: { id: vault.id, role: 'signer', isSigner: true } },
        });
    }
  });

  it('shows a stranger nothing of a private vault where it refuses', async () => {
    const vault = await createActiveVault(fixture);
    const { id } = await propose(fixture, vault);
    const txHash = await carryOut(fixture, vault, id);
    await confirmExecution(fixture, vault, id, txHash);
    const other = await fixture.client.raw('POST', `/api/proposals/${id}/confirm-execute`, {
      txHash: vault.depositTxHash,
    });
    expect((JSON.parse(other.body) as Refusal).code).toBe('WRONG_STATE');
    for (const secret of [txHash, vault.id, 'EXECUTED', vault.created.contractAddress])
      expect(other.body).not.toContain(secret);
  });

  it('records once when many report at once, over two replicas, and though the index lags', async () => {
    const vault = await createActiveVault(fixture);
    const { id } = await propose(fixture, vault);
    await fixture.control.setIndexDelay(2_000);
    try {
      const txHash = await carryOut(fixture, vault, id);
      const replica = await fixture.replica();
      const clients = Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? fixture.client : replica).as(vault.creator.address),
      );
      const answers = await Promise.all(
        clients.map((client) =>
          client.post<ConfirmExecuteResponse>(`/api/proposals/${id}/confirm-execute`, { txHash }),
        ),
      );
      expect(answers.map(({ status, body }) => [status, body.status])).toEqual(
        Array.from({ length: 10 }, () => [200, 'EXECUTED']),
      );
      expect((await as(vault.creator).get<GetVaultResponse>(vault.path)).body.events).toHaveLength(2);
      // The next proposal builds on the state that the index does not show yet.
      expect((await propose(fixture, vault)).status).toBe('PENDING');
    } finally {
      await fixture.control.resetFaults();
    }
  });

  it('waits for the confirmations that count', async () => {
    const vault = await createActiveVault(fixture);
    const { id } = await propose(fixture, vault);
    const txHash = await carryOut(fixture, vault, id);
    const strict = (await fixture.replica({ MIN_CONFIRMATIONS: '1' })).as(vault.creator.address);
    expect(await strict.post<Refusal>(`/api/proposals/${id}/confirm-execute`, { txHash })).toMatchObject(
      refusal(409, 'TX_UNCONFIRMED'),
    );
    fixture.devnet.node.mine();
    expect((await strict.post(`/api/proposals/${id}/confirm-execute`, { txHash })).status).toBe(200);
  });

  it('finds what nobody reported: an execution shows as soon as somebody looks', async () => {
    const vault = await createActiveVault(fixture);
    const { id } = await propose(fixture, vault);
    const txHash = await carryOut(fixture, vault, id);
    expect(await read(vault, id)).toMatchObject({ status: 'EXECUTED', txHash });
  });
});

describe('two proposals for the same state', () => {
  it('end with one EXECUTED and one STALE, which is approved again and executed then', async () => {
    const vault = await createActiveVault(fixture);
    const [one, other] = [await propose(fixture, vault), await propose(fixture, vault, { amount: 0.2 })];
    const late = await signatureOf(fixture.client, other.id, vault.signers[0]);
    for (const wallet of vault.signers.slice(1)) await sign(fixture.client, other.id, wallet);
    const raced = (await execute(vault.creator, other.id)).body;
    const txHash = await carryOut(fixture, vault, one.id);
    expect(() => fixture.devnet.node.submit(raced.txHex)).toThrow();
    await confirmExecution(fixture, vault, one.id, txHash);

    expect(await read(vault, one.id)).toMatchObject({ status: 'EXECUTED' });
    expect(await read(vault, other.id)).toMatchObject({ status: 'STALE', nextStep: textLike(/approve it again/i) });
    expect(await execute<Refusal>(vault.creator, other.id)).toMatchObject(
      refusal(409, 'PROPOSAL_STALE', { message: textLike(/approve it again/i) }),
    );
    const signatures = (signedTransaction: string) =>
      as(vault.signers[0]).post<Refusal>(`/api/proposals/${other.id}/signatures`, { signedTransaction });
    expect(await signatures(late)).toMatchObject(refusal(409, 'PROPOSAL_STALE'));

    const approval = await as(vault.signers[1]).post<ApproveResponse>(`/api/proposals/${other.id}/approve`);
    expect(approval).toMatchObject({
      status: 200,
      body: { rebuilt: true, proposal: { status: 'PENDING', round: 2, approvals: [], amount: 0.2 } },
    });
    expect(await signatures(late)).toMatchObject(refusal(422, 'TX_MISMATCH'));
    expect(
      (await confirmExecution(fixture, vault, other.id, await carryOut(fixture, vault, other.id))).body,
    ).toMatchObject({ status: 'EXECUTED', proposal: { round: 2 } });
    expect(await stateOf(vault)).toMatchObject({ stateNft: { spends: 2 } });
  });

  it('learn of a proposal that lost its coins while it is being signed', async () => {
    const vault = await createActiveVault(fixture);
    const [one, other] = [await propose(fixture, vault), await propose(fixture, vault)];
    const signedTransaction = await signatureOf(fixture.client, other.id, vault.signers[0]);
    // Carried out and never reported: the signature's own look finds it.
    await carryOut(fixture, vault, one.id);
    const answer = await as(vault.signers[0]).post<Refusal>(`/api/proposals/${other.id}/signatures`, {
      signedTransaction,
    });
    expect(answer).toMatchObject(refusal(409, 'PROPOSAL_STALE', { details: { status: 'STALE', round: 1 } }));
  });

  it('that ask for the very same are carried out once', async () => {
    const vault = await createActiveVault(fixture);
    const recipient = fixture.wallet().address;
    const [one, twin] = [await propose(fixture, vault, { recipient }), await propose(fixture, vault, { recipient })];
    const txHash = await carryOut(fixture, vault, twin.id);
    expect((await confirmExecution(fixture, vault, twin.id, txHash)).body.status).toBe('EXECUTED');
    expect(await read(vault, one.id)).toMatchObject({ status: 'STALE', txHash: null });
    expect(await confirmExecution<Refusal>(fixture, vault, one.id, txHash)).toMatchObject(refusal(409, 'WRONG_STATE'));
  });

  it('are built again once by signers who approve at the same moment', async () => {
    const vault = await createActiveVault(fixture);
    const [one, other] = [await propose(fixture, vault), await propose(fixture, vault, { amount: 0.3 })];
    await confirmExecution(fixture, vault, one.id, await carryOut(fixture, vault, one.id));
    const approvals = await Promise.all(
      vault.signers.map((wallet) => as(wallet).post<ApproveResponse>(`/api/proposals/${other.id}/approve`)),
    );
    expect(approvals.map(({ status, body }) => [status, body.proposal.round])).toEqual([
      [200, 2],
      [200, 2],
      [200, 2],
    ]);
    expect(approvals.filter(({ body }) => body.rebuilt)).toHaveLength(1);
  });
});

describe('what the chain takes back', () => {
  it('is noticed: the payment is open again, and executed when it comes again', async () => {
    const vault = await createActiveVault(fixture);
    const { id } = await propose(fixture, vault);
    const txHash = await carryOut(fixture, vault, id);
    await confirmExecution(fixture, vault, id, txHash);
    fixture.devnet.node.drop(txHash);
    expect(await read(vault, id)).toMatchObject({ status: 'APPROVED', txHash: null });
    expect(await stateOf(vault)).toMatchObject({ currentBalance: 1, stateNft: { spends: 0 } });
    expect((await as(vault.creator).get<GetVaultResponse>(vault.path)).body.events.at(-1)).toMatchObject({
      event: 'rolled_back',
      of: 'spent',
      reason: 'vanished',
      txHash,
    });
    const { txHex } = (await execute(vault.creator, id)).body;
    expect(fixture.devnet.node.submit(txHex)).toBe(txHash);
    expect(await read(vault, id)).toMatchObject({ status: 'EXECUTED', txHash });
  });

  it('and gives to another: a reorganisation turns EXECUTED and STALE round', async () => {
    const vault = await createActiveVault(fixture);
    const [one, other] = [await propose(fixture, vault), await propose(fixture, vault, { amount: 0.2 })];
    for (const wallet of vault.signers.slice(1)) await sign(fixture.client, other.id, wallet);
    const { txHex } = (await execute(vault.creator, other.id)).body;
    const txHash = await carryOut(fixture, vault, one.id);
    await confirmExecution(fixture, vault, one.id, txHash);
    fixture.devnet.node.mine();
    expect(await read(vault, other.id)).toMatchObject({ status: 'STALE' });

    fixture.devnet.node.reorganise(1, { transactions: [txHex] });
    expect(await read(vault, one.id)).toMatchObject({ status: 'STALE', txHash: null });
    expect(await read(vault, other.id)).toMatchObject({ status: 'EXECUTED' });
    expect((await as(vault.creator).get<GetVaultResponse>(vault.path)).body.events.slice(2)).toMatchObject([
      { event: 'rolled_back', reason: 'replaced', replacedBy: someHex },
      { event: 'spent' },
    ]);
  });
});

describe('tokens at the address', () => {
  it('are paid out to the unit, and whole coins with their NFT', async () => {
    const vault = await createActiveVault(fixture);
    const recipient = fixture.wallet();
    const here = scriptOf(vault.created.contractAddress);
    const { category } = fixture.devnet.node.mint(here, { amount: 9_223_372_036_854_775_807n });
    const { category: collection } = fixture.devnet.node.mint(here, {
      nft: { capability: 'none', commitment: 'c0ffee' },
    });
    fixture.devnet.node.mine();
    const { tokens } = await stateOf(vault);
    expect(tokens).toHaveLength(2);
    expect(tokens).toContainEqual({
      outpoint: aText,
      category,
      amount: aNumber,
      amountBase: '9223372036854775807',
      amountDecimal: null,
      token: null,
      nft: null,
      satoshisBase: aText,
    });
    const nft = tokens?.find((token) => token.category === collection);

    const payment = {
      recipient: recipient.tokenAddress,
      tokenType: 'CASHTOKENS',
      tokenCategory: category.toUpperCase(),
      amount: '9223372036854775806',
    };
    const units = await propose(fixture, vault, payment);
    expect(units).toMatchObject({
      tokenType: 'FUNGIBLE_TOKEN',
      tokenCategory: category,
      amountBase: '9223372036854775806',
    });
    const paid = await carryOut(fixture, vault, units.id);
    expect(outputsTo(recipient, paid)).toMatchObject([{ token: { category, amount: 9_223_372_036_854_775_806n } }]);
    await confirmExecution(fixture, vault, units.id, paid);
    expect((await stateOf(vault)).tokens).toContainEqual({
      outpoint: aText,
      category,
      amount: 1,
      amountBase: '1',
      amountDecimal: null,
      token: null,
      nft: null,
      satoshisBase: aText,
    });

    const coin = await propose(fixture, vault, {
      recipient: recipient.tokenAddress,
      amount: undefined,
      outpoint: nft?.outpoint,
    });
    expect(coin).toMatchObject({
      outpoint: nft?.outpoint,
      tokenCategory: collection,
      amount: 0,
      payouts: [{ token: { category: collection, nft: { commitment: 'c0ffee' } } }],
    });
    const moved = await carryOut(fixture, vault, coin.id);
    expect(outputsTo(recipient, moved)).toMatchObject([
      { token: { category: collection, nft: { commitment: 'c0ffee' } } },
    ]);
    expect((await confirmExecution(fixture, vault, coin.id, moved)).body.status).toBe('EXECUTED');
  });

  it('that pretend to be the state give their satoshis and are burned', async () => {
    const vault = await createActiveVault(fixture);
    const { category } = fixture.devnet.node.mint(scriptOf(vault.created.contractAddress), {
      satoshis: 50_000n,
      nft: { capability: 'mutable', commitment: '010000000000' },
    });
    fixture.devnet.node.mine();
    const outpoint = (await stateOf(vault)).tokens?.find((token) => token.category === category)?.outpoint;
    const { id, payouts } = await propose(fixture, vault, { amount: undefined, outpoint });
    expect(payouts).toMatchObject([{ amountBase: textLike(/^49\d{3}$/) }]);
    expect((await confirmExecution(fixture, vault, id, await carryOut(fixture, vault, id))).body).toMatchObject({
      status: 'EXECUTED',
      vault: { status: 'active' },
    });
    expect(await stateOf(vault)).toMatchObject({ state: 'active', stateNft: { spends: 0 }, tokens: [] });
  });
});

describe('a close', () => {
  it('pays everything, and what comes later can be spent all the same', async () => {
    const vault = await createActiveVault(fixture);
    await sendTo(fixture, vault, COIN);
    const heir = fixture.wallet();
    const open = await propose(fixture, vault);
    const close = await propose(fixture, vault, { kind: 'close', amount: undefined, recipient: heir.address });
    const txHash = await carryOut(fixture, vault, close.id);
    expect(outputsTo(heir, txHash)).toMatchObject([{ satoshis: BigInt(close.amountBase) }]);
    expect((await confirmExecution(fixture, vault, close.id, txHash)).body).toMatchObject({
      message: textLike(/closed/),
      status: 'EXECUTED',
      vault: { status: 'closed', state: 'closed', currentBalance: 0 },
    });
    expect(await read(vault, open.id)).toMatchObject({ status: 'STALE' });
    expect(await stateOf(vault)).toMatchObject({ state: 'closed', stateNft: null });

    // A plain send after the close, and with it a payment without a state.
    await sendTo(fixture, vault, COIN / 2n);
    expect(await stateOf(vault)).toMatchObject({ state: 'closed', currentBalance: 0.5 });
    const [late, twin] = [
      await propose(fixture, vault, { amount: 0.4, recipient: heir.address }),
      await propose(fixture, vault, { amount: 0.3 }),
    ];
    const paid = await carryOut(fixture, vault, late.id);
    expect((await confirmExecution(fixture, vault, late.id, paid)).body).toMatchObject({
      status: 'EXECUTED',
      vault: { status: 'closed' },
    });
    expect(await read(vault, twin.id)).toMatchObject({ status: 'STALE' });

    // Without a state, too, the chain may take it back.
    fixture.devnet.node.drop(paid);
    expect(await read(vault, late.id)).toMatchObject({ status: 'APPROVED', txHash: null });
    fixture.devnet.node.submit((await execute(vault.creator, late.id)).body.txHex);
    fixture.devnet.node.mine(10);
    expect(await read(vault, late.id)).toMatchObject({ status: 'EXECUTED', txHash: paid });
    expect((await read(vault, late.id)).status).toBe('EXECUTED');
  });

  it('that the chain takes back opens the vault again', async () => {
    const vault = await createActiveVault(fixture);
    const { id } = await propose(fixture, vault, { kind: 'close', amount: undefined });
    const txHash = await carryOut(fixture, vault, id);
    await confirmExecution(fixture, vault, id, txHash);
    fixture.devnet.node.drop(txHash);
    expect(await stateOf(vault)).toMatchObject({ state: 'active', currentBalance: 1 });
    expect(await read(vault, id)).toMatchObject({ status: 'APPROVED' });
  });

  it('of stray money works before there is a state', async () => {
    const vault = await createVault(fixture);
    await sendTo(fixture, vault, COIN / 2n);
    const { id } = await propose(fixture, vault, { kind: 'close', amount: undefined });
    expect((await confirmExecution(fixture, vault, id, await carryOut(fixture, vault, id))).body).toMatchObject({
      status: 'EXECUTED',
      vault: { status: 'pending', currentBalance: 0 },
    });
  });
});
