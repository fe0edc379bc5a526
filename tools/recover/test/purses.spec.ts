import {
  completeVaultProposal,
  INITIAL_VAULT_STATE,
  lockingBytecodeOf,
  proposePurses,
  readVaultSignature,
  shownState,
  type VaultContract,
  type VaultHoldings,
  type VaultProposal,
  vaultSigningRequest,
} from '@weir/covenants';
import type { Wallet } from '@weir/wallet';
import { answerOf, COIN, type Proposal, termsOf, useFixture } from './support/fixture.js';

const fixture = useFixture();

interface ShownPurse {
  readonly opened: string;
  readonly status: string;
  readonly balance: string;
  readonly available: string;
}

interface BuiltPurse {
  readonly purse: ShownPurse;
  readonly wcTransaction: object;
}

/** What a vault holds before its first spend. */
const holdingsOf = async ({ lockingBytecode }: VaultContract): Promise<VaultHoldings> => {
  const coins = await fixture.chain.unspent(lockingBytecode);
  const lead = coins.find((coin) => shownState(coin) !== undefined);
  if (lead?.token === undefined) throw new Error('The vault has no state');
  const { txid, vout, satoshis, token } = lead;
  return { state: { outpoint: { txid, vout }, satoshis, category: token.category, state: INITIAL_VAULT_STATE }, coins };
};

const signedByTwo = async (proposal: VaultProposal, wallets: readonly [Wallet, Wallet]): Promise<string> => {
  const signatures = await Promise.all(
    wallets.map(async (wallet) => {
      const request = vaultSigningRequest(proposal, wallet.publicKeyHash);
      const { signedTransaction } = await wallet.signTransaction({ ...request, broadcast: false });
      const read = readVaultSignature(proposal, wallet.publicKeyHash, signedTransaction);
      if (!read.ok) throw new Error(read.problem);
      return read.signature;
    }),
  );
  const [one, other] = signatures;
  if (one === undefined || other === undefined) throw new Error('Two sign');
  return completeVaultProposal(proposal, [one, other]).hex;
};

it('a purse is found by its vault, pays, is sent home by one signer and taken back by two, with the service gone', async () => {
  const signers = [fixture.wallet(10n * COIN), fixture.wallet(), fixture.wallet()] as const;
  const [alice, bob, carol] = signers;
  const [spender, shop] = [fixture.wallet(), fixture.wallet()];
  const contract = await fixture.openVault(signers, 0x6b, alice, 5n * COIN);
  const holdings = await holdingsOf(contract);
  const draft = {
    asset: { type: 'BCH' as const },
    owner: contract.lockingBytecode,
    signers: contract.parameters.signers,
    spender: spender.publicKeyHash,
    payees: [lockingBytecodeOf(shop.publicKeyHash)],
    limit: COIN / 10n,
    period: 144,
    amount: COIN,
  };
  const proposal = proposePurses(contract, holdings, { opened: [draft, { ...draft, limit: COIN / 5n }] });
  const txid = fixture.node.submit(await signedByTwo(proposal, [alice, bob]));
  fixture.node.mine();

  const terms = termsOf(signers, '6b');
  const { purses } = await fixture.ask<{ readonly purses: readonly ShownPurse[] }>(`vault ${terms}`);
  expect(purses).toMatchObject([
    { opened: `${txid}:1`, status: 'ACTIVE', balance: '100000000', available: '10000000' },
    { opened: `${txid}:2`, status: 'ACTIVE', balance: '100000000', available: '20000000' },
  ]);
  expect(await fixture.refusal(`purse ${txid}`)).toMatch(/^2: .*opened 2 purses/);
  expect(await fixture.refusal(`purse ${alice.address}`)).toMatch(/^2: /);

  const pay = `purse pay ${txid}:1 --to ${shop.address} --amount 0.04 --payee ${shop.address}`;
  expect(await fixture.refusal(pay.replace(/ --payee \S+/, ''))).toMatch(/^5: .*not the one/);
  expect(await fixture.refusal(pay.replace('0.04', '0.4'))).toMatch(/^5: .*may pay/);
  const { wcTransaction } = await fixture.ask<BuiltPurse>(pay);
  fixture.node.submit((await spender.signTransaction(wcTransaction)).signedTransaction);
  fixture.node.mine();
  expect(await fixture.balance(shop)).toBe(COIN / 25n);
  expect(await fixture.ask<ShownPurse>(`purse ${txid}:1`)).toMatchObject({ status: 'ACTIVE', payments: 1 });

  const home = await fixture.ask<BuiltPurse>(`purse home ${txid}:1`);
  fixture.node.submit((await carol.signTransaction(home.wcTransaction)).signedTransaction);
  fixture.node.mine();
  expect(await fixture.ask<ShownPurse>(`purse ${txid}:1`)).toMatchObject({ status: 'HOME', balance: '0' });
  expect(await fixture.refusal(`purse home ${txid}:1`)).toMatch(/^5: .*HOME/);

  const recall = await fixture.ask<Proposal>(`vault recall ${txid}:2 ${terms} --out recall.json`);
  const [one, other] = [await answerOf(bob, recall), await answerOf(carol, recall)];
  expect(await fixture.refusal(`vault join recall.json --broadcast --signed ${one} --signed ${other}`)).toBe('0: ');
  fixture.node.mine();
  expect(await fixture.ask<ShownPurse>(`purse ${txid}:2`)).toMatchObject({ status: 'CLOSED' });
  expect(await fixture.refusal(`vault recall ${txid}:2 ${terms} --out again.json`)).toMatch(/^5: .*CLOSED/);
});
