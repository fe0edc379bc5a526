import { timeText } from '../format/time.js';
import { t } from '../language/text.js';
import type { Failure } from './loading-failure.js';

/** The cancel of a salary was not sent: while its notice runs, the old salary might still pay the next payday. */
export class TooLateToChange extends Error {
  override readonly name = 'TooLateToChange';

  /** @param payday Unix seconds */
  constructor(readonly payday: number) {
    super('TOO_LATE_TO_CHANGE');
  }
}

/** Explains it. */
export const tooLateToChange = ({ payday }: TooLateToChange): Failure => ({
  title: t('The next payday is too close'),
  meaning: t(
    'The old and the new salary might both pay the payday on {when}. Nothing was sent, and nothing has changed.',
    {
      when: timeText(payday),
    },
  ),
  next: t('Change the salary after this payday.'),
  reference: undefined,
});
