import { hexToBin, utf8ToBin } from '@bitauth/libauth';
import {
  buildAirdropFunding,
  createAirdropContract,
  createAirdropNonce,
  emptyAirdropRoot,
  type AirdropAsset,
  type AirdropParameters,
  type LockSchedule,
  type WhitelistLane,
} from '@weir/covenants';
import { cashAddresses, IN_BASE_UNITS, IN_BCH, readWhitelistCsv, WhitelistTree } from '@weir/merkle';
import type { Wallet } from '@weir/wallet';
import { DAY, type Fixture } from './fixture.js';

let campaigns = 0;

/** Terms that every campaign here shares: it has started, and may be closed at any time. */
const commonTerms = (fixture: Fixture, creator: Wallet) => {
  campaigns += 1;
  const nonce = createAirdropNonce(utf8ToBin(`recover ${campaigns.toString().padStart(4, '0')}`));
  return {
    creator: creator.publicKeyHash,
    nonce,
    start: BigInt(fixture.node.tip.medianTimePast - 60),
    end: 0n,
    cancelable: true,
  };
};

const fund = async (
  fixture: Fixture,
  creator: Wallet,
  parameters: AirdropParameters,
  asset: AirdropAsset,
  lanes?: readonly WhitelistLane[],
): Promise<string> => {
  const contract = createAirdropContract(parameters, 'devnet', asset);
  const funding = buildAirdropFunding(contract, await fixture.funds(creator), fixture.tip(), lanes);
  if (funding.kind === 'preparation') throw new Error('This wallet must be prepared first');
  await fixture.send(creator, funding.transaction);
  fixture.node.mine(1, { timeStep: 1 });
  return contract.address;
};

/** Funds a campaign for a list. @returns its address */
export const openListed = async (
  fixture: Fixture,
  creator: Wallet,
  csv: string,
  terms: {
    readonly lanes: number;
    readonly sponsored: boolean;
    readonly category?: string;
    readonly vesting?: LockSchedule;
  },
): Promise<string> => {
  const asset: AirdropAsset =
    terms.category === undefined ? { type: 'BCH' } : { type: 'FUNGIBLE_TOKEN', category: terms.category };
  const list = readWhitelistCsv([utf8ToBin(csv)], {
    readAddress: cashAddresses('bchtest'),
    unit: asset.type === 'BCH' ? IN_BCH : IN_BASE_UNITS,
  });
  const tree = WhitelistTree.build(list, { lanes: terms.lanes });
  const { lanes, sponsored, vesting } = terms;
  const shape = Array.from({ length: lanes }, (_, lane) => ({
    lane,
    root: tree.laneRoot(lane),
    rows: Math.ceil((list.count - lane) / lanes),
    total: tree.laneTotal(lane),
  }));
  const parameters = {
    kind: 'WHITELIST',
    ...commonTerms(fixture, creator),
    lanes,
    sponsored,
    ...(vesting && { vesting }),
    depth: tree.shape.laneDepth,
    rows: list.count,
    total: list.total,
  } as const;
  return fund(fixture, creator, parameters, asset, shape);
};

/**
 * Funds what says that it cannot be cancelled for a thousand days, and could be closed at once by anybody, since all rows of
 * its only lane are spent already. @returns its address
 */
export const openBornClosed = (fixture: Fixture, creator: Wallet): Promise<string> =>
  fund(
    fixture,
    creator,
    {
      kind: 'WHITELIST',
      ...commonTerms(fixture, creator),
      end: BigInt(fixture.node.tip.medianTimePast + 1_000 * DAY),
      cancelable: false,
      sponsored: true,
      lanes: 1,
      depth: 2,
      rows: 4,
      total: 400_000n,
    },
    { type: 'BCH' },
    [{ lane: 0, root: hexToBin(emptyAirdropRoot(2)), rows: 4, total: 400_000n }],
  );

/** Funds a campaign for everybody: two claims each. @param creator where it is another than who funds. @returns its address */
export const openPublic = async (
  fixture: Fixture,
  funder: Wallet,
  amount: bigint,
  claims: number,
  creator: Uint8Array = funder.publicKeyHash,
): Promise<string> => {
  const terms = { ...commonTerms(fixture, funder), creator };
  return fund(
    fixture,
    funder,
    { kind: 'PUBLIC', ...terms, lanes: 2, sponsored: true, amount, limit: 2, claims },
    { type: 'BCH' },
  );
};
