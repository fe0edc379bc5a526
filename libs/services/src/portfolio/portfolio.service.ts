import type { PortfolioRow, PortfolioSide } from '@weir/infra';
import { MAX_ADDRESSES } from '@weir/kinds';
import { listCampaigns, listClaimable } from '../airdrops/list-campaigns.js';
import { bindUseCases } from '../shared/bind-use-cases.js';
import { viewTime } from '../shared/chain-time.js';
import { inTurns } from '../shared/in-turns.js';
import {
  callerHashes,
  parseStandardParty,
  type StandardParty,
  type Viewer,
  type WalletAddresses,
} from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import { waitingProposals } from '../vaults/proposals/waiting-proposals.js';
import { currencySums } from './currency-sums.js';
import { discardRecord } from './discard-record.js';
import { type Flow, flowOf, HORIZON_SECONDS } from './flows.js';
import type { PortfolioContext } from './portfolio-context.js';
import { paydaysOf, sumByAsset } from './sums.js';

/** How many streams and payments of each side are counted in. */
const MAX_OPEN = 5_000;
/** Rows between which other requests have their turn. */
const AT_ONCE = 250;
/** How much of each list is shown. */
const SHOWN = 20;
/** Unfunded records that are read for such a list: the expired and discarded ones among them are left out. */
const UNFUNDED = 100;
/** Claims that one click may make. */
const CLAIMS_SHOWN = 100;

const parseParties = (addresses: readonly string[], { network }: PortfolioContext): readonly StandardParty[] => {
  const parties = new Map(
    addresses.map((address) => {
      const party = parseStandardParty(address, network, 'addresses');
      return [party.hashHex, party] as const;
    }),
  );
  if (parties.size <= MAX_ADDRESSES) return [...parties.values()];
  throw new ServiceError('INVALID_REQUEST', `addresses must name at most ${MAX_ADDRESSES}`, {
    field: 'addresses',
    given: parties.size,
  });
};

const flowsOf = async (
  { portfolio }: PortfolioContext,
  side: PortfolioSide,
  hashes: readonly string[],
  asOf: bigint,
) => {
  const rows = await portfolio.open(side, hashes, MAX_OPEN + 1);
  const flows: Flow[] = [];
  for await (const row of inTurns(rows.slice(0, MAX_OPEN), AT_ONCE)) flows.push(flowOf(row, asOf));
  return { flows, isComplete: rows.length <= MAX_OPEN };
};

/** Lists the payments in a currency that run to, or from, some parties. */
const openCurrencyOf = async ({ portfolio }: PortfolioContext, side: PortfolioSide, hashes: readonly string[]) => {
  const rows = await portfolio.openCurrency(side, hashes, MAX_OPEN + 1);
  return { rows: rows.slice(0, MAX_OPEN), isComplete: rows.length <= MAX_OPEN };
};

/** What the maker of a stream or payment called it, or else whom it pays; null without either. */
export const titleOf = ({ description, payment }: Pick<PortfolioRow, 'description' | 'payment'>): string | null =>
  description ?? payment?.recipientName ?? null;

const named = ({ product: kind, id, streamId: displayId, ...row }: PortfolioRow) => ({
  kind,
  contract: kind === 'stream' ? row.contract : null,
  id,
  displayId,
  title: titleOf(row),
  sender: row.sender,
  recipient: row.recipient,
  tokenType: row.tokenType,
  tokenCategory: row.tokenCategory,
});

const soonestFirst = (a: Flow, b: Flow): number => (a.next?.at ?? 0) - (b.next?.at ?? 0);

const unlocksOf = (incoming: readonly Flow[]) =>
  incoming
    .filter(({ next }) => next !== undefined)
    .sort(soonestFirst)
    .slice(0, SHOWN)
    .flatMap(({ row, next }) => (next === undefined ? [] : [{ ...named(row), ...next }]));

/** Campaigns that keys among the parties can claim from; private lists are read for those whom the viewer is. */
const airdropsOf = async (
  { airdrops }: PortfolioContext,
  parties: readonly StandardParty[],
  viewer: Viewer | undefined,
) => {
  const keys = parties.filter(({ isScript }) => !isScript);
  if (keys.length === 0) return [];
  const address = keys.map((key) => key.address).join();
  // Lists name the address; what everybody may claim comes after.
  const found = await Promise.all(
    (['listed', 'open'] as const).map((kind) => listClaimable(airdrops, { address, kind, limit: SHOWN }, viewer)),
  );
  return found
    .flatMap(({ claimable }) => claimable)
    .slice(0, SHOWN)
    .map(({ campaign, address: claimer, amount, claimsLeft }) => ({
      id: campaign.id,
      campaignId: campaign.campaignId,
      title: campaign.title,
      address: claimer,
      listed: campaign.requireKyc,
      endDate: campaign.endDate,
      amount,
      claimsLeft,
      tokenType: campaign.tokenType,
      tokenCategory: campaign.tokenCategory,
    }));
};

/** Of a record that is funded by itself. */
const ONE = { payments: 1 } as const;

