import { Link } from '@tanstack/react-router';
import { WaitingForTopUp } from '../currency/waiting-for-top-up.js';
import { t } from '../language/text.js';
import { PendingMovesCard, usePendingMoves } from '../records/pending-moves-card.js';
import { buttonClass } from '../ui/button.js';
import { Guarded, GuardedParts } from '../ui/guarded.js';
import { usePageTitle } from '../ui/hooks.js';
import { Columns, Row, Stack } from '../ui/layout.js';
import { NotUpdated } from '../ui/not-updated.js';
import { Failed, Waiting } from '../ui/states.js';
import { NeedsWallet } from '../wallet/needs-wallet.js';
import { askedAddresses, useScope, type Treasury } from '../wallet/scope.js';
import { usePortfolio } from '../wallet/use-portfolio.js';
import { type ConnectedWallet, useWallet } from '../wallet/wallet-store.js';
import { ClaimAll, useClaims } from './claim-all.js';
import { InboxCard } from './inbox-card.js';
import { MoneyFigures } from './money-figures.js';
import { Needs } from './needs.js';
import { Timeline } from './timeline.js';

const Money = ({ connected, treasury }: { connected: ConnectedWallet; treasury: Treasury | undefined }) => {
  const { data: read, error, refetch, isProven, prove } = usePortfolio(connected, treasury);
  const claiming = useClaims(connected);
  const addresses = treasury === undefined ? askedAddresses(connected) : [treasury.address];
  // Nothing comes above what is on show: moves are read before anything is shown below their card.
  const { isLoading: awaitsMoves } = usePendingMoves(addresses);
  const data = awaitsMoves ? undefined : read;
  const isFailed = error !== null && read === undefined && !awaitsMoves;
  const isWaiting = data === undefined && !isFailed;
  // Last: it comes by itself, and moves nothing that is in view.
  const topUps = (
    <Guarded>
      <WaitingForTopUp addresses={addresses} />
    </Guarded>
  );
  return (
    <>
      <Guarded>
        <MoneyFigures assets={data?.assets} inCurrency={data?.inCurrency} treasury={treasury} />
      </Guarded>
      {!isWaiting && (
        <Guarded>
          <PendingMovesCard addresses={addresses} />
        </Guarded>
      )}
      {treasury === undefined && (
        <ClaimAll
          claims={data?.needs.claim ?? []}
          total={data?.needs.claim_total ?? 0}
          connected={connected}
          claiming={claiming}
        />
      )}
      {isWaiting && <Waiting what={t('Calculating your balances…')} />}
      {/* Where it was waited for: the figures above it stay in place. */}
      {isFailed && <Failed error={error} retry={() => void refetch()} />}
      {data !== undefined && (
        <Columns gap={24} least={400}>
          <GuardedParts>
            <Needs
              needs={data.needs}
              claiming={treasury === undefined ? claiming : undefined}
              isOfMany={data.addresses.length > 1}
              isProven={isProven}
              prove={prove}
            />
            <Timeline portfolio={data} addresses={addresses} />
          </GuardedParts>
        </Columns>
      )}
      <NotUpdated data={read} error={error} retry={() => void refetch()} />
      {data?.complete === false && <p>{t('Only the oldest 5,000 records are included.')}</p>}
      {/* What is above it comes first. */}
      <div hidden={isWaiting}>
        {treasury === undefined ? (
          <Guarded>
            <InboxCard connected={connected}>{topUps}</InboxCard>
          </Guarded>
        ) : (
          <Stack gap={24}>{topUps}</Stack>
        )}
      </div>
    </>
  );
};

/** Page of one's own money: what can be claimed, what comes next, and what waits for the user. */
const HomePage = () => {
  usePageTitle(t('Home'));
  const connected = useWallet();
  const { treasury } = useScope();
  return (
    <>
      <Row gap="8px 16px" align="center" justify="space-between">
        <h1>{treasury?.name ?? t('Home')}</h1>
        {treasury !== undefined && (
          <Link to="/vaults/$id" params={{ id: treasury.id }} className={buttonClass('plain', true)}>
            {t('Open the treasury')}
          </Link>
        )}
      </Row>
      {connected === undefined ? (
        <NeedsWallet>{t('To see your claimable amounts and next dates.')}</NeedsWallet>
      ) : (
        <Money key={treasury?.id} connected={connected} treasury={treasury} />
      )}
    </>
  );
};

export default HomePage;
