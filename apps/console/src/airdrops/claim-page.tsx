import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useServices } from '../api/services.js';
import { usePageTitle } from '../app/page-title.js';
import { StatusBadge } from '../ui/badge.js';
import { Failed, Waiting } from '../ui/states.js';
import { AirdropTerms } from './airdrop-terms.js';
import { ClaimForm } from './claim-form.js';
import styles from './claim-page.module.css';

const route = getRouteApi('/claim/$token');

/** Where a claim link leads: eligible or not, how much, one button. */
const ClaimPage = () => {
  const { token } = route.useParams();
  const { weir } = useServices();
  usePageTitle('Claim');
  const { data, error, refetch } = useQuery({
    queryKey: ['claim-link', token],
    queryFn: () => weir.airdrops.byLink(token),
  });
  if (error !== null && data === undefined) return <Failed error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Waiting what="Reading the campaign…" />;
  const { campaign } = data;
  return (
    <div className={styles['page']}>
      <div className={styles['head']}>
        <h1>{campaign.title}</h1>
        <StatusBadge status={campaign.status} />
      </div>
      {campaign.description !== null && <p>{campaign.description}</p>}
      <ClaimForm campaign={campaign} />
      <AirdropTerms campaign={campaign} />
      <Link to="/airdrops/$id" params={{ id: campaign.id }}>
        All about this campaign
      </Link>
    </div>
  );
};

export default ClaimPage;
