import type {
  AirdropClaimUnsigned,
  AirdropFundingReady,
  CancelAirdropResponse,
  CreateAirdropResponse,
  GetAirdropResponse,
} from '@weir/api-contract';
import { eventually } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { SHARE } from '../airdrop-scenario.js';
import type { Fixture } from '../fixture.js';
import { BCH, COIN } from '../test-asset.js';
import type { PersistentClient } from './persistent-client.js';
import type { Promised } from './servers.js';

/**
 * Asserts that everybody was paid by a claim recorded once and, where the campaign was closed, that the rest is gone.
 */
const promise = (id: string, paid: readonly Wallet[], status: 'ACTIVE' | 'CANCELLED' | 'COMPLETED'): Promised => ({
  kind: 'airdrop',
  id,
  async assertHolds(fixture) {
    const { campaign, claims } = (await fixture.client.get<GetAirdropResponse>(`/api/airdrops/${id}`)).body;
    expect(claims.map(({ claimer }) => claimer).sort()).toEqual(paid.map(({ address }) => address).sort());
    const sum = paid.reduce((total, _, row) => total + SHARE + BigInt(row), 0n);
    expect(campaign).toMatchObject({ status, claimed_count: paid.length, claimed_amount_base: sum.toString() });
    for (const [row, wallet] of paid.entries()) {
      const claim = claims.find(({ claimer }) => claimer === wallet.address);
      expect(BCH.paidTo(fixture, wallet, claim?.tx_hash ?? '')).toEqual([SHARE + BigInt(row)]);
    }
    const left = async () =>
      (await fixture.control.call(
        'blockchain.address.listunspent',
        campaign.contract_address,
        'include_tokens',
      )) as readonly unknown[];
    // The watcher ends a completed lane if the service was killed before it could.
    await eventually(async () => expect([status, (await left()).length > 0]).toEqual([status, status === 'ACTIVE']));
  },
});

/** Claims through the service, or signs and submits until nobody else was first. */
const claim = async (client: PersistentClient, path: string, wallet: Wallet, isRelayed: boolean): Promise<void> => {
  const claimerAddress = wallet.address;
  if (isRelayed) {
    await client.post(`${path}/claim`, { claimerAddress, relay: true }, undefined, 'CLAIM_LIMIT_REACHED');
    return;
  }
  for (let confirmed: { readonly code?: string } = { code: 'STATE_MOVED' }; confirmed.code === 'STATE_MOVED';) {
    const { wcTransaction } = await client.post<AirdropClaimUnsigned>(`${path}/claim`, { claimerAddress });
    const { signedTransaction: txHex, signedTransactionHash: txHash } = await wallet.signTransaction({
      ...wcTransaction,
      broadcast: false,
    });
    confirmed = await client.post(`${path}/confirm-claim`, { txHash, txHex }, undefined, undefined, 'STATE_MOVED');
  }
};

/** Runs a campaign through the API: a list, funded, claimed from concurrently, relayed and signed, sometimes closed. */
export const liveAirdrop = async (
  fixture: Fixture,
  client: PersistentClient,
  { claims, isClosed }: { readonly claims: number; readonly isClosed: boolean },
): Promise<Promised> => {
  const creator = fixture.wallet(COIN / 10n);
  const wallets = Array.from({ length: 4 }, () => fixture.wallet());
  const terms = {
    title: 'Storm',
    totalAmount: BCH.text(SHARE * 10n),
    requireKyc: true,
    lanes: 2,
    startDate: fixture.time() - 1_000,
  };
  const { campaign } = await client.post<CreateAirdropResponse>('/api/airdrops/create', terms, creator.address);
  const path = `/api/airdrops/${campaign.id}`;
  const recipients = wallets.map(({ address }, row) => ({ address, amount: BCH.text(SHARE + BigInt(row)) }));
  await client.post(`${path}/generate-merkle`, { recipients }, creator.address);
  const funding = await client.get<AirdropFundingReady>(`${path}/funding-info`);
  const txHash = (await creator.signTransaction(funding.wcTransaction)).signedTransactionHash;
  await client.post(`${path}/confirm-funding`, { txHash });
  const paid = wallets.slice(0, claims);
  await Promise.all(paid.map((wallet, row) => claim(client, path, wallet, row % 2 === 0)));
  if (claims === wallets.length) return promise(campaign.id, paid, 'COMPLETED');
  if (!isClosed) return promise(campaign.id, paid, 'ACTIVE');
  const { message } = await client.post<CancelAirdropResponse>(`${path}/cancel`, {}, creator.address);
  await client.post(`${path}/close`, { signature: creator.signMessage(message) }, undefined, 'WRONG_STATE');
  return promise(campaign.id, paid, 'CANCELLED');
};
