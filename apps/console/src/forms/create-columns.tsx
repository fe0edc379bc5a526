import type { ReactNode, SubmitEvent } from 'react';
import layout from '../records/layout.module.css';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { classes } from '../ui/classes.js';
import { Failed, Waiting } from '../ui/states.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import styles from './form.module.css';

interface CreateColumnsProps {
  /** Label of the submit button. */
  readonly submit: string;
  readonly onSubmit: (event: SubmitEvent) => void;
  readonly isCreating: boolean;
  /** Shown while the record is being created. */
  readonly doing?: ReactNode;
  readonly error?: unknown;
  /** Shows the error. */
  readonly failure?: (error: unknown) => ReactNode;
  readonly fields: ReactNode;
  /** Preview of the record. */
  readonly preview: ReactNode;
}

/**
 * Layout of the pages that create a record: its terms, below them the submit button, and beside both the preview. There the preview may
 * appear and grow as it likes: it never moves the button away from under a click.
 */
export const CreateColumns = ({
  submit,
  onSubmit,
  isCreating,
  doing = <Waiting what="Storing the terms…" />,
  error,
  failure = (shown) => <Failed error={shown} />,
  fields,
  preview,
}: CreateColumnsProps) => {
  const connected = useWallet();
  return (
    <form className={styles['create']} onSubmit={onSubmit} noValidate>
      <div className={classes(layout['column'], styles['terms'])}>{fields}</div>
      <div className={classes(layout['column'], styles['preview'])}>{preview}</div>
      <div className={classes(layout['column'], styles['submit'])}>
        {error !== undefined && failure(error)}
        {connected === undefined ? (
          <Card title="Who pays?">
            <p>Connect the wallet that will fund it. Creating costs nothing; funding is the next step.</p>
            <WalletButton />
          </Card>
        ) : (
          <Button type="submit" look="main" disabled={isCreating}>
            {submit}
          </Button>
        )}
        {isCreating && doing}
      </div>
    </form>
  );
};