/** What waits for its funding: records of the parties, and the plans of those among them whom the viewer is. */
const unfundedOf = async (
  context: PortfolioContext,
  parties: readonly StandardParty[],
  ownHashes: readonly string[],
) => {
  const { portfolio, plans, airdrops } = context;
  const hashes = parties.map(({ hashHex }) => hashHex);
  const page = { status: 'PENDING', limit: UNFUNDED } as const;
  const [rows, currency, lists, campaigns] = await Promise.all([
    portfolio.unfunded(hashes, UNFUNDED),
    portfolio.unfundedCurrency(hashes, UNFUNDED),
    ownHashes.length === 0 ? [] : plans.page({ senderHashes: ownHashes, ...page }).then((found) => found.rows),
    listCampaigns(airdrops, { creator: parties.map(({ address }) => address).join(), ...page }),
  ]);
  return [
    ...rows.map((row) => ({ ...named(row), ...ONE, amount: row.totalAmount, expiresAt: row.expiresAt })),
    ...currency.map(({ first, payments, satoshis }) => ({
      kind: 'currency' as const,
      contract: null,
      id: first.id,
      displayId: first.paymentId,
      title: first.recipientName,
      sender: first.sender,
      recipient: first.recipient,
      amount: satoshis,
      payments,
      expiresAt: first.expiresAt,
      tokenType: 'BCH' as const,
      tokenCategory: null,
    })),
    ...lists
      .filter(({ plan }) => plan.recipients > 0)
      .map(({ plan }) => ({
        kind: 'plan' as const,
        contract: null,
        id: plan.id,
        displayId: plan.planId,
        title: plan.description,
        sender: plan.sender,
        recipient: '',
        ...ONE,
        amount: plan.principal,
        expiresAt: plan.expiresAt,
        tokenType: plan.tokenCategory === null ? ('BCH' as const) : ('FUNGIBLE_TOKEN' as const),
        tokenCategory: plan.tokenCategory,
      })),
    ...campaigns.airdrops.map((campaign) => ({
      kind: 'airdrop' as const,
      contract: null,
      id: campaign.id,
      displayId: campaign.campaignId,
      title: campaign.title,
      sender: campaign.creator,
      recipient: '',
      ...ONE,
      amount: campaign.totalAmount,
      expiresAt: campaign.expiresAt,
      tokenType: campaign.tokenType,
      tokenCategory: campaign.tokenCategory,
    })),
  ]
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > context.now())
    .slice(0, SHOWN);
};

/** The addresses of the viewer among the parties, as a caller; undefined where the viewer is not one of them. */
const ownAmong = (parties: readonly StandardParty[], viewer: Viewer | undefined, context: PortfolioContext) => {
  const hashes = viewer === undefined ? [] : callerHashes(viewer.addresses, context.network);
  const [first, ...others] = parties.filter(({ hashHex }) => hashes.includes(hashHex));
  const caller: WalletAddresses | undefined = first && [first.address, ...others.map(({ address }) => address)];
  return { caller, ownHashes: caller === undefined ? [] : [first, ...others].map((party) => party?.hashHex ?? '') };
};

/**
 * Returns what some addresses can claim, what unlocks for them and goes out of theirs within 30 days, by asset, with the next dates,
 * and what waits for their holder. Only a viewer who is one of them sees what is private: unfunded plans, private lists, proposals.
 *
 * @throws ServiceError INVALID_REQUEST, INVALID_ADDRESS
 */
const readPortfolio = async (context: PortfolioContext, addresses: readonly string[], viewer: Viewer | undefined) => {
  const parties = parseParties(addresses, context);
  const hashes = parties.map(({ hashHex }) => hashHex);
  const { caller, ownHashes } = ownAmong(parties, viewer, context);
  const asOf = await viewTime(context);
  const [incoming, outgoing, paid, paying, airdrops, unfunded, waiting] = await Promise.all([
    flowsOf(context, 'recipient', hashes, asOf),
    flowsOf(context, 'sender', hashes, asOf),
    openCurrencyOf(context, 'recipient', hashes),
    openCurrencyOf(context, 'sender', hashes),
    airdropsOf(context, parties, viewer),
    unfundedOf(context, parties, ownHashes),
    caller === undefined ? { proposals: [] } : waitingProposals(context, { limit: SHOWN }, caller),
  ]);
  const currency = await currencySums(context, { incoming: paid.rows, outgoing: paying.rows }, asOf, SHOWN);
  const claimable = incoming.flows.filter(({ due }) => due > 0n);
  return {
    addresses: parties.map(({ address }) => address),
    asOf: Number(asOf),
    until: Number(asOf + HORIZON_SECONDS),
    complete: [incoming, outgoing, paid, paying].every(({ isComplete }) => isComplete),
    assets: sumByAsset(incoming.flows, outgoing.flows),
    unlocks: unlocksOf(incoming.flows),
    paydays: paydaysOf(outgoing.flows, SHOWN),
    ...currency,
    needs: {
      claim: claimable
        .slice(0, CLAIMS_SHOWN)
        .map(({ row, due: amount }) => ({ ...named(row), planId: row.planId, amount })),
      claimTotal: claimable.length,
      airdrops,
      fund: unfunded,
      sign: waiting.proposals,
    },
  };
};

/** Builds the portfolio over a database and the chain's clock. Holds no state of its own: any number of replicas may serve. */
export const createPortfolioService = (context: PortfolioContext) =>
  bindUseCases(context, { read: readPortfolio, discard: discardRecord });

export type PortfolioService = ReturnType<typeof createPortfolioService>;
