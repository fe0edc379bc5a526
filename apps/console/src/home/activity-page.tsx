import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ActivityLine } from '@weir/client';
import { useNow, useServices } from '../api/services.js';
import { useScope } from '../app/scope.js';
import { plainAddress } from '../format/identifiers.js';
import { msg, numberText, t } from '../language/text.js';
import { PAGES } from '../records/pages.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { usePageTitle, useTask } from '../ui/hooks.js';
import { saveFile } from '../ui/save-file.js';
import { Empty, Failed, TaskState, Waiting } from '../ui/states.js';
import { Time, TxHash } from '../ui/values.js';
import styles from './activity-page.module.css';
import { NeedsWallet } from './needs-wallet.js';

/** Latest lines on show; the file has all. */
const SHOWN = 200;
/** Seconds that are looked at first. */
const RECENT = 90 * 86_400;

const WORDS = {
  funding: msg('Locked'),
  reserve: msg('Locked for fees'),
  claim: msg('Claimed'),
  push: msg('Paid'),
  refund: msg('Returned'),
  deposit: msg('Deposited'),
  payout: msg('Paid out'),
} as const;
const SIGNS = { in: '+', out: '−', contract: '' } as const;

const Line = ({ line }: { readonly line: ActivityLine }) => {
  const { kind, product, recordId, displayId, timestamp, txHash, direction, amountDecimal, amount, symbol, asset } =
    line;
  return (
    <li className={styles['line']}>
      <span>
        {t(WORDS[kind])}{' '}
        <Link to={PAGES[product]} params={{ id: recordId }}>
          {displayId ?? product}
        </Link>
        <br />
        <small>
          <Time at={timestamp} isPast />
        </small>
      </span>
      <span className={direction === 'in' ? styles['in'] : undefined}>
        {SIGNS[direction]}
        {amountDecimal ?? amount} {symbol ?? (asset === 'BCH' ? 'BCH' : t('tokens'))}
      </span>
      <TxHash hash={txHash} />
    </li>
  );
};

const Lines = ({ address }: { readonly address: string }) => {
  const { weir } = useServices();
  const now = useNow();
  const file = useTask();
  const { data, error, refetch } = useQuery({
    queryKey: ['party', address, 'activity'],
    queryFn: async ({ signal }) => {
      const read = async (since: { readonly from?: number }): Promise<readonly ActivityLine[]> => {
        const lines: ActivityLine[] = [];
        for await (const line of weir.exports.activity({ address, ...since }, { signal })) {
          lines.push(line);
          // More than twice what is shown is never held.
          if (lines.length > 2 * SHOWN) lines.splice(0, lines.length - SHOWN - 1);
        }
        return lines.toReversed();
      };
      // Who pays every day need not have years read.
      const recent = await read({ from: Math.max(0, now - RECENT) });
      return recent.length > SHOWN ? recent : read({});
    },
  });
  const save = async (): Promise<void> =>
    saveFile(await weir.exports.activityFile({ address }), `weir-${plainAddress(address.slice(0, 20))}.csv`);
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
  if (data?.length === 0)
    return (
      <Empty title={t('No payments yet')}>
        <p>{t('Each payment of money to or from this address is listed here.')}</p>
      </Empty>
    );
  return (
    <Card
      title={t('Payments')}
      aside={
        <Button small disabled={file.isRunning} onClick={() => void file.run(save)}>
          {t('Export CSV')}
        </Button>
      }
    >
      <TaskState task={file} what={t('Writing the file…')} />
      {data === undefined && <Waiting what={t('Loading the payments…')} height={192} />}
      <ul>
        {data?.slice(0, SHOWN).map((line, index) => (
          // A transaction may pay several times.
          <Line key={`${line.txHash} ${index}`} line={line} />
        ))}
      </ul>
      {data !== undefined && data.length > SHOWN && (
        <p>{t('The latest {count}. The file has all.', { count: numberText(SHOWN) })}</p>
      )}
    </Card>
  );
};

/** Page of every payment to and from the address on show. */
const ActivityPage = () => {
  usePageTitle(t('Activity'));
  const { address } = useScope();
  return (
    <>
      <h1>{t('Activity')}</h1>
      {address === undefined ? (
        <NeedsWallet>{t('To see every payment to you and from you.')}</NeedsWallet>
      ) : (
        <Lines key={address} address={address} />
      )}
    </>
  );
};

export default ActivityPage;
