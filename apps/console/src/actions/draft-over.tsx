import { t } from '../language/text.js';
import { Part } from '../ui/card.js';

/** Whether a record was discarded, or not funded in time: nobody can fund it any more. */
export const isDraftOver = ({
  status,
  expires_at: expiresAt,
}: {
  readonly status: string;
  readonly expires_at: number | null;
}): boolean => status === 'PENDING' && expiresAt !== null && expiresAt * 1_000 <= Date.now();

/** Says in the place of its actions that a draft is over. */
export const DraftOver = () => (
  <Part title={t('Next step')}>
    <p>{t('This draft was discarded, or nobody funded it in time. It will be deleted. Create it again to use it.')}</p>
  </Part>
);
