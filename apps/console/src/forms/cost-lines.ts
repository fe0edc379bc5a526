import {
  type Answered,
  type Balance,
  type Campaign,
  type CampaignPreview,
  type PlanPreview,
  WeirError,
} from '@weir/client';
import type { Asset, AssetOfRecord } from '../format/amount.js';
import { t } from '../language/text.js';

/** A part of what a funding costs. */
export interface CostLine {
  readonly what: string;
  /** Whether it is an estimate until the wallet's coins are known. */
  readonly isAbout?: boolean;
  /** Satoshis. */
  readonly base: bigint;
  /** What becomes of it. */
  readonly note?: string;
  /** Whether it is a part of the reserve: what the contract keeps beside the gift until it ends. */
  readonly isReserved?: boolean;
}

/** What a funding costs: what recipients get, and what is paid beside it. */
export interface CostSheet {
  /** What recipients get, in the asset. */
  readonly gift: { readonly what: string; readonly base: bigint; readonly of: Asset };
  /** What is paid beside it. */
  readonly lines: readonly CostLine[];
  /** Whether the rest of the reserve returns to who pays; that of a lock goes to its recipient. */
  readonly isRefundable: boolean;
}

/** The parts of what funding a stream or a payment costs, satoshis. */
type FundingParts = Pick<
  Answered<'PreviewStreamResponse'>['funding'],
  'reserveBase' | 'noteBase' | 'dustBase' | 'networkFeeEstimateBase'
>;

const isBch = (of: Asset): boolean => (typeof of === 'string' ? of : of.token_type) === 'BCH';

/** Returns the BCH that leaves the wallet, satoshis: all lines, and a gift of BCH. */
export const bchTotal = ({ gift, lines }: CostSheet): bigint =>
  lines.reduce((sum, { base }) => sum + base, isBch(gift.of) ? gift.base : 0n);

/** Returns the BCH that leaves the wallet for the reserve, satoshis, and the parts of it. */
export const reserveOf = ({ lines }: CostSheet): { readonly base: bigint; readonly parts: readonly CostLine[] } => {
  const parts = lines.filter(({ isReserved = false }) => isReserved);
  return { base: parts.reduce((sum, { base }) => sum + base, 0n), parts };
};

const reserve = (base: bigint): CostLine => ({
  what: t('Fees of claims'),
  base,
  note: t('pays for claims; the rest returns'),
  isReserved: true,
});
const dust = (base: bigint): CostLine => ({
  what: t('Held in its outputs'),
  base,
  note: t('minimum of each output'),
  isReserved: true,
});
const fee = (base: bigint): CostLine => ({ what: t('Network fee'), isAbout: true, base });
const note = (base: bigint, many = false): CostLine => ({
  what: many ? t('A note to each recipient') : t('A note to the recipient'),
  base,
  note: t('shows them their money, and pays a first claim'),
  isReserved: true,
});

/** Returns what funding a stream or a payment costs. @param what what recipients get, in words */
export const recordCosts = (
  what: string,
  of: Asset,
  total: bigint,
  { reserveBase, noteBase, dustBase, networkFeeEstimateBase }: FundingParts,
): CostSheet => ({
  gift: { what, base: total, of },
  lines: [reserve(reserveBase), note(noteBase), dust(dustBase), fee(networkFeeEstimateBase)],
  isRefundable: true,
});

/** The satoshis beside locked tokens; of BCH there are none. */
const lockReserve = (base: bigint): readonly CostLine[] =>
  base === 0n
    ? []
    : [
        {
          what: t('Fees of payments'),
          base,
          note: t('pays for payments; the rest goes to the recipient'),
          isReserved: true,
        },
      ];

/** Returns what funding a lock costs: of BCH each payment pays for itself. */
export const lockCosts = (
  of: Asset,
  total: bigint,
  { reserveBase, noteBase, dustBase, networkFeeEstimateBase }: FundingParts,
): CostSheet => ({
  gift: { what: t('Locked'), base: total, of },
  lines: [...lockReserve(reserveBase), ...[note(noteBase), dust(dustBase), fee(networkFeeEstimateBase)]],
  isRefundable: false,
});

