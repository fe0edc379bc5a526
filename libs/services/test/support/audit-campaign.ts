import { binToHex } from '@bitauth/libauth';
import { createLockFinder, lockingBytecodeOf } from '@weir/covenants';
import type { ChainNode } from '@weir/devnet';
import type { CampaignRecord, LaneStep } from '@weir/infra';
import type { Wallet } from '@weir/wallet';
import { lockScheduleOf } from '../../src/airdrops/campaign/campaign-vesting.js';
import { SHARE, type CampaignBed, type OpenCampaign } from './campaign-bed.js';

/** The transactions that spend an output and what comes of it, as the node has them. */
const lineage = (node: ChainNode, funding: LaneStep): string[] => {
  const hashes: string[] = [];
  let spender = node.spenderOf(funding.txHash, funding.state?.vout ?? 0);
  while (spender !== undefined) {
    hashes.push(spender);
    const isState = node.transaction(spender)?.outputs[0]?.token?.nft?.capability === 'mutable';
    spender = isState ? node.spenderOf(spender, 0) : undefined;
  }
  return hashes;
};

/** Returns where each row of a campaign's list is paid, or its lock. */
const payeesOf = ({ tokenType, vesting }: CampaignRecord, wallets: readonly Wallet[]): ReadonlyMap<string, Wallet> => {
  const lockOf = vesting === null ? undefined : createLockFinder(tokenType, lockScheduleOf(vesting), 'devnet');
  return new Map(
    wallets.map((wallet, row) => {
      const to = lockingBytecodeOf(wallet.publicKeyHash);
      return [binToHex(lockOf?.(to, SHARE + BigInt(row)).lockingBytecode ?? to), wallet];
    }),
  );
};

/** What wallets, or their locks, got by some transactions: one line a payment. */
const payments = (
  node: ChainNode,
  hashes: readonly string[],
  owners: ReadonlyMap<string, Wallet>,
): { readonly wallet: Wallet; readonly satoshis: bigint }[] => {
  return hashes.flatMap((hash) =>
    (node.transaction(hash)?.outputs ?? []).flatMap(({ lockingBytecode, satoshis }) => {
      const wallet = owners.get(lockingBytecode);
      return wallet === undefined ? [] : [{ wallet, satoshis }];
    }),
  );
};

/** The claims that recorded locks of a campaign name, whose states are the coins that these made. */
const locksOf = async (bed: CampaignBed, id: string): Promise<string[]> => {
  const { contracts } = bed.context;
  const locks = await bed.locksOf({ id });
  return locks
    .map((lock) => {
      const { status, state, funding, contractAddress, streamId } = lock;
      const isWhole =
        status === 'ACTIVE' &&
        state?.txid === funding?.txHash &&
        contracts.addressOf(lock).contractAddress === contractAddress;
      return isWhole ? (funding?.txHash ?? '') : `${streamId} is not as its claim made it`;
    })
    .sort();
};

/**
 * Compares a campaign's record with the node itself, which neither the servers nor the service are asked about.
 *
 * @returns what differs, in words
 */
export const auditCampaign = async (bed: CampaignBed, { id, wallets, fundingHex }: OpenCampaign): Promise<string[]> => {
  const { node, repository, airdropContext } = bed;
  const problems: string[] = [];
  const compare = (what: string, record: unknown, chain: unknown): void => {
    const [left, right] = [record, chain].map((value) =>
      JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner)),
    );
    if (left !== right) problems.push(`${what}: recorded ${left ?? ''}, on the chain ${right ?? ''}`);
  };
  const campaign = await repository.findById(id);
  const lanes = await repository.lanesOf(id);
  if (campaign === undefined) return ['There is no record'];
  if (campaign.funding === null) {
    compare('lanes', lanes.length, 0);
    compare(
      'a listed wallet',
      await Promise.all(wallets.map(({ publicKeyHash }) => repository.findRecipient(id, binToHex(publicKeyHash)))),
      wallets.map(() => undefined),
    );
    return problems;
  }
  compare(
    'funding',
    campaign.funding.txHash,
    node.transaction(campaign.funding.txHash)?.hex === fundingHex ? campaign.funding.txHash : null,
  );
  const payees = payeesOf(campaign, wallets);
  const all: string[] = [];
  const claims: string[] = [];
  const spentRows = new Map<number, Set<number>>();
  for (const lane of lanes) {
    const steps = await bed.stepsOf(lane);
    const [funding] = steps;
    if (funding === undefined) return [...problems, `Lane ${lane.lane} has no funding`];
    const hashes = lineage(node, funding);
    compare(
      `steps of lane ${lane.lane}`,
      steps.slice(1).map(({ txHash }) => txHash),
      hashes,
    );
    compare(
      `claims of lane ${lane.lane}`,
      [lane.claims, lane.claimedAmount],
      [
        steps.filter(({ claim }) => claim !== null).length,
        payments(node, hashes, payees).reduce((sum, { satoshis }) => sum + satoshis, 0n),
      ],
    );
    spentRows.set(lane.lane, new Set(steps.flatMap(({ claim }) => claim?.row ?? [])));
    all.push(...hashes);
    claims.push(...steps.flatMap(({ claim, txHash }) => (claim === null ? [] : [txHash])));
  }
  if (problems.length > 0) return problems;
  const paid = payments(node, all, payees);
  compare('locks', await locksOf(bed, id), campaign.vesting === null ? [] : claims.sort());
  compare(
    'paid',
    [campaign.claimedCount, campaign.claimedAmount],
    [paid.length, paid.reduce((sum, { satoshis }) => sum + satoshis, 0n)],
  );
  for (const [row, wallet] of wallets.entries()) {
    const own = paid.filter((payment) => payment.wallet === wallet).map(({ satoshis }) => satoshis);
    if (campaign.requireKyc) compare(`row ${row}`, own.length === 0 ? [] : [SHARE + BigInt(row)], own);
    else if (own.length > campaign.maxClaimsPerAddress) problems.push(`${wallet.address} was paid ${own.length} times`);
    compare(
      `claims of ${wallet.address}`,
      (await repository.claimsBy(id, binToHex(wallet.publicKeyHash))).map(({ claim }) => claim?.amount),
      own,
    );
  }
  const status = lanes.every((lane) => lane.claims === lane.claimsDue)
    ? 'COMPLETED'
    : lanes.every(({ closed }) => closed)
      ? 'CANCELLED'
      : 'ACTIVE';
  compare('status', campaign.status, status);
  const tree = campaign.tree === null ? undefined : await repository.findTree(campaign.tree.id);
  for (const { lane, state } of tree === undefined || problems.length > 0 ? [] : lanes) {
    if (tree === undefined || state === null) continue;
    const live = await airdropContext.trees.whitelistAt(tree, lane);
    const spent = wallets.flatMap((_, row) => (row % tree.lanes === lane && live.tree.isSpent(row) ? [row] : []));
    compare(
      `spent rows of lane ${lane}`,
      spent,
      [...(spentRows.get(lane) ?? [])].sort((a, b) => a - b),
    );
  }
  return problems;
};
