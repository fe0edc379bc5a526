import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isSameAddress } from '@weir/client';
import { BCH_DECIMALS } from '@weir/kinds';
import { useServices } from '../api/services.js';
import { amountText, plainText } from '../format/amount.js';
import { PAGES } from '../kinds/record-kinds.js';
import { rich } from '../language/rich.js';
import { type Message, msg, numberText, t } from '../language/text.js';
import { joined } from '../records/joined.js';
import { usePurses } from '../treasury/use-purses.js';
import { StatusBadge } from '../ui/badge.js';
import { Button, buttonClass, classes } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Segments } from '../ui/field.js';
import { usePageTitle } from '../ui/hooks.js';
import { Row, Stack } from '../ui/layout.js';
import { NotUpdated } from '../ui/not-updated.js';
import { Empty, Failed, Waiting } from '../ui/states.js';
import { Amount, Title } from '../ui/values.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import {
  KEPT_FOR_FEES,
  lostPlaceOf,
  moneyState,
  openProposalTo,
  receivedState,
  sentState,
  type StepState,
  successorsOf,
} from './lost-key.js';
import styles from './lost-key.module.css';
import { MembersOnly, useVault, useVaultState } from './members-only.js';
import type { VaultDetail } from './proposal-choices.js';
import { useProposals } from './proposal-list.js';
import { useSignerNames } from './use-signer-names.js';

/** Most treasuries of a wallet that are looked through for the new one. */
const VAULTS_READ = 200;
/** Most records of a kind that are listed. */
const RECORDS_READ = 100;

const STATES: Readonly<Record<StepState, Message>> = { done: msg('Done'), waiting: msg('Waiting'), open: msg('To do') };
const SIGNS: Readonly<Record<StepState, string>> = { done: '✓', waiting: '…', open: '·' };

/** Says in a sign and a word how far a step is. */
const State = ({ state }: { readonly state: StepState }) => (
  <span className={classes(styles['state'], styles[state])}>
    <span aria-hidden="true">{SIGNS[state]}</span> {t(STATES[state])}
  </span>
);

interface StepProps {
  readonly title: string;
  /** Undefined while it is not known. */
  readonly state: StepState | undefined;
  readonly children: ReactNode;
}

const Step = ({ title, state, children }: StepProps) => (
  <Card title={title} aside={state !== undefined && <State state={state} />}>
    <Stack gap={12}>{children}</Stack>
  </Card>
);

/** A record that the treasury sends or receives. */
interface Moved {
  readonly id: string;
  readonly kind: 'stream' | 'lock' | 'payment' | 'plan' | 'airdrop';
  readonly name: string;
  readonly status: string;
  readonly state: StepState;
  readonly advice: keyof typeof ADVICE;
}

const ADVICE = {
  cancel: msg('Propose to cancel it on its page. The rest returns to this treasury: move it then, as in step 3.'),
  notice: msg('It is cancelled. The rest returns to this treasury after the notice.'),
  fixed: msg('It cannot be cancelled. It pays its recipient to the end, and nobody has to sign.'),
  ended: msg('It has ended.'),
  unfunded: msg('It is not funded. Create it again from the new treasury.'),
  movable: msg(
    'On this treasury’s page, propose to move it to the new treasury. Two signers do it, without its sender.',
  ),
  received: msg('Give its sender the address of the new treasury. Until they replace it, it pays to this one.'),
} as const;

const adviceOf = (status: string, state: StepState): keyof typeof ADVICE => {
  if (status === 'PENDING') return 'unfunded';
  if (state === 'waiting') return 'notice';
  if (state === 'open') return 'cancel';
  return status === 'COMPLETED' || status === 'CANCELLED' ? 'ended' : 'fixed';
};

interface SentRow {
  readonly id: string;
  readonly status: string;
  readonly transferable: boolean;
  readonly cancelable: boolean;
  readonly refund?: { readonly status: string } | null | undefined;
}

const sentOf = (
  kind: Moved['kind'],
  name: string,
  { id, status, cancelable, refund }: Omit<SentRow, 'transferable'>,
): Moved => {
  const state = status === 'PENDING' ? 'done' : sentState({ status, cancelable, refund: refund?.status });
  return { id, kind, name, status, state, advice: adviceOf(status, state) };
};

const receivedOf = (kind: Moved['kind'], name: string, { id, status, transferable }: SentRow): Moved => {
  const state = receivedState({ status, cancelable: false });
  if (state !== 'open') return { id, kind, name, status, state, advice: 'ended' };
  return { id, kind, name, status, state, advice: transferable ? 'movable' : 'received' };
};

