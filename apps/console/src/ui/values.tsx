import { Fragment, useState } from 'react';
import { useNow, useServices } from '../api/services.js';
import { amountText, exactText, unitOf, type Asset } from '../format/amount.js';
import { groupsOf, shortAddress, shortHash } from '../format/identifiers.js';
import { agoText, dayText, exactTimeText, timeText } from '../format/time.js';
import { t } from '../language/text.js';
import { usePartyName } from '../names/plan-names.js';
import { classes } from './button.js';
import { Identicon } from './identicon.js';
import { Columns, Row } from './layout.js';
import styles from './values.module.css';

/** Shows an amount in decimals, with its exact base units as the tooltip. */
export const Amount = ({
  base,
  of,
  unit = true,
}: {
  readonly base: bigint;
  readonly of: Asset;
  readonly unit?: boolean;
}) => (
  <span className={styles['amount']} title={exactText(base, of)}>
    <span data-digits>{amountText(base, of)}</span>
    {unit && <span className={styles['unit']}> {unitOf(of)}</span>}
  </span>
);

interface TimeProps {
  /** Unix seconds. */
  readonly at: number;
  /** Whether to show its distance from the chain's time. */
  readonly ago?: boolean;
  /** Whether it has happened: such times are by the service's clock, which is ahead of the chain's time. */
  readonly isPast?: boolean;
  /** Whether to show the day alone. */
  readonly isDay?: boolean;
}

/** Shows a time in the user's time zone. */
export const Time = ({ at, ago = false, isPast = false, isDay = false }: TimeProps) => {
  const chain = useNow();
  const now = isPast ? Math.max(chain, at) : chain;
  return (
    <time dateTime={new Date(at * 1_000).toISOString()} title={exactTimeText(at)} className={styles['time']}>
      {isDay ? dayText(at) : timeText(at)}
      {ago && <span className={styles['unit']}> ({agoText(at, now)})</span>}
    </time>
  );
};

/** Shows a shortened text that a click copies in full. */
export const Copyable = ({
  text,
  shown,
  what,
  isWords = false,
}: {
  readonly text: string;
  readonly shown: string;
  readonly what: string;
  /** Whether words stand for it in a sentence. */
  readonly isWords?: boolean;
}) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 1_500);
    } catch {
      // Refused, or not there on a page without https: the user copies it by hand.
      prompt(t('Copy the {what}:', { what }), text);
    }
  };
  return (
    <button type="button" className={styles['copy']} title={text} onClick={() => void copy()}>
      <span className={isWords ? undefined : styles['mono']}>{shown}</span>
      <span className={styles['hidden']}>{t(', copy the {what}', { what })}</span>
      <span className={styles['copied']} aria-live="polite">
        {isCopied ? t('copied') : ''}
      </span>
    </button>
  );
};

/** A record's number, which is read as one word, from left to right in every language. */
const NUMBER = /^#WEIR(?:-[A-Z]+)?-\d+$/;

/** Shows what a record is called: a title that somebody wrote, in any direction, or its number. */
export const Title = ({ text }: { readonly text: string }) => (
  <bdi className={NUMBER.test(text) ? styles['number'] : styles['title']}>{text}</bdi>
);

/** Shows who a party is, briefly: for lists, whose rows lead to the whole address. */
export const PartyName = ({ address }: { readonly address: string }) => {
  const name = usePartyName(address);
  return (
    <Row as="span" isInline isLine gap={8} align="baseline" className={styles['brief']}>
      <Identicon address={address} size={16} />
      {name === undefined ? (
        <span className={classes(styles['mono'], styles['number'])}>{shortAddress(address)}</span>
      ) : (
        <bdi className={styles['name']}>{name}</bdi>
      )}
    </Row>
  );
};

/** Shows a whole address in groups, with its picture; a click copies it. */
export const Address = ({ address, mine }: { readonly address: string; readonly mine?: string | undefined }) => {
  const names = [usePartyName(address), mine].filter((part) => part !== undefined);
  return (
    <Columns as="span" widths="auto minmax(0, 1fr)" gap={8} align="start">
      <Identicon address={address} />
      <Row as="span" isInline gap={8} align="center">
        <Copyable text={address} shown={groupsOf(address)} what={t('address')} />
        {names.length > 0 && (
          <span className={styles['you']}>
            {names.map((name, index) => (
              <Fragment key={name}>
                {index > 0 && ', '}
                <bdi>{name}</bdi>
              </Fragment>
            ))}
          </span>
        )}
      </Row>
    </Columns>
  );
};

/** Shows a transaction hash: a click copies it; it links to a block explorer where the host has set one. */
export const TxHash = ({ hash }: { readonly hash: string }) => {
  const { transactionUrl } = useServices().settings;
  return (
    <Row as="span" isInline gap={8} align="center">
      <Copyable text={hash} shown={shortHash(hash)} what={t('transaction')} />
      {transactionUrl !== null && (
        <a href={transactionUrl.replace('{hash}', hash)} target="_blank" rel="noreferrer">
          {t('explorer')}
          <span className={styles['hidden']}> {t('(opens in a new tab)')}</span>
        </a>
      )}
    </Row>
  );
};
