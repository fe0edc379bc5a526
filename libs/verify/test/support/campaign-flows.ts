import { binToHex, utf8ToBin } from '@bitauth/libauth';
import {
  buildAirdropClose,
  buildAirdropFunding,
  buildPaidWhitelistClaim,
  buildPublicClaim,
  buildWhitelistClaim,
  createAirdropContract,
  createAirdropNonce,
  findAirdropDeployment,
  lockingBytecodeOf,
  proposeAirdropClose,
  proposeAirdropFunding,
  type AirdropCoin,
  type AirdropContract,
  type WhitelistLane,
} from '@weir/covenants';
import { leafOfRow, MerkleTree } from '@weir/merkle';
import type { AskedEffect } from '../../src/index.js';
import { coinOf, DAY, hashOf, lockOf, NOW, requestOf, TIP, TOKEN, transactionOf, walletOf } from './coins.js';
import { addressAt, type Flow, flowOf, NETWORK } from './flow.js';
import { createVault } from './vault.js';

/** The only lane of a campaign after its funding. */
const laneOf = (contract: AirdropContract, funding: string, lanes: readonly WhitelistLane[] = []): AirdropCoin => {
  const found = findAirdropDeployment(contract, 'fb'.repeat(32), transactionOf({ transaction: funding }), lanes);
  const coin = found.ok ? found.lanes[0] : undefined;
  if (coin === undefined) throw new Error('The campaign has a lane');
  return coin;
};

/** A campaign for a list, whose claims may pay locks: opened, claimed and closed. */
export const campaignFlows = (tokens: boolean, vested = false): readonly Flow[] => {
  const creator = tokens ? walletOf(0x51, 500_000n) : walletOf(0x51);
  const rows = [0, 1, 2, 3].map((row) => ({ hash: hashOf(0x60 + row), amount: 10_000n + BigInt(row) }));
  const tree = MerkleTree.of(rows.map(({ hash, amount }) => leafOfRow(hash, amount)));
  const total = rows.reduce((sum, { amount }) => sum + amount, 0n);
  const asset = tokens ? ({ type: 'FUNGIBLE_TOKEN', category: TOKEN } as const) : ({ type: 'BCH' } as const);
  const label = `${vested ? 'vested ' : ''}${tokens ? 'campaign of tokens' : 'campaign'}`;
  const vesting = vested ? { start: NOW, cliff: NOW + DAY, step: DAY, steps: 100n } : undefined;
  const asked = vested
    ? { vesting: { kind: 'VESTING', start: NOW, cliff: NOW + DAY, step: DAY, end: NOW + 100n * DAY } as const }
    : {};
  const contract = createAirdropContract(
    {
      kind: 'WHITELIST',
      creator: creator.hash,
      start: NOW - DAY,
      end: 0n,
      cancelable: true,
      sponsored: true,
      lanes: 1,
      depth: 2,
      rows: rows.length,
      total,
      nonce: createAirdropNonce(utf8ToBin('campaign 001')),
      ...(vesting && { vesting }),
    } as const,
    NETWORK,
    asset,
  );
  const lanes = [{ lane: 0, root: tree.root, rows: rows.length, total }];
  const { transaction } = buildAirdropFunding(contract, creator, TIP, lanes);
  const { transaction: hex } = requestOf(transaction);
  const coin = laneOf(contract, hex, lanes);
  const row = rows[2] ?? { hash: hashOf(0), amount: 0n };
  const claim = { contract, coin, proof: { ...row, ...tree.proof(2) }, locktime: NOW };
  const claims: AskedEffect = {
    kind: 'CLAIMS_AIRDROP',
    campaign: contract.address,
    amount: row.amount,
    recipient: addressAt(lockingBytecodeOf(row.hash)),
    asset: tokens ? TOKEN : undefined,
    ...asked,
  };
  const claimer = walletOf(0x62);
  const stranger = walletOf(0x70);
  return [
    flowOf(`${label}: funding`, transaction, creator, [
      {
        kind: 'OPENS_CAMPAIGN',
        creator: addressAt(lockOf(creator)),
        asset: tokens ? TOKEN : undefined,
        pool: total,
        claims: rows.length,
        lanes: 1,
        roots: [binToHex(tree.root)],
        list: 'WHITELIST',
        start: NOW - DAY,
        end: 0n,
        isCancelable: true,
        paysFees: true,
        campaign: contract.address,
        ...asked,
      },
    ]),
    flowOf(`${label}: claim`, buildWhitelistClaim(claim, claimer), claimer, [claims], [hex]),
    flowOf(`${label}: claim paid by a stranger`, buildPaidWhitelistClaim(claim, stranger), stranger, [claims], [hex]),
    flowOf(
      `${label}: close`,
      buildAirdropClose(contract, coin, NOW, creator.coins.slice(0, 1)),
      creator,
      [{ kind: 'CLOSES_LANE', campaign: contract.address, creator: addressAt(lockOf(creator)) }],
      [hex],
    ),
  ];
};

