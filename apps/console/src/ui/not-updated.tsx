import { t } from '../language/text.js';
import { Button } from './button.js';
import { Row } from './layout.js';

interface NotUpdatedProps {
  /** What was read before; undefined where nothing was. */
  readonly data: unknown;
  /** Why it was not read again; null where it was. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Says below what was read before that it could not be read again. It is one line, since it comes while somebody reads. */
export const NotUpdated = ({ data, error, retry }: NotUpdatedProps) =>
  error !== null &&
  data !== undefined && (
    <Row as="p" gap="4px 12px" align="center" role="alert">
      {t('This could not be updated, and may be old.')}
      <Button small onClick={retry}>
        {t('Try again')}
      </Button>
    </Row>
  );