const kindOfStream = ({ contract }: { readonly contract: string }): 'stream' | 'lock' =>
  contract === 'LOCK' ? 'lock' : 'stream';

/** Reads what a treasury sends and receives. Records of a plan are one row. */
const useMoved = ({ id, contractAddress }: VaultDetail, connected: ConnectedWallet) => {
  // A treasury that has none yet sends and receives nothing.
  const address = contractAddress ?? '';
  const { weir } = useServices();
  return useQuery({
    queryKey: ['record', id, 'moved', connected.address],
    queryFn: async ({ signal }) => {
      const page = { limit: RECORDS_READ };
      const [plans, streams, payments, airdrops, incoming, salaries] = await Promise.all([
        weir.plans.page({ vaultId: id, ...page }, connected.wallet, { signal }),
        weir.streams.page({ sender: address, ...page }, { signal }),
        weir.payments.page({ sender: address, ...page }, { signal }),
        weir.airdrops.page({ creator: address, ...page }, { signal }),
        weir.streams.page({ recipient: address, ...page }, { signal }),
        weir.payments.page({ recipient: address, ...page }, { signal }),
      ]);
      const alone = <One extends { readonly plan_id: string | null }>(rows: readonly One[]): readonly One[] =>
        rows.filter(({ plan_id: planId }) => planId === null);
      return {
        sent: [
          ...plans.plans.map((plan) => sentOf('plan', plan.description ?? plan.plan_id, plan)),
          ...alone(streams.streams).map((one) => sentOf(kindOfStream(one), one.description ?? one.stream_id, one)),
          ...alone(payments.payments).map((one) => sentOf('payment', one.recipient_name ?? one.payment_id, one)),
          ...airdrops.airdrops.map((one) => sentOf('airdrop', one.title, one)),
        ],
        received: [
          ...incoming.streams.map((one) => receivedOf(kindOfStream(one), one.description ?? one.stream_id, one)),
          ...salaries.payments.map((one) => receivedOf('payment', one.recipient_name ?? one.payment_id, one)),
        ].filter(({ status }) => status !== 'PENDING'),
        isWhole: [plans, streams, payments, airdrops, incoming, salaries].every(
          ({ nextCursor }) => nextCursor === null,
        ),
      };
    },
  });
};

/** Reads the treasuries that the wallet may see, in which the new one is looked for. */
const useVaults = (connected: ConnectedWallet) => {
  const { weir } = useServices();
  return useQuery({
    queryKey: ['vaults', connected.address, 'successors'],
    queryFn: async ({ signal }) => (await weir.vaults.page({ limit: VAULTS_READ }, connected.wallet, { signal })).all,
  });
};

const stateOfAll = (rows: readonly Moved[]): StepState => {
  if (rows.some(({ state }) => state === 'open')) return 'open';
  return rows.some(({ state }) => state === 'waiting') ? 'waiting' : 'done';
};

const Records = ({ rows, none }: { readonly rows: readonly Moved[]; readonly none: string }) =>
  rows.length === 0 ? (
    <p>{none}</p>
  ) : (
    <ul>
      {rows.map(({ id, kind, name, status, state, advice }) => (
        <Stack as="li" key={id} isRuled pad="10px 0">
          <Row gap={12} align="center" justify="space-between">
            <Link to={PAGES[kind]} params={{ id }}>
              <Title text={name} />
            </Link>
            <Row gap={12} align="center">
              <StatusBadge status={status} />
              <State state={state} />
            </Row>
          </Row>
          <p className={styles['note']}>{t(ADVICE[advice])}</p>
        </Stack>
      ))}
    </ul>
  );

const route = getRouteApi('/vaults/$id/lost-key');

interface GuideProps {
  readonly vault: VaultDetail;
  readonly connected: ConnectedWallet;
}

/** Queries all that the steps are ticked by. */
const useSteps = (vault: VaultDetail, connected: ConnectedWallet) =>
  joined({
    vaults: useVaults(connected),
    holdings: useVaultState(vault.id),
    proposals: useProposals(vault.id, connected),
    moved: useMoved(vault, connected),
    purses: usePurses(vault.id),
  });

interface StepsProps {
  readonly vault: VaultDetail;
  readonly read: NonNullable<ReturnType<typeof useSteps>['data']>;
}

