import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarClock, Gift, Landmark, Lock, TrendingUp } from 'lucide-react';
import { useInfo, useServices } from '../api/services.js';
import { msg, t } from '../language/text.js';
import { buttonClass } from '../ui/button.js';
import { usePageTitle } from '../ui/hooks.js';
import { Columns, Row, Stack } from '../ui/layout.js';
import { Amount } from '../ui/values.js';
import { useWallet } from '../wallet/wallet-store.js';
import styles from './landing-page.module.css';
import { MovingStream } from './moving-stream.js';
import { TryIt } from './try-it.js';

const JOBS = [
  {
    to: '/streams/new',
    name: msg('Vest'),
    icon: TrendingUp,
    text: msg('Tokens or coins for a team, by the second, with a cliff.'),
  },
  {
    to: '/plans/new',
    name: msg('Payroll'),
    icon: CalendarClock,
    text: msg('Salaries for a whole team, on every payday.'),
  },
  {
    to: '/locks/new',
    name: msg('Lock'),
    icon: Lock,
    text: msg('An amount until a date. Nobody can take it back.'),
  },
  {
    to: '/airdrops/new',
    name: msg('Airdrop'),
    icon: Gift,
    text: msg('One pool for a list of people, claimed by a link.'),
  },
  {
    to: '/vaults/new',
    name: msg('Treasury'),
    icon: Landmark,
    text: msg('Coins and tokens of three people. Two of them sign every payment.'),
  },
] as const;

/** Shows what is in contracts now, from the indexer; nothing while that is not known, and where it is nothing. */
const Locked = () => {
  const { weir } = useServices();
  const hasIndexer = useInfo().data?.features.indexer === true;
  const { data } = useQuery({
    queryKey: ['indexer', 'tvl'],
    queryFn: ({ signal }) => weir.indexer.tvl({}, { signal }),
    staleTime: 60_000,
    refetchInterval: 60_000,
    enabled: hasIndexer,
  });
  const base = data?.current.bch.amountBase ?? 0n;
  return (
    <p className={styles['locked']}>
      {base > 0n && (
        <>
          <strong>
            <Amount base={base} of="BCH" />
          </strong>{' '}
          {t('in contracts now')}
        </>
      )}
    </p>
  );
};

/** Page that says what this is, for first-time visitors. */
export const LandingPage = () => {
  usePageTitle(t('Pay over time on Bitcoin Cash'));
  const { settings } = useServices();
  const connected = useWallet();
  return (
    <Columns
      widths="minmax(0, 1fr)"
      align="stretch"
      gap={64}
      pad="24px 0"
      below={{ 900: { gap: 40, pad: '8px 0' } }}
      className={styles['page']}
    >
      <Columns
        as="section"
        widths="minmax(0, 1.1fr) minmax(0, 1fr)"
        align="center"
        gap={48}
        below={{ 900: { widths: 'minmax(0, 1fr)', gap: 32 } }}
      >
        <Stack gap={24} align="start" className={styles['words']}>
          <h1>{t('Payroll, vesting and treasuries nobody else can touch')}</h1>
          <p className={styles['lead']}>
            {t(
              'Contracts on Bitcoin Cash pay on schedule, and you keep the keys. For teams, token issuers and everybody who pays over time.',
            )}
          </p>
          <Row gap={8}>
            {connected === undefined ? (
              <Link to="/new" className={buttonClass('main')}>
                {t('Get started')}
              </Link>
            ) : (
              <Link to="/home" className={buttonClass('main')}>
                {t('Open your money')}
              </Link>
            )}
            <TryIt />
          </Row>
          <Locked />
        </Stack>
        <MovingStream />
      </Columns>
      <section aria-labelledby="jobs">
        <h2 id="jobs">{t('Five jobs')}</h2>
        <Columns as="ul" gap={16} align="stretch" pad="16px 0 0">
          {JOBS.map(({ to, name, icon: Icon, text }) => (
            <li key={to}>
              <Link to={to} className={styles['job']}>
                <Icon size={24} aria-hidden="true" />
                <strong>{t(name)}</strong>
                <span>{t(text)}</span>
              </Link>
            </li>
          ))}
        </Columns>
      </section>
      <Stack as="section" gap={16} aria-labelledby="trust">
        <h2 id="trust">{t('Nobody but you can move it')}</h2>
        <Stack as="ul" gap={8} className={styles['trust']}>
          <li>{t('The money is in a contract on the chain, never with this service.')}</li>
          <li>{t('You see each transaction before you sign it, read from its own bytes.')}</li>
          <li>{t('If this service disappears, you can still claim: with any copy of it, or without one.')}</li>
        </Stack>
        <Row as="p" gap="8px 24px">
          {settings.sourceUrl !== null && (
            <>
              <a href={`${settings.sourceUrl}/contracts`}>{t('Contracts')}</a>
              <a href={`${settings.sourceUrl}/docs/proofs.md`}>{t('Proofs')}</a>
            </>
          )}
          <Link to="/explore">{t('All public records')}</Link>
          <a href={settings.docsUrl}>{t('API')}</a>
        </Row>
      </Stack>
    </Columns>
  );
};
