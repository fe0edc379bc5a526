import type { FastifyInstance, FastifyRequest } from 'fastify';
import type {
  GetAirdropResponse,
  GetPaymentResponse,
  GetPlanResponse,
  GetStreamResponse,
  Token,
  TokenSupplyResponse,
} from '@weir/api-contract';
import { withTimeout } from '@weir/infra';
import { escapeMarkup } from '../shared/escape-markup.js';

/** What previews of a page show. */
interface PageMeta {
  readonly title: string;
  readonly description: string;
}

/** A record's asset and decimal texts, which the API adds to its answers. */
interface Named {
  readonly token: Token | null;
}

/** Longest title and description, characters: previews cut them anyway. */
const LONGEST = { title: 90, description: 200 } as const;

const dayOf = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10);

const amountOf = ({ token }: Named, base: string, decimal: string | null | undefined, isBch: boolean): string => {
  if (isBch) return `${decimal ?? base} ${decimal == null ? 'satoshis' : 'BCH'}`;
  return decimal == null ? `${base} base units` : `${decimal} ${token?.symbol ?? 'tokens'}`;
};

type Decimal<Name extends string> = Readonly<Partial<Record<Name, string | null>>>;

interface Preview {
  /** Where the API has the record, for a path of the console. */
  readonly api: (id: string) => string;
  readonly meta: (answer: never) => PageMeta;
}

type TimedRecord = GetStreamResponse['stream'] & Named & Decimal<'total_amount_decimal'>;

const timedMeta = (kind: 'Lock' | 'Stream', record: TimedRecord): PageMeta => ({
  title: record.description ?? `${kind} ${record.stream_id}`,
  description: `${amountOf(record, record.total_amount_base, record.total_amount_decimal, record.token_type === 'BCH')} from ${dayOf(record.start_time)} to ${dayOf(record.end_time)}`,
});

const streamMeta = ({ stream }: { readonly stream: TimedRecord }) => timedMeta('Stream', stream);

const lockMeta = ({ stream }: { readonly stream: TimedRecord }) => timedMeta('Lock', stream);

const paymentMeta = ({
  payment,
}: {
  readonly payment: GetPaymentResponse['payment'] & Named & Decimal<'amount_per_period_decimal'>;
}) => ({
  title: `Payment ${payment.payment_id}`,
  description: `${amountOf(payment, payment.amount_per_period_base, payment.amount_per_period_decimal, payment.token_type === 'BCH')}, ${payment.interval === 'CALENDAR' ? 'on days of the month' : payment.interval.toLowerCase()}`,
});

const planMeta = ({ plan }: { readonly plan: GetPlanResponse['plan'] & Named & Decimal<'total_amount_decimal'> }) => ({
  title: plan.description ?? 'Plan',
  description: amountOf(plan, plan.total_amount_base, plan.total_amount_decimal, plan.token_type === 'BCH'),
});

const airdropMeta = ({
  campaign,
}: {
  readonly campaign: GetAirdropResponse['campaign'] & Named & Decimal<'total_amount_decimal'>;
}) => ({
  title: campaign.title,
  description: `${amountOf(campaign, campaign.total_amount_base, campaign.total_amount_decimal, campaign.token_type === 'BCH')} to claim. ${campaign.description ?? ''}`,
});

const supplyMeta = (supply: TokenSupplyResponse & Named & Decimal<'lockedDecimal' | 'totalDecimal'>) => ({
  title: `Locked ${supply.token?.symbol ?? 'tokens'}`,
  description: `${amountOf(supply, supply.lockedBase, supply.lockedDecimal, false)} locked in ${supply.contracts.toString()} contracts on Bitcoin Cash, with proof`,
});

/** Pages of records that everybody may see. */
const PREVIEWS: Readonly<Record<string, Preview>> = {
  streams: { api: (id) => `/api/streams/${id}`, meta: streamMeta },
  locks: { api: (id) => `/api/streams/${id}`, meta: lockMeta },
  payments: { api: (id) => `/api/payments/${id}`, meta: paymentMeta },
  plans: { api: (id) => `/api/plans/${id}`, meta: planMeta },
  airdrops: { api: (id) => `/api/airdrops/${id}?limit=1`, meta: airdropMeta },
  claim: { api: (token) => `/api/airdrops/claim/${token}`, meta: airdropMeta },
  tokens: { api: (category) => `/api/tokens/${category}/supply`, meta: supplyMeta },
};

const PAGE = /^(streams|locks|payments|plans|airdrops|claim|tokens)\/([\w-]{16,100})$/;
/** Longest wait for a record, milliseconds: the page comes anyway. */
const PATIENCE_MS = 500;

/**
 * Returns what previews of a page show: what the API answers a stranger who asks for the record, by the same route, within the
 * client's own limits. Undefined where it shows nothing, or not in time.
 */
export const readPageMeta = async (
  app: Pick<FastifyInstance, 'inject'>,
  { ip }: Pick<FastifyRequest, 'ip'>,
  path: string,
): Promise<PageMeta | undefined> => {
  const [, kind = '', id = ''] = PAGE.exec(path) ?? [];
  const preview = PREVIEWS[kind];
  if (preview === undefined) return undefined;
  try {
    const answer = await withTimeout(
      PATIENCE_MS,
      app.inject({ method: 'GET', url: preview.api(id), remoteAddress: ip, headers: { accept: 'application/json' } }),
    );
    return answer.statusCode === 200 ? preview.meta(answer.json<never>()) : undefined;
  } catch {
    return undefined;
  }
};

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

/** The title of the page, and what it says of itself to previews. */
const SAID = /\s*<(?:title>[^<]*<\/title>|meta\s+(?:name="description"|property="og:[^"]*")[^>]*>)/g;

/**
 * Writes what previews show into the console's page, as text: titles are strangers' words.
 *
 * @param origin of the page; empty where it is not known
 */
export const withPageMeta = (html: string, meta: PageMeta, origin: string, path: string): string => {
  const title = escapeMarkup(cut(`${meta.title} · Weir`, LONGEST.title));
  const description = escapeMarkup(cut(meta.description.trim(), LONGEST.description));
  const tags = [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}" />`,
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${description}" />`,
    '<meta property="og:type" content="website" />',
    `<meta property="og:url" content="${escapeMarkup(`${origin}/${path}`)}" />`,
    `<meta property="og:image" content="${escapeMarkup(`${origin}/icon-512.png`)}" />`,
    '<meta name="twitter:card" content="summary" />',
  ];
  // By a function: words such as $& would otherwise be instructions.
  return html.replace(SAID, '').replace('</head>', () => `${tags.join('')}</head>`);
};
