import { getRouteApi, Link } from '@tanstack/react-router';
import type { Exact, Schemas } from '@weir/client';
import { noticeText, secondsOf } from '../format/time.js';
import { type Message, msg, t } from '../language/text.js';
import { NamedAddress } from '../records/named-address.js';
import { RecordMoney } from '../records/record-money.js';
import { RecordPage } from '../records/record-page.js';
import { usePurse } from '../treasury/use-purses.js';
import { Card, type Fact, Facts, Part } from '../ui/card.js';
import { Row, Stack } from '../ui/layout.js';
import { Amount, Time, TxHash } from '../ui/values.js';
import { Readers } from '../vaults/members-only.js';
import { type ConnectedWallet, useRole } from '../wallet/wallet-store.js';
import { PayForm } from './pay-form.js';
import { assetOfPurse, purseChoicesOf, refillText, thiefRows } from './purse-words.js';
import styles from './purses.module.css';
import { SendHome } from './send-home.js';
import { ThiefTable } from './thief-table.js';

type PurseDetail = Exact<Schemas['GetPurseResponse']>;

const STEPS: Readonly<Record<PurseDetail['steps'][number]['step'], Message>> = {
  opened: msg('Opened'),
  paid: msg('Paid'),
  sent_home: msg('Sent home'),
  ended: msg('Taken back or renewed'),
};

const Steps = ({ purse }: { readonly purse: PurseDetail }) => (
  <Card title={t('History')}>
    <ul>
      {purse.steps.map(({ step, txHash, at, amountBase, payee }) => (
        <Row as="li" key={txHash} isRuled gap="4px 16px" align="baseline" justify="space-between" pad="10px 0">
          <Stack gap={2}>
            <strong>{t(STEPS[step])}</strong>
            <span className={styles['note']}>
              <Time at={secondsOf(at)} isPast ago />
            </span>
          </Stack>
          <Amount base={amountBase} of={assetOfPurse(purse)} />
          <Stack gap={2} basis="100%">
            {payee !== null && <NamedAddress address={payee} mine={undefined} />}
            <TxHash hash={txHash} />
          </Stack>
        </Row>
      ))}
    </ul>
  </Card>
);

const Terms = ({ purse }: { readonly purse: PurseDetail }) => {
  const roleOf = useRole();
  const of = assetOfPurse(purse);
  const payees: readonly Fact[] =
    purse.payees === null
      ? [[t('May pay'), t('A list that the service does not know')]]
      : purse.paysAnybody
        ? [[t('May pay'), t('Anybody')]]
        : purse.payees.map((payee) => [
            t('May pay'),
            <NamedAddress key={payee} address={payee} mine={roleOf(payee)} />,
          ]);
  return (
    <Card title={t('Terms')}>
      <Facts
        facts={[
          [
            t('Treasury'),
            <Link key="v" to="/vaults/$id" params={{ id: purse.vaultId }}>
              {purse.vaultName}
            </Link>,
          ],
          [t('Pays alone'), <NamedAddress key="s" address={purse.spender} mine={roleOf(purse.spender)} />],
          ...payees,
          [t('Limit'), <Amount key="l" base={purse.limitBase} of={of} />],
          [t('Refills over'), noticeText(purse.periodBlocks)],
          [t('BCH for its payments'), purse.reserveBase > 0n && <Amount key="r" base={purse.reserveBase} of="BCH" />],
        ]}
      />
    </Card>
  );
};

interface ViewProps {
  readonly purse: PurseDetail;
  readonly connected: ConnectedWallet | undefined;
}

const View = ({ purse, connected }: ViewProps) => {
  const of = assetOfPurse(purse);
  const choices = purseChoicesOf(purse, connected?.addresses ?? []);
  const { balanceBase, availableBase } = purse;
  const now = availableBase < balanceBase ? availableBase : balanceBase;
  const isActive = purse.status === 'ACTIVE';
  return (
    <RecordPage
      id={purse.id}
      kind={t('Purse')}
      displayId={purse.vaultName}
      title={t('Purse of {treasury}', { treasury: purse.vaultName })}
      status={purse.status}
      money={
        <RecordMoney
          name={t('In the purse')}
          amount={{ base: balanceBase, of }}
          parts={
            isActive
              ? [
                  { name: t('May be paid now'), value: <Amount base={now} of={of} />, base: now, state: 'free' },
                  {
                    name: t('Later'),
                    value: <Amount base={balanceBase - now} of={of} />,
                    base: balanceBase - now,
                    state: 'locked',
                  },
                ]
              : []
          }
          note={isActive ? (refillText(purse) ?? t('The whole limit may be paid now.')) : undefined}
        />
      }
      actions={
        <>
          {choices.canPay && connected !== undefined && (
            <Part title={t('Pay')}>
              <PayForm purse={purse} connected={connected} />
            </Part>
          )}
          {choices.canSendHome && connected !== undefined && (
            <Part title={t('Stop it')}>
              <p>{t('Any one signer returns all of its money to the treasury, at any time.')}</p>
              <SendHome purse={purse} connected={connected} />
            </Part>
          )}
          {!choices.canPay && !choices.canSendHome && (
            <Part title={t('Next step')}>
              <p>
                {isActive
                  ? t('Its key pays from it, and its signers can send it home. The connected wallet is neither.')
                  : t('It is over. Its money is in the treasury.')}
              </p>
            </Part>
          )}
        </>
      }
      onChain={{ contract: purse.contractAddress, category: purse.tokenCategory }}
      side={<Terms purse={purse} />}
    >
      <Steps purse={purse} />
      {isActive && <ThiefTable rows={thiefRows(purse)} />}
    </RecordPage>
  );
};

const route = getRouteApi('/purses/$id');

/** Page of a purse: for the members of its treasury, and the key that pays from it. */
const PursePage = () => {
  const { id } = route.useParams();
  return (
    <Readers title={t('Purses are shown to the members of their treasury')} kind="purse" query={usePurse(id)}>
      {(purse, connected) => <View purse={purse} connected={connected} />}
    </Readers>
  );
};

export default PursePage;
