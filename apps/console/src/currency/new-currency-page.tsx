import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Answered } from '@weir/client';
import { MAX_CURRENCY_PAYEES, P2SH32_DUST } from '@weir/kinds';
import { useAddressPrefix, useServices } from '../api/services.js';
import type { CostSheet } from '../forms/cost-lines.js';
import { Costs } from '../forms/costs.js';
import { CreateColumns, NewPage } from '../forms/create-columns.js';
import { useKeptDraft } from '../forms/kept-draft.js';
import { takeOpenedQuery } from '../forms/opened-address.js';
import { useNewRecord } from '../forms/use-new-record.js';
import { warningText } from '../forms/warning-text.js';
import { numberText, plural, t } from '../language/text.js';
import { EMPTY_ROW, isBlank, type RowDraft } from '../table/row-draft.js';
import { usePayer } from '../treasury/payer-card.js';
import { Card } from '../ui/card.js';
import { Empty, Failed, Waiting } from '../ui/states.js';
import { useWallet } from '../wallet/wallet-store.js';
import {
  type CurrencyDraft,
  currencyErrors,
  type CurrencyRequest,
  type NamedTerms,
  newCurrencyDraft,
  payeesOf,
  type PricedOracle,
  readCurrencyDraft,
  shownCurrencyProblems,
} from './currency-draft.js';
import { CurrencyForm } from './currency-form.js';
import { linkedCurrencyIn } from './linked-currency.js';
import { graceText, PaymentForecast } from './payment-forecast.js';
import { useOracles } from './use-oracles.js';

type Previewed = Answered<'PreviewCurrencyPaymentResponse'>;

/** Bytes of a funding, at a satoshi each: its own, and those of each payment; the wallet's coins decide about the rest. */
const FUNDING_BYTES = { own: 352n, payment: 159n } as const;

/**
 * Returns what the fundings of all payees cost.
 *
 * @param data the preview of the first payee: the reserves of all are equal
 * @param request undefined while its terms are being changed: then the first payee's alone
 */
const costsOf = ({ payment }: Previewed, request: CurrencyRequest | undefined): CostSheet => {
  const fundings = BigInt(request?.terms.length ?? 1);
  const payees = request === undefined ? 1 : payeesOf(request.terms);
  const count = BigInt(payees);
  return {
    gift: {
      what: plural(payees, { one: 'Paid in for {count} recipient', other: 'Paid in for {count} recipients' }),
      base: request?.deposit ?? payment.opening_amount_base - payment.reserveBase,
      of: 'BCH',
    },
    lines: [
      {
        what: t('Fees of payments'),
        base: count * payment.reserveBase,
        note: t('pays for payments; the rest returns'),
        isReserved: true,
      },
      {
        what: t('A note to each recipient'),
        // Beside them, what shows a funding to those who look for it.
        base: (count + fundings) * P2SH32_DUST,
        note: t('shows them their payments'),
        isReserved: true,
      },
      {
        what: t('Network fee'),
        isAbout: true,
        base: fundings * FUNDING_BYTES.own + count * FUNDING_BYTES.payment,
      },
    ],
    isRefundable: true,
  };
};

/** Returns the terms with who pays. */
const paidBy = (request: CurrencyRequest, payer: { readonly vaultId?: string }): CurrencyRequest => {
  const [first, ...rest] = request.terms;
  return { ...request, terms: [{ ...first, ...payer }, ...rest.map((terms) => ({ ...terms, ...payer }))] };
};

/** Returns the rows that are still to be funded: the last ones that hold something. */
const leftOf = (rows: readonly RowDraft[], count: number): readonly RowDraft[] => [
  ...(count === 0 ? [] : rows.filter((row) => !isBlank(row)).slice(-count)),
  EMPTY_ROW,
];

interface SignaturesProps {
  readonly terms: CurrencyRequest['terms'];
  /** Whether a treasury pays. */
  readonly isByVault: boolean;
}

/** Says how many payments one signature opens, and how many signatures it takes where one cannot open all. */
const Signatures = ({ terms, isByVault }: SignaturesProps) => {
  const count = payeesOf(terms);
  if (count === 1) return null;
  const most = numberText(MAX_CURRENCY_PAYEES);
  const proposals =
    terms.length === 1
      ? t('One proposal of the treasury opens all of these payments.')
      : plural(
          terms.length,
          {
            one: 'One proposal opens at most {most} payments. The treasury’s signers approve {count} proposal.',
            other: 'One proposal opens at most {most} payments. The treasury’s signers approve {count} proposals.',
          },
          { most },
        );
  const signatures =
    terms.length === 1
      ? t('One signature opens all of these payments.')
      : plural(
          terms.length,
          {
            one: 'One signature opens at most {most} payments. You sign {count} time; recipients whose payments you do not sign stay in the form.',
            other:
              'One signature opens at most {most} payments. You sign {count} times, one after the other; recipients whose payments you do not sign stay in the form.',
          },
          { most },
        );
  return (
    <>
      <p>{t('These figures are of the first recipient.')}</p>
      <p>{isByVault ? proposals : signatures}</p>
    </>
  );
};

interface PreviewProps {
  readonly isAsked: boolean;
  readonly error: Error | null;
  readonly data: Previewed | undefined;
  readonly request: CurrencyRequest | undefined;
  /** Whether a treasury pays. */
  readonly isByVault: boolean;
}