const GuideSteps = ({ vault, read: { vaults, holdings, proposals, moved, purses } }: StepsProps) => {
  const { id } = vault;
  const search = route.useSearch();
  const navigate = useNavigate();
  const names = useSignerNames(vault);
  const candidates = successorsOf(vault, vaults);
  const paid = candidates.find(({ contractAddress }) =>
    proposals.some(({ recipient }) => contractAddress !== null && isSameAddress(recipient, contractAddress)),
  );
  const next = candidates.find((one) => one.id === search.next) ?? paid;
  const lost = (next && lostPlaceOf(vault, next)) ?? search.lost;
  const choose = (changes: { readonly lost?: number; readonly next?: string }): void =>
    void navigate({ to: '/vaults/$id/lost-key', params: { id }, search: { ...search, ...changes }, replace: true });
  const to = next?.contractAddress ?? undefined;
  const isOpen = next?.status === 'active';
  const { tokens, currentBalanceBase: balance } = holdings;
  const movable = balance > KEPT_FOR_FEES ? balance - KEPT_FOR_FEES : 0n;
  const money =
    to === undefined
      ? undefined
      : moneyState({ balance, tokens: tokens?.map(({ category }) => category) }, proposals, to);
  const waiting = to === undefined ? undefined : openProposalTo(proposals, to);
  const isClosed = vault.status === 'closed';
  const isEmptied = money === 'done' || isClosed;
  const sent = stateOfAll(moved.sent);
  const received = stateOfAll(moved.received);
  const link = next && (
    <Link to="/vaults/$id" params={{ id: next.id }}>
      <Title text={next.name} />
    </Link>
  );
  const hasPurses = purses.some(({ status }) => status === 'ACTIVE');
  const canClose = isOpen && isEmptied && !hasPurses && sent === 'done' && received === 'done' && moved.isWhole;
  return (
    <>
      <Step title={t('1. Whose key is lost?')} state={lost === undefined ? 'open' : 'done'}>
        <Segments
          label={t('Signer')}
          value={lost === undefined ? '' : String(lost)}
          onChange={(place) => choose({ lost: Number(place) })}
          options={names.map((name, index) => [String(index + 1), name] as const)}
        />
        <Row as="p" gap="4px 16px" className={styles['note']}>
          {t('Names come from your contacts, in this browser.')}
          {vault.signers.map((signer, index) => (
            <Link key={signer} to="/contacts" search={{ address: signer }}>
              {t('Name signer {place}', { place: index + 1 })}
            </Link>
          ))}
        </Row>
      </Step>
      <Step title={t('2. Open a new treasury')} state={next === undefined ? 'open' : isOpen ? 'done' : 'waiting'}>
        {next === undefined ? (
          <>
            <p>{t('The form has the two other signers already. Invite a third, or the same person with a new key.')}</p>
            {lost === undefined ? (
              <p>{t('First choose whose key is lost.')}</p>
            ) : (
              <div>
                <Link to="/vaults/new" search={{ from: id, lost }} className={buttonClass('main')}>
                  {t('Open a new treasury')}
                </Link>
              </div>
            )}
            {candidates.length > 0 && (
              <>
                <p>{t('Is one of these the new treasury? Two of the signers are the same.')}</p>
                <Row gap={10}>
                  {candidates.map((one) => (
                    <Button key={one.id} small onClick={() => choose({ next: one.id })}>
                      {t('Use {name}', { name: one.name })}
                    </Button>
                  ))}
                </Row>
              </>
            )}
          </>
        ) : (
          <p>
            {isOpen
              ? rich('{treasury} is open.', { treasury: link })
              : rich('{treasury} waits for its first deposit. Pay it in on its page.', { treasury: link })}
          </p>
        )}
      </Step>
      <Step
        title={t('3. Move the money')}
        state={isClosed ? 'done' : money === 'done' && hasPurses ? 'open' : (money ?? 'open')}
      >
        {!isOpen && !isClosed && <p>{t('Possible once the new treasury is open.')}</p>}
        {hasPurses && (
          <p>
            {rich('Its purses hold money, too. One signature sends each home: {purses}', {
              purses: (
                <Link to="/vaults/$id/purses" params={{ id }}>
                  {t('Purses')}
                </Link>
              ),
            })}
          </p>
        )}
        {isOpen && waiting !== undefined && (
          <p>
            <Link to="/proposals/$id" params={{ id: waiting.id }}>
              {t('A proposal waits for the two signers.')}
            </Link>
          </p>
        )}
        {isOpen && !isEmptied && waiting === undefined && (
          <>
            <p>
              {t(
                'Propose to pay everything but {kept} BCH to the new treasury. That pays the fees of later proposals.',
                {
                  kept: amountText(KEPT_FOR_FEES, 'BCH'),
                },
              )}
            </p>
            <Row gap={10}>
              {movable > 0n && (
                <Link
                  to="/vaults/$id/propose"
                  params={{ id }}
                  search={{ to, amount: plainText(movable, BCH_DECIMALS) }}
                  className={buttonClass('main')}
                >
                  {t('Propose to move {amount} BCH', { amount: amountText(movable, 'BCH') })}
                </Link>
              )}
            </Row>
            {tokens !== null && tokens.length > 0 && (
              <ul>
                {tokens.map(({ outpoint, category, amountBase, nft, token }) => (
                  <Stack as="li" key={outpoint} isRuled pad="10px 0">
                    <Row gap={12} align="center" justify="space-between">
                      <Amount
                        base={amountBase}
                        of={{ token_type: 'FUNGIBLE_TOKEN', token_category: category, token }}
                      />
                      <Link
                        to="/vaults/$id/propose"
                        params={{ id }}
                        search={nft === null ? { to, asset: category } : { to, coin: outpoint }}
                        className={buttonClass('plain', true)}
                      >
                        {t('Propose to move it')}
                      </Link>
                    </Row>
                  </Stack>
                ))}
              </ul>
            )}
          </>
        )}
        {isEmptied && <p>{t('The old treasury has nothing left but the fees of later proposals.')}</p>}
      </Step>
      <Step title={t('4. What this treasury pays')} state={sent}>
        <Records rows={moved.sent} none={t('It sends no streams, payments, plans or airdrops.')} />
      </Step>
      <Step title={t('5. What pays this treasury')} state={received}>
        <Records rows={moved.received} none={t('No stream or payment pays it.')} />
        {moved.received.length > 0 && (
          <p>
            {t(
              'Two signers can move them to the new treasury: on the page of the old one, under “Paid to this treasury”.',
            )}
          </p>
        )}
        {!moved.isWhole && (
          <p>{t('Only the newest {count} records of each kind are listed.', { count: numberText(RECORDS_READ) })}</p>
        )}
      </Step>
      <Step title={t('6. Close the old treasury')} state={isClosed ? 'done' : 'open'}>
        {isClosed ? (
          <p>{t('It is closed. Delete its address from your contacts and notes.')}</p>
        ) : (
          <>
            <p>
              {t(
                'Last of all, and only when nothing returns or arrives any more: what reaches a closed treasury is lost.',
              )}
            </p>
            {canClose ? (
              <div>
                <Link
                  to="/vaults/$id/propose"
                  params={{ id }}
                  search={{ to, aim: 'close' }}
                  className={buttonClass('danger')}
                >
                  {t('Propose to close it')}
                </Link>
              </div>
            ) : (
              <p>{t('Possible once the steps above are done.')}</p>
            )}
          </>
        )}
      </Step>
      <p>
        <Link to="/vaults/$id" params={{ id }}>
          {t('Back to the treasury')}
        </Link>
      </p>
    </>
  );
};