/** What a plan's costs are read from. */
interface PlanParts {
  readonly plan: AssetOfRecord & { readonly product?: string };
  readonly costs: Pick<PlanPreview['costs'], 'amount_base' | 'fee'> & {
    readonly fundings: readonly Pick<
      PlanPreview['costs']['fundings'][number],
      'reserves' | 'notes' | 'companions' | 'beacon' | 'carriers'
    >[];
  };
}

/** Returns what funding a plan costs, all parts together. */
export const planCosts = ({ plan, costs }: PlanParts): CostSheet => {
  const sum = (name: keyof PlanParts['costs']['fundings'][number]): bigint =>
    costs.fundings.reduce((total, funding) => total + funding[name], 0n);
  return {
    gift: { what: t('Paid out together'), base: costs.amount_base, of: plan },
    lines: [
      ...(plan.product === 'lock' ? lockReserve(sum('reserves')) : [reserve(sum('reserves'))]),
      note(sum('notes'), true),
      dust(sum('companions') + sum('beacon') + sum('carriers')),
      fee(costs.fee),
    ],
    isRefundable: plan.product !== 'lock',
  };
};

const closing = (base: bigint): CostLine => ({
  what: t('Locked for its closing'),
  base,
  note: t('the rest returns'),
  isReserved: true,
});

/** What a campaign's costs are read from. */
interface CampaignParts {
  readonly campaign: AssetOfRecord & Pick<CampaignPreview['campaign'], 'pool_amount_base'>;
  readonly funding: Pick<
    CampaignPreview['funding'],
    'reserveBase' | 'closingBase' | 'dustBase' | 'networkFeeEstimateBase'
  >;
}

/** Returns what funding a campaign costs. */
export const campaignCosts = ({ campaign, funding }: CampaignParts): CostSheet => {
  const { reserveBase, closingBase, dustBase, networkFeeEstimateBase } = funding;
  return {
    gift: { what: t('Pool'), base: campaign.pool_amount_base, of: campaign },
    lines: [
      ...(reserveBase > 0n ? [reserve(reserveBase)] : []),
      ...[closing(closingBase), dust(dustBase), fee(networkFeeEstimateBase)],
    ],
    isRefundable: true,
  };
};

/**
 * Returns what the funding of a campaign that is stored costs, as the wallet would sign it.
 *
 * @param paid BCH that leaves the wallet, satoshis
 */
export const fundingCosts = (
  campaign: Pick<Campaign, 'token_type' | 'token_category' | 'token' | 'pool_amount_base' | 'total_amount_base'>,
  { feeBase, fundingInfo }: { readonly feeBase: bigint; readonly fundingInfo: { readonly feeReserveBase: bigint } },
  paid: bigint,
): CostSheet => {
  const pool = campaign.pool_amount_base ?? campaign.total_amount_base;
  const { feeReserveBase } = fundingInfo;
  const rest = paid - (isBch(campaign) ? pool : 0n) - feeReserveBase - feeBase;
  return {
    gift: { what: t('Pool'), base: pool, of: campaign },
    lines: [...(feeReserveBase > 0n ? [reserve(feeReserveBase)] : []), closing(rest), fee(feeBase)],
    isRefundable: true,
  };
};

const lacking = (neededBase: bigint, availableBase: bigint, tokenCategory?: string): WeirError =>
  new WeirError('INSUFFICIENT_FUNDS', 'The wallet does not hold what it takes', {
    details: { neededBase, availableBase, ...(tokenCategory !== undefined && { tokenCategory }) },
  });

/** What a wallet holds. */
type Held = Pick<Balance, 'amountBase'> & {
  readonly tokens: readonly Pick<Balance['tokens'][number], 'tokenCategory' | 'tokenAmountBase'>[];
};

/** Refuses what a wallet cannot pay. @throws WeirError INSUFFICIENT_FUNDS */
export const assertHeld = (sheet: CostSheet, { amountBase, tokens }: Held): void => {
  const { base, of } = sheet.gift;
  const category = typeof of === 'string' ? null : of.token_category;
  if (category !== null) {
    const held = tokens.find(({ tokenCategory }) => tokenCategory === category)?.tokenAmountBase ?? 0n;
    if (held < base) throw lacking(base, held, category);
  }
  const total = bchTotal(sheet);
  if (amountBase < total) throw lacking(total, amountBase);
};
