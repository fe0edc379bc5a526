import { binToHex, decodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import {
  airdropPool,
  buildAirdropClose,
  buildAirdropFunding,
  createAirdropContract,
  createAirdropNonce,
  emptyAirdropRoot,
  findAirdropDeployment,
  type UnsignedTransaction,
} from '@weir/covenants';
import { scriptHashOf, type IndexedContract } from '@weir/infra';
import type { ContractFamily } from '@weir/kinds';
import { until } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { createBase, DAY, type BaseParty } from './support/chain-base.js';
import { useIndexer } from './support/indexer-fixture.js';

const base = createBase();
const [fixture, replica] = useIndexer();

const funds = ({ wallet, coins }: BaseParty) => ({ hash: wallet.publicKeyHash, coins });

/** Signs and mines. */
const send = async (signer: Wallet, { wcTransaction }: UnsignedTransaction) => {
  const { signedTransaction, signedTransactionHash: txid } = await signer.signTransaction({
    ...wcTransaction,
    broadcast: false,
  });
  fixture.node.mine(1, { transactions: [signedTransaction] });
  const transaction = decodeTransactionCommon(hexToBin(signedTransaction));
  if (typeof transaction === 'string') throw new Error(transaction);
  return { txid, transaction };
};

const find = async (family: ContractFamily, lockingBytecode: Uint8Array): Promise<IndexedContract | undefined> =>
  (await replica.reader.list({ families: [family], limit: 10 })).rows.find(
    ({ terms }) => terms.lockingBytecode === binToHex(lockingBytecode),
  );

const untilAt = (family: ContractFamily, lockingBytecode: Uint8Array, txid: string): Promise<IndexedContract> =>
  until(`${txid} in the index`, async () => {
    const contract = await find(family, lockingBytecode);
    return contract?.head.txid === txid ? contract : undefined;
  });

const kinds = async (family: ContractFamily, lockingBytecode: Uint8Array): Promise<string[]> =>
  (await replica.reader.find([family], scriptHashOf(lockingBytecode))).events.map(({ kind }) => kind);

describe('an airdrop', () => {
  it('is one row however many lanes it has, until the last of them is closed', async () => {
    const creator = base.party(1);
    const nonce = createAirdropNonce(new Uint8Array(12).fill(7));
    const parameters = {
      kind: 'PUBLIC',
      creator: creator.wallet.publicKeyHash,
      nonce,
      start: BigInt(base.time),
      end: 0n,
      cancelable: true,
      sponsored: true,
      lanes: 2,
      amount: 100_000n,
      limit: 1,
      claims: 10,
    } as const;
    const contract = createAirdropContract(parameters, 'devnet');
    const { lockingBytecode } = contract;
    const funding = buildAirdropFunding(contract, funds(creator), {
      height: fixture.node.tip.height,
      medianTimePast: 0,
    });
    const funded = await send(creator.wallet, funding.transaction);
    const deployment = findAirdropDeployment(contract, funded.txid, funded.transaction);
    if (!deployment.ok) throw new Error(deployment.problems.join());
    const row = await untilAt('airdrop', lockingBytecode, funded.txid);
    expect(row).toMatchObject({
      terms: { product: 'AIRDROP_PUBLIC_BCH', totalAmount: airdropPool(parameters), recipient: null },
      head: { state: { lanes: [{ vout: 1 }, { vout: 2 }] } },
    });

    for (const [i, coin] of deployment.lanes.entries()) {
      const close = buildAirdropClose(contract, coin, BigInt(fixture.node.tip.medianTimePast - 1));
      const { txid } = await send(creator.wallet, close);
      const { head } = await untilAt('airdrop', lockingBytecode, txid);
      expect(head).toMatchObject(
        i === 0
          ? { status: 'ACTIVE', state: { lanes: [{ vout: 2 }] } }
          : { status: 'CANCELLED', state: null, heldSatoshis: 0n },
      );
    }
    expect(await kinds('airdrop', lockingBytecode)).toEqual(['fund', 'close', 'close']);
  });

  it('that was born closed is none, though its terms keep its creator from closing it', async () => {
    const lanesOf = (root: Uint8Array) => [{ lane: 0, root, rows: 4, total: 400_000n }];
    const fund = async ({ wallet, coins }: BaseParty, nonce: number, root: Uint8Array) => {
      const parameters = {
        kind: 'WHITELIST',
        creator: wallet.publicKeyHash,
        nonce: createAirdropNonce(new Uint8Array(12).fill(nonce)),
        start: BigInt(base.time),
        end: BigInt(base.time + 1_000 * DAY),
        cancelable: false,
        sponsored: true,
        lanes: 1,
        depth: 2,
        rows: 4,
        total: 400_000n,
      } as const;
      const contract = createAirdropContract(parameters, 'devnet');
      const tip = { height: fixture.node.tip.height, medianTimePast: 0 };
      const built = buildAirdropFunding(contract, { hash: wallet.publicKeyHash, coins }, tip, lanesOf(root));
      return { contract, ...(await send(wallet, built.transaction)) };
    };
    const born = await fund(base.party(2), 8, hexToBin(emptyAirdropRoot(2)));
    const honest = await fund(base.party(3), 9, new Uint8Array(32).fill(9));
    // The one came before the other: what is there by now is all that there will be of it.
    await untilAt('airdrop', honest.contract.lockingBytecode, honest.txid);
    expect(await find('airdrop', born.contract.lockingBytecode)).toBeUndefined();
  });
});
