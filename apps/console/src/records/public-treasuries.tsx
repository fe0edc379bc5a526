import { Link } from '@tanstack/react-router';
import { useServices } from '../api/services.js';
import { t } from '../language/text.js';
import { StatusBadge } from '../ui/badge.js';
import { Row } from '../ui/layout.js';
import { PagesCard, usePages } from '../ui/pages.js';
import { Amount, Title } from '../ui/values.js';

const ROWS = 20;

/** Lists the public treasuries, the newest first. They are read without a wallet. */
export const PublicTreasuries = () => {
  const { weir } = useServices();
  const pages = usePages(
    ['vaults', 'public'],
    (cursor, options) => weir.vaults.page({ limit: ROWS, ...cursor }, undefined, options),
    (page) => page.public,
  );
  return (
    <PagesCard title={t('Public treasuries')} pages={pages} waiting={t('Loading public treasuries…')}>
      {(vaults) =>
        vaults.length === 0 ? (
          <p>{t('No treasury is public yet. The creator of a treasury can make it public.')}</p>
        ) : (
          <ul>
            {vaults.map(({ id, name, status, currentBalanceBase, roster }) => (
              <li key={id}>
                <Row as="span" gap="4px 16px" align="center" justify="space-between">
                  <Link to="/vaults/$id" params={{ id }}>
                    <Title text={name} />
                  </Link>
                  <Row as="span" gap="4px 16px" align="center">
                    {roster !== undefined && <span>{t('The keys of this treasury can be exchanged')}</span>}
                    <Amount base={currentBalanceBase} of="BCH" />
                    <StatusBadge status={status} />
                  </Row>
                </Row>
              </li>
            ))}
          </ul>
        )
      }
    </PagesCard>
  );
};
