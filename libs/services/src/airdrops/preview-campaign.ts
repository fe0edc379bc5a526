import { randomBytes } from 'node:crypto';
import { binToHex } from '@bitauth/libauth';
import {
  AIRDROP_NONCE_ENTROPY,
  airdropFundingOutputs,
  airdropLaneFloor,
  airdropPool,
  type AirdropContract,
  buildAirdropFunding,
  createAirdropContract,
  createAirdropNonce,
  findAirdropProblem,
  type PublicKeyHash,
  type WhitelistLane,
} from '@weir/covenants';
import { MAX_SATOSHIS } from '@weir/kinds';
import { laneShapeOf } from '@weir/merkle';
import { chooseLanes } from '@weir/merkle/worker';
import type { Caller } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import type { AirdropContext } from './campaign/airdrop-context.js';
import type { PreviewCampaignInput } from './campaign/airdrops.types.js';
import {
  assetOf,
  type CampaignTermsRow,
  publicParameters,
  whitelistParameters,
} from './campaign/campaign-contracts.js';
import { type CampaignTerms, parseCampaignTerms, publicShape } from './campaign/campaign-terms.js';
import { creatorOf } from './create-campaign.js';
import { BY_SIZE } from './whitelist/build-tree.js';

/** Stands for a key, a root or a hash: what it is changes no cost. */
const ANY_KEY = new Uint8Array(20) as PublicKeyHash;
const ANY_ROOT = new Uint8Array(32);
const ANY_TXID = '00'.repeat(32);
const ANY_TIP = { height: 0, medianTimePast: 0 };

/** The parameters of a campaign for a list of so many rows, and the lanes of their tree. */
const listed = (terms: CampaignTerms, row: CampaignTermsRow, rows: number | undefined) => {
  if (rows === undefined)
    throw new ServiceError('INVALID_REQUEST', 'recipients is required for a campaign with a list', {
      field: 'recipients',
    });
  const { lanes, laneDepth: depth } = laneShapeOf(rows, chooseLanes(rows, terms.lanesAsked ?? BY_SIZE));
  const { totalAmount: total } = terms;
  const share = total / BigInt(lanes);
  const each = Array.from({ length: lanes }, (_, lane): WhitelistLane => ({
    lane,
    root: ANY_ROOT,
    rows: Math.ceil(Math.max(rows - lane, 0) / lanes),
    total: lane === 0 ? total - share * BigInt(lanes - 1) : share,
  }));
  return {
    parameters: whitelistParameters(row, { depth, rowCount: rows, lanes, total }),
    lanes: each,
  };
};

const partsOf = (terms: CampaignTerms, row: CampaignTermsRow, rows: number | undefined) =>
  terms.requireKyc ? listed(terms, row, rows) : { parameters: publicParameters(row, publicShape(terms)), lanes: [] };

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/** The fee of the funding by a wallet with one coin, and for tokens one more with all of them, satoshis. */
const feeOf = (contract: AirdropContract, lanes: readonly WhitelistLane[], feeRate: bigint | undefined): bigint => {
  const { asset, parameters } = contract;
  const coin = { txid: ANY_TXID, vout: 0, satoshis: MAX_SATOSHIS };
  const tokens = asset.type === 'BCH' ? [] : [{ category: asset.category, amount: airdropPool(parameters) }];
  const coins = [coin, ...tokens.map((token) => ({ ...coin, vout: 1, satoshis: 1_000n, token }))];
  return buildAirdropFunding(contract, { hash: ANY_KEY, coins }, ANY_TIP, lanes, { feeRate }).transaction.fee;
};

/**
 * Computes what a campaign would cost, and who would pay for its claims. Stores nothing.
 *
 * @throws ServiceError INVALID_AMOUNT, INVALID_ADDRESS, INVALID_TIME, INVALID_REQUEST, SCHEDULE_UNSOUND, FORBIDDEN
 */
export const previewCampaign = async (
  context: AirdropContext,
  { recipients, ...input }: PreviewCampaignInput,
  caller: Caller | undefined,
) => {
  const { network, chain } = context;
  const terms = parseCampaignTerms(input, context.now());
  const isNamed = caller !== undefined || input.creator !== undefined || input.vaultId !== undefined;
  const creatorHash = isNamed ? (await creatorOf(context, input, caller)).creatorHash : binToHex(ANY_KEY);
  const nonce = new TextDecoder().decode(createAirdropNonce(randomBytes(AIRDROP_NONCE_ENTROPY)));
  const { parameters, lanes } = partsOf(terms, { ...terms, creatorHash, nonce }, recipients);
  const asset = assetOf(terms);
  const problem = findAirdropProblem(parameters, asset);
  if (problem !== undefined)
    throw new ServiceError('INVALID_REQUEST', `The terms do not define a valid contract: ${problem}`, { problem });
  const contract = createAirdropContract(parameters, network, asset);
  const { claimFee } = createAirdropContract({ ...parameters, sponsored: true }, network, asset);
  const claims = parameters.kind === 'PUBLIC' ? parameters.claims : parameters.rows;
  const pool = airdropPool(parameters);
  const reserve = BigInt(claims) * contract.claimFee;
  const closing = BigInt(parameters.lanes) * airdropLaneFloor(contract);
  const networkFeeEstimate = feeOf(contract, lanes, await chain.feeRate().catch(() => undefined));
  const locked = (terms.tokenCategory === null ? pool : 0n) + reserve + closing;
  const outputs = sumOf(airdropFundingOutputs(contract, ANY_TXID, ANY_TIP, lanes).map(({ amount }) => amount));
  return {
    campaign: { ...terms, poolAmount: pool, claims, lanes: parameters.lanes, sponsorFees: parameters.sponsored },
    funding: {
      claimFee,
      reserve,
      closing,
      dust: outputs - locked,
      networkFeeEstimate,
      total: outputs + networkFeeEstimate,
    },
  };
};