/** Shows what the first payee gets, how long the money lasts, and what all of it costs. */
const Preview = ({ isAsked, error, data, request, isByVault }: PreviewProps) => {
  const connected = useWallet();
  const shown = (): ReactNode => {
    if (!isAsked || request === undefined)
      return (
        <p>
          {connected === undefined
            ? t('Connect the wallet that pays: what it pays and costs appears here.')
            : t('What it pays and costs appears here when the terms are complete.')}
        </p>
      );
    if (error !== null) return <Failed error={error} />;
    if (data === undefined) return <Waiting what={t('Computing what it pays and costs…')} />;
    const { payment, warnings } = data;
    const { latest_price: latest } = payment;
    const range =
      latest === null
        ? undefined
        : {
            today: latest.amount_per_period_base,
            least: payment.least_per_period_base,
            most: payment.most_per_period_base,
          };
    return (
      <>
        <PaymentForecast
          amount={payment.amount_per_period_base}
          unit={payment.oracle}
          price={latest && { base: latest.price_base, time: latest.time }}
          range={range}
          coverage={payment.coveredPeriods}
        />
        <Signatures terms={request.terms} isByVault={isByVault} />
        <Costs sheet={costsOf(data, request)} isByVault={isByVault} />
        <p>{graceText(payment.grace_seconds)}</p>
        {warnings.map((warning) => (
          <p key={warning.code}>{warningText(warning)}</p>
        ))}
      </>
    );
  };
  return <Card title={t('Preview')}>{shown()}</Card>;
};

const route = getRouteApi('/currency-payments/new');

interface FormProps {
  readonly now: number;
  readonly oracles: readonly [PricedOracle, ...PricedOracle[]];
}

/** Form for the terms and payees, and the preview. */
const Form = ({ now, oracles }: FormProps) => {
  const { weir } = useServices();
  const navigate = useNavigate();
  const [linked] = useState(() => linkedCurrencyIn(takeOpenedQuery(), oracles));
  const kept = useKeptDraft('currency', newCurrencyDraft(now), linked?.fields);
  const { draft } = kept;
  const connected = useWallet();
  const oracle = oracles.find(({ public_key: key }) => key === draft.oracle) ?? oracles[0];
  const read = readCurrencyDraft(draft, oracle, useAddressPrefix());
  const payer = usePayer(route.useSearch().vault);
  const isByVault = payer.payer.by === 'vault';
  const request = 'terms' in read && payer.terms !== undefined ? paidBy(read, payer.terms) : undefined;
  const { preview, creation, sheet } = useNewRecord({
    product: 'currency',
    payer,
    kept,
    keptOf: (rest: readonly NamedTerms[]) => ({
      storedRecord: kept.storedRecord,
      noteStored: (record) =>
        kept.noteStored(record, { rows: leftOf(draft.rows, payeesOf(request?.terms.slice(-rest.length - 1) ?? [])) }),
      forget: () => {
        kept.forget();
        if (rest.length > 0) kept.change({ rows: leftOf(draft.rows, payeesOf(rest)) });
      },
    }),
    asked: connected === undefined ? undefined : request?.terms[0],
    ask: (asked: NamedTerms, wallet) => weir.currencyPayments.preview(asked, wallet),
    askedOf: (agreed: NamedTerms) => agreed,
    // Of all payees: what follows the first is funded from the same wallet.
    costsOf: (data) => costsOf(data, request),
    store: async (agreed, wallet) => (await weir.currencyPayments.create(agreed, wallet)).id,
    fund: (id, wallet, options) => weir.currencyPayments.at(id).fund(wallet, options),
    open: (id) => navigate({ to: '/currency-payments/$id', params: { id } }),
  });
  const change = (changes: Partial<CurrencyDraft>): void => {
    kept.change(changes);
    creation.reset();
  };
  return (
    <CreateColumns
      creation={creation}
      kept={kept}
      unclear={linked?.unclear}
      isUneven={linked?.isUneven}
      onSubmit={(event) => void creation.submit(event, request?.terms[0], request?.terms.slice(1))}
      fields={
        <CurrencyForm
          draft={draft}
          onChange={change}
          oracles={oracles}
          oracle={oracle}
          problems={
            'problems' in read
              ? shownCurrencyProblems(read.problems, draft, creation.isSubmitted)
              : currencyErrors(creation.error ?? preview.error, draft.rows)
          }
        />
      }
      payer={payer}
      sheet={sheet}
      preview={<Preview {...preview} request={request} isByVault={isByVault} />}
    />
  );
};

/** Shows the form once the oracles are known; a payment needs one with a price. */
const WithOracles = ({ now }: { readonly now: number }) => {
  const { priced, error, refetch } = useOracles();
  if (priced === undefined && error !== null) return <Failed error={error} retry={() => void refetch()} />;
  if (priced === undefined) return <Waiting what={t('Loading the oracles and their prices…')} />;
  const [first, ...others] = priced;
  if (first === undefined)
    return (
      <Empty title={t('No price is known')}>
        <p>
          {t(
            'A payment in a currency needs the price of an oracle. This service follows none, or knows no price of it yet.',
          )}
        </p>
      </Empty>
    );
  return <Form now={now} oracles={[first, ...others]} />;
};

const NewCurrencyPage = () => (
  <NewPage title={t('New payment in a currency')}>{(now) => <WithOracles now={now} />}</NewPage>
);

export default NewCurrencyPage;
