import { Link } from '@tanstack/react-router';
import { CalendarClock, CircleDollarSign, Gift, Landmark, Lock, Repeat, TrendingUp } from 'lucide-react';
import { msg, t } from '../language/text.js';
import { usePageTitle } from '../ui/hooks.js';
import { Columns, Stack } from '../ui/layout.js';
import styles from './create-page.module.css';

const PRODUCTS = [
  [
    '/streams/new',
    TrendingUp,
    msg('Stream'),
    msg('Vests an amount to somebody over time: by the second, in steps or in equal payments.'),
  ],
  [
    '/locks/new',
    Lock,
    msg('Lock'),
    msg('Holds an amount until a date, or pays it out over time. Nobody can take it back, not even you.'),
  ],
  [
    '/payments/new',
    Repeat,
    msg('Recurring payment'),
    msg('Pays the same amount every day, week, month or year. It can be paused.'),
  ],
  [
    '/currency-payments/new',
    CircleDollarSign,
    msg('Payment in a currency'),
    msg('Pays the same amount of dollars each time, in BCH at an oracle’s price of that day. Anybody can top it up.'),
  ],
  [
    '/plans/new',
    CalendarClock,
    msg('Payroll or grants'),
    msg('Salaries or grants for many people at once, from a list, by a signature for some hundreds.'),
  ],
  [
    '/airdrops/new',
    Gift,
    msg('Airdrop'),
    msg('Gives a pool away: to a list of addresses with an amount each, or to everybody.'),
  ],
  [
    '/vaults/new',
    Landmark,
    msg('Treasury'),
    msg('Holds coins and tokens of three people. Two of them sign every payment.'),
  ],
] as const;

/** Lists the products that can be created. */
const CreatePage = () => {
  usePageTitle(t('Create'));
  return (
    <>
      <h1>{t('What do you want to create?')}</h1>
      <Columns as="ul" least={300} gap={16} align="stretch">
        {PRODUCTS.map(([to, Icon, name, text]) => (
          <Stack as="li" key={to}>
            <Link to={to} className={styles['product']}>
              <Icon size={24} aria-hidden="true" />
              <strong>{t(name)}</strong>
              <span>{t(text)}</span>
            </Link>
          </Stack>
        ))}
      </Columns>
    </>
  );
};

export default CreatePage;
