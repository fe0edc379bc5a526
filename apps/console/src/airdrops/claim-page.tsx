import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useServices } from '../api/services.js';
import { usePageTitle } from '../app/page-title.js';
import { Loaded } from '../records/loaded.js';
import { StatusBadge } from '../ui/badge.js';
import { AirdropTerms } from './airdrop-terms.js';
import { ClaimForm } from './claim-form.js';
import styles from './claim-page.module.css';

const route = getRouteApi('/claim/$token');

/** The page of a claim link: whether the connected address is eligible, for how much, and the button to claim it. */
const ClaimPage = () => {
  const { token } = route.useParams();
  const { weir } = useServices();
  usePageTitle('Claim');
  const query = useQuery({
    queryKey: ['claim-link', token],
    queryFn: () => weir.airdrops.byLink(token),
  });
  return (
    <Loaded query={query} kind="airdrop">
      {({ campaign }) => (
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
      )}
    </Loaded>
  );
};

export default ClaimPage;