const Guide = ({ vault, connected }: GuideProps) => {
  usePageTitle(t('A signer lost their key'));
  const { data, error, refetch } = useSteps(vault, connected);
  return (
    <>
      <h1>{t('A signer lost their key')}</h1>
      <p>
        {t(
          'The money is safe: two of the three signers can still spend it. The signers of a treasury cannot change, so move to a new treasury before a second key is lost.',
        )}
      </p>
      <p>{t('Was the key stolen? One key alone can spend nothing. Do the steps today.')}</p>
      {data === undefined && error === null && <Waiting what={t('Reading what the treasury sends and receives…')} />}
      {data === undefined && error !== null && <Failed error={error} retry={() => void refetch()} />}
      {data !== undefined && <GuideSteps vault={vault} read={data} />}
      <NotUpdated data={data} error={error} retry={() => void refetch()} />
    </>
  );
};

/** Guide for the members of a treasury, one of whose signers lost their key. Its ticks come from records alone. */
const LostKeyPage = () => {
  const { id } = route.useParams();
  return (
    <MembersOnly title={t('Treasuries are shown to their members')} kind="vault" query={useVault(id)}>
      {(vault, connected) =>
        vault.roster === undefined ? (
          <Guide vault={vault} connected={connected} />
        ) : (
          <Empty isPage title={t('The keys of this treasury can be exchanged')}>
            <p>{t('Nothing has to be moved: two signers replace the lost key, and everything else stays.')}</p>
            <Link to="/vaults/$id/exchange" params={{ id }} className={buttonClass('main')}>
              {t('Exchange a key')}
            </Link>
          </Empty>
        )
      }
    </MembersOnly>
  );
};

export default LostKeyPage;