/** A campaign that anybody may claim from. */
export const publicFlows = (tokens: boolean): readonly Flow[] => {
  const creator = tokens ? walletOf(0x52, 500_000n) : walletOf(0x52);
  const asset = tokens ? ({ type: 'FUNGIBLE_TOKEN', category: TOKEN } as const) : ({ type: 'BCH' } as const);
  const label = tokens ? 'public campaign of tokens' : 'public campaign';
  const contract = createAirdropContract(
    {
      ...({ kind: 'PUBLIC', creator: creator.hash, start: NOW - DAY, end: NOW + DAY, cancelable: true } as const),
      sponsored: false,
      lanes: 1,
      amount: 20_000n,
      limit: 2,
      claims: 4,
      nonce: createAirdropNonce(utf8ToBin('campaign 002')),
    },
    NETWORK,
    asset,
  );
  const { transaction } = buildAirdropFunding(contract, creator, TIP);
  const { transaction: hex } = requestOf(transaction);
  const coin = laneOf(contract, hex);
  const claimer = walletOf(0x63);
  const proof = { hash: claimer.hash, claimed: 0, siblings: Array.from({ length: 64 }, () => new Uint8Array()) };
  return [
    flowOf(`${label}: funding`, transaction, creator, [
      {
        kind: 'OPENS_CAMPAIGN',
        creator: addressAt(lockOf(creator)),
        asset: tokens ? TOKEN : undefined,
        pool: 80_000n,
        claims: 4,
        amount: 20_000n,
        limit: 2,
        lanes: 1,
        list: 'PUBLIC',
        start: NOW - DAY,
        end: NOW + DAY,
        isCancelable: true,
        paysFees: false,
        campaign: contract.address,
      },
    ]),
    flowOf(
      `${label}: claim`,
      buildPublicClaim({ contract, coin, proof, locktime: NOW }, claimer),
      claimer,
      [
        {
          kind: 'CLAIMS_AIRDROP',
          campaign: contract.address,
          amount: 20_000n,
          recipient: addressAt(lockOf(claimer)),
          asset: tokens ? TOKEN : undefined,
        },
      ],
      [hex],
    ),
  ];
};

/** A vault's campaign: opened and closed by proposals. */
export const vaultCampaignFlows = (tokens: boolean): readonly Flow[] => {
  const { contract, holdings, spends, proposed } = createVault();
  const asset = tokens ? ({ type: 'FUNGIBLE_TOKEN', category: TOKEN } as const) : ({ type: 'BCH' } as const);
  const label = tokens ? 'vault: campaign of tokens' : 'vault: campaign';
  const campaign = createAirdropContract(
    {
      ...({ kind: 'PUBLIC', creator: contract.lockingBytecode, start: NOW, end: 0n, cancelable: true } as const),
      sponsored: true,
      lanes: 2,
      amount: 20_000n,
      limit: 1,
      claims: 8,
      nonce: createAirdropNonce(utf8ToBin('campaign 003')),
    },
    NETWORK,
    asset,
  );
  const category = 'fb'.repeat(32);
  const unit = coinOf(1_000n, { category, amount: 1n });
  const withUnit = { ...holdings, coins: [...holdings.coins, unit] };
  return [
    proposed(`${label}, funding`, proposeAirdropFunding(contract, holdings, campaign, TIP), [
      spends,
      {
        kind: 'OPENS_CAMPAIGN',
        creator: contract.address,
        asset: tokens ? TOKEN : undefined,
        pool: 160_000n,
        claims: 8,
        amount: 20_000n,
        limit: 1,
        lanes: 2,
        list: 'PUBLIC',
        start: NOW,
        end: 0n,
        isCancelable: true,
        paysFees: true,
        campaign: campaign.address,
      },
    ]),
    proposed(`${label}, close`, proposeAirdropClose(contract, withUnit, category), [
      spends,
      { kind: 'CLOSES_CAMPAIGN', category },
    ]),
  ];
};
