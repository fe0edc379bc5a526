import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Portfolio } from '@weir/client';
import { DiscardDraft } from '../actions/discard-draft.js';
import { rowsCount } from '../kinds/plan-words.js';
import { kindOf, PAGES } from '../kinds/record-kinds.js';
import { rich } from '../language/rich.js';
import { numberText, plural, t } from '../language/text.js';
import { AssetAmount } from '../records/asset-amount.js';
import { Button, buttonClass } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { useFirstRows } from '../ui/first-rows.js';
import { useTask } from '../ui/hooks.js';
import { Row } from '../ui/layout.js';
import { TaskState } from '../ui/states.js';
import { PartyName, Time, Title } from '../ui/values.js';
import { KIND_WORDS } from '../vaults/proposal-choices.js';
import type { Claims } from './claim-all.js';
import styles from './home-page.module.css';

const Need = ({ title, text, children }: { title: ReactNode; text: ReactNode; children: ReactNode }) => (
  <li className={styles['need']}>
    <span>
      <strong>{title}</strong>
      <br />
      <span className={styles['note']}>{text}</span>
    </span>
    {children}
  </li>
);

/** Claims among them, several of one plan counted once; all are under “Incoming”. */
const CLAIMS = 5;
/** Rows on show, before the next dates on a phone. */
const SHOWN = 8;

interface NeedsProps {
  readonly needs: Portfolio['needs'];
  /** Claims several at once; undefined of a treasury. */
  readonly claiming: Claims | undefined;
  /** Whether the wallet has several addresses, so that rows say whose they are. */
  readonly isOfMany: boolean;
  readonly isProven: boolean;
  readonly prove: () => Promise<void>;
}

type Claim = Portfolio['needs']['claim'][number];

/** Puts the claims of one plan together, in the place of the first of them. */
const byPlan = (claims: readonly Claim[]): readonly (readonly [Claim, ...Claim[]])[] => {
  const groups = new Map<string, [Claim, ...Claim[]]>();
  for (const claim of claims) {
    const key = claim.plan_id ?? claim.id;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [claim]);
    else known.push(claim);
  }
  return [...groups.values()];
};

/** Says what can be claimed of one record, or of several of one plan, which one press claims. */
const ClaimNeed = ({
  claims,
  claiming,
}: Pick<NeedsProps, 'claiming'> & { readonly claims: readonly [Claim, ...Claim[]] }) => {
  const [{ kind, contract, id, plan_id: planId, title, display_id: number, amount_base: base, ...asset }, ...others] =
    claims;
  const page = kindOf({ kind, contract });
  const planOf = others.length > 0 ? planId : null;
  const product = page === 'payment' ? 'recurring' : page === 'lock' ? 'lock' : 'vesting';
  return (
    <Need
      title={rich('Claim: {title}', {
        title: planOf === null ? <Title text={title ?? number} /> : rowsCount({ product, streams: claims.length }),
      })}
      text={<AssetAmount base={others.reduce((sum, { amount_base: one }) => sum + one, base)} of={asset} isPriced />}
    >
      <Row gap={8} align="center">
        {planOf !== null && claiming !== undefined && (
          <Button small disabled={claiming.isRunning} onClick={() => claiming.claim(() => Promise.resolve(claims))}>
            {plural(claims.length, { one: 'Claim {count}', other: 'Claim all {count}' })}
          </Button>
        )}
        <Link
          to={PAGES[planOf === null ? page : 'plan']}
          params={{ id: planOf ?? id }}
          className={buttonClass('plain', true)}
        >
          {t('Open')}
        </Link>
      </Row>
    </Need>
  );
};

/** Lists what waits for the user: to sign, to fund, and airdrops to claim. */
export const Needs = ({ needs, claiming, isOfMany, isProven, prove }: NeedsProps) => {
  const { sign, claim, fund, airdrops } = needs;
  const task = useTask();
  const link = buttonClass('plain', true);
  const { shown, others } = useFirstRows<ReactNode>(
    [
      ...sign.map(({ id, vaultName, kind, waitsFor, amountBase, tokenType, tokenCategory }) => (
        <Need
          key={id}
          title={
            waitsFor === 'signature'
              ? t('Sign: {kind}, {treasury}', { kind: t(KIND_WORDS[kind]), treasury: vaultName })
              : t('Send: {kind}, {treasury}', { kind: t(KIND_WORDS[kind]), treasury: vaultName })
          }
          text={
            <AssetAmount base={amountBase} of={{ token_type: tokenType, token_category: tokenCategory }} isPriced />
          }
        >
          <Link to="/proposals/$id" params={{ id }} className={link}>
            {t('Open')}
          </Link>
        </Need>
      )),
      ...byPlan(claim)
        .slice(0, CLAIMS)
        .map((claims) => <ClaimNeed key={claims[0].plan_id ?? claims[0].id} claims={claims} claiming={claiming} />),
      ...fund.map(
        ({ kind, contract, id, title, display_id, payments, amount_base: base, expires_at: until, ...asset }) => (
          <Need
            key={id}
            title={
              payments > 1
                ? rich('Fund: {title} and {count} more', {
                    title: <Title text={title ?? display_id} />,
                    count: numberText(payments - 1),
                  })
                : rich('Fund: {title}', { title: <Title text={title ?? display_id} /> })
            }
            text={
              until === null ? (
                <AssetAmount base={base} of={asset} isPriced />
              ) : (
                rich('{amount}, until {day}', {
                  amount: <AssetAmount base={base} of={asset} isPriced />,
                  day: <Time at={until} isDay />,
                })
              )
            }
          >
            <Row gap={8} align="center">
              <DiscardDraft kind={kind} id={id} small />
              <Link to={PAGES[kindOf({ kind, contract })]} params={{ id }} className={link}>
                {t('Open')}
              </Link>
            </Row>
          </Need>
        ),
      ),
      ...airdrops.map(({ id, title, address, amount_base: base, ...asset }) => (
        <Need
          key={`${id} ${address}`}
          title={rich('Claim: {title}', { title: <Title text={title} /> })}
          text={
            isOfMany ? (
              rich('{amount}, for {address}', {
                amount: <AssetAmount base={base} of={asset} isPriced />,
                address: <PartyName address={address} />,
              })
            ) : (
              <AssetAmount base={base} of={asset} isPriced />
            )
          }
        >
          <Link to="/airdrops/$id" params={{ id }} className={link}>
            {t('Open')}
          </Link>
        </Need>
      )),
    ],
    SHOWN,
  );
  return (
    <Card title={t('Needs you')}>
      {sign.length + claim.length + fund.length + airdrops.length === 0 && (
        <p className={styles['note']}>
          {isProven
            ? t('Nothing at the moment.')
            : t('No public record waits for you. Private ones are shown after you sign in.')}
        </p>
      )}
      <ul>{shown}</ul>
      {others}
      {!isProven && (
        <Button disabled={task.isRunning} onClick={() => void task.run(prove)}>
          {t('Sign to show private records')}
        </Button>
      )}
      <TaskState task={task} what={t('Waiting for your wallet to sign in. This moves no money…')} />
    </Card>
  );
};
